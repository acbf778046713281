// SPDX-License-Identifier: Apache-2.0
// A kernel that does nothing for a while, so that the host can queue what comes after it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace harness {

/// The stream goes on when so many nanoseconds have passed.
void hold(std::uint32_t nanoseconds, cudaStream_t stream);

} // namespace harness

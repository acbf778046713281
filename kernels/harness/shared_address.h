// SPDX-License-Identifier: Apache-2.0
// The address in the shared window that instructions written in PTX take.
#pragma once

#include <cstdint>

namespace harness {

__device__ inline std::uint32_t sharedAddress(const void* pointer)
{
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
// What a piece of work launches: names and shapes of its kernels.
#pragma once

#include "core/kernel_measurement.h"

#include <cuda_runtime_api.h>

#include <functional>
#include <string>
#include <vector>

namespace harness {

struct LaunchedKernel {
    std::string mangled;
    std::string name; ///< demangled
    core::Launch launch;
};

/// The kernels that `run` puts on the stream, in order. The stream is captured: nothing runs,
/// and neither permission nor a profiler is needed. `run` launches no graph. Throws CudaError where `run` does more
/// than put work on the stream.
std::vector<LaunchedKernel> launchesOf(const std::function<void(cudaStream_t)>& run);

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
// Functions of the CUDA driver that the runtime has no equal for, found without linking to libcuda.
#pragma once

#include "kernels/harness/cuda_check.h"

#include <cuda.h>

#include <string>

namespace harness {

/// As CUDA 12.3 has it, the first with all that is used here. Throws CudaError where the driver lacks it.
template <typename Function> Function driverFunction(const char* name)
{
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    check(cudaGetDriverEntryPointByVersion(name, &function, 12030, cudaEnableDefault, &found));
    if (found != cudaDriverEntryPointSuccess) throw CudaError(cudaErrorNotSupported, name);
    return reinterpret_cast<Function>(function);
}

/// Throws Error unless the call succeeded.
template <typename Function, typename... Arguments> void callDriver(const char* name, Arguments... arguments)
{
    const auto status = driverFunction<Function>(name)(arguments...);
    if (status != CUDA_SUCCESS) throw core::Error(name, "the driver says " + std::to_string(static_cast<int>(status)));
}

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
// CUDA's error codes as exceptions: every call and every launch goes through here.
#pragma once

#include "core/error.h"

#include <cuda_runtime.h>

#include <source_location>
#include <string>

namespace harness {

class CudaError : public core::Error {
public:
    CudaError(cudaError_t code, const std::string& what)
        : core::Error(what + ": " + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) + ")"), m_code(code)
    {}
    [[nodiscard]] cudaError_t code() const { return m_code; }

private:
    cudaError_t m_code;
};

/// Whether an error of a kernel took the context with it, so that only a fresh process can go on.
inline bool contextIsLost()
{
    return cudaDeviceSynchronize() != cudaSuccess;
}

/// Throws CudaError unless the call succeeded.
inline void check(cudaError_t code, std::source_location where = std::source_location::current())
{
    if (code == cudaSuccess) return;
    static_cast<void>(cudaGetLastError()); // a code that isn't sticky would otherwise come back from the next launch
    throw CudaError(code, std::string(where.function_name()));
}

/// Throws CudaError if the launch just made was refused. What happens while it runs comes from the next synchronise.
inline void checkLaunch(std::source_location where = std::source_location::current())
{
    check(cudaGetLastError(), where);
}

} // namespace harness

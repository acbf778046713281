// SPDX-License-Identifier: Apache-2.0
// Shared memory beyond the 48 KB that every kernel may have.
#pragma once

#include "kernels/harness/benchmark.h"
#include "kernels/harness/cuda_check.h"

#include <string>

namespace harness {

/// Lets the kernel have so much dynamic shared memory a block, on the current device. Throws Unavailable where a block
/// has less (227 KB on CC 9.0, 163 on 8.0, 99 on 8.6, 8.9 and 12.0: CUDA C++ Programming Guide, technical
/// specifications).
template <typename... Arguments> void allowShared(void (*kernel)(Arguments...), std::size_t bytes)
{
    int device = 0;
    int room = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (bytes > static_cast<std::size_t>(room))
        throw Unavailable("needs " + std::to_string((bytes + 1023) / 1024) +
                          " KB of shared memory a block; there are " + std::to_string(room / 1024));
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

} // namespace harness

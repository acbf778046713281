// SPDX-License-Identifier: Apache-2.0
// mma.sync of BF16 with FP32 sums, and what feeds it: cp.async into shared memory, ldmatrix out of it (CC 8.0). PTX
// ISA, "Warp Level Matrix Instructions", "Data Movement and Conversion Instructions: Non-bulk copy".
#pragma once

#include "kernels/harness/shared_address.h"

#include <cstdint>

namespace library {

using harness::sharedAddress;

#if __CUDA_ARCH__ >= 800

/// Starts a copy of 4, 8 or 16 bytes into shared memory; of zeros where there are none to copy.
template <unsigned bytes = 16> __device__ void copyAsync(void* to, const void* from, bool isThere = true)
{
    if constexpr (bytes == 16) // past L1
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(to)), "l"(from),
                     "r"(isThere ? 16 : 0)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(sharedAddress(to)), "l"(from), "n"(bytes),
                     "r"(isThere ? bytes : 0)
                     : "memory");
}

/// This thread's copies since the last call are a group.
__device__ inline void commitCopies()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/// Until all but the latest `left` groups of this thread have come.
template <unsigned left> __device__ void awaitCopies()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
}

/// Four tiles of 8 x 8: lane l gives the address of row l % 8 of tile l / 8, and gets two numbers of row l / 4 of each.
__device__ inline void loadMatrices(std::uint32_t (&to)[4], const void* row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(sharedAddress(row))
                 : "memory");
}

/// Likewise, of column l / 4.
__device__ inline void loadTransposed(std::uint32_t (&to)[4], const void* row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(sharedAddress(row))
                 : "memory");
}

/// d (16 x 8) += a (16 x 16) * b (16 x 8).
__device__ inline void multiplyAdd(float* d, const std::uint32_t* a, const std::uint32_t* b)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, "
        "%2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

#endif

} // namespace library

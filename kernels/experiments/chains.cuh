// SPDX-License-Identifier: Apache-2.0
// Chains of FP32 multiply-adds that the host follows to the last bit: how experiments keep an SM busy for a known time.
#pragma once

#include "core/error.h"

#include <cmath>
#include <string>
#include <vector>

namespace experiments {

// x = a*x + b with `a` just under -1 in size swings around b/2 and settles slowly: operands change as real data do.
constexpr float factor = -0x1.fffffep-1f; ///< the float next to -1

/// Where a thread's chain begins: in [-1, 1), different for the lanes of a warp.
__host__ __device__ constexpr float seedOf(unsigned thread)
{
    return static_cast<float>(thread % 32 * 37 % 32) / 16 - 1;
}

template <unsigned steps> __host__ __device__ float chain(float x, float b)
{
#ifdef __CUDA_ARCH__
#pragma unroll 32
#endif
    for (unsigned s = 0; s < steps; ++s) x = fmaf(factor, x, b);
    return x;
}

/// Throws Error unless each block left `expected`, one a thread.
inline void requireEach(const std::vector<float>& results, const std::vector<float>& expected)
{
    for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i] != expected[i % expected.size()])
            throw core::Error("the chain of thread " + std::to_string(i) + " is not where the arithmetic leads");
}

} // namespace experiments

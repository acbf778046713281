// SPDX-License-Identifier: Apache-2.0
// Online softmax over scores as tensor instructions leave them, and the way of a tile's result to memory. Accumulator
// 4j + 2i + c of lane l in a warp is row l/4 + 8i, column 8j + 2(l%4) + c, for mma.sync and wgmma alike (PTX ISA,
// "Matrix Fragments for mma.m16n8k16", "Register Fragments for wgmma"): a lane holds parts of two rows, four lanes a
// row.
#pragma once

#include "kernels/library/attention.h"

namespace library {

constexpr float lowestScore = -0x1p100f; ///< below any, and no infinity: a tile may be hidden from a row

__device__ inline float exp2Of(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

#if __CUDA_ARCH__ >= 800

__device__ inline std::uint32_t packBf16(float low, float high)
{
    std::uint32_t packed;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(high), "f"(low));
    return packed;
}

/// Over the four lanes that share a row.
template <typename Op> __device__ float overRow(Op op, float v)
{
    v = op(v, __shfl_xor_sync(~0u, v, 1));
    return op(v, __shfl_xor_sync(~0u, v, 2));
}

/// Of a lane's two rows: the largest score so far, and this lane's part of the sum of exponentials.
struct OnlineSoftmax {
    float scale;
    float largest[2] = {lowestScore, lowestScore};
    float sum[2] = {};
    float correction[2] = {}; ///< of what was summed up before the last tile

    /// Scores become exp2(scale * (score - largest)).
    template <unsigned count> __device__ void add(float (&scores)[count])
    {
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
            float most[2] = {largest[i], lowestScore}; // two chains: one would wait for itself
#pragma unroll
            for (unsigned s = 0; s < count; ++s)
                if (s / 2 % 2 == i) most[s % 2] = fmaxf(most[s % 2], scores[s]);
            const float now = overRow([](float a, float b) { return fmaxf(a, b); }, fmaxf(most[0], most[1]));
            correction[i] = exp2Of((largest[i] - now) * scale);
            largest[i] = now;
            float part[2] = {};
#pragma unroll
            for (unsigned s = 0; s < count; ++s)
                if (s / 2 % 2 == i) part[s % 2] += scores[s] = exp2Of(fmaf(scores[s], scale, -now * scale));
            sum[i] = fmaf(sum[i], correction[i], part[0] + part[1]);
        }
    }

    /// Brings the result so far to the new largest score.
    template <unsigned count> __device__ void correct(float (&out)[count]) const
    {
#pragma unroll
        for (unsigned o = 0; o < count; ++o) out[o] *= correction[o / 2 % 2];
    }
};

/// Scores that a query doesn't see. row: the lane's first; key: the tile's first.
template <Mask mask, unsigned count>
__device__ void hideScores(float (&scores)[count], unsigned row, unsigned key, unsigned keys)
{
#pragma unroll
    for (unsigned s = 0; s < count; ++s) {
        const unsigned own = key + s / 4 * 8 + threadIdx.x % 4 * 2 + s % 2;
        if (mask == Mask::Causal ? own > row + s / 2 % 2 * 8 : own >= keys) scores[s] = -INFINITY;
    }
}

/// Register r of lane l, among four lanes, becomes register l of lane r.
__device__ inline void transposeFour(std::uint32_t (&registers)[4])
{
#pragma unroll
    for (unsigned step = 1; step <= 2; step *= 2) {
        const bool isUpper = threadIdx.x & step;
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) {
            if (r & step) continue;
            auto& low = registers[r];
            auto& high = registers[r + step];
            const auto other = __shfl_xor_sync(~0u, isUpper ? low : high, step);
            (isUpper ? low : high) = other;
        }
    }
}

/// A row's result, divided by its sum, 16 bytes a store. row: the lane's first, in its head; out: the head's.
template <unsigned width>
__device__ void storeRows(const float (&result)[width / 2], const OnlineSoftmax& softmax, Bf16* out, unsigned row,
                          unsigned rows)
{
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
        const float scale = 1 / overRow([](float a, float b) { return a + b; }, softmax.sum[i]);
        auto* to = reinterpret_cast<uint4*>(out + std::size_t{row + 8 * i} * width) + threadIdx.x % 4;
#pragma unroll
        for (unsigned j = 0; j < width / 8; j += 4) {
            std::uint32_t packed[4];
#pragma unroll
            for (unsigned e = 0; e < 4; ++e) {
                const float* pair = result + 4 * (j + e) + 2 * i;
                packed[e] = packBf16(pair[0] * scale, pair[1] * scale);
            }
            transposeFour(packed);
            if (row + 8 * i < rows) to[j] = make_uint4(packed[0], packed[1], packed[2], packed[3]);
        }
    }
}

#endif

} // namespace library

// SPDX-License-Identifier: Apache-2.0
// Rows of FP16 numbers, a block a row: sums and maxima over the block, and a row held in registers.
#pragma once

#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

#include <cuda_fp16.h>

#include <cmath>
#include <type_traits>

namespace library {

constexpr unsigned rowThreads = 256;

struct Plus {
    static constexpr float neutral = 0;
    __device__ float operator()(float a, float b) const { return a + b; }
};
struct Larger {
    static constexpr float neutral = -INFINITY;
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/// Over all threads of the block; each gets the result. All of them call it.
template <typename Op> __device__ float overBlock(Op op, float v)
{
    __shared__ float part[rowThreads / 32];
    for (unsigned other = 16; other > 0; other /= 2) v = op(v, __shfl_xor_sync(~0u, v, other));
    __syncthreads(); // a call before this one has been read
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (unsigned w = 1; w < rowThreads / 32; ++w) v = op(v, part[w]);
    return v;
}

struct Rows {
    std::size_t count;
    unsigned width;

    explicit Rows(const Size& size) : count(size.dimensions[0]), width(static_cast<unsigned>(size.dimensions[1])) {}
    [[nodiscard]] std::size_t elements() const { return count * width; }
    [[nodiscard]] unsigned blocks() const { return static_cast<unsigned>(count); }
};

__device__ inline void unpack(uint4 packed, float* to)
{
    const unsigned words[4] = {packed.x, packed.y, packed.z, packed.w};
#pragma unroll
    for (unsigned p = 0; p < 4; ++p) {
        const float2 both = __half22float2(*reinterpret_cast<const __half2*>(words + p));
        to[2 * p] = both.x;
        to[2 * p + 1] = both.y;
    }
}

__device__ inline uint4 pack(const float* from)
{
    unsigned words[4];
#pragma unroll
    for (unsigned p = 0; p < 4; ++p) {
        const __half2 pair = __floats2half2_rn(from[2 * p], from[2 * p + 1]);
        words[p] = *reinterpret_cast<const unsigned*>(&pair);
    }
    return make_uint4(words[0], words[1], words[2], words[3]);
}

/// Calls launch with as many vectors of 8 halves a thread as the row needs: registers that it doesn't need would keep
/// other blocks away. Rows of up to 8192.
template <typename Launch> void withVectors(unsigned width, const Launch& launch)
{
    if (width <= 1 * rowThreads * 8) return launch(std::integral_constant<unsigned, 1>());
    if (width <= 2 * rowThreads * 8) return launch(std::integral_constant<unsigned, 2>());
    launch(std::integral_constant<unsigned, 4>());
}

/// A thread's part of a row, read once. Rows whose width isn't a multiple of 8 are read half by half.
template <unsigned vectors> struct RowPart {
    static constexpr unsigned count = vectors * 8;
    float value[count];

    /// Where value[i] lies in the row.
    static __device__ unsigned place(unsigned i) { return (i / 8 * rowThreads + threadIdx.x) * 8 + i % 8; }

    __device__ void load(const __half* row, unsigned width, float beyond)
    {
#pragma unroll
        for (unsigned v = 0; v < vectors; ++v) {
            const unsigned first = place(v * 8);
            if (width % 8 == 0 && first < width) {
                const uint4 packed = __ldcs(reinterpret_cast<const uint4*>(row + first));
                unpack(packed, value + v * 8);
            } else {
#pragma unroll
                for (unsigned i = 0; i < 8; ++i)
                    value[v * 8 + i] = first + i < width ? __half2float(row[first + i]) : beyond;
            }
        }
    }

    __device__ void store(__half* row, unsigned width) const
    {
#pragma unroll
        for (unsigned v = 0; v < vectors; ++v) {
            const unsigned first = place(v * 8);
            if (width % 8 == 0) {
                if (first < width) __stcs(reinterpret_cast<uint4*>(row + first), pack(value + v * 8));
            } else {
#pragma unroll
                for (unsigned i = 0; i < 8; ++i)
                    if (first + i < width) row[first + i] = __float2half(value[v * 8 + i]);
            }
        }
    }
};

/// One rounding to FP16 of a value whose FP32 arithmetic is off by so much, relatively.
inline Expected roundedToHalf(double value, double relativeError)
{
    constexpr double half_ulp = 0x1p-11;
    constexpr double smallest = 0x1p-25; // half the distance of subnormal halves
    return {value, std::abs(value) * (half_ulp + relativeError) + smallest};
}

/// Random halves in [-range, range).
DeviceBuffer<__half> randomHalves(std::size_t count, std::uint32_t seed, float range);

/// Sizes of families that work on rows: up to half a gigabyte.
std::vector<Size> rowSizes();

/// Bytes of FP16 arrays, FLOP and special functions an element.
std::vector<core::Work> rowWork(const Size& size, double arraysRead, double arraysWritten, double flop, double special);

} // namespace library

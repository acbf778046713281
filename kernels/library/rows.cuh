// SPDX-License-Identifier: Apache-2.0
// Rows of FP16 numbers, a block a row (of one warp or more): sums and maxima over the block, and a row held in
// registers.
#pragma once

#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

#include <cuda_fp16.h>

#include <cmath>

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

/// Over all threads of the block; each gets the result. All of them call it. One warp needs neither shared memory nor
/// barriers.
template <unsigned threads = rowThreads, typename Op> __device__ float overBlock(Op op, float v)
{
    for (unsigned other = 16; other > 0; other /= 2) v = op(v, __shfl_xor_sync(~0u, v, other));
    if constexpr (threads > 32) {
        __shared__ float part[threads / 32];
        __syncthreads(); // a call before this one has been read
        if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
        __syncthreads();
        v = part[0];
        for (unsigned w = 1; w < threads / 32; ++w) v = op(v, part[w]);
    }
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

/// How a row lies in the registers of its block.
template <unsigned blockThreads, unsigned vectorsEach, bool isWhole> struct RowShape {
    static constexpr unsigned threads = blockThreads;
    static constexpr unsigned vectors = vectorsEach; ///< of 8 halves a thread
    static constexpr bool is_whole = isWhole;        ///< the row has exactly as many: nothing to ask
    /// That an SM must hold: registers of a warp's row, and not of all that the compiler would load ahead.
    static constexpr unsigned least_blocks = blockThreads == 32 ? 12 : 1;
};

/// Calls launch with a shape for so many vectors a thread.
template <unsigned threads, unsigned vectors, typename Launch> void withVectors(unsigned width, const Launch& launch)
{
    if (width == threads * vectors * 8)
        launch(RowShape<threads, vectors, true>());
    else
        launch(RowShape<threads, vectors, false>());
}

/// Calls launch with a shape of no more vectors than the row needs: registers that it doesn't need would keep other
/// blocks away. Rows of up to 8192 for a block of 256 threads, 4352 for a warp.
template <unsigned threads, typename Launch> void withShape(unsigned width, const Launch& launch)
{
    const unsigned vectors = divideUp(width, threads * 8);
    if constexpr (threads == 32) {
        if (vectors <= 4) return withVectors<threads, 4>(width, launch);
        if (vectors <= 16) return withVectors<threads, 16>(width, launch);
        withVectors<threads, 17>(width, launch);
    } else {
        if (vectors <= 1) return withVectors<threads, 1>(width, launch);
        if (vectors <= 2) return withVectors<threads, 2>(width, launch);
        withVectors<threads, 4>(width, launch);
    }
}

/// A thread's part of a row, read once. Rows whose width isn't a multiple of 8 are read half by half.
template <typename Shape> struct RowPart {
    static constexpr unsigned count = Shape::vectors * 8;
    float value[count];

    /// Where value[i] lies in the row.
    static __device__ unsigned place(unsigned i) { return (i / 8 * Shape::threads + threadIdx.x) * 8 + i % 8; }
    static __device__ bool isVector(unsigned first, unsigned width)
    {
        return Shape::is_whole || (width % 8 == 0 && first < width);
    }

    __device__ void load(const __half* row, unsigned width, float beyond)
    {
        const auto* own = reinterpret_cast<const uint4*>(row) + threadIdx.x; // one address and constants
#pragma unroll
        for (unsigned v = 0; v < Shape::vectors; ++v) {
            const unsigned first = place(v * 8);
            if (isVector(first, width)) {
                unpack(__ldcs(own + v * Shape::threads), value + v * 8);
            } else {
#pragma unroll
                for (unsigned i = 0; i < 8; ++i)
                    value[v * 8 + i] = first + i < width ? __half2float(row[first + i]) : beyond;
            }
        }
    }

    __device__ void store(__half* row, unsigned width) const
    {
        auto* own = reinterpret_cast<uint4*>(row) + threadIdx.x;
#pragma unroll
        for (unsigned v = 0; v < Shape::vectors; ++v) {
            const unsigned first = place(v * 8);
            if (isVector(first, width)) {
                __stcs(own + v * Shape::threads, pack(value + v * 8));
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

// SPDX-License-Identifier: Apache-2.0
// Attention in one kernel, on the FP32 pipe: keys and values pass through shared memory tile by tile, and the softmax
// is online (Dao et al., "FlashAttention", 2022), so that no score leaves the registers.
#include "kernels/library/attention.h"

namespace library {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned share = 32; ///< columns of a query that a thread holds, four by four
constexpr unsigned tileKeys = 32;
constexpr unsigned keysAtOnce = 8; ///< between two corrections of the largest score

/// The part of a query, and of its result, that a thread holds: every group-th float4 of the row.
template <unsigned width> struct QueryPart {
    static constexpr unsigned lanes = width / share;
    static constexpr unsigned rows = threads / lanes;

    float q[share];
    float out[share] = {};
    float largest = -INFINITY;
    float sum = 0;

    static __device__ unsigned column(unsigned i) { return (i / 4 * lanes + threadIdx.x % lanes) * 4 + i % 4; }

    /// The whole score, in each thread that has a part of the query.
    __device__ float score(const float* key) const
    {
        float s = 0;
#pragma unroll
        for (unsigned i = 0; i < share; i += 4) {
            const float4 k = *reinterpret_cast<const float4*>(key + column(i));
            s += q[i] * k.x + q[i + 1] * k.y + q[i + 2] * k.z + q[i + 3] * k.w;
        }
#pragma unroll
        for (unsigned other = lanes / 2; other > 0; other /= 2) s += __shfl_xor_sync(~0u, s, other);
        return s;
    }

    __device__ void addValue(float weight, const float* value)
    {
#pragma unroll
        for (unsigned i = 0; i < share; i += 4) {
            const float4 v = *reinterpret_cast<const float4*>(value + column(i));
            out[i] += weight * v.x;
            out[i + 1] += weight * v.y;
            out[i + 2] += weight * v.z;
            out[i + 3] += weight * v.w;
        }
    }

    /// Scores are in powers of two. A larger one scales down what was summed up so far.
    __device__ void add(const float (&scores)[keysAtOnce], const float* values)
    {
        float newLargest = largest;
        for (const float s : scores) newLargest = fmaxf(newLargest, s);
        const float correction = exp2f(largest - newLargest); // exp2(-inf) = 0 for the first
        largest = newLargest;
        sum *= correction;
        for (float& o : out) o *= correction;
#pragma unroll
        for (unsigned key = 0; key < keysAtOnce; ++key) {
            const float weight = exp2f(scores[key] - largest);
            sum += weight;
            addValue(weight, values + key * width);
        }
    }
};

template <unsigned width> __device__ void loadTile(float (&to)[tileKeys * width], const Bf16* from, unsigned keys)
{
    for (unsigned i = threadIdx.x; i < tileKeys * width; i += threads)
        to[i] = i / width < keys ? __bfloat162float(from[i]) : 0.0f;
}

template <unsigned width, Mask mask> __global__ void __launch_bounds__(threads) tiled(Attention a)
{
    using Part = QueryPart<width>;
    __shared__ __align__(16) float keys[tileKeys * width];
    __shared__ __align__(16) float values[tileKeys * width];
    const unsigned n = a.shape.sequence;
    const std::size_t head = std::size_t{blockIdx.y} * n * width;
    const unsigned row = blockIdx.x * Part::rows + threadIdx.x / Part::lanes;
    Part part;
    for (unsigned i = 0; i < share; ++i)
        part.q[i] = row < n ? __bfloat162float(a.q[head + row * width + Part::column(i)]) * a.scale : 0.0f;
    const unsigned seen = mask == Mask::Causal ? row + 1 : n;
    const unsigned seenByBlock = mask == Mask::Causal ? min(n, (blockIdx.x + 1) * Part::rows) : n;
    for (unsigned first = 0; first < seenByBlock; first += tileKeys) {
        __syncthreads(); // the tile before has been read
        loadTile<width>(keys, a.k + head + first * width, n - first);
        loadTile<width>(values, a.v + head + first * width, n - first);
        __syncthreads();
        for (unsigned key = 0; key < tileKeys; key += keysAtOnce) {
            float scores[keysAtOnce];
#pragma unroll
            for (unsigned i = 0; i < keysAtOnce; ++i) {
                const float score = part.score(keys + (key + i) * width);
                scores[i] = first + key + i < seen ? score : -INFINITY;
            }
            part.add(scores, values + key * width);
        }
    }
    if (row >= n) return;
    for (unsigned i = 0; i < share; ++i)
        a.out[head + row * width + Part::column(i)] = __float2bfloat16(part.out[i] / part.sum);
}

struct Tiled {
    template <Mask mask> static Launcher launcher(const Attention& a)
    {
        return withWidth(a.shape.width, [&](auto width) -> Launcher {
            const dim3 grid(divideUp(a.shape.sequence, QueryPart<width>::rows), a.shape.heads);
            return [=](cudaStream_t stream) { tiled<width, mask><<<grid, threads, 0, stream>>>(a); };
        });
    }
};

} // namespace

std::vector<Variant> attentionTiled(Mask mask)
{
    return {attentionStep<Tiled>("tiled",
                                 "One kernel: tiles of keys and values in shared memory, online softmax; no score is "
                                 "written. FP32 arithmetic without tensor cores.",
                                 mask, {7, 5})};
}

} // namespace library

// SPDX-License-Identifier: Apache-2.0
// Attention in one kernel: keys and values pass through shared memory tile by tile, and the softmax is online (Dao et
// al., "FlashAttention", 2022), so that no score leaves the SM. Which lane has which element of a fragment of
// nvcuda::wmma is not told: scores, weights and sums pass through shared memory, too.
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/attention_softmax.cuh"

#include <mma.h>

namespace library {
namespace {

constexpr unsigned warps = 4;
constexpr unsigned threads = 32 * warps;
constexpr unsigned warpRows = 16;
constexpr unsigned tileRows = warpRows * warps;
constexpr unsigned tileKeys = 64;
constexpr unsigned chunk = 8; ///< elements in 16 bytes

/// Rows are longer than they need to be: rows below each other begin in other banks.
template <unsigned width> struct Shared {
    static constexpr unsigned pitch = width + 8;
    static constexpr unsigned outPitch = width + 4;
    static constexpr unsigned scorePitch = tileKeys + 4;
    static constexpr unsigned weightPitch = tileKeys + 8;
    Bf16 queries[tileRows * pitch];
    Bf16 keys[tileKeys * pitch];
    Bf16 values[tileKeys * pitch];
    Bf16 weights[tileRows * weightPitch];
    float scores[tileRows * scorePitch];
    float out[tileRows * outPitch];
};

/// Rows from `first` on; zeros beyond the last.
template <unsigned width> __device__ void loadRows(Bf16* to, const Bf16* from, unsigned first, unsigned rows)
{
    for (unsigned i = threadIdx.x * chunk; i < tileRows * width; i += threads * chunk) {
        const unsigned row = first + i / width;
        const auto* own = reinterpret_cast<const uint4*>(from + std::size_t{row} * width + i % width);
        *reinterpret_cast<uint4*>(to + i / width * Shared<width>::pitch + i % width) = row < rows ? *own : uint4{};
    }
}

/// A warp's 16 queries, and two lanes a row of them.
template <unsigned width> struct WarpRows {
    using S = Shared<width>;
    S& shared;
    float scale;
    unsigned first = threadIdx.x / 32 * warpRows;
    unsigned row = first + threadIdx.x % 32 / 2;
    float largest = lowestScore;
    float sum = 0;

    __device__ void clear()
    {
        for (unsigned i = threadIdx.x % 2; i < width; i += 2) shared.out[row * S::outPitch + i] = 0;
    }

    __device__ void multiplyKeys()
    {
#if __CUDA_ARCH__ >= 800
        using namespace nvcuda::wmma;
        for (unsigned n = 0; n < tileKeys; n += 16) {
            fragment<accumulator, 16, 16, 16, float> scores;
            fill_fragment(scores, 0.0f);
#pragma unroll
            for (unsigned k = 0; k < width; k += 16) {
                fragment<matrix_a, 16, 16, 16, Bf16, row_major> a;
                fragment<matrix_b, 16, 16, 16, Bf16, col_major> b;
                load_matrix_sync(a, shared.queries + first * S::pitch + k, S::pitch);
                load_matrix_sync(b, shared.keys + n * S::pitch + k, S::pitch);
                mma_sync(scores, a, b, scores);
            }
            store_matrix_sync(shared.scores + first * S::scorePitch + n, scores, S::scorePitch, mem_row_major);
        }
        __syncwarp();
#endif
    }

    /// Scores become weights, and what was summed up so far is brought to the largest score. seen: of this tile.
    __device__ void weigh(unsigned seen)
    {
        constexpr unsigned count = tileKeys / 2; // every other key
        float scores[count];
        const float before = largest;
#pragma unroll
        for (unsigned i = 0; i < count; ++i) {
            const unsigned key = 2 * i + threadIdx.x % 2;
            scores[i] = key < seen ? shared.scores[row * S::scorePitch + key] : -INFINITY;
            largest = fmaxf(largest, scores[i]);
        }
        largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, 1));
        const float correction = exp2Of((before - largest) * scale);
        sum *= correction;
#pragma unroll
        for (unsigned i = 0; i < count; ++i) {
            const float weight = exp2Of((scores[i] - largest) * scale);
            sum += weight;
            shared.weights[row * S::weightPitch + 2 * i + threadIdx.x % 2] = __float2bfloat16(weight);
        }
        if (__any_sync(~0u, correction != 1))
            for (unsigned i = threadIdx.x % 2; i < width; i += 2) shared.out[row * S::outPitch + i] *= correction;
        __syncwarp();
    }

    __device__ void addValues()
    {
#if __CUDA_ARCH__ >= 800
        using namespace nvcuda::wmma;
        for (unsigned n = 0; n < width; n += 16) {
            fragment<accumulator, 16, 16, 16, float> out;
            load_matrix_sync(out, shared.out + first * S::outPitch + n, S::outPitch, mem_row_major);
#pragma unroll
            for (unsigned k = 0; k < tileKeys; k += 16) {
                fragment<matrix_a, 16, 16, 16, Bf16, row_major> a;
                fragment<matrix_b, 16, 16, 16, Bf16, row_major> b;
                load_matrix_sync(a, shared.weights + first * S::weightPitch + k, S::weightPitch);
                load_matrix_sync(b, shared.values + k * S::pitch + n, S::pitch);
                mma_sync(out, a, b, out);
            }
            store_matrix_sync(shared.out + first * S::outPitch + n, out, S::outPitch, mem_row_major);
        }
        __syncwarp();
#endif
    }

    __device__ void store(Bf16* to) const
    {
        const float all = sum + __shfl_xor_sync(~0u, sum, 1);
        for (unsigned i = threadIdx.x % 2; i < width; i += 2)
            to[i] = __float2bfloat16(shared.out[row * S::outPitch + i] / all);
    }
};

template <unsigned width, Mask mask> __global__ void __launch_bounds__(threads) tiled(Attention a)
{
    extern __shared__ __align__(128) unsigned char memory[];
    auto& shared = *reinterpret_cast<Shared<width>*>(memory);
    const unsigned n = a.shape.sequence;
    const std::size_t head = std::size_t{blockIdx.x} * n * width;
    const unsigned firstRow = (gridDim.y - 1 - blockIdx.y) * tileRows; // those that see most come first
    WarpRows<width> own{shared, a.scale};
    loadRows<width>(shared.queries, a.q + head, firstRow, n);
    own.clear();
    const unsigned row = firstRow + own.row;
    const unsigned seen = mask == Mask::Causal ? row + 1 : n;
    const unsigned seenByBlock = mask == Mask::Causal ? min(n, firstRow + tileRows) : n;
    for (unsigned first = 0; first < seenByBlock; first += tileKeys) {
        __syncthreads(); // the tile before has been read
        loadRows<width>(shared.keys, a.k + head, first, n);
        loadRows<width>(shared.values, a.v + head, first, n);
        __syncthreads();
        own.multiplyKeys();
        own.weigh(seen - first);
        own.addValues();
    }
    if (row < n) own.store(a.out + head + std::size_t{row} * width);
}

struct Tiled {
    template <Mask mask> static Launcher launcher(const Gpu&, const Attention& a)
    {
        return withWidth(a.shape.width, [&](auto width) -> Launcher {
            constexpr int bytes = sizeof(Shared<width>);
            harness::allowShared(tiled<width, mask>, bytes);
            const dim3 grid(a.shape.heads, divideUp(a.shape.sequence, tileRows));
            return [=](cudaStream_t stream) { tiled<width, mask><<<grid, threads, bytes, stream>>>(a); };
        });
    }
};

} // namespace

std::vector<Variant> attentionTiled(Mask mask)
{
    return {attentionStep<Tiled>("tiled",
                                 "One kernel: tiles of keys and values in shared memory, online softmax; scores and "
                                 "sums go no further than shared memory.",
                                 mask, core::TensorPath::Mma)};
}

} // namespace library

// SPDX-License-Identifier: Apache-2.0
// Attention by mma.sync (CC 8.0): a warp keeps 16 queries and their result in registers; the scores' accumulators are,
// rounded, the next product's operand as they stand. cp.async brings the next tile meanwhile.
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/attention_softmax.cuh"
#include "kernels/library/mma_sync.cuh"

namespace library {
namespace {

constexpr unsigned warps = 4;
constexpr unsigned threads = 32 * warps;
constexpr unsigned tileRows = 16 * warps;
constexpr unsigned tileKeys = 64;
constexpr unsigned stages = 2;

/// Rows of keys or values. A row's chunks of 16 bytes change places by its number: ldmatrix reads eight rows at once,
/// and finds each in other banks.
template <unsigned width> struct Tile {
    uint4 chunks[tileKeys * width / 8];

    __device__ uint4* at(unsigned row, unsigned chunk) { return chunks + row * (width / 8) + (chunk ^ row % 8); }
};
template <unsigned width> struct Stage {
    Tile<width> keys;
    Tile<width> values;
};

#if __CUDA_ARCH__ >= 800

/// Keys from `first` on; zeros beyond the last.
template <unsigned width> __device__ void loadTile(Tile<width>& tile, const Bf16* from, unsigned first, unsigned keys)
{
    constexpr unsigned rowChunks = width / 8;
    for (unsigned i = threadIdx.x; i < tileKeys * rowChunks; i += threads) {
        const unsigned key = min(first + i / rowChunks, keys - 1);
        copyAsync(tile.at(i / rowChunks, i % rowChunks), from + std::size_t{key} * width + i % rowChunks * 8,
                  first + i / rowChunks < keys);
    }
}

/// A warp's queries as the left operand: register r of step k is row lane/4 + 8 (r%2), columns 16k + 8 (r/2) +
/// 2 (lane%4) and the next.
template <unsigned width>
__device__ void loadQueries(std::uint32_t (&to)[width / 16][4], const Bf16* from, unsigned row, unsigned rows)
{
#pragma unroll
    for (unsigned k = 0; k < width / 16; ++k)
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) {
            const std::size_t own = min(row + 8 * (r % 2), rows - 1); // what lies beyond isn't stored
            to[k][r] = *reinterpret_cast<const std::uint32_t*>(from + own * width + 16 * k + 8 * (r / 2) +
                                                               threadIdx.x % 4 * 2);
        }
}

template <unsigned width>
__device__ void multiplyKeys(float (&scores)[tileKeys / 2], const std::uint32_t (&q)[width / 16][4], Tile<width>& keys)
{
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (float& s : scores) s = 0;
#pragma unroll
    for (unsigned k = 0; k < width / 16; ++k)
#pragma unroll
        for (unsigned n = 0; n < tileKeys / 16; ++n) {
            std::uint32_t b[4]; // of 16 keys
            loadMatrices(b, keys.at(16 * n + lane / 16 * 8 + lane % 8, 2 * k + lane / 8 % 2));
            multiplyAdd(scores + 8 * n, q[k], b);
            multiplyAdd(scores + 8 * n + 4, q[k], b + 2);
        }
}

template <unsigned width>
__device__ void addValues(float (&out)[width / 2], const float (&weights)[tileKeys / 2], Tile<width>& values)
{
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned k = 0; k < tileKeys / 16; ++k) {
        std::uint32_t a[4];
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) a[r] = packBf16(weights[8 * k + 2 * r], weights[8 * k + 2 * r + 1]);
#pragma unroll
        for (unsigned n = 0; n < width / 16; ++n) {
            std::uint32_t b[4]; // of 16 columns
            loadTransposed(b, values.at(16 * k + lane / 8 % 2 * 8 + lane % 8, 2 * n + lane / 16));
            multiplyAdd(out + 8 * n, a, b);
            multiplyAdd(out + 8 * n + 4, a, b + 2);
        }
    }
}

#endif

/// A block has 64 queries of a head, those that see most first.
template <unsigned width, Mask mask> __global__ void __launch_bounds__(threads) byMma(Attention a)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) unsigned char memory[];
    auto* stage = reinterpret_cast<Stage<width>*>(memory);
    const unsigned n = a.shape.sequence;
    const std::size_t head = std::size_t{blockIdx.x} * n * width;
    const unsigned firstRow = (mask == Mask::Causal ? gridDim.y - 1 - blockIdx.y : blockIdx.y) * tileRows;
    const unsigned row = firstRow + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
    const unsigned tiles = ((mask == Mask::Causal ? min(n, firstRow + tileRows) : n) + tileKeys - 1) / tileKeys;
    const auto load = [&](unsigned tile) {
        if (tile < tiles) {
            loadTile(stage[tile % stages].keys, a.k + head, tile * tileKeys, n);
            loadTile(stage[tile % stages].values, a.v + head, tile * tileKeys, n);
        }
        commitCopies(); // an empty one behind the last
    };
    load(0);
    std::uint32_t q[width / 16][4];
    loadQueries<width>(q, a.q + head, row, n);
    float out[width / 2] = {};
    OnlineSoftmax softmax{a.scale};
    for (unsigned tile = 0; tile < tiles; ++tile) {
        load(tile + 1);
        awaitCopies<1>();
        __syncthreads();
        auto& own = stage[tile % stages];
        float scores[tileKeys / 2];
        multiplyKeys<width>(scores, q, own.keys);
        if ((tile + 1) * tileKeys > (mask == Mask::Causal ? firstRow : n))
            hideScores<mask>(scores, row, tile * tileKeys, n);
        softmax.add(scores);
        softmax.correct(out);
        addValues<width>(out, scores, own.values);
        __syncthreads(); // the stage is free
    }
    storeRows<width>(out, softmax, a.out + head, row, n);
#endif
}

struct ByMma {
    template <Mask mask> static Launcher launcher(const Gpu&, const Attention& a)
    {
        return withWidth(a.shape.width, [&](auto width) -> Launcher {
            constexpr int bytes = stages * sizeof(Stage<width>);
            harness::allowShared(byMma<width, mask>, bytes);
            const dim3 grid(a.shape.heads, divideUp(a.shape.sequence, tileRows));
            return [=](cudaStream_t stream) { byMma<width, mask><<<grid, threads, bytes, stream>>>(a); };
        });
    }
};

} // namespace

std::vector<Variant> attentionByMma(Mask mask)
{
    return {attentionStep<ByMma>(
        "mma_sync",
        "Tensor cores by mma.sync: queries, scores and result stay in registers, cp.async brings the next tile.", mask,
        core::TensorPath::Mma)};
}

} // namespace library

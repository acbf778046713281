// SPDX-License-Identifier: Apache-2.0
// Attention step by step: the scores of all pairs are written, turned into weights row by row, and read again to weigh
// the values.
#include "kernels/library/attention.h"

#include <mma.h>

namespace library {
namespace {

constexpr unsigned tile = 64;          ///< rows and columns of a block's part of a product
constexpr unsigned depth = 64;         ///< of the operands in shared memory
constexpr unsigned padded = depth + 8; ///< a row's beginning moves by four banks from row to row
constexpr unsigned threads = 128;
constexpr unsigned rowThreads = 256;

/// Arrays of [row][column], one for each head.
struct Product {
    const Bf16* a;
    const Bf16* b;
    unsigned rows;
    unsigned columns;
    unsigned inner;
};

#if __CUDA_ARCH__ >= 800
/// Rows of an array from (row, column) on, zeros beyond it; 16 bytes at a time where rows begin at a multiple of that.
__device__ void loadTile(Bf16 (&to)[tile][padded], const Bf16* from, uint2 first, unsigned rows, unsigned columns)
{
    constexpr unsigned chunk = 8;
    for (unsigned i = threadIdx.x * chunk; i < tile * depth; i += threads * chunk) {
        const unsigned row = first.x + i / depth;
        const unsigned column = first.y + i % depth;
        const unsigned there = row < rows && column < columns ? min(chunk, columns - column) : 0;
        const Bf16* own = from + std::size_t{row} * columns + column;
        Bf16* place = &to[i / depth][i % depth];
        if (there == chunk && columns % chunk == 0) {
            *reinterpret_cast<uint4*>(place) = *reinterpret_cast<const uint4*>(own);
        } else {
            for (unsigned e = 0; e < chunk; ++e) place[e] = e < there ? own[e] : __float2bfloat16(0.0f);
        }
    }
}
#endif

/// c = a * b, a block for each tile of c. Transposed: b is [column][inner]. `inner`: how far the sum goes for this
/// block. 4 warps, each 16 rows of the tile.
template <bool transposed, typename Out>
__device__ void multiply(const Product& p, Out* c, unsigned row, unsigned column, unsigned inner)
{
#if __CUDA_ARCH__ >= 800
    using namespace nvcuda::wmma;
    using LayoutOfB = std::conditional_t<transposed, col_major, row_major>;
    __shared__ __align__(16) Bf16 a_tile[tile][padded];
    __shared__ __align__(16) Bf16 b_tile[tile][padded];
    __shared__ float sums[tile][tile];
    const unsigned warpRow = threadIdx.x / 32 * 16;
    fragment<accumulator, 16, 16, 16, float> sum[tile / 16];
    for (auto& s : sum) fill_fragment(s, 0.0f);
    for (unsigned k = 0; k < inner; k += depth) {
        loadTile(a_tile, p.a, {row, k}, p.rows, p.inner);
        if (transposed)
            loadTile(b_tile, p.b, {column, k}, p.columns, p.inner);
        else
            loadTile(b_tile, p.b, {k, column}, p.inner, p.columns);
        __syncthreads();
        for (unsigned step = 0; step < depth; step += 16) {
            fragment<matrix_a, 16, 16, 16, Bf16, row_major> a;
            load_matrix_sync(a, &a_tile[warpRow][step], padded);
#pragma unroll
            for (unsigned n = 0; n < tile / 16; ++n) {
                fragment<matrix_b, 16, 16, 16, Bf16, LayoutOfB> b;
                load_matrix_sync(b, transposed ? &b_tile[n * 16][step] : &b_tile[step][n * 16], padded);
                mma_sync(sum[n], a, b, sum[n]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned n = 0; n < tile / 16; ++n) store_matrix_sync(&sums[warpRow][n * 16], sum[n], tile, mem_row_major);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < tile * tile; i += threads)
        if (row + i / tile < p.rows && column + i % tile < p.columns)
            c[std::size_t{row + i / tile} * p.columns + column + i % tile] = static_cast<Out>(sums[i / tile][i % tile]);
#endif
}

/// s = q * transpose of k, without what no query of the tile sees.
template <Mask mask> __global__ void __launch_bounds__(threads) multiplyKeys(Attention a, float* scores)
{
    const unsigned row = blockIdx.y * tile;
    const unsigned column = blockIdx.x * tile;
    if (mask == Mask::Causal && column > row) return; // tiles are square
    const auto& [heads, n, width] = a.shape;
    const std::size_t first = std::size_t{blockIdx.z} * n;
    multiply<true>({a.q + first * width, a.k + first * width, n, n, width}, scores + first * n, row, column, width);
}

/// A block a row; one that another thread has read may be in its cache, but the row is read three times.
template <Mask mask>
__global__ void __launch_bounds__(rowThreads) normalise(Attention a, const float* scores, Bf16* weights)
{
    __shared__ float part[rowThreads];
    const unsigned n = a.shape.sequence;
    const float* from = scores + std::size_t{blockIdx.x} * n;
    Bf16* to = weights + std::size_t{blockIdx.x} * n;
    const unsigned seen = mask == Mask::Causal ? blockIdx.x % n + 1 : n;
    const auto overBlock = [&](float own, auto op) {
        __syncthreads(); // what was there before has been read
        part[threadIdx.x] = own;
        for (unsigned half = rowThreads / 2; half > 0; half /= 2) {
            __syncthreads();
            if (threadIdx.x < half) part[threadIdx.x] = op(part[threadIdx.x], part[threadIdx.x + half]);
        }
        __syncthreads();
        return part[0];
    };
    float largest = -INFINITY;
    for (unsigned i = threadIdx.x; i < seen; i += rowThreads) largest = fmaxf(largest, from[i]);
    largest = overBlock(largest, [](float x, float y) { return fmaxf(x, y); });
    float sum = 0;
    for (unsigned i = threadIdx.x; i < seen; i += rowThreads) sum += exp2f((from[i] - largest) * a.scale);
    sum = overBlock(sum, [](float x, float y) { return x + y; });
    for (unsigned i = threadIdx.x; i < n; i += rowThreads)
        to[i] = __float2bfloat16(i < seen ? exp2f((from[i] - largest) * a.scale) / sum : 0.0f);
}

/// out = weights * v.
template <Mask mask> __global__ void __launch_bounds__(threads) multiplyValues(Attention a, const Bf16* weights)
{
    const unsigned row = blockIdx.y * tile;
    const auto& [heads, n, width] = a.shape;
    const std::size_t first = std::size_t{blockIdx.z} * n;
    const unsigned seen = mask == Mask::Causal ? min(n, row + tile) : n;
    multiply<false>({weights + first * n, a.v + first * width, n, width, n}, a.out + first * width, row,
                    blockIdx.x * tile, seen);
}

struct Scores {
    template <Mask mask> static Launcher launcher(const Gpu&, const Attention& a)
    {
        const auto& shape = a.shape;
        const auto scores = shared(DeviceBuffer<float>(shape.rows() * shape.sequence));
        const auto weights = shared(DeviceBuffer<Bf16>(shape.rows() * shape.sequence));
        const unsigned tiles = divideUp(shape.sequence, tile);
        return [=](cudaStream_t stream) {
            multiplyKeys<mask><<<dim3(tiles, tiles, a.shape.heads), threads, 0, stream>>>(a, scores->data());
            checkLaunch();
            normalise<mask>
                <<<static_cast<unsigned>(a.shape.rows()), rowThreads, 0, stream>>>(a, scores->data(), weights->data());
            checkLaunch();
            multiplyValues<mask>
                <<<dim3(a.shape.width / tile, tiles, a.shape.heads), threads, 0, stream>>>(a, weights->data());
        };
    }
};

} // namespace

std::vector<Variant> attentionByScores(Mask mask)
{
    return {attentionStep<Scores>(
        "scores",
        "Three kernels: scores of all pairs, their softmax, weighted values. The scores travel through memory.", mask,
        core::TensorPath::Mma)};
}

} // namespace library

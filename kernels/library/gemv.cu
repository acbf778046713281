// SPDX-License-Identifier: Apache-2.0
// What a language model does for each token: a BF16 matrix times one vector, or times a few. Each weight is needed once
// a pass, so that the vectors of a pass are the intensity.
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/gemm_problem.h"
#include "kernels/library/mma_sync.cuh"

#include <cuda_bf16.h>

#include <algorithm>

namespace {

using namespace library;
using Number = __nv_bfloat16;

/// Y[v][row] = X[v] * W[row].
struct Layer {
    const Number* w; ///< [rows][columns]
    const Number* x; ///< [vectors][columns]
    Number* y;       ///< [vectors][rows]
    unsigned rows;
    unsigned columns; ///< a multiple of 8
    unsigned vectors;
};

__device__ float warpSum(float v)
{
    for (unsigned other = 16; other > 0; other /= 2) v += __shfl_xor_sync(~0u, v, other);
    return v;
}

/// Sum of eight products and `sum`. BF16 is the upper half of an FP32 number.
__device__ float plusProducts(float sum, const uint4& a, const uint4& b)
{
    const unsigned as[4] = {a.x, a.y, a.z, a.w};
    const unsigned bs[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
        sum = fmaf(__uint_as_float(as[i] << 16), __uint_as_float(bs[i] << 16), sum);
        sum = fmaf(__uint_as_float(as[i] & 0xFFFF0000u), __uint_as_float(bs[i] & 0xFFFF0000u), sum);
    }
    return sum;
}

constexpr unsigned threads = 256;

__global__ void __launch_bounds__(threads) threadARow(Layer l)
{
    const unsigned row = blockIdx.x * threads + threadIdx.x;
    if (row >= l.rows) return;
    float sum = 0;
    for (unsigned i = 0; i < l.columns; ++i)
        sum += __bfloat162float(l.w[std::size_t{row} * l.columns + i]) * __bfloat162float(l.x[i]);
    l.y[row] = __float2bfloat16(sum);
}

__global__ void __launch_bounds__(threads) warpARow(Layer l)
{
    const unsigned row = blockIdx.x * (threads / 32) + threadIdx.x / 32;
    if (row >= l.rows) return;
    float sum = 0;
    for (unsigned i = threadIdx.x % 32; i < l.columns; i += 32)
        sum += __bfloat162float(l.w[std::size_t{row} * l.columns + i]) * __bfloat162float(l.x[i]);
    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0) l.y[row] = __float2bfloat16(sum);
}

/// A thread's part of `height` rows times `vectors` vectors, `team` threads sharing them.
template <unsigned team, unsigned height, unsigned vectors> struct RowSums {
    const Layer& l;
    const uint4* w[height];
    const uint4* x[vectors];
    float sum[height][vectors] = {};

    /// Rows and vectors beyond the last are the last once more: what comes of them isn't stored.
    __device__ RowSums(const Layer& layer, unsigned firstRow, unsigned firstVector) : l(layer)
    {
        const unsigned parts = l.columns / 8; // of 16 bytes
        for (unsigned h = 0; h < height; ++h)
            w[h] = reinterpret_cast<const uint4*>(l.w) + std::size_t{min(firstRow + h, l.rows - 1)} * parts;
        for (unsigned v = 0; v < vectors; ++v)
            x[v] = reinterpret_cast<const uint4*>(l.x) + std::size_t{min(firstVector + v, l.vectors - 1)} * parts;
    }
    /// `loads` parts of each row are on their way at a time.
    template <unsigned loads> __device__ void add()
    {
        const unsigned parts = l.columns / 8;
        unsigned first = threadIdx.x % team;
        for (; first + (loads - 1) * team < parts; first += loads * team) addParts<loads>(first);
        for (; first < parts; first += team) addParts<1>(first);
    }

private:
    template <unsigned loads> __device__ void addParts(unsigned first)
    {
        uint4 own[height][loads];
#pragma unroll
        for (unsigned h = 0; h < height; ++h)
#pragma unroll
            for (unsigned i = 0; i < loads; ++i) own[h][i] = __ldcs((w[h] + first) + i * team);
#pragma unroll
        for (unsigned i = 0; i < loads; ++i)
#pragma unroll
            for (unsigned v = 0; v < vectors; ++v) {
                const uint4 other = (x[v] + first)[i * team];
#pragma unroll
                for (unsigned h = 0; h < height; ++h) sum[h][v] = plusProducts(sum[h][v], own[h][i], other);
            }
    }
};

/// A warp has a row.
__global__ void __launch_bounds__(threads) vectorised(Layer l)
{
    const unsigned row = blockIdx.x * (threads / 32) + threadIdx.x / 32;
    RowSums<32, 1, 1> own(l, row, 0);
    own.add<8>();
    const float all = warpSum(own.sum[0][0]);
    if (threadIdx.x % 32 == 0 && row < l.rows) l.y[row] = __float2bfloat16(all);
}

constexpr unsigned rowsOfBlock = 2;

/// A block has two rows.
__global__ void __launch_bounds__(threads) blockTwoRows(Layer l, unsigned vector)
{
    __shared__ float part[rowsOfBlock][threads / 32];
    const unsigned first = blockIdx.x * rowsOfBlock;
    RowSums<threads, rowsOfBlock, 1> own(l, first, vector);
    own.add<4>();
#pragma unroll
    for (unsigned h = 0; h < rowsOfBlock; ++h) {
        const float ofWarp = warpSum(own.sum[h][0]);
        if (threadIdx.x % 32 == 0) part[h][threadIdx.x / 32] = ofWarp;
    }
    __syncthreads();
    if (threadIdx.x >= rowsOfBlock || first + threadIdx.x >= l.rows) return;
    float all = 0;
    for (const float ofWarp : part[threadIdx.x]) all += ofWarp;
    l.y[std::size_t{vector} * l.rows + first + threadIdx.x] = __float2bfloat16(all);
}

constexpr unsigned fewThreads = 64;
constexpr unsigned fewRows = 4;

/// A warp has four rows and multiplies them by a few vectors, which lie in L1.
template <unsigned vectors> __global__ void __launch_bounds__(fewThreads) someVectors(Layer l, unsigned firstVector)
{
    const unsigned first = (blockIdx.x * (fewThreads / 32) + threadIdx.x / 32) * fewRows;
    RowSums<32, fewRows, vectors> own(l, first, firstVector);
    own.template add<4>();
#pragma unroll
    for (unsigned h = 0; h < fewRows; ++h)
#pragma unroll
        for (unsigned v = 0; v < vectors; ++v) {
            const float all = warpSum(own.sum[h][v]);
            if (threadIdx.x % 32 == 0 && first + h < l.rows && firstVector + v < l.vectors)
                l.y[std::size_t{firstVector + v} * l.rows + first + h] = __float2bfloat16(all);
        }
}

// --- By the tensor pipe: rows are A of mma.m16n8k16, vectors its B.

constexpr unsigned tileRows = 128;
constexpr unsigned tileThreads = 128; ///< each warp has 32 rows
constexpr unsigned depth = 128;       ///< columns of a stage: 256 bytes of a row are asked for at once
constexpr unsigned parts = depth / 8; ///< of 16 bytes

/// 16-byte parts of rows, at places XORed with the row: eight rows' parts of one column lie in all banks.
template <unsigned rows> struct Tile {
    uint4 part[rows][parts];

    __device__ uint4* at(unsigned row, unsigned column) { return &part[row][column ^ row % 8]; }
};
template <unsigned vectors> struct Stage {
    Tile<tileRows> w;
    Tile<vectors> x;
};
/// As many as fit in half of an SM's shared memory.
template <unsigned vectors> constexpr unsigned stages = vectors > 16 ? 2 : 3;

#if __CUDA_ARCH__ >= 800

/// place: row and column of the tile in a matrix of `size`; zeros where that ends.
template <unsigned rows> __device__ void copyTile(Tile<rows>& to, const Number* matrix, uint2 place, uint2 size)
{
    const unsigned row = threadIdx.x / parts;
    const unsigned part = threadIdx.x % parts;
    const Number* from = matrix + std::size_t{place.x + row} * size.y + place.y + part * 8;
    const bool isColumn = place.y + part * 8 < size.y;
#pragma unroll
    for (unsigned i = 0; i < rows; i += tileThreads / parts) {
        const bool isInside = isColumn && place.x + row + i < size.x;
        // copyAsync() in place: by the call ptxas orders the loop otherwise.
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(to.at(row + i, part))),
                     "l"(isInside ? from + std::size_t{i} * size.y : matrix), "r"(isInside ? 16 : 0)
                     : "memory");
    }
}

/// A warp's 32 rows of a stage by all its vectors.
template <unsigned vectors> __device__ void multiplyStage(Stage<vectors>& stage, float (&sums)[2][vectors / 8][4])
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned first = threadIdx.x / 32 * 32;
#pragma unroll
    for (unsigned column = 0; column < parts; column += 2) {
        unsigned a[2][4];
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) loadMatrices(a[i], stage.w.at(first + 16 * i + lane % 16, column + lane / 16));
#pragma unroll
        for (unsigned v = 0; v < vectors; v += 16) {
            unsigned b[4]; // of 16 vectors; with 8, twice the same
            loadMatrices(b, stage.x.at((v + lane % 8 + lane / 16 * 8) % vectors, column + lane / 8 % 2));
#pragma unroll
            for (unsigned i = 0; i < 2; ++i) {
                multiplyAdd(sums[i][v / 8], a[i], b);
                if constexpr (vectors > 8) multiplyAdd(sums[i][v / 8 + 1], a[i], b + 2);
            }
        }
    }
}

template <unsigned vectors>
__device__ void store(const float (&sums)[2][vectors / 8][4], const Layer& l, unsigned firstVector)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned first = blockIdx.x * tileRows + threadIdx.x / 32 * 32 + lane / 4;
#pragma unroll
    for (unsigned i = 0; i < 2; ++i)
#pragma unroll
        for (unsigned j = 0; j < vectors / 8; ++j)
#pragma unroll
            for (unsigned e = 0; e < 4; ++e) {
                const unsigned row = first + 16 * i + e / 2 * 8;
                const unsigned vector = firstVector + 8 * j + lane % 4 * 2 + e % 2;
                if (row < l.rows && vector < l.vectors)
                    l.y[std::size_t{vector} * l.rows + row] = __float2bfloat16(sums[i][j][e]);
            }
}

#endif

template <unsigned vectors>
__global__ void __launch_bounds__(tileThreads, 2) byTensorPipe(Layer l, unsigned firstVector)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) unsigned char memory[];
    auto* ring = reinterpret_cast<Stage<vectors>*>(memory);
    const auto start = [&](unsigned slice) {
        auto& stage = ring[slice % stages<vectors>];
        if (slice * depth < l.columns) {
            copyTile(stage.w, l.w, {blockIdx.x * tileRows, slice * depth}, {l.rows, l.columns});
            copyTile(stage.x, l.x, {firstVector, slice * depth}, {l.vectors, l.columns});
        }
        commitCopies(); // also an empty one: they are counted
    };
#pragma unroll
    for (unsigned s = 0; s + 1 < stages<vectors>; ++s) start(s);
    float sums[2][vectors / 8][4] = {};
    for (unsigned slice = 0; slice * depth < l.columns; ++slice) {
        awaitCopies<stages<vectors> - 2>();
        __syncthreads(); // this slice is there; all have read the one before
        start(slice + stages<vectors> - 1);
        multiplyStage(ring[slice % stages<vectors>], sums);
    }
    store<vectors>(sums, l, firstVector);
#endif
}

/// launch(layer, stream) for all vectors.
template <typename Launch> PreparedVariant prepareLayer(const Size& size, const Launch& launch)
{
    const Bf16Problem problem(size, RowsOfB::AlongK);
    const auto& s = problem.shape;
    const Layer layer{problem.b->data(), problem.a->data(), problem.c->data(), s.n, s.k, s.m};
    return prepareGemm(problem, [=](cudaStream_t stream) { launch(layer, stream); });
}

template <void (*kernel)(Layer), unsigned rowsABlock> PreparedVariant prepareOne(const Gpu&, const Size& size)
{
    return prepareLayer(size, [](const Layer& l, cudaStream_t stream) {
        kernel<<<divideUp(l.rows, rowsABlock), threads, 0, stream>>>(l);
    });
}

/// `vectors` at a time, until all are done.
template <unsigned vectors> PreparedVariant prepareSome(const Gpu&, const Size& size)
{
    constexpr unsigned bytes = stages<vectors> * sizeof(Stage<vectors>);
    if constexpr (vectors >= 8) harness::allowShared(byTensorPipe<vectors>, bytes);
    return prepareLayer(size, [](const Layer& l, cudaStream_t stream) {
        for (unsigned v = 0; v < l.vectors; v += vectors) {
            if constexpr (vectors == 1)
                blockTwoRows<<<divideUp(l.rows, rowsOfBlock), threads, 0, stream>>>(l, v);
            else if constexpr (vectors < 8)
                someVectors<vectors><<<divideUp(l.rows, fewThreads / 32 * fewRows), fewThreads, 0, stream>>>(l, v);
            else
                byTensorPipe<vectors><<<divideUp(l.rows, tileRows), tileThreads, bytes, stream>>>(l, v);
            checkLaunch();
        }
    });
}

PreparedVariant prepareReference(const Gpu&, const Size& size)
{
    const Bf16Problem problem(size, RowsOfB::AlongK);
    const auto& s = problem.shape;
    const auto matmul =
        std::make_shared<harness::LtMatmul>(harness::LtProblem{.m = s.m, .n = s.n, .k = s.k, .b_along_k = true});
    return prepareGemm(problem, [=](cudaStream_t stream) {
        matmul->launch(problem.a->data(), problem.b->data(), problem.c->data(), stream);
    });
}

/// vectors: the size's first dimension, as of a product whose result is Y.
std::vector<Size> layerSizes(unsigned vectors, unsigned few)
{
    const auto size = [](const char* name, unsigned count, unsigned rows, unsigned columns) {
        return Size{name,
                    {count, rows, columns},
                    std::to_string(rows) + " x " + std::to_string(columns) +
                        (count > 1 ? ", " + std::to_string(count) + " vectors" : "")};
    };
    return {size("small", vectors, 1024, 1024), size("medium", vectors, 4096, 4096),
            size("large", vectors, 28672, 8192), size("awkward", few, 1000, 4104)};
}

std::vector<core::Work> scalarWork(const Size& size)
{
    return gemmWork<Number>(size, {.kind = core::ResourceKind::Fp32});
}

std::vector<core::Work> tensorWork(const Size& size)
{
    return gemmWork<Number>(size, tensorPipe("bf16", core::TensorPath::Mma));
}

using WorkOf = std::function<std::vector<core::Work>(const Size&)>;

Variant reference(const WorkOf& work)
{
    return {.name = "cublaslt",
            .step = "cuBLASLt, its first choice.",
            .prepare = prepareReference,
            .from = {8, 0},
            .is_reference = true,
            .work = work};
}

/// A pass of the tensor pipe.
template <unsigned vectors> Variant tensorStep(const char* name, const char* step)
{
    return {.name = name, .step = step, .prepare = prepareSome<vectors>, .from = {8, 0}, .work = tensorWork};
}

const harness::LibraryRegistration registration({
    {.name = "gemv",
     .title = "Matrix times vector, BF16",
     .formula = "y[i] = sum over j of W[i][j] * x[j]; 2 m n FLOP, 2 m n bytes (BF16, sums in FP32)",
     .file = "gemv.cu",
     .sizes = layerSizes(1, 1),
     .work = scalarWork,
     .variants =
         {{"thread_a_row", "A thread a row: the threads of a warp read lines of their own, 2 bytes of each.",
           prepareOne<threadARow, threads>},
          {"warp_a_row", "A warp a row: its threads read side by side, and their sums come together by shuffles.",
           prepareOne<warpARow, threads / 32>},
          {"vectorised", "16 bytes a load, eight of them on their way a thread.", prepareOne<vectorised, threads / 32>},
          {"block_two_rows", "256 threads have two rows: 16 KiB of each are on their way side by side.",
           prepareSome<1>},
          reference(scalarWork)}},
    {.name = "gemv_batched",
     .title = "Matrix times some vectors, BF16",
     .formula =
         "Y[v][i] = sum over j of W[i][j] * X[v][j]; 2 m n FLOP a vector, 2 m n bytes a pass (BF16, sums in FP32)",
     .file = "gemv.cu",
     .sizes = layerSizes(64, 61),
     .work = scalarWork,
     .variants =
         {{"by_1", "A pass over the matrix for each vector: 1 FLOP a byte.", prepareSome<1>},
          {"by_2", "A pass for two vectors: the same bytes give twice the FLOP.", prepareSome<2>},
          {"by_4", "A pass for four: converting numbers begins to take as long as their bytes.", prepareSome<4>},
          tensorStep<8>("by_8", "A pass for eight, the least that the tensor pipe takes, through shared memory."),
          tensorStep<16>("by_16", "A pass for sixteen."),
          tensorStep<32>("by_32", "A pass for thirty-two."),
          tensorStep<64>("by_64", "One pass for all: 64 FLOP a byte, still left of the ridge point."),
          reference(libraryWork<Number>("bf16"))}},
});

} // namespace

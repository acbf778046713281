// SPDX-License-Identifier: Apache-2.0
// SGEMM: a product of FP32 matrices in FP32 arithmetic, which no tensor pipe has. What is left to save is everything
// that isn't a multiply-add.
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/product_steps.cuh"

namespace {

using namespace library;
using Problem = Product<float>;

constexpr unsigned threads = 256;
constexpr unsigned blockRows = 128;
constexpr unsigned blockColumns = 256;
constexpr unsigned depth = 16; ///< of a stage, in k
constexpr unsigned stages = 3;
constexpr unsigned turnedRow = blockRows + 4; ///< as whole vectors, and a column's parts in different banks

struct Stage {
    float a[depth][turnedRow]; ///< turned: a thread's rows lie together
    float b[depth][blockColumns];
};
constexpr unsigned sharedBytes = stages * sizeof(Stage);

/// Where a thread's elements begin in its block's tile; further ones are 16 rows, or 32 columns, away.
struct Place {
    unsigned row;
    unsigned column;
};

#if __CUDA_ARCH__ >= 800

constexpr unsigned ownRows = 16; ///< elements of C in a thread's registers
constexpr unsigned ownColumns = 8;
constexpr unsigned warpSide = 64; ///< of C, for 4 x 8 threads

/// Threads of a warp whose numbers differ in bit 0 have the same columns, in bit 1 the same rows: of 16-byte loads
/// shared memory serves such pairs at once, and so a warp's in two turns in place of four.
__device__ Place ownPlace()
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    const unsigned down = (lane & 1) | (lane >> 1 & 2);
    const unsigned right = (lane >> 1 & 1) | (lane >> 2 & 6);
    return {warp % 2 * warpSide + 4 * down, warp / 2 * warpSide + 4 * right};
}

/// A thread's operands for one of k.
struct Operands {
    alignas(16) float a[ownRows];
    alignas(16) float b[ownColumns];

    __device__ void load(const Stage& stage, const Place& own, unsigned k)
    {
#pragma unroll
        for (unsigned i = 0; i < ownRows; i += 4)
            *reinterpret_cast<float4*>(a + i) = *reinterpret_cast<const float4*>(&stage.a[k][own.row + 4 * i]);
#pragma unroll
        for (unsigned j = 0; j < ownColumns; j += 4)
            *reinterpret_cast<float4*>(b + j) = *reinterpret_cast<const float4*>(&stage.b[k][own.column + 8 * j]);
    }
};

using Sums = float[ownRows][ownColumns];

__device__ void multiply(Sums& sums, const Operands& operands)
{
#pragma unroll
    for (unsigned i = 0; i < ownRows; ++i)
#pragma unroll
        for (unsigned j = 0; j < ownColumns; ++j) sums[i][j] = fmaf(operands.a[i], operands.b[j], sums[i][j]);
}

__device__ void store(const Sums& sums, const Problem& p, unsigned firstRow, unsigned firstColumn)
{
#pragma unroll
    for (unsigned i = 0; i < ownRows; ++i)
#pragma unroll
        for (unsigned j = 0; j < ownColumns; j += 4) {
            const unsigned row = firstRow + i / 4 * 16 + i % 4;
            const unsigned column = firstColumn + 8 * j;
            if (row < p.shape.m && column < p.shape.n)
                *reinterpret_cast<float4*>(p.c + std::size_t{row} * p.shape.n + column) =
                    *reinterpret_cast<const float4*>(&sums[i][j]);
        }
}

/// What a thread copies of each stage. Whole: all tiles lie in the matrices.
template <bool isWhole> struct Copies {
    const Problem& p;
    uint2 tile; ///< row and column of C where it begins

    __device__ void start(Stage& stage, unsigned k) const
    {
        if (k < p.shape.k) {
            startA(stage, k);
            startB(stage, k);
        }
        commitCopies(); // also an empty one: they are counted
    }

private:
    __device__ void startA(Stage& stage, unsigned k) const
    {
        const unsigned column = threadIdx.x % depth;
        const unsigned row = threadIdx.x / depth;
        const float* from = p.a + std::size_t{tile.x + row} * p.shape.k + k + column;
#pragma unroll
        for (unsigned i = 0; i < blockRows; i += threads / depth) {
            const bool isInside = isWhole || (tile.x + row + i < p.shape.m && k + column < p.shape.k);
            copyAsync<4>(&stage.a[column][row + i], isInside ? from + std::size_t{i} * p.shape.k : p.a, isInside);
        }
    }
    __device__ void startB(Stage& stage, unsigned k) const
    {
        const unsigned column = threadIdx.x % (blockColumns / 4) * 4;
        const unsigned row = threadIdx.x / (blockColumns / 4);
        const float* from = p.b + std::size_t{k + row} * p.shape.n + tile.y + column;
#pragma unroll
        for (unsigned i = 0; i < depth; i += threads / (blockColumns / 4)) {
            const bool isInside = isWhole || (k + row + i < p.shape.k && tile.y + column < p.shape.n);
            copyAsync<16>(&stage.b[row + i][column], isInside ? from + std::size_t{i} * p.shape.n : p.b, isInside);
        }
    }
};

#endif

/// When a thread's operands for the next k come into its registers: when they are needed, or while those before them
/// are multiplied, also from one stage to the next.
enum class Operation { InTime, Ahead };

/// Stages arrive while others are multiplied.
template <Operation operation, bool isWhole>
__global__ void __launch_bounds__(threads, 1) staged(Problem p, TileOrder order)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(16) unsigned char memory[];
    auto* ring = reinterpret_cast<Stage*>(memory);
    const uint2 place = order.place(blockIdx.x);
    const Copies<isWhole> copies{p, {place.x * blockRows, place.y * blockColumns}};
    const Place own = ownPlace();
    const unsigned slices = (p.shape.k + depth - 1) / depth;
    constexpr bool isAhead = operation == Operation::Ahead;
    alignas(16) Sums sums = {};
    Operands operands[2];
#pragma unroll
    for (unsigned s = 0; s + 1 < stages; ++s) copies.start(ring[s], s * depth);
    awaitGroups<stages - 2>();
    if (isAhead) operands[0].load(ring[0], own, 0);
    for (unsigned slice = 0; slice < slices; ++slice) {
        const Stage& stage = ring[slice % stages];
        copies.start(ring[(slice + stages - 1) % stages], (slice + stages - 1) * depth);
#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            if (!isAhead) operands[k % 2].load(stage, own, k);
            if (isAhead && k + 1 < depth) operands[(k + 1) % 2].load(stage, own, k + 1);
            if (k + 1 == depth) awaitGroups<stages - 2>(); // the next stage is there; all have read this one
            if (isAhead && k + 1 == depth) operands[0].load(ring[(slice + 1) % stages], own, 0);
            multiply(sums, operands[k % 2]);
        }
    }
    store(sums, p, copies.tile.x + own.row, copies.tile.y + own.column);
#endif
}

template <Operation operation> PreparedVariant prepareStaged(const Gpu&, const Size& size)
{
    const GemmProblem<float> problem(size);
    const auto& s = problem.shape;
    const TileOrder order{divideUp(s.m, blockRows), divideUp(s.n, blockColumns), 8};
    const bool isWhole = s.m % blockRows == 0 && s.n % blockColumns == 0 && s.k % depth == 0;
    const auto kernel = isWhole ? staged<operation, true> : staged<operation, false>;
    harness::allowShared(kernel, sharedBytes);
    return prepareGemm(problem, [=](cudaStream_t stream) {
        kernel<<<order.count(), threads, sharedBytes, stream>>>(productOf(problem), order);
    });
}

const harness::LibraryRegistration registration({{
    .name = "sgemm",
    .title = "Matrix product, FP32",
    .formula = "C[i][j] = sum over l of A[i][l] * B[l][j]; 2 m n k FLOP, 4 (m k + k n + m n) bytes (FP32, no tensor "
               "cores)",
    .file = "sgemm.cu",
    .more_files = {"product_steps.cuh"},
    .sizes = productSizes(),
    .work = [](const Size& size) { return gemmWork<float>(size, {.kind = core::ResourceKind::Fp32}); },
    .variants = ladderWith<float>(
        {{.name = "stages",
          .step = "16 x 8 elements a thread: 24 for 128. Asynchronous copies bring the next two slices of k.",
          .prepare = prepareStaged<Operation::InTime>,
          .from = {8, 0}},
         {.name = "operands_ahead",
          .step = "The next numbers come into registers while these are multiplied, across slices too.",
          .prepare = prepareStaged<Operation::Ahead>,
          .from = {8, 0}}}),
}});

} // namespace

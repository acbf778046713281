// SPDX-License-Identifier: Apache-2.0
// DGEMM: a product of FP64 matrices, by FP64 arithmetic and by the tensor pipe, which has twice its rate (CC 9.0).
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/product_steps.cuh"

namespace {

using namespace library;
using Problem = Product<double>;

constexpr unsigned threads = 256;
constexpr unsigned side = 128; ///< of a block's tile
constexpr unsigned depth = 16; ///< of a stage, in k
constexpr unsigned stages = 3;
constexpr unsigned warpRows = 64;
constexpr unsigned warpColumns = 32;

/// Rows are 32 bytes longer than their multiple of 128: four rows of four numbers, half a warp's, lie in all banks.
struct Stage {
    double a[side][depth + 4];
    double b[depth][side + 4];
};
constexpr unsigned sharedBytes = stages * sizeof(Stage);

/// Where a warp's part begins in its block's tile.
struct Place {
    unsigned row;
    unsigned column;
};

using Sums = double[warpRows / 16][warpColumns / 8][4];

#if __CUDA_ARCH__ >= 900

constexpr unsigned step = 4; ///< of k, an instruction

/// 16 x 8 sums, 4 of k. PTX ISA, "Matrix Fragments for mma.m16n8k4 with .f64".
__device__ void multiply(double (&d)[4], const double (&a)[2], double b)
{
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(a[0]), "d"(a[1]), "d"(b));
}

/// A warp's operands for four of k.
struct Operands {
    double a[warpRows / 16][2];
    double b[warpColumns / 8];

    __device__ void load(const Stage& stage, const Place& warp, unsigned k)
    {
        const unsigned row = threadIdx.x % 32 / 4;
        const unsigned at = k + threadIdx.x % 4;
#pragma unroll
        for (unsigned i = 0; i < warpRows / 16; ++i)
#pragma unroll
            for (unsigned half = 0; half < 2; ++half) a[i][half] = stage.a[warp.row + 16 * i + 8 * half + row][at];
#pragma unroll
        for (unsigned j = 0; j < warpColumns / 8; ++j) b[j] = stage.b[at][warp.column + 8 * j + row];
    }
    __device__ void multiplyTo(Sums& sums) const
    {
#pragma unroll
        for (unsigned i = 0; i < warpRows / 16; ++i)
#pragma unroll
            for (unsigned j = 0; j < warpColumns / 8; ++j) multiply(sums[i][j], a[i], b[j]);
    }
};

/// What a thread copies of each stage. Whole: all tiles lie in the matrices.
template <bool isWhole> struct Copies {
    const Problem& p;
    uint2 tile; ///< row and column of C where it begins

    __device__ void start(Stage& stage, unsigned k) const
    {
        if (k < p.shape.k) {
            copyPart(stage.a, p.a, {tile.x, k}, {p.shape.m, p.shape.k});
            copyPart(stage.b, p.b, {k, tile.y}, {p.shape.k, p.shape.n});
        }
        commitCopies(); // also an empty one: they are counted
    }

private:
    /// place: row and column of the part in its matrix of `size`, whose rows are a multiple of two numbers.
    template <unsigned rows, unsigned padded>
    __device__ void copyPart(double (&to)[rows][padded], const double* matrix, uint2 place, uint2 size) const
    {
        constexpr unsigned parts = (padded - 4) / 2; // of 16 bytes, in a row
        const unsigned row = threadIdx.x / parts;
        const unsigned column = threadIdx.x % parts * 2;
        const double* from = matrix + std::size_t{place.x + row} * size.y + place.y + column;
#pragma unroll
        for (unsigned i = 0; i < rows; i += threads / parts) {
            const bool isInside = isWhole || (place.x + row + i < size.x && place.y + column < size.y);
            copyAsync<16>(&to[row + i][column], isInside ? from + std::size_t{i} * size.y : matrix, isInside);
        }
    }
};

__device__ void store(const Sums& sums, const Problem& p, unsigned firstRow, unsigned firstColumn)
{
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned i = 0; i < warpRows / 16; ++i)
#pragma unroll
        for (unsigned j = 0; j < warpColumns / 8; ++j)
#pragma unroll
            for (unsigned half = 0; half < 2; ++half) {
                const unsigned row = firstRow + 16 * i + 8 * half + lane / 4;
                const unsigned column = firstColumn + 8 * j + lane % 4 * 2;
                if (row < p.shape.m && column < p.shape.n)
                    *reinterpret_cast<double2*>(p.c + std::size_t{row} * p.shape.n + column) =
                        make_double2(sums[i][j][2 * half], sums[i][j][2 * half + 1]);
            }
}

#endif

/// When a warp's operands for the next four of k come into its registers: when they are needed, or while those before
/// them are multiplied, also from one stage to the next.
enum class Operation { InTime, Ahead };

/// Stages arrive while others are multiplied.
template <Operation operation, bool isWhole>
__global__ void __launch_bounds__(threads, 1) staged(Problem p, TileOrder order)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) unsigned char memory[];
    auto* ring = reinterpret_cast<Stage*>(memory);
    const uint2 place = order.place(blockIdx.x);
    const Copies<isWhole> copies{p, {place.x * side, place.y * side}};
    const Place warp{threadIdx.x / 32 % 2 * warpRows, threadIdx.x / 64 * warpColumns};
    const unsigned slices = (p.shape.k + depth - 1) / depth;
    constexpr bool isAhead = operation == Operation::Ahead;
    Sums sums = {};
    Operands operands[2];
#pragma unroll
    for (unsigned s = 0; s + 1 < stages; ++s) copies.start(ring[s], s * depth);
    awaitGroups<stages - 2>();
    if (isAhead) operands[0].load(ring[0], warp, 0);
    for (unsigned slice = 0; slice < slices; ++slice) {
        const Stage& stage = ring[slice % stages];
        copies.start(ring[(slice + stages - 1) % stages], (slice + stages - 1) * depth);
#pragma unroll
        for (unsigned k = 0; k < depth; k += step) {
            auto& now = operands[k / step % 2];
            auto& next = operands[(k / step + 1) % 2];
            if (!isAhead) now.load(stage, warp, k);
            if (isAhead && k + step < depth) next.load(stage, warp, k + step);
            if (k + step == depth) awaitGroups<stages - 2>(); // the next stage is there; all have read this one
            if (isAhead && k + step == depth) next.load(ring[(slice + 1) % stages], warp, 0);
            now.multiplyTo(sums);
        }
    }
    store(sums, p, copies.tile.x + warp.row, copies.tile.y + warp.column);
#endif
}

template <Operation operation> PreparedVariant prepareStaged(const Gpu&, const Size& size)
{
    const GemmProblem<double> problem(size);
    const auto& s = problem.shape;
    const TileOrder order{divideUp(s.m, side), divideUp(s.n, side), 8};
    const bool isWhole = s.m % side == 0 && s.n % side == 0 && s.k % depth == 0;
    const auto kernel = isWhole ? staged<operation, true> : staged<operation, false>;
    harness::allowShared(kernel, sharedBytes);
    return prepareGemm(problem, [=](cudaStream_t stream) {
        kernel<<<order.count(), threads, sharedBytes, stream>>>(productOf(problem), order);
    });
}

std::vector<core::Work> tensorWork(const Size& size)
{
    return gemmWork<double>(size, {.kind = core::ResourceKind::Tensor,
                                   .tensor = {.input = "fp64", .accumulate = "fp64", .path = core::TensorPath::Mma}});
}

const harness::LibraryRegistration registration({{
    .name = "dgemm",
    .title = "Matrix product, FP64",
    .formula = "C[i][j] = sum over l of A[i][l] * B[l][j]; 2 m n k FLOP, 8 (m k + k n + m n) bytes (FP64)",
    .file = "dgemm.cu",
    .more_files = {"product_steps.cuh"},
    .sizes = productSizes(),
    .work = [](const Size& size) { return gemmWork<double>(size, {.kind = core::ResourceKind::Fp64}); },
    .variants = ladderWith<double>(
        {{.name = "mma",
          .step =
              "The tensor pipe, 16 x 8 x 4 an instruction of a warp; asynchronous copies bring the next two slices.",
          .prepare = prepareStaged<Operation::InTime>,
          .from = {9, 0},
          .work = tensorWork},
         {.name = "operands_ahead",
          .step = "The next numbers come into registers while these are multiplied, across slices too.",
          .prepare = prepareStaged<Operation::Ahead>,
          .from = {9, 0},
          .work = tensorWork}}),
}});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// The first steps of SGEMM and DGEMM, the same for both kinds of numbers, and the copies of the later ones.
#pragma once

#include "kernels/library/gemm_problem.h"
#include "kernels/library/mma_sync.cuh"

namespace library {

/// C = A * B, row by row.
template <typename Number> struct Product {
    GemmShape shape;
    const Number* a;
    const Number* b;
    Number* c;
};

template <typename Number> Product<Number> productOf(const GemmProblem<Number>& p)
{
    return {p.shape, p.a->data(), p.b->data(), p.c->data()};
}

/// One element of C a thread, the threads of a warp along a row.
template <typename Number> __global__ void __launch_bounds__(256) elementAThread(Product<Number> p)
{
    const unsigned row = blockIdx.y * 8 + threadIdx.x / 32;
    const unsigned column = blockIdx.x * 32 + threadIdx.x % 32;
    if (row >= p.shape.m || column >= p.shape.n) return;
    Number sum = 0;
    for (unsigned i = 0; i < p.shape.k; ++i)
        sum += p.a[std::size_t{row} * p.shape.k + i] * p.b[std::size_t{i} * p.shape.n + column];
    p.c[std::size_t{row} * p.shape.n + column] = sum;
}

/// Zero beyond the matrix.
template <typename Number>
__device__ Number elementOf(const Number* matrix, unsigned row, unsigned column, unsigned rows, unsigned columns)
{
    return row < rows && column < columns ? matrix[std::size_t{row} * columns + column] : Number(0);
}

constexpr unsigned tileSide = 32;

/// Tiles of 32 x 32 of A and B in shared memory; a thread has four elements of a column.
template <typename Number> __global__ void __launch_bounds__(256) sharedTiles(Product<Number> p)
{
    __shared__ Number as[tileSide][tileSide];
    __shared__ Number bs[tileSide][tileSide];
    const auto& s = p.shape;
    const unsigned x = threadIdx.x % tileSide;
    const unsigned y = threadIdx.x / tileSide;
    const unsigned firstRow = blockIdx.y * tileSide;
    const unsigned column = blockIdx.x * tileSide + x;
    Number sum[4] = {};
    for (unsigned k = 0; k < s.k; k += tileSide) {
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) {
            as[y + 8 * r][x] = elementOf(p.a, firstRow + y + 8 * r, k + x, s.m, s.k);
            bs[y + 8 * r][x] = elementOf(p.b, k + y + 8 * r, column, s.k, s.n);
        }
        __syncthreads();
#pragma unroll
        for (unsigned i = 0; i < tileSide; ++i)
#pragma unroll
            for (unsigned r = 0; r < 4; ++r) sum[r] += as[y + 8 * r][i] * bs[i][x];
        __syncthreads();
    }
#pragma unroll
    for (unsigned r = 0; r < 4; ++r)
        if (firstRow + y + 8 * r < s.m && column < s.n) p.c[std::size_t{firstRow + y + 8 * r} * s.n + column] = sum[r];
}

constexpr unsigned wideSide = 128; ///< of the register tile's block
constexpr unsigned wideDepth = 8;  ///< of k at a time

/// Rows 4 y.. and 64 + 4 y.. of a tile of 128 x 128, columns likewise: 64 elements in a thread's registers.
template <typename Number> __global__ void __launch_bounds__(256) registerTile(Product<Number> p)
{
    __shared__ __align__(16) Number as[wideDepth][wideSide + 4]; // turned: a thread's rows lie together
    __shared__ __align__(16) Number bs[wideDepth][wideSide];
    const auto& s = p.shape;
    const unsigned firstRow = blockIdx.y * wideSide;
    const unsigned firstColumn = blockIdx.x * wideSide;
    const unsigned x = threadIdx.x % 16 * 4;
    const unsigned y = threadIdx.x / 16 * 4;
    Number sum[8][8] = {};
    for (unsigned k = 0; k < s.k; k += wideDepth) {
#pragma unroll
        for (unsigned i = threadIdx.x; i < wideSide * wideDepth; i += 256) {
            const unsigned row = i / wideDepth;
            as[i % wideDepth][row] = elementOf(p.a, firstRow + row, k + i % wideDepth, s.m, s.k);
            const unsigned column = i % wideSide;
            bs[i / wideSide][column] = elementOf(p.b, k + i / wideSide, firstColumn + column, s.k, s.n);
        }
        __syncthreads();
#pragma unroll
        for (unsigned i = 0; i < wideDepth; ++i)
#pragma unroll
            for (unsigned r = 0; r < 8; ++r)
#pragma unroll
                for (unsigned j = 0; j < 8; ++j)
                    sum[r][j] += as[i][r / 4 * 64 + y + r % 4] * bs[i][j / 4 * 64 + x + j % 4];
        __syncthreads();
    }
#pragma unroll
    for (unsigned r = 0; r < 8; ++r)
#pragma unroll
        for (unsigned j = 0; j < 8; ++j) {
            const unsigned row = firstRow + r / 4 * 64 + y + r % 4;
            const unsigned column = firstColumn + j / 4 * 64 + x + j % 4;
            if (row < s.m && column < s.n) p.c[std::size_t{row} * s.n + column] = sum[r][j];
        }
}

#if __CUDA_ARCH__ >= 800

/// Until all but the latest `left` groups have arrived, for all threads of the block.
template <unsigned left> __device__ void awaitGroups()
{
    awaitCopies<left>();
    __syncthreads();
}

#endif

/// A kernel with a block of 256 threads for each tile of so many rows and columns.
template <typename Number, void (*kernel)(Product<Number>), unsigned rows, unsigned columns>
PreparedVariant prepareTiles(const Gpu&, const Size& size)
{
    const GemmProblem<Number> problem(size);
    const dim3 grid(divideUp(problem.shape.n, columns), divideUp(problem.shape.m, rows));
    return prepareGemm(problem, [=](cudaStream_t stream) { kernel<<<grid, 256, 0, stream>>>(productOf(problem)); });
}

/// cuBLASLt's own.
template <typename Number> PreparedVariant prepareReference(const Gpu&, const Size& size)
{
    const GemmProblem<Number> problem(size);
    const auto& s = problem.shape;
    constexpr auto type = sizeof(Number) == 8 ? CUDA_R_64F : CUDA_R_32F;
    const auto matmul =
        std::make_shared<harness::LtMatmul>(harness::LtProblem{.m = s.m, .n = s.n, .k = s.k, .type = type});
    return prepareGemm(problem, [=](cudaStream_t stream) {
        matmul->launch(problem.a->data(), problem.b->data(), problem.c->data(), stream);
    });
}

/// The first steps of the ladder.
template <typename Number> std::vector<Variant> firstSteps()
{
    return {{"element", "An element of C a thread: two loads for each multiply-add.",
             prepareTiles<Number, elementAThread<Number>, 8, 32>},
            {"shared_tile", "Tiles of 32 x 32 in shared memory: each number from L2 serves 32 threads.",
             prepareTiles<Number, sharedTiles<Number>, tileSide, tileSide>},
            {"register_tile", "8 x 8 elements a thread: 16 numbers from shared memory for 64 multiply-adds.",
             prepareTiles<Number, registerTile<Number>, wideSide, wideSide>}};
}

/// The first steps, a family's own, and cuBLASLt, whose work is on the pipe of the last of these.
template <typename Number> std::vector<Variant> ladderWith(const std::vector<Variant>& steps)
{
    auto ladder = firstSteps<Number>();
    ladder.insert(ladder.end(), steps.begin(), steps.end());
    ladder.push_back({.name = "cublaslt",
                      .step = "cuBLASLt, its first choice.",
                      .prepare = prepareReference<Number>,
                      .from = {8, 0},
                      .is_reference = true,
                      .work = steps.back().work});
    return ladder;
}

inline std::vector<Size> productSizes()
{
    return {gemmSize("small", {512, 512, 512}), gemmSize("medium", {2048, 2048, 2048}),
            gemmSize("large", {4096, 4096, 4096}), gemmSize("awkward", {1031, 1032, 520}, " (tiles at two edges are cut)")};
}

} // namespace library

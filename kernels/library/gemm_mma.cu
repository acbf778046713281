// SPDX-License-Identifier: Apache-2.0
// Matrix products by mma.sync, the tensor instruction of a warp (CC 8.0): cp.async fills one stage of shared memory
// while others are multiplied.
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/gemm_problem.h"
#include "kernels/library/gemm_variants.h"
#include "kernels/library/mma_sync.cuh"

#include <algorithm>

namespace {

using namespace library;
using Number = __nv_bfloat16;

constexpr unsigned tileRows = 128;
constexpr unsigned tileColumns = 256;
constexpr unsigned depth = 64;         ///< of a stage, in k
constexpr unsigned parts = depth / 16; ///< of a stage: what an instruction takes of k
constexpr unsigned warpSide = 64;      ///< of C, a warp
constexpr unsigned threads = tileRows / warpSide * (tileColumns / warpSide) * 32;
constexpr unsigned vector = 8; ///< numbers in 16 bytes

/// Vectors stand swizzled: by their row modulo 8, so that the 8 rows of a matrix of ldmatrix lie in different banks.
template <unsigned rows, unsigned columns> struct Swizzled {
    uint4 vectors[rows * columns / vector];

    __device__ uint4* at(unsigned row, unsigned part) { return vectors + row * (columns / vector) + (part ^ row % 8); }
};

struct Stage {
    Swizzled<tileRows, depth> a;
    Swizzled<depth, tileColumns> b;
};

#if __CUDA_ARCH__ >= 800

/// What a thread copies of each stage, in as many parts as the stage is multiplied in: vectors of one column of A and
/// of one of B. Zeros where a matrix ends; its rows are a multiple of 16 bytes.
struct Copier {
    static constexpr unsigned aVectors = depth / vector; ///< of a row
    static constexpr unsigned aRows = threads / aVectors;
    static constexpr unsigned bVectors = tileColumns / vector;
    static constexpr unsigned bRows = threads / bVectors;
    static_assert(tileRows == parts * aRows && depth == 2 * parts * bRows);
    const Number* a;
    const Number* b;
    GemmShape s;
    unsigned row;    ///< of A
    unsigned column; ///< of B

    __device__ Copier(const Number* ofA, const Number* ofB, const GemmShape& shape, uint2 place)
        : s(shape), row(place.x + threadIdx.x / aVectors), column(place.y + threadIdx.x % bVectors * vector)
    {
        a = ofA + std::size_t{row} * s.k + threadIdx.x % aVectors * vector;
        b = ofB + std::size_t{threadIdx.x / bVectors} * s.n + column;
    }
    /// first: the stage's k.
    __device__ void copy(Stage& to, unsigned first, unsigned part) const
    {
        const unsigned down = part * aRows;
        copyAsync(to.a.at(threadIdx.x / aVectors + down, threadIdx.x % aVectors), a + first + std::size_t{down} * s.k,
                   row + down < s.m && first + threadIdx.x % aVectors * vector < s.k);
#pragma unroll
        for (unsigned i = 2 * part; i < 2 * part + 2; ++i) {
            const unsigned k = threadIdx.x / bVectors + i * bRows;
            copyAsync(to.b.at(k, threadIdx.x % bVectors), b + std::size_t{first + i * bRows} * s.n,
                       first + k < s.k && column < s.n);
        }
    }
};

using Sums = float[warpSide / 16][warpSide / 8][4];

/// A warp's operands of 16 of k: 64 rows of A, 64 columns of B.
struct Fragments {
    unsigned a[warpSide / 16][4];
    unsigned b[warpSide / 16][4];

    __device__ void load(Stage& stage, unsigned row, unsigned column, unsigned k)
    {
        const unsigned lane = threadIdx.x % 32;
#pragma unroll
        for (unsigned i = 0; i < warpSide / 16; ++i) {
            loadMatrices(a[i], stage.a.at(row + 16 * i + lane % 16, k / vector + lane / 16));
            loadTransposed(b[i], stage.b.at(k + lane % 16, (column + 16 * i) / vector + lane / 16));
        }
    }
    __device__ void multiplyTo(Sums& d) const
    {
#pragma unroll
        for (unsigned i = 0; i < warpSide / 16; ++i)
#pragma unroll
            for (unsigned j = 0; j < warpSide / 8; ++j)
                multiplyAdd(d[i][j], a[i], b[j / 2] + j % 2 * 2);
    }
};

__device__ void store(const Sums& d, Number* c, const GemmShape& s, unsigned firstRow, unsigned firstColumn)
{
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned i = 0; i < warpSide / 16; ++i)
#pragma unroll
        for (unsigned j = 0; j < warpSide / 8; ++j)
#pragma unroll
            for (unsigned half = 0; half < 2; ++half) {
                const unsigned row = firstRow + 16 * i + lane / 4 + 8 * half;
                const unsigned column = firstColumn + 8 * j + lane % 4 * 2;
                if (row < s.m && column < s.n)
                    *reinterpret_cast<__nv_bfloat162*>(c + std::size_t{row} * s.n + column) =
                        __floats2bfloat162_rn(d[i][j][2 * half], d[i][j][2 * half + 1]);
            }
}

#endif

/// stages: as many as shared memory holds.
template <unsigned stages>
__global__ void __launch_bounds__(threads, 1)
    mmaTile(const Number* a, const Number* b, Number* c, GemmShape s, TileOrder order)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) unsigned char memory[];
    auto* stage = reinterpret_cast<Stage*>(memory);
    const uint2 tile = order.place(blockIdx.x);
    const uint2 place{tile.x * tileRows, tile.y * tileColumns};
    const Copier copier(a, b, s, place);
    const unsigned steps = (s.k + depth - 1) / depth;
    const auto copy = [&](unsigned i, unsigned part) {
        if (i < steps) copier.copy(stage[i % stages], i * depth, part);
        if (part == parts - 1) commitCopies();
    };
    for (unsigned i = 0; i < stages - 1; ++i)
        for (unsigned part = 0; part < parts; ++part) copy(i, part);
    const unsigned warp = threadIdx.x / 32;
    const unsigned row = warp % (tileRows / warpSide) * warpSide;
    const unsigned column = warp / (tileRows / warpSide) * warpSide;
    Sums d = {};
    Fragments fragments[2]; // one is multiplied while the other is loaded
    const auto enter = [&](unsigned i) {
        awaitCopies<stages - 2>();
        __syncthreads(); // stage i has come for all, and the one before it has been read by all
        fragments[0].load(stage[i % stages], row, column, 0);
    };
    enter(0);
    for (unsigned i = 0; i < steps; ++i) {
#pragma unroll
        for (unsigned part = 0; part < parts; ++part) {
            copy(i + stages - 1, part);
            if (part + 1 < parts)
                fragments[(part + 1) % 2].load(stage[i % stages], row, column, (part + 1) * 16);
            else if (i + 1 < steps)
                enter(i + 1);
            fragments[part % 2].multiplyTo(d);
        }
    }
    store(d, c, s, place.x + row, place.y + column);
#endif
}

using Kernel = void (*)(const Number*, const Number*, Number*, GemmShape, TileOrder);
constexpr Kernel byStages[] = {mmaTile<2>, mmaTile<3>, mmaTile<4>};

PreparedVariant prepare(const Gpu& gpu, const Size& size)
{
    int room = 0; // 227 KB on CC 9.0, 163 on 8.0, 99 on the small ones
    check(cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, gpu.ordinal));
    const unsigned stages = std::clamp(static_cast<unsigned>(room / sizeof(Stage)), 2u, 4u);
    const unsigned bytes = stages * sizeof(Stage);
    const auto kernel = byStages[stages - 2];
    harness::allowShared(kernel, bytes);
    const Bf16Problem in(size);
    const TileOrder order{divideUp(in.shape.m, tileRows), divideUp(in.shape.n, tileColumns), 8};
    return prepareGemm(in, [=](cudaStream_t stream) {
        kernel<<<order.count(), threads, bytes, stream>>>(in.a->data(), in.b->data(), in.c->data(), in.shape, order);
    });
}

} // namespace

std::vector<harness::Variant> library::mmaSteps()
{
    return {
        {.name = "mma_sync",
         .step = "Tensor cores by mma.sync, 64 x 64 a warp; cp.async fills stages ahead, past the registers.",
         .prepare = prepare,
         .from = {8, 0},
         .work = [](const Size& size) { return gemmWork<Number>(size, tensorPipe("bf16", core::TensorPath::Mma)); }}};
}

// SPDX-License-Identifier: Apache-2.0
// Matrix products without tensor cores: BF16 numbers, FP32 arithmetic, and step by step more use of each byte.
#include "kernels/library/gemm_problem.h"
#include "kernels/library/gemm_variants.h"

#include <array>

namespace {

using namespace library;
using Number = __nv_bfloat16;

/// Which way the threads of a warp lie.
enum class Warps { AlongColumn, AlongRow };

/// One element of C a thread, everything from global memory: 0.5 FLOP a byte that is asked for.
template <Warps warps>
__global__ void __launch_bounds__(256) elementwise(const Number* a, const Number* b, Number* c, GemmShape s)
{
    const unsigned along = blockIdx.x * 32 + threadIdx.x;
    const unsigned across = blockIdx.y * 8 + threadIdx.y;
    const unsigned row = warps == Warps::AlongRow ? across : along;
    const unsigned column = warps == Warps::AlongRow ? along : across;
    if (row >= s.m || column >= s.n) return;
    float sum = 0;
    for (unsigned i = 0; i < s.k; ++i)
        sum += __bfloat162float(a[std::size_t{row} * s.k + i]) * __bfloat162float(b[std::size_t{i} * s.n + column]);
    c[std::size_t{row} * s.n + column] = __float2bfloat16(sum);
}

constexpr unsigned sliceDepth = 64; ///< of k, in shared memory at a time

/// A row of a slice, a pair of numbers longer: a column then lies in different banks.
struct SliceRow {
    Number numbers[sliceDepth + 2];

    [[nodiscard]] __device__ float2 pair(unsigned i) const
    {
        return __bfloat1622float2(*reinterpret_cast<const __nv_bfloat162*>(numbers + 2 * i));
    }
};

/// A tile of side x side: a slice is 2 side^2 64 FLOP for 2 side 64 2 bytes, side / 2 FLOP a byte.
template <unsigned side, unsigned threads>
__global__ void __launch_bounds__(threads) sharedTile(const Number* a, const Number* b, Number* c, GemmShape s)
{
    constexpr unsigned perThread = side * side / threads; // of one column, `rows` apart
    constexpr unsigned rows = threads / side;
    __shared__ SliceRow as[side];
    __shared__ SliceRow bs[side]; // turned
    const unsigned firstRow = blockIdx.y * side;
    const unsigned own = threadIdx.x % side;
    const unsigned column = blockIdx.x * side + own;
    const unsigned ownRow = threadIdx.x / side;
    const auto zero = __float2bfloat16(0.0f);
    float sum[perThread] = {};
    for (unsigned k = 0; k < s.k; k += sliceDepth) {
        for (unsigned i = threadIdx.x; i < side * sliceDepth; i += threads) {
            const unsigned row = firstRow + i / sliceDepth;
            const unsigned at = k + i % sliceDepth;
            as[i / sliceDepth].numbers[i % sliceDepth] = row < s.m && at < s.k ? a[std::size_t{row} * s.k + at] : zero;
        }
        for (unsigned i = ownRow; i < sliceDepth; i += rows)
            bs[own].numbers[i] = k + i < s.k && column < s.n ? b[std::size_t{k + i} * s.n + column] : zero;
        __syncthreads();
#pragma unroll 8
        for (unsigned i = 0; i < sliceDepth / 2; ++i) {
            const float2 y = bs[own].pair(i);
#pragma unroll
            for (unsigned r = 0; r < perThread; ++r) {
                const float2 x = as[ownRow + r * rows].pair(i);
                sum[r] += x.x * y.x;
                sum[r] += x.y * y.y;
            }
        }
        __syncthreads();
    }
    for (unsigned r = 0; r < perThread; ++r) {
        const unsigned row = firstRow + ownRow + r * rows;
        if (row < s.m && column < s.n) c[std::size_t{row} * s.n + column] = __float2bfloat16(sum[r]);
    }
}

constexpr unsigned wide = 128; ///< side of the register tile's block
constexpr unsigned thin = 16;  ///< its slice of k
constexpr unsigned vector = 8; ///< numbers in 16 bytes
constexpr unsigned wideThreads = 256;

struct Slice {
    float a[thin][wide]; ///< turned, so that a thread's rows lie together
    float b[thin][wide];
};

/// 16 bytes, or zeros beyond the matrix. Rows are a multiple of that.
__device__ uint4 vectorAt(const Number* matrix, unsigned row, unsigned column, unsigned rows, unsigned columns)
{
    if (row >= rows || column >= columns) return {};
    return *reinterpret_cast<const uint4*>(matrix + std::size_t{row} * columns + column);
}

__device__ float numberOf(const uint4& vector, unsigned i)
{
    const unsigned words[4] = {vector.x, vector.y, vector.z, vector.w};
    return __uint_as_float(i % 2 ? words[i / 2] & 0xFFFF0000u : words[i / 2] << 16); // BF16 is the upper half of FP32
}

/// Rows 4 ty.. and 64 + 4 ty.. of the tile, columns likewise: 64 elements a thread, in registers. For each k it reads
/// 16 numbers of shared memory and multiplies 64 pairs.
__global__ void __launch_bounds__(wideThreads) registerTile(const Number* a, const Number* b, Number* c, GemmShape s)
{
    __shared__ Slice slice;
    const unsigned firstRow = blockIdx.y * wide;
    const unsigned firstColumn = blockIdx.x * wide;
    const unsigned x = threadIdx.x % 16 * 4;
    const unsigned y = threadIdx.x / 16 * 4;
    const unsigned aRow = threadIdx.x % wide;
    const unsigned aPart = threadIdx.x / wide * vector;
    const unsigned bRow = threadIdx.x / (wide / vector);
    const unsigned bPart = threadIdx.x % (wide / vector) * vector;
    float sum[8][8] = {};
    for (unsigned k = 0; k < s.k; k += thin) {
        const uint4 ofA = vectorAt(a, firstRow + aRow, k + aPart, s.m, s.k);
        const uint4 ofB = vectorAt(b, k + bRow, firstColumn + bPart, s.k, s.n);
        __syncthreads(); // the slice before has been read
#pragma unroll
        for (unsigned i = 0; i < vector; ++i) {
            slice.a[aPart + i][aRow] = numberOf(ofA, i);
            slice.b[bRow][bPart + i] = numberOf(ofB, i);
        }
        __syncthreads();
#pragma unroll
        for (unsigned i = 0; i < thin; ++i) {
            float p[8];
            float q[8];
#pragma unroll
            for (unsigned j = 0; j < 8; ++j) {
                p[j] = slice.a[i][j / 4 * 64 + y + j % 4];
                q[j] = slice.b[i][j / 4 * 64 + x + j % 4];
            }
#pragma unroll
            for (unsigned r = 0; r < 8; ++r)
#pragma unroll
                for (unsigned j = 0; j < 8; ++j) sum[r][j] += p[r] * q[j];
        }
    }
#pragma unroll
    for (unsigned r = 0; r < 8; ++r)
#pragma unroll
        for (unsigned j = 0; j < 8; ++j) {
            const unsigned row = firstRow + r / 4 * 64 + y + r % 4;
            const unsigned column = firstColumn + j / 4 * 64 + x + j % 4;
            if (row < s.m && column < s.n) c[std::size_t{row} * s.n + column] = __float2bfloat16(sum[r][j]);
        }
}

using Kernel = void (*)(const Number*, const Number*, Number*, GemmShape);

struct Blocks {
    unsigned rows; ///< of C in a block
    unsigned columns;
    dim3 threads;
};

/// first: what the x of the grid counts.
template <Warps first> Variant step(const char* name, const char* text, Kernel kernel, const Blocks& blocks)
{
    const auto prepare = [=](const Gpu&, const Size& size) {
        const Bf16Problem in(size);
        const unsigned down = divideUp(in.shape.m, blocks.rows);
        const unsigned right = divideUp(in.shape.n, blocks.columns);
        const dim3 grid = first == Warps::AlongRow ? dim3(right, down) : dim3(down, right);
        return prepareGemm(in, [=](cudaStream_t stream) {
            kernel<<<grid, blocks.threads, 0, stream>>>(in.a->data(), in.b->data(), in.c->data(), in.shape);
        });
    };
    return {.name = name, .step = text, .prepare = prepare, .work = [](const Size& size) {
                return gemmWork<Number>(size, {.kind = core::ResourceKind::Fp32});
            }};
}

} // namespace

std::vector<harness::Variant> library::simtSteps()
{
    std::vector<Variant> steps{
        step<Warps::AlongColumn>(
            "naive",
            "An element a thread; a warp goes down a column: each of its threads reads and writes other lines.",
            elementwise<Warps::AlongColumn>, {32, 8, {32, 8}}),
        step<Warps::AlongRow>(
            "coalesced",
            "A warp goes along a row: it shares what it reads of A, and reads B and writes C in whole lines.",
            elementwise<Warps::AlongRow>, {8, 32, {32, 8}}),
        step<Warps::AlongRow>(
            "tile_16", "A tile of 16 x 16 shares slices of A and B in shared memory: 8 FLOP a byte of global memory.",
            sharedTile<16, 256>, {16, 16, 256}),
        step<Warps::AlongRow>("tile_64", "Tiles of 64 x 64: 32 FLOP a byte; now shared memory is the limit.",
                              sharedTile<64, 1024>, {64, 64, 1024}),
        step<Warps::AlongRow>(
            "register_tile",
            "8 x 8 elements in a thread's registers: 64 multiplications for 16 numbers of shared memory.", registerTile,
            {wide, wide, wideThreads}),
    };
    steps.front().too_slow_for = {"large"};
    return steps;
}

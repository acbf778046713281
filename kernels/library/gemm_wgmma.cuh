// SPDX-License-Identifier: Apache-2.0
// Matrix products by wgmma out of tiles that TMA brings (CC 9.0a): a block computes 128 x 256 of C, a warpgroup 64 rows
// of them, in stages of 128 bytes of k.
#pragma once

#include "kernels/library/gemm_problem.h"
#include "kernels/library/hopper_wgmma.cuh"
#include "kernels/library/tensor_map.h"

#include <cuda_bf16.h>
#include <cuda_fp8.h>

namespace library::gemm {

constexpr unsigned tileRows = 128;
constexpr unsigned tileColumns = 256;
constexpr unsigned warpgroup = 128;
constexpr unsigned consumers = 2; ///< warpgroups that multiply, 64 rows each
constexpr unsigned rowsEach = tileRows / consumers;
constexpr unsigned sums = tileColumns / 2; ///< of a thread
constexpr unsigned rowBytes = 128;         ///< of a tile in shared memory, swizzled

struct Stage {
    unsigned char a[tileRows * rowBytes];
    unsigned char b[tileColumns * rowBytes];
};

/// What a kernel gets: maps of A, whose rows run along k, of B and of C.
struct Maps {
    CUtensorMap a;
    CUtensorMap b;
    CUtensorMap c;
};

/// B as C++ has it, [k][n]: its rows run along n. It comes in pieces of 64 columns.
struct Bf16Operands {
    using Number = __nv_bfloat16;
    using Instruction = WgmmaBf16AlongN;
    static constexpr unsigned depth = rowBytes / sizeof(Number); ///< of a stage, in k
    static constexpr unsigned columnsAPiece = 64;
    static constexpr unsigned bStep = 16 * rowBytes; ///< bytes from one instruction's B to the next

    static Tiling tilingOfB(const GemmShape& s) { return {{s.n, s.k}, {columnsAPiece, depth}}; }
    static __device__ uint2 place(unsigned column, unsigned k) { return {column, k}; }
};

/// B turned, [n][k]: its rows run along k, the one way that FP8 has. It comes in pieces of 128 columns.
struct Fp8Operands {
    using Number = __nv_fp8_e4m3;
    using Instruction = WgmmaFp8;
    static constexpr unsigned depth = rowBytes / sizeof(Number);
    static constexpr unsigned columnsAPiece = 128;
    static constexpr unsigned bStep = 32;

    static Tiling tilingOfB(const GemmShape& s) { return {{s.k, s.n}, {depth, columnsAPiece}}; }
    static __device__ uint2 place(unsigned column, unsigned k) { return {k, column}; }
};

template <typename Operands> Maps mapsOf(const GemmProblem<typename Operands::Number>& in)
{
    const auto& s = in.shape;
    return {.a = tensorMap(in.a->data(), {{s.k, s.m}, {Operands::depth, tileRows}}),
            .b = tensorMap(in.b->data(), Operands::tilingOfB(s)),
            .c = tensorMap(in.c->data(), {{s.n, s.m}, {rowBytes / sizeof(__nv_bfloat16), rowsEach}})};
}

template <typename Operands> __host__ __device__ constexpr unsigned stagesOf(const GemmShape& s)
{
    return (s.k + Operands::depth - 1) / Operands::depth;
}

/// Loads a stage; place: the first row and column of the block's tile. Of a cluster's blocks, whose tiles are one above
/// the other, each loads its own rows of A, and a part of the columns of B for all of them.
template <typename Operands, unsigned cluster>
__device__ void loadStage(Stage& stage, std::uint64_t* full, const Maps& maps, uint2 place, unsigned k)
{
    constexpr unsigned pieceBytes = Operands::columnsAPiece * rowBytes;
    constexpr unsigned pieces = sizeof(stage.b) / pieceBytes / cluster;
    const unsigned firstPiece = cluster > 1 ? blockInCluster() * pieces : 0;
    expectBytes(full, sizeof(Stage));
    loadTile(stage.a, maps.a, full, k, place.x);
#pragma unroll
    for (unsigned i = 0; i < pieces; ++i) {
        const uint2 from = Operands::place(place.y + (firstPiece + i) * Operands::columnsAPiece, k);
        auto* to = stage.b + (firstPiece + i) * pieceBytes;
        if constexpr (cluster > 1)
            loadTileForAll(to, maps.b, full, from.x, from.y, (1u << cluster) - 1);
        else
            loadTile(to, maps.b, full, from.x, from.y);
    }
}

/// A consumer's multiplications of a stage, as a group. adds: to the sums; otherwise they begin anew.
template <typename Operands>
__device__ void multiplyStage(float (&d)[sums], const Stage& stage, unsigned consumer, bool adds)
{
    constexpr unsigned aStep = 32;
    const auto a = tileDescriptor(stage.a + consumer * rowsEach * rowBytes);
    const auto b = tileDescriptor(stage.b, Operands::columnsAPiece * rowBytes);
    beginWgmma();
#pragma unroll
    for (unsigned i = 0; i < rowBytes / aStep; ++i)
        Operands::Instruction::template multiply<tileColumns>(d, further(a, aStep * i), further(b, Operands::bStep * i),
                                                              adds || i > 0);
    commitWgmma();
}

__device__ inline std::uint32_t packPair(float low, float high)
{
    const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
    return *reinterpret_cast<const std::uint32_t*>(&pair);
}

/// Column, within the tile, of sums 4 i to 4 i + 3: two neighbours in one row and two 8 rows below. PTX ISA, "Register
/// Fragments for wgmma".
__device__ inline unsigned columnOf(unsigned i)
{
    return i * 8 + threadIdx.x % 4 * 2;
}

/// Straight from registers, 4 bytes a store. row: the warpgroup's first; n is even.
template <unsigned count>
__device__ void storeSums(const float (&d)[count], __nv_bfloat16* c, const GemmShape& s, unsigned row, unsigned column)
{
    row += threadIdx.x % warpgroup / 32 * 16 + threadIdx.x % 32 / 4;
#pragma unroll
    for (unsigned i = 0; i < count / 2; ++i) {
        const unsigned ownRow = row + i % 2 * 8;
        const unsigned ownColumn = column + columnOf(i / 2);
        if (ownRow < s.m && ownColumn < s.n)
            *reinterpret_cast<std::uint32_t*>(c + std::size_t{ownRow} * s.n + ownColumn) =
                packPair(d[2 * i], d[2 * i + 1]);
    }
}

} // namespace library::gemm

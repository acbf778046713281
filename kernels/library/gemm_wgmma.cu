// SPDX-License-Identifier: Apache-2.0
// The ladder's steps by TMA and wgmma (CC 9.0a): one stage, a ring of stages, specialised warps, and blocks that stay.
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/gemm_persistent.cuh"
#include "kernels/library/gemm_variants.h"

namespace {

using namespace library;
using namespace library::gemm;
using Operands = Bf16Operands;

constexpr unsigned side = 128; ///< of the tile of a block that has one warpgroup

struct SmallStage {
    unsigned char a[side * rowBytes];
    unsigned char b[side * rowBytes];
};

/// A warpgroup, twice 64 x 128, and one stage: while a block waits for its tiles, the SM's others multiply.
__global__ void __launch_bounds__(warpgroup, 3)
    oneStage(const __grid_constant__ Maps maps, __nv_bfloat16* c, GemmShape s, TileOrder order)
{
#if RIDGEPOINT_HAS_WGMMA
    extern __shared__ __align__(1024) unsigned char memory[];
    auto& stage = *reinterpret_cast<SmallStage*>(memory);
    __shared__ std::uint64_t full;
    if (threadIdx.x == 0) initBarrier(&full);
    const uint2 tile = order.place(blockIdx.x);
    const uint2 place{tile.x * side, tile.y * side};
    constexpr unsigned pieceBytes = Operands::columnsAPiece * rowBytes;
    constexpr unsigned halfRows = side / 2;
    float upper[side / 2];
    float lower[side / 2];
    for (unsigned i = 0; i < stagesOf<Operands>(s); ++i) {
        __syncthreads(); // all have multiplied the stage before
        if (threadIdx.x == 0) {
            expectBytes(&full, sizeof(SmallStage));
            loadTile(stage.a, maps.a, &full, i * Operands::depth, place.x);
            for (unsigned piece = 0; piece < side / Operands::columnsAPiece; ++piece)
                loadTile(stage.b + piece * pieceBytes, maps.b, &full, place.y + piece * Operands::columnsAPiece,
                         i * Operands::depth);
        }
        awaitPhase(&full, i % 2);
        beginWgmma();
#pragma unroll
        for (unsigned j = 0; j < rowBytes / 32; ++j) {
            const auto b = further(tileDescriptor(stage.b, pieceBytes), Operands::bStep * j);
            const auto a = further(tileDescriptor(stage.a), 32 * j);
            Operands::Instruction::multiply<side>(upper, a, b, i + j > 0);
            Operands::Instruction::multiply<side>(lower, further(a, halfRows * rowBytes), b, i + j > 0);
        }
        commitWgmma();
        awaitWgmma<0>();
        holdInPlace(upper);
        holdInPlace(lower);
    }
    storeSums(upper, c, s, place.x, place.y);
    storeSums(lower, c, s, place.x + halfRows, place.y);
#endif
}

constexpr unsigned ringThreads = consumers * warpgroup;

struct Ring {
    Stage stage[stages];
    std::uint64_t full[stages];
};

/// Every thread multiplies; one of them also loads, three stages ahead.
__global__ void __launch_bounds__(ringThreads, 1)
    pipelined(const __grid_constant__ Maps maps, __nv_bfloat16* c, GemmShape s, TileOrder order)
{
#if RIDGEPOINT_HAS_WGMMA
    extern __shared__ __align__(1024) unsigned char memory[];
    auto& shared = *reinterpret_cast<Ring*>(memory);
    if (threadIdx.x == 0)
        for (auto& barrier : shared.full) initBarrier(&barrier);
    __syncthreads();
    const uint2 tile = order.place(blockIdx.x);
    const uint2 place{tile.x * tileRows, tile.y * tileColumns};
    const unsigned count = stagesOf<Operands>(s);
    const auto load = [&](unsigned i) {
        if (threadIdx.x == 0 && i < count)
            loadStage<Operands, 1>(shared.stage[i % stages], shared.full + i % stages, maps, place,
                                   i * Operands::depth);
    };
    for (unsigned i = 0; i < stages - 1; ++i) load(i);
    float d[sums];
    Turn<stages> turn;
    for (unsigned i = 0; i < count; ++i) {
        awaitPhase(shared.full + turn.stage, turn.parity);
        multiplyStage<Operands>(d, shared.stage[turn.stage], threadIdx.x / warpgroup, i > 0);
        awaitWgmma<1>();
        __syncthreads(); // all have multiplied the stage before, which is loaded now
        load(i + stages - 1);
        turn.advance();
    }
    awaitWgmma<0>();
    holdInPlace(d);
    storeSums(d, c, s, place.x + threadIdx.x / warpgroup * rowsEach, place.y);
#endif
}

/// A tile a block; nobody waits for all threads.
__global__ void __launch_bounds__(threads, 1)
    specialised(const __grid_constant__ Maps maps, __nv_bfloat16* c, GemmShape s, TileOrder order)
{
#if RIDGEPOINT_HAS_WGMMA
    extern __shared__ __align__(1024) unsigned char memory[];
    auto& shared = *reinterpret_cast<Shared*>(memory);
    initBarriers<1>(shared);
    const uint2 tile = order.place(blockIdx.x);
    const uint2 place{tile.x * tileRows, tile.y * tileColumns};
    Turn<stages> turn;
    if (threadIdx.x < warpgroup) {
        giveUpRegisters<producerRegisters>();
        if (threadIdx.x == 0) produce<Operands, 1>(shared, turn, maps, place, stagesOf<Operands>(s));
    } else {
        takeRegisters<consumerRegisters>();
        float d[sums];
        consume<Operands, 1>(d, shared, turn, stagesOf<Operands>(s));
        storeSums(d, c, s, place.x + (threadIdx.x / warpgroup - 1) * rowsEach, place.y);
    }
#endif
}

using Kernel = void (*)(Maps, __nv_bfloat16*, GemmShape, TileOrder);

/// A tile a block.
template <Kernel kernel, unsigned columns, unsigned threads, std::size_t sharedBytes>
PreparedVariant prepareTiles(const Gpu&, const Size& size)
{
    const Bf16Problem in(size);
    harness::allowShared(kernel, sharedBytes);
    const TileOrder order{divideUp(in.shape.m, tileRows), divideUp(in.shape.n, columns), 2 * bandHeight};
    const auto maps = mapsOf<Operands>(in);
    return prepareGemm(in, [=](cudaStream_t stream) {
        kernel<<<order.count(), threads, sharedBytes, stream>>>(maps, in.c->data(), in.shape, order);
    });
}

template <unsigned cluster> PreparedVariant preparePersistent(const Gpu& gpu, const Size& size)
{
    const Bf16Problem in(size);
    return prepareGemm(in, persistentLaunch<Operands, cluster>(gpu, in, AsTheyAre{}));
}

/// The instructions exist on this one architecture.
Variant step(const char* name, const char* text, std::function<PreparedVariant(const Gpu&, const Size&)> prepare)
{
    return {.name = name, .step = text, .prepare = std::move(prepare), .from = {9, 0}, .to = {9, 0}};
}

} // namespace

std::vector<harness::Variant> library::wgmmaSteps()
{
    return {
        step("tma_wgmma",
             "TMA brings tiles, a warpgroup multiplies them by wgmma straight from shared memory; one stage: the three "
             "blocks of an SM hide each other's waits.",
             prepareTiles<oneStage, side, warpgroup, sizeof(SmallStage)>),
        step("pipelined",
             "A block has the SM to itself and loads three of four stages ahead: 128 x 256, two warpgroups.",
             prepareTiles<pipelined, tileColumns, ringThreads, sizeof(Ring)>),
        step("warp_specialised",
             "A producer warp loads; stages have barriers of their own; registers go to the warpgroups that multiply.",
             prepareTiles<specialised, tileColumns, threads, sizeof(Shared)>),
        step("persistent",
             "Blocks stay and take tile after tile; results leave by TMA while the next tile's stages are loaded.",
             preparePersistent<1>),
        step("cluster", "Two blocks share a tile's columns of B: each loads half of them, for both, by multicast.",
             preparePersistent<2>),
    };
}

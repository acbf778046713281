// SPDX-License-Identifier: Apache-2.0
// The product whose warps are specialised: one produces, which is to say has TMA fill stages, two warpgroups consume
// them. Its blocks may stay, alone or in clusters, and take tile after tile.
#pragma once

#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/gemm_wgmma.cuh"

namespace library::gemm {

constexpr unsigned stages = 4;
/// The producer has a warpgroup to itself, of which one thread works: registers are handed over by warpgroups.
constexpr unsigned threads = (1 + consumers) * warpgroup;
constexpr unsigned producerRegisters = 40;
constexpr unsigned consumerRegisters = 232;

/// 64 rows of 64 columns of C in shared memory, swizzled as their map says.
struct alignas(1024) Chunk {
    unsigned char bytes[rowsEach * rowBytes];
};

struct Shared {
    Stage stage[stages];
    Chunk out[consumers][2];
    std::uint64_t full[stages];  ///< all bytes of the stage have come
    std::uint64_t empty[stages]; ///< all consumers whom this block loads for have multiplied it
};

/// By all threads of the cluster.
template <unsigned cluster> __device__ void initBarriers(Shared& shared)
{
    if (threadIdx.x == 0)
        for (unsigned i = 0; i < stages; ++i) {
            initBarrier(shared.full + i);
            initBarrier(shared.empty + i, consumers * cluster);
        }
    if constexpr (cluster > 1)
        syncCluster();
    else
        __syncthreads();
}

/// By one thread: the stages of a tile, one after the other, each as soon as it is empty.
template <typename Operands, unsigned cluster>
__device__ void produce(Shared& shared, Turn<stages>& turn, const Maps& maps, uint2 place, unsigned count)
{
    for (unsigned i = 0; i < count; ++i) {
        awaitPhase(shared.empty + turn.stage, turn.parity ^ 1);
        loadStage<Operands, cluster>(shared.stage[turn.stage], shared.full + turn.stage, maps, place,
                                     i * Operands::depth);
        turn.advance();
    }
}

/// By a warpgroup: multiplies the stages of a tile; one is handed back when the multiplications of the next are on
/// their way.
template <typename Operands, unsigned cluster>
__device__ void consume(float (&d)[sums], Shared& shared, Turn<stages>& turn, unsigned count)
{
    const auto handBack = [&](unsigned stage) {
        if (const unsigned block = threadIdx.x % warpgroup; block < cluster) arriveAt(shared.empty + stage, block);
    };
    unsigned before = 0;
    for (unsigned i = 0; i < count; ++i) {
        awaitPhase(shared.full + turn.stage, turn.parity);
        multiplyStage<Operands>(d, shared.stage[turn.stage], threadIdx.x / warpgroup - 1, i > 0);
        awaitWgmma<1>();
        if (i > 0) handBack(before);
        before = turn.stage;
        turn.advance();
    }
    awaitWgmma<0>();
    holdInPlace(d);
    handBack(before);
}

/// By a warpgroup: chunk after chunk through shared memory, and on by TMA, which still works when this returns.
__device__ inline void storeSumsByTma(const float (&d)[sums], Chunk (&buffers)[2], const CUtensorMap& c, uint2 place)
{
    constexpr unsigned columns = rowBytes / sizeof(__nv_bfloat16);
    const unsigned barrier = threadIdx.x / warpgroup;
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = threadIdx.x % warpgroup / 32 * 16 + lane % 16;
#pragma unroll
    for (unsigned i = 0; i < tileColumns / columns; ++i) {
        auto& buffer = buffers[i % 2];
        if (threadIdx.x % warpgroup == 0) awaitStoresRead<1>(); // the buffer's last
        syncSome(barrier, warpgroup);
#pragma unroll
        for (unsigned j = 0; j < columns / 16; ++j) {
            const float* v = d + (i * columns / 16 + j) * 8;
            const unsigned part = (2 * j + lane / 16) ^ row % 8;
            storeMatrices(buffer.bytes + row * rowBytes + part * 16, packPair(v[0], v[1]), packPair(v[2], v[3]),
                          packPair(v[4], v[5]), packPair(v[6], v[7]));
        }
        publishToAsync();
        syncSome(barrier, warpgroup);
        if (threadIdx.x % warpgroup > 0) continue;
        storeTile(c, &buffer, place.y + i * columns, place.x);
        commitStores();
    }
}

/// C = f(A * B) in BF16: f(sums of a thread, shape, first column of the tile). order: of the clusters' tiles, each as
/// high as `cluster` tiles; as many clusters as the GPU runs at a time take them in turns.
template <typename Operands, typename Epilogue, unsigned cluster>
__global__ void __launch_bounds__(threads, 1)
    persistent(const __grid_constant__ Maps maps, GemmShape s, TileOrder order, Epilogue epilogue)
{
#if RIDGEPOINT_HAS_WGMMA
    extern __shared__ __align__(1024) unsigned char memory[];
    auto& shared = *reinterpret_cast<Shared*>(memory);
    initBarriers<cluster>(shared);
    const unsigned firstTile = blockIdx.x / cluster;
    const unsigned clusters = gridDim.x / cluster;
    const auto placeOf = [&](unsigned tile) {
        const uint2 place = order.place(tile);
        return uint2{(place.x * cluster + blockIdx.x % cluster) * tileRows, place.y * tileColumns};
    };
    Turn<stages> turn;
    if (threadIdx.x < warpgroup) {
        giveUpRegisters<producerRegisters>();
        if (threadIdx.x == 0)
            for (unsigned tile = firstTile; tile < order.count(); tile += clusters)
                produce<Operands, cluster>(shared, turn, maps, placeOf(tile), stagesOf<Operands>(s));
    } else {
        takeRegisters<consumerRegisters>();
        const unsigned consumer = threadIdx.x / warpgroup - 1;
        float d[sums];
        for (unsigned tile = firstTile; tile < order.count(); tile += clusters) {
            uint2 place = placeOf(tile);
            consume<Operands, cluster>(d, shared, turn, stagesOf<Operands>(s));
            epilogue(d, s, place.y);
            place.x += consumer * rowsEach;
            storeSumsByTma(d, shared.out[consumer], maps.c, place);
        }
        if (threadIdx.x % warpgroup == 0) awaitStoresRead<0>();
    }
    if constexpr (cluster > 1) syncCluster(); // others of the cluster still load into it, or tell it of their stages
#endif
}

/// Nothing more is done with the sums.
struct AsTheyAre {
    __device__ void operator()(float (&)[sums], const GemmShape&, unsigned) const {}
};

/// Rows of clusters' tiles in a band: 66 clusters of two then work on about as many rows as columns of C.
constexpr unsigned bandHeight = 8;

/// Launches that fill C by persistent<...>, a block an SM.
template <typename Operands, unsigned cluster, typename Epilogue>
std::function<void(cudaStream_t)> persistentLaunch(const Gpu& gpu, const GemmProblem<typename Operands::Number>& in,
                                                   Epilogue epilogue)
{
    const auto kernel = persistent<Operands, Epilogue, cluster>;
    harness::allowShared(kernel, sizeof(Shared));
    const TileOrder order{divideUp(in.shape.m, tileRows * cluster), divideUp(in.shape.n, tileColumns), bandHeight};
    const unsigned clusters = std::min(order.count(), gpu.smCount() / cluster);
    const auto maps = mapsOf<Operands>(in);
    return [=, shape = in.shape](cudaStream_t stream) {
        cudaLaunchAttribute attribute{.id = cudaLaunchAttributeClusterDimension, .val = {}};
        attribute.val.clusterDim = {cluster, 1, 1};
        const cudaLaunchConfig_t config{.gridDim = clusters * cluster,
                                        .blockDim = threads,
                                        .dynamicSmemBytes = sizeof(Shared),
                                        .stream = stream,
                                        .attrs = &attribute,
                                        .numAttrs = 1};
        check(cudaLaunchKernelEx(&config, kernel, maps, shape, order, epilogue));
    };
}

} // namespace library::gemm

// SPDX-License-Identifier: Apache-2.0
// What kernels of CC 9.0a build pipelines of: tiles that the copy engine moves by a tensor map (TMA), stages with their
// barriers, clusters, and registers that warpgroups hand over. PTX ISA 9.0, the sections named below.
#pragma once

#include "kernels/harness/sm90a.h"
#include "kernels/library/bulk_copy.cuh"

#include <cuda.h>

namespace library {

/// The stage of a ring that is next, and the parity of its barriers' phase.
template <unsigned stages> struct Turn {
    unsigned stage = 0;
    unsigned parity = 0;

    __device__ void advance()
    {
        if (++stage < stages) return;
        stage = 0;
        parity ^= 1;
    }
};

// --- Tiles by TMA ("cp.async.bulk.tensor"). Coordinates are of the tile's first element, fastest dimension first.
// What lies beyond the tensor is loaded as zeros, which count among the barrier's bytes, and isn't stored.

__device__ inline void prefetchMap(const CUtensorMap& map)
{
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

__device__ inline void loadTile(void* shared, const CUtensorMap& map, std::uint64_t* barrier, unsigned x, unsigned y)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
                 "[%2];" ::"r"(sharedAddress(shared)),
                 "l"(&map), "r"(sharedAddress(barrier)), "r"(x), "r"(y)
                 : "memory");
}

__device__ inline void loadTile(void* shared, const CUtensorMap& map, std::uint64_t* barrier, unsigned x, unsigned y,
                                unsigned z)
{
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                 "[%1, {%3, %4, %5}], [%2];" ::"r"(sharedAddress(shared)),
                 "l"(&map), "r"(sharedAddress(barrier)), "r"(x), "r"(y), "r"(z)
                 : "memory");
}

/// Into the same place of each block of the cluster whose bit is set; the barrier at the same place hears of it.
__device__ inline void loadTileForAll(void* shared, const CUtensorMap& map, std::uint64_t* barrier, unsigned x,
                                      unsigned y, std::uint16_t blocks)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
                 "[%1, {%3, %4}], [%2], %5;" ::"r"(sharedAddress(shared)),
                 "l"(&map), "r"(sharedAddress(barrier)), "r"(x), "r"(y), "h"(blocks)
                 : "memory");
}

/// What threads wrote is seen by the copy engine and the tensor cores; each writer calls it, before their barrier.
__device__ inline void publishToAsync()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void storeTile(const CUtensorMap& map, const void* shared, unsigned x, unsigned y)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&map),
                 "r"(sharedAddress(shared)), "r"(x), "r"(y)
                 : "memory");
}

__device__ inline void storeTile(const CUtensorMap& map, const void* shared, unsigned x, unsigned y, unsigned z)
{
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(&map),
                 "r"(sharedAddress(shared)), "r"(x), "r"(y), "r"(z)
                 : "memory");
}

/// The tiles that this thread has stored since its last call are a group; awaitStoresRead() waits for groups.
__device__ inline void commitStores()
{
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

// --- Barriers ("mbarrier") beyond a block, and among some of its warps ("barrier").

__device__ inline void arrive(std::uint64_t* barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(barrier)) : "memory");
}

/// At the barrier in the same place of another block of the cluster, or of this one. It tells that stages have been
/// read, not of anything written: with .release.cluster every arrival would wait for a MEMBAR.GPU.
__device__ inline void arriveAt(std::uint64_t* barrier, unsigned block)
{
    asm volatile("{\n"
                 ".reg .b32 there;\n"
                 "mapa.shared::cluster.u32 there, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [there];\n"
                 "}\n" ::"r"(sharedAddress(barrier)),
                 "r"(block)
                 : "memory");
}

/// id: 1 to 15; 0 is __syncthreads(). threads: all that take part, a multiple of 32.
__device__ inline void syncSome(unsigned id, unsigned threads)
{
    asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

/// As syncSome(), for those who have nothing to wait for.
__device__ inline void arriveSome(unsigned id, unsigned threads)
{
    asm volatile("barrier.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

__device__ inline unsigned blockInCluster()
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/// All threads of the cluster; shared memory of its blocks is there until the last has called it.
__device__ inline void syncCluster()
{
    asm volatile("barrier.cluster.arrive.release;\n"
                 "barrier.cluster.wait.acquire;" ::
                     : "memory");
}

// --- Registers ("setmaxnreg"): by all warps of a warpgroup; a multiple of 8 from 24 to 256. The sum of the block's
// must fit what it was launched with.

template <unsigned registers> __device__ void giveUpRegisters()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
}

/// Waits until others have given up enough.
template <unsigned registers> __device__ void takeRegisters()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
}

// --- Tiles of 8 x 8 in 16 bits out of registers ("stmatrix"): lane l gives the address of row l % 8 of tile l / 8.

__device__ inline void storeMatrices(void* row, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d)
{
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(row)), "r"(a),
                 "r"(b), "r"(c), "r"(d)
                 : "memory");
}

} // namespace library

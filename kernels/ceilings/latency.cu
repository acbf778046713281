// SPDX-License-Identifier: Apache-2.0
// Latency of each memory level: one warp follows a chain of addresses in which every load waits for the one before.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/mismatches.cuh"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>

namespace {

using namespace harness;

constexpr unsigned stride = 128;        ///< bytes: each hop is a line of its own
constexpr unsigned hops = 1024;         ///< of an iteration
constexpr unsigned sharedBytes = 32768; ///< of the chain in shared memory

struct Hop {
    const Hop* next;
    unsigned char padding[stride - sizeof(void*)];
};

enum class Path { L1, PastL1 };

template <Path path> __device__ const Hop* follow(const Hop* at)
{
    const Hop* next;
    if constexpr (path == Path::L1) {
        asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(next) : "l"(at));
    } else {
        asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(at));
    }
    return next;
}

/// All lanes follow the same chain: one request a hop. It goes on where the launch before ended: a DRAM ring is so long
/// that what was seen has left L2 when it comes again. L1 starts empty with each launch, hence a round beforehand.
template <Path path>
__global__ void chase(const Hop** place, std::uint32_t warmUpHops, std::uint32_t iterations, ClockReading* clocks)
{
    const Hop* at = *place;
    for (std::uint32_t i = 0; i < warmUpHops; ++i) at = follow<path>(at);
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
#pragma unroll 16
            for (unsigned hop = 0; hop < hops; ++hop) at = follow<path>(at);
        }
    }
    *place = at;
}

/// The chain in shared memory is of byte offsets: hop i leads `stride` further, around the end.
__global__ void chaseShared(std::uint32_t iterations, std::uint32_t* end, ClockReading* clocks)
{
    __shared__ std::uint32_t chain[sharedBytes / sizeof(std::uint32_t)];
    const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(chain));
    for (unsigned offset = threadIdx.x * stride; offset < sharedBytes; offset += blockDim.x * stride)
        chain[offset / sizeof(std::uint32_t)] = base + (offset + stride) % sharedBytes;
    __syncthreads();
    std::uint32_t at = base;
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
#pragma unroll 16
            for (unsigned hop = 0; hop < hops; ++hop) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at));
        }
    }
    *end = at - base;
}

/// One hop of the ring a thread.
__global__ void link(Hop* chain, const std::uint32_t* ring, std::uint32_t places)
{
    const auto i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < places) chain[ring[i]].next = chain + ring[(i + 1) % places];
}

enum class Order { Sequential, Random };

/// The places in the order of the chain, which is one ring.
std::vector<std::uint32_t> ringOf(std::size_t places, Order order)
{
    std::vector<std::uint32_t> ring(places);
    std::iota(ring.begin(), ring.end(), 0u);
    if (order == Order::Random) std::shuffle(ring.begin() + 1, ring.end(), std::mt19937(12));
    return ring;
}

/// The chain that leads around the ring.
DeviceBuffer<Hop> linked(const std::vector<std::uint32_t>& ring)
{
    DeviceBuffer<Hop> chain(ring.size());
    const DeviceBuffer<std::uint32_t> places(ring.size());
    places.fromHost(ring);
    constexpr unsigned threads = 256;
    const auto count = static_cast<unsigned>(ring.size());
    link<<<(count + threads - 1) / threads, threads>>>(chain.data(), places.data(), count);
    checkLaunch();
    check(cudaDeviceSynchronize()); // the places are freed
    return chain;
}

/// bytes: of the ring. A random order defeats what could guess the next address, and spreads over pages.
template <Path path> Prepared prepareChase(std::size_t bytes, Order order)
{
    const auto ring = std::make_shared<std::vector<std::uint32_t>>(ringOf(bytes / stride, order));
    const auto chain = std::make_shared<DeviceBuffer<Hop>>(linked(*ring));
    const auto place = std::make_shared<DeviceBuffer<const Hop*>>(1);
    place->fromHost(std::vector<const Hop*>{chain->data()});
    const auto warmUpHops = static_cast<std::uint32_t>(path == Path::L1 ? ring->size() : 0);
    const auto launch = [=](const Launch& l) {
        chase<path><<<1, 32, 0, l.stream>>>(place->data(), warmUpHops, l.iterations, l.clocks);
        checkLaunch();
    };
    const auto verify = [=] {
        launch({.iterations = 1});
        const auto reached = static_cast<std::size_t>(place->toHost()[0] - chain->data());
        requireSame("place after the chain", reached, std::size_t{(*ring)[(warmUpHops + hops) % ring->size()]});
    };
    return {.work_per_iteration = hops,
            .launch = launch,
            .verify = verify,
            .method = "one warp, " + std::to_string(bytes >> 10) + " KiB, stride 128 B",
            .timed_by = TimedBy::Kernel};
}

Prepared prepareL1(const Gpu&)
{
    check(cudaFuncSetAttribute(chase<Path::L1>, cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxL1));
    return prepareChase<Path::L1>(32u << 10, Order::Sequential);
}

Prepared prepareL2(const Gpu&)
{
    return prepareChase<Path::PastL1>(1u << 20, Order::Random);
}

/// Eight times L2, so that at most one hop in eight could hit.
Prepared prepareDram(const Gpu& gpu)
{
    return prepareChase<Path::PastL1>(std::max<std::size_t>(8 * gpu.device.l2_bytes.value_or(0), 64u << 20),
                                      Order::Random);
}

Prepared prepareShared(const Gpu&)
{
    const auto end = std::make_shared<DeviceBuffer<std::uint32_t>>(1);
    const auto launch = [=](const Launch& l) {
        chaseShared<<<1, 32, 0, l.stream>>>(l.iterations, end->data(), l.clocks);
        checkLaunch();
    };
    const auto verify = [=] {
        end->poison();
        launch({.iterations = 1});
        requireSame("offset after the chain", end->toHost()[0], std::uint32_t{hops * stride % sharedBytes});
    };
    return {.work_per_iteration = hops,
            .launch = launch,
            .verify = verify,
            .method = "one warp, 32 KiB, stride 128 B",
            .timed_by = TimedBy::Kernel};
}

const Registration registration({
    {.name = "latency_l1", .unit = "s", .prepare = prepareL1},
    {.name = "latency_shared", .unit = "s", .prepare = prepareShared},
    {.name = "latency_l2", .unit = "s", .prepare = prepareL2},
    {.name = "latency_dram", .unit = "s", .prepare = prepareDram},
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// L2 bandwidth: every SM reads the whole set past L1, or writes its own part of it, again and again.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/grids.h"
#include "kernels/harness/mismatches.cuh"
#include "kernels/harness/random_data.h"

#include <algorithm>
#include <memory>

namespace {

using namespace harness;

constexpr unsigned threads = 1024; ///< one block an SM

/// The part that a block reads in this pass.
__device__ unsigned partOf(unsigned block, std::uint32_t pass, unsigned parts)
{
    return (block + pass % parts * 37u) % parts; // neighbours go to parts far from each other's
}

/// Caches in L2 alone, but L1 answers what was asked for just before: a line must not come again soon.
__device__ uint4 loadPastL1(const uint4* address)
{
    uint4 v;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(address));
    return v;
}

template <unsigned unroll> __device__ std::uint32_t xorOfPart(const uint4* part)
{
    uint4 v[unroll];
#pragma unroll
    for (unsigned u = 0; u < unroll; ++u) v[u] = loadPastL1(part + u * threads);
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned u = 0; u < unroll; ++u) sum ^= v[u].x ^ v[u].y ^ v[u].z ^ v[u].w;
    return sum;
}

/// In each pass a block reads one part of the set, so that after as many passes as there are parts every SM has read
/// all of it. No two blocks read the same part at a time: what SMs ask for together is fetched once, between them and
/// L2.
template <unsigned unroll>
__global__ void __launch_bounds__(threads, 1)
    read(const uint4* data, std::uint32_t iterations, std::uint32_t* sums, ClockReading* clocks)
{
    std::uint32_t sum = 0;
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
            const uint4* part = data + std::size_t{partOf(blockIdx.x, i, gridDim.x)} * unroll * threads + threadIdx.x;
            sum ^= xorOfPart<unroll>(part);
        }
    }
    sums[blockIdx.x * threads + threadIdx.x] = sum; // consumes every loaded word
}

constexpr unsigned writeTile = 4096; ///< vectors that a block writes: 64 KiB

/// A block writes one tile and ends; blockIdx.y is the pass. Blocks that stay and write on reach 83 % of theory where
/// these reach 94 % (H200): they keep step with each other and meet in the same slices.
__global__ void __launch_bounds__(threads) write(uint4* data)
{
    const std::size_t first = std::size_t{blockIdx.x} * writeTile + threadIdx.x;
#pragma unroll
    for (unsigned u = 0; u < writeTile / threads; ++u)
        data[first + u * threads] = pattern(first + u * threads, blockIdx.y);
}

/// All blocks walk over the whole set from its start: a good part of it is fetched once for several SMs.
template <unsigned unroll>
__global__ void __launch_bounds__(threads, 1)
    readTogether(const uint4* data, std::uint32_t iterations, std::uint32_t* sums, ClockReading* clocks)
{
    std::uint32_t sum = 0;
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
            const uint4* part = data + std::size_t{i % gridDim.x} * unroll * threads + threadIdx.x;
            sum ^= xorOfPart<unroll>(part);
        }
    }
    sums[blockIdx.x * threads + threadIdx.x] = sum;
}

using ReadKernel = void (*)(const uint4*, std::uint32_t, std::uint32_t*, ClockReading*);

/// unroll: 16-byte vectors of a thread in a part; with 132 SMs 3 make 6.5 MB, 6 make 13 MB.
Prepared prepareReadBy(ReadKernel kernel, unsigned unroll, const Gpu& gpu)
{
    const std::size_t partVectors = std::size_t{threads} * unroll;
    const unsigned blocks = gpu.smCount();
    const auto data = std::make_shared<DeviceBuffer<uint4>>(randomBits(blocks * partVectors * sizeof(uint4), 5));
    const auto sums = std::make_shared<DeviceBuffer<std::uint32_t>>(std::size_t{blocks} * threads);
    const auto launch = [=](const Launch& l) {
        kernel<<<blocks, threads, 0, l.stream>>>(data->data(), l.iterations, sums->data(), l.clocks);
        checkLaunch();
    };
    const auto verify = [=] {
        sums->poison();
        launch({.iterations = blocks}); // each block reads every part
        const auto parts = sums->toHost();
        const auto expected = xorOfWords(*data);
        for (unsigned block = 0; block < blocks; ++block) {
            std::uint32_t sum = 0;
            for (unsigned t = 0; t < threads; ++t) sum ^= parts[std::size_t{block} * threads + t];
            requireSame("XOR of all words that block " + std::to_string(block) + " read", sum, expected);
        }
    };
    const auto method = "LDG.128 past L1, " + std::to_string(data->bytes() >> 10) + " KiB, 1024 threads an SM, " +
                        std::to_string(unroll) + " in flight each";
    return {static_cast<double>(data->bytes()), launch, verify, method};
}

template <unsigned unroll> Prepared prepareRead(const Gpu& gpu)
{
    return prepareReadBy(read<unroll>, unroll, gpu);
}

/// An eighth of L2 stays in either half of a split L2 (CC 8.0, 9.0) whatever else is there.
std::size_t writtenBytes(const Gpu& gpu)
{
    return gpu.device.l2_bytes.value_or(0) / 8;
}

Prepared prepareWrite(const Gpu& gpu)
{
    const auto tiles = std::max(1u, static_cast<unsigned>(writtenBytes(gpu) / (writeTile * sizeof(uint4))));
    const auto data = std::make_shared<DeviceBuffer<uint4>>(std::size_t{tiles} * writeTile);
    const auto launch = [=](const Launch& l) {
        forEachGrid(l.iterations,
                    [&](unsigned passes) { write<<<dim3(tiles, passes), threads, 0, l.stream>>>(data->data()); });
    };
    const auto verify = [=] {
        data->poison();
        launch({.iterations = 1});
        const auto* written = data->data();
        requireNoMismatch("vectors written", data->size(),
                          [written] __device__(std::size_t i) { return same(written[i], pattern(i, 0)); });
    };
    return {static_cast<double>(data->bytes()), launch, verify,
            "STG.128, " + std::to_string(data->bytes() >> 10) + " KiB again and again"};
}

const Registration registration({
    {.name = "l2_read", .resource = core::Resource{.kind = core::ResourceKind::L2Read}, .prepare = prepareRead<3>},
    {.name = "l2_read_13_mb", .unit = "byte/s", .prepare = prepareRead<6>},
    {.name = "l2_read_together",
     .unit = "byte/s",
     .prepare = [](const Gpu& gpu) { return prepareReadBy(readTogether<3>, 3, gpu); }},
    {.name = "l2_write", .resource = core::Resource{.kind = core::ResourceKind::L2Write}, .prepare = prepareWrite},
});

} // namespace

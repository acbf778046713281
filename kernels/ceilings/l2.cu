// SPDX-License-Identifier: Apache-2.0
// L2 bandwidth: all SMs together read a set past L1, or write it, again and again.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/grids.h"
#include "kernels/harness/mismatches.cuh"
#include "kernels/harness/random_data.h"

#include <algorithm>
#include <memory>

namespace {

using namespace harness;

/// Caches in L2 alone, but L1 answers what was asked for just before: a line must not come again soon.
__device__ uint4 loadPastL1(const uint4* address)
{
    uint4 v;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(address));
    return v;
}

template <unsigned threads, unsigned unroll> __device__ std::uint32_t xorOfTile(const uint4* tile)
{
    uint4 v[unroll];
#pragma unroll
    for (unsigned u = 0; u < unroll; ++u) v[u] = loadPastL1(tile + threadIdx.x + u * threads);
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned u = 0; u < unroll; ++u) sum ^= v[u].x ^ v[u].y ^ v[u].z ^ v[u].w;
    return sum;
}

constexpr unsigned readThreads = 512;
constexpr unsigned readUnroll = 6;
constexpr unsigned readTile = readThreads * readUnroll; ///< vectors that a block reads: 48 KiB

/// A block reads one tile and ends; blockIdx.y is the pass. Of what was tried on an H200, counted at the slices, these
/// reach most: 94 % of theory; tiles of 16 KiB 92 %, blocks that stay 91 %, or 73 % if they take tiles as they come.
__global__ void __launch_bounds__(readThreads) read(const uint4* data, std::uint32_t* sums)
{
    __shared__ std::uint32_t sumOfBlock;
    if (threadIdx.x == 0) sumOfBlock = 0;
    __syncthreads();
    auto sum = xorOfTile<readThreads, readUnroll>(data + std::size_t{blockIdx.x} * readTile);
    for (unsigned other = 16; other > 0; other /= 2) sum ^= __shfl_xor_sync(~0u, sum, other);
    if (threadIdx.x % 32 == 0) atomicXor(&sumOfBlock, sum);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = sumOfBlock; // consumes every loaded word
}

constexpr unsigned writeThreads = 1024;
constexpr unsigned writeTile = 4096; ///< vectors that a block writes: 64 KiB

/// A block writes one tile and ends; blockIdx.y is the pass. Blocks that stay and write on reach 83 % of theory where
/// these reach 94 % (H200): they keep step with each other and meet in the same slices.
__global__ void __launch_bounds__(writeThreads) write(uint4* data)
{
    const std::size_t first = std::size_t{blockIdx.x} * writeTile + threadIdx.x;
#pragma unroll
    for (unsigned u = 0; u < writeTile / writeThreads; ++u)
        data[first + u * writeThreads] = pattern(first + u * writeThreads, blockIdx.y);
}

constexpr unsigned togetherThreads = 1024; ///< one block an SM
constexpr unsigned togetherUnroll = 3;
constexpr unsigned togetherTile = togetherThreads * togetherUnroll;

/// All blocks walk over the whole set from its start: a good part of it is fetched once for several SMs.
__global__ void __launch_bounds__(togetherThreads, 1)
    readTogether(const uint4* data, std::uint32_t iterations, std::uint32_t* sums, ClockReading* clocks)
{
    std::uint32_t sum = 0;
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i)
            sum ^= xorOfTile<togetherThreads, togetherUnroll>(data + std::size_t{i % gridDim.x} * togetherTile);
    }
    sums[blockIdx.x * togetherThreads + threadIdx.x] = sum; // consumes every loaded word
}

std::string methodOf(std::size_t bytes, const std::string& how)
{
    return "LDG.128 past L1, " + std::to_string(bytes >> 10) + " KiB again and again, " + how;
}

Prepared prepareReading(unsigned tiles)
{
    const auto data = std::make_shared<DeviceBuffer<uint4>>(randomBits(tiles * readTile * sizeof(uint4), 5));
    const auto sums = std::make_shared<DeviceBuffer<std::uint32_t>>(tiles);
    const auto launch = [=](const Launch& l) {
        forEachGrid(l.iterations, [&](unsigned passes) {
            read<<<dim3(tiles, passes), readThreads, 0, l.stream>>>(data->data(), sums->data());
        });
    };
    const auto verify = [=] {
        sums->poison();
        launch({.iterations = 1});
        std::uint32_t sum = 0;
        for (const auto part : sums->toHost()) sum ^= part;
        requireSame("XOR of all words read", sum, xorOfWords(*data));
    };
    return {static_cast<double>(data->bytes()), launch, verify,
            methodOf(data->bytes(), "blocks of 512 threads that end, 6 in flight each")};
}

Prepared prepareReadTogether(const Gpu& gpu)
{
    const unsigned blocks = gpu.smCount();
    const auto data =
        std::make_shared<DeviceBuffer<uint4>>(randomBits(std::size_t{blocks} * togetherTile * sizeof(uint4), 5));
    const auto sums = std::make_shared<DeviceBuffer<std::uint32_t>>(std::size_t{blocks} * togetherThreads);
    const auto launch = [=](const Launch& l) {
        readTogether<<<blocks, togetherThreads, 0, l.stream>>>(data->data(), l.iterations, sums->data(), l.clocks);
        checkLaunch();
    };
    const auto verify = [=] {
        sums->poison();
        launch({.iterations = blocks}); // each block reads every tile
        const auto parts = sums->toHost();
        const auto expected = xorOfWords(*data);
        for (unsigned block = 0; block < blocks; ++block) {
            std::uint32_t sum = 0;
            for (unsigned t = 0; t < togetherThreads; ++t) sum ^= parts[std::size_t{block} * togetherThreads + t];
            requireSame("XOR of all words that block " + std::to_string(block) + " read", sum, expected);
        }
    };
    return {static_cast<double>(data->bytes()), launch, verify,
            methodOf(data->bytes(), "1024 threads an SM, 3 in flight each")};
}

/// Tiles of so many vectors in an eighth of L2: that stays in either half of a split L2 (CC 8.0, 9.0) whatever else is
/// there.
unsigned tilesOf(const Gpu& gpu, unsigned vectors)
{
    return static_cast<unsigned>(gpu.device.l2_bytes.value_or(0) / 8 / (vectors * sizeof(uint4)));
}

/// What SMs ask for together is fetched once, between them and L2: there must be a tile for each.
Prepared prepareRead(const Gpu& gpu)
{
    return prepareReading(std::max(gpu.smCount(), tilesOf(gpu, readTile)));
}

/// With 132 SMs 13 MB.
Prepared prepareRead13Mb(const Gpu& gpu)
{
    return prepareReading(2 * gpu.smCount());
}

Prepared prepareWrite(const Gpu& gpu)
{
    const auto tiles = std::max(1u, tilesOf(gpu, writeTile));
    const auto data = std::make_shared<DeviceBuffer<uint4>>(std::size_t{tiles} * writeTile);
    const auto launch = [=](const Launch& l) {
        forEachGrid(l.iterations,
                    [&](unsigned passes) { write<<<dim3(tiles, passes), writeThreads, 0, l.stream>>>(data->data()); });
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
    {.name = "l2_read", .resource = core::Resource{.kind = core::ResourceKind::L2Read}, .prepare = prepareRead},
    {.name = "l2_read_13_mb", .unit = "byte/s", .prepare = prepareRead13Mb},
    {.name = "l2_read_together", .unit = "byte/s", .prepare = prepareReadTogether},
    {.name = "l2_write", .resource = core::Resource{.kind = core::ResourceKind::L2Write}, .prepare = prepareWrite},
});

} // namespace

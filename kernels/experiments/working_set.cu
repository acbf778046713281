// SPDX-License-Identifier: Apache-2.0
// The cache hierarchy: all SMs read one set again and again, from 64 KiB to far more than L2 holds.
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/experiment.h"
#include "kernels/harness/mismatches.cuh"

#include <memory>

namespace {

using namespace harness;

constexpr unsigned threads = 1024;           ///< one block an SM
constexpr unsigned unroll = 4;               ///< loads in flight a thread
constexpr unsigned piece = threads * unroll; ///< vectors that a block reads at once: 64 KiB
constexpr unsigned pieces = 16;              ///< of an iteration
constexpr std::size_t kibibyte = 1024;

__global__ void fill(uint4* data)
{
    const auto i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    data[i] = pattern(i, 0);
}

/// Which of `count` pieces a block reads in a step: any, so that blocks don't follow each other's trail through the set
/// and read what was just brought for another (in order, they do: an H200 then has 10 TB/s far beyond its L2).
__host__ __device__ unsigned pieceOf(unsigned block, unsigned step, unsigned count)
{
    unsigned x = block * 0x9E3779B1u + step * 0x85EBCA6Bu; // MurmurHash3's end: every bit depends on every other
    x = (x ^ x >> 16) * 0x85EBCA6Bu;
    x = (x ^ x >> 13) * 0xC2B2AE35u;
    x ^= x >> 16;
    return static_cast<unsigned>(std::uint64_t{x} * count >> 32);
}

__global__ void __launch_bounds__(threads, 1)
    readPieces(const uint4* data, unsigned count, std::uint32_t iterations, unsigned* sums, ClockReading* clocks)
{
    unsigned sum = 0;
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations * pieces; ++i) {
            const uint4* own = data + std::size_t{pieceOf(blockIdx.x, i, count)} * piece + threadIdx.x;
            uint4 v[unroll];
#pragma unroll
            for (unsigned u = 0; u < unroll; ++u)
                asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                             : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w)
                             : "l"(own + u * threads));
#pragma unroll
            for (unsigned u = 0; u < unroll; ++u) sum ^= v[u].x ^ v[u].y ^ v[u].z ^ v[u].w;
        }
    }
    sums[blockIdx.x * threads + threadIdx.x] = sum;
}

/// Throws Error unless some of the blocks read what they must have.
void requireSums(const std::vector<unsigned>& sums, unsigned blocks, unsigned count)
{
    for (const unsigned block : {0u, blocks / 2, blocks - 1})
        for (unsigned t = 0; t < threads; ++t) {
            unsigned expected = 0;
            for (unsigned i = 0; i < pieces * unroll; ++i) {
                const auto first = std::size_t{pieceOf(block, i / unroll, count)} * piece;
                const auto v = pattern(first + i % unroll * threads + t, 0);
                expected ^= v.x ^ v.y ^ v.z ^ v.w;
            }
            if (sums[std::size_t{block} * threads + t] != expected)
                throw core::Error("block " + std::to_string(block) + " didn't read what it must have");
        }
}

Prepared prepare(const Gpu& gpu, std::size_t bytes)
{
    check(cudaFuncSetAttribute(readPieces, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1));
    const auto data = std::make_shared<DeviceBuffer<uint4>>(bytes / sizeof(uint4));
    fill<<<static_cast<unsigned>(data->size() / threads), threads>>>(data->data());
    checkLaunch();
    const unsigned blocks = gpu.smCount();
    const auto count = static_cast<unsigned>(data->size() / piece);
    const auto sums = std::make_shared<DeviceBuffer<unsigned>>(std::size_t{blocks} * threads);
    const auto launch = [=](const Launch& l) {
        readPieces<<<blocks, threads, 0, l.stream>>>(data->data(), count, l.iterations, sums->data(), l.clocks);
        checkLaunch();
    };
    const auto verify = [=] {
        sums->poison();
        launch({.iterations = 1});
        requireSums(sums->toHost(), blocks, count);
    };
    return {static_cast<double>(sizeof(uint4)) * piece * pieces * blocks, launch, verify,
            "LDG.128, 1024 threads an SM, 4 in flight each; pieces of 64 KiB in random order, all SMs of the same set"};
}

std::vector<SweptLine> lines(const Gpu&)
{
    SweptLine line{.name = "read_by_set_bytes", .label = "reads"};
    const auto add = [&](std::size_t kibibytes) {
        line.sweep.push_back({static_cast<double>(kibibytes * kibibyte),
                              [=](const Gpu& gpu) { return prepare(gpu, kibibytes * kibibyte); }});
    };
    for (const std::size_t kib : {64, 128, 192, 256, 320, 384, 512, 768}) add(kib);
    for (const std::size_t mib : {1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048}) add(mib << 10);
    return {line};
}

/// Data cache of an SM with nothing of it for shared memory, in KiB (CUDA C++ Programming Guide, technical
/// specifications: unified data cache).
struct DataCache {
    int major;
    int minor;
    double kibibytes;
};
constexpr DataCache dataCaches[] = {{7, 5, 96},  {8, 0, 192},  {8, 6, 128},  {8, 7, 192}, {8, 9, 128},
                                    {9, 0, 256}, {10, 0, 256}, {10, 3, 256}, {12, 0, 128}};

std::vector<core::Mark> capacities(const Gpu& gpu)
{
    std::vector<core::Mark> marks;
    const auto here = gpu.device.compute_capability.value_or(core::ComputeCapability{});
    for (const auto& cache : dataCaches)
        if (here.major == cache.major && here.minor == cache.minor)
            marks.push_back({cache.kibibytes * kibibyte, "L1 of an SM"});
    if (gpu.device.l2_bytes) marks.push_back({static_cast<double>(*gpu.device.l2_bytes), "L2"});
    return marks;
}

const ExperimentRegistration registration({
    {.about = {.name = "working_set",
               .title = "Working set and caches",
               .x = {"Set that is read again and again", "byte", core::Scale::Log},
               .y = {"Bandwidth", "byte/s", core::Scale::Log},
               .lesson =
                   "Each level serves what fits into it: beyond a cache's size the next one serves more and more."},
     .x_name = "set_bytes",
     .lines = lines,
     .roofs = {{"l1_read", "L1 read"}, {"l2_read", "L2 read"}, {"dram_read", "DRAM read"}},
     .x_marks = capacities},
});

} // namespace

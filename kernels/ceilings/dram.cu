// SPDX-License-Identifier: Apache-2.0
// DRAM bandwidth by access mix: read, write, copy (1:1) and triad (2:1), on sets far larger than L2.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/experiment.h"
#include "kernels/harness/grids.h"
#include "kernels/harness/mismatches.cuh"
#include "kernels/harness/random_data.h"

#include <algorithm>
#include <memory>

namespace {

using namespace harness;

constexpr unsigned threads = 256;
constexpr std::size_t gibibyte = std::size_t{1} << 30;

// The roofs come from blocks that do one piece and end: blocks that stay keep step with each other and lose 2 % (read),
// 6 % (write), 9 % (copy) and 10 % (triad) of bandwidth, measured on an H200. The curves come from blocks that stay,
// because so many are resident as the grid has.
constexpr unsigned sumCount = 4096; ///< so many that warps seldom meet in one
constexpr unsigned piece = 8;       ///< 16-byte loads of one thread in a piece that is read

/// No line of these sets is read twice before it is evicted: keep it out of L1.
__device__ uint4 load(const uint4* address)
{
    uint4 v;
    asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(address));
    return v;
}

__device__ std::uint32_t folded(uint4 v)
{
    return v.x ^ v.y ^ v.z ^ v.w;
}

/// XOR over the warp, added to one of the sums: consumes every loaded word.
__device__ void addToSums(std::uint32_t sum, std::uint32_t* sums)
{
    for (unsigned other = 16; other > 0; other /= 2) sum ^= __shfl_xor_sync(~0u, sum, other);
    if (threadIdx.x % 32 == 0) atomicXor(sums + (blockIdx.x * (threads / 32) + threadIdx.x / 32) % sumCount, sum);
}

/// Reads one piece and ends. blockIdx.y is the pass over the set.
__global__ void __launch_bounds__(threads) read(const uint4* data, std::uint32_t* sums)
{
    const uint4* own = data + std::size_t{blockIdx.x} * piece * threads + threadIdx.x;
    uint4 v[piece];
#pragma unroll
    for (unsigned u = 0; u < piece; ++u) v[u] = load(own + u * threads);
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned u = 0; u < piece; ++u) sum ^= folded(v[u]);
    addToSums(sum, sums);
}

/// Stays and walks over the set, side by side with the other blocks, `unroll` loads in flight a thread.
template <unsigned unroll>
__global__ void __launch_bounds__(threads, 8)
    walk(const uint4* data, std::size_t vectors, std::uint32_t iterations, std::uint32_t* sums)
{
    constexpr std::size_t tile = std::size_t{threads} * unroll;
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < iterations; ++i) {
        for (std::size_t first = blockIdx.x * tile; first < vectors; first += gridDim.x * tile) {
            uint4 v[unroll];
#pragma unroll
            for (unsigned u = 0; u < unroll; ++u) v[u] = load(data + first + threadIdx.x + u * threads);
#pragma unroll
            for (unsigned u = 0; u < unroll; ++u) sum ^= folded(v[u]);
        }
    }
    addToSums(sum, sums);
}

/// The vector of a thread whose block does one piece and ends. blockIdx.y is the pass over the set.
__device__ std::size_t ownVector()
{
    return std::size_t{blockIdx.x} * threads + threadIdx.x;
}

__global__ void __launch_bounds__(threads) write(uint4* data)
{
    __stcs(data + ownVector(), pattern(ownVector(), blockIdx.y));
}

__global__ void __launch_bounds__(threads) copy(const uint4* from, uint4* to)
{
    __stcs(to + ownVector(), load(from + ownVector()));
}

constexpr float scale = 1.61803f;

__device__ float4 floats(uint4 v)
{
    return make_float4(__uint_as_float(v.x), __uint_as_float(v.y), __uint_as_float(v.z), __uint_as_float(v.w));
}

__device__ float4 scaledSum(float4 b, float4 c)
{
    return make_float4(fmaf(scale, c.x, b.x), fmaf(scale, c.y, b.y), fmaf(scale, c.z, b.z), fmaf(scale, c.w, b.w));
}

/// a[i] = b[i] + s*c[i]; 2 flop, 12 bytes an element (float).
__global__ void __launch_bounds__(threads) triad(float4* a, const uint4* b, const uint4* c)
{
    const auto vb = load(b + ownVector());
    const auto vc = load(c + ownVector());
    __stcs(a + ownVector(), scaledSum(floats(vb), floats(vc)));
}

std::string methodOf(const std::string& instructions, std::size_t bytes)
{
    return instructions + ", arrays of " + std::to_string(bytes >> 20) + " MiB";
}

/// One block a piece, one row of blocks a pass.
dim3 gridOf(std::size_t vectors, unsigned passes)
{
    return {static_cast<unsigned>(vectors / threads), passes};
}

/// launch(data, sums, launch) for a set of so many bytes.
template <typename LaunchRead>
Prepared prepareReading(std::size_t bytes, const std::string& method, const LaunchRead& launchRead)
{
    const auto data = std::make_shared<DeviceBuffer<uint4>>(randomBits(bytes, 1));
    const auto sums = std::make_shared<DeviceBuffer<std::uint32_t>>(sumCount);
    const auto launch = [=](const Launch& l) { launchRead(*data, sums->data(), l); };
    const auto verify = [=] {
        check(cudaMemset(sums->data(), 0, sums->bytes()));
        launch({.iterations = 1});
        std::uint32_t sum = 0;
        for (const auto part : sums->toHost()) sum ^= part;
        requireSame("XOR of all words read", sum, xorOfWords(*data));
    };
    return {static_cast<double>(data->bytes()), launch, verify, methodOf(method, bytes)};
}

template <std::size_t bytes> Prepared prepareRead(const Gpu&)
{
    return prepareReading(bytes, "LDG.128, 8 in flight a thread",
                          [](const DeviceBuffer<uint4>& data, std::uint32_t* sums, const Launch& l) {
                              forEachGrid(l.iterations, [&](unsigned passes) {
                                  const auto grid = gridOf(data.size() / piece, passes);
                                  read<<<grid, threads, 0, l.stream>>>(data.data(), sums);
                              });
                          });
}

/// 512 MiB is as small as a set can be without L2 holding a part of it that counts.
template <unsigned unroll> Prepared prepareWalk(const Gpu& gpu, unsigned blocksPerSm)
{
    const unsigned blocks = gpu.smCount() * blocksPerSm;
    return prepareReading(gibibyte / 2, "LDG.128, blocks that stay",
                          [blocks](const DeviceBuffer<uint4>& data, std::uint32_t* sums, const Launch& l) {
                              walk<unroll>
                                  <<<blocks, threads, 0, l.stream>>>(data.data(), data.size(), l.iterations, sums);
                              checkLaunch();
                          });
}

/// Reads with so many blocks of 8 warps an SM, from one to all that fit.
template <unsigned unroll> std::vector<SweepPoint> byOccupancy()
{
    std::vector<SweepPoint> points;
    for (unsigned blocks = 1; blocks <= 8; ++blocks)
        points.push_back(
            {blocks * threads / 32.0, [blocks](const Gpu& gpu) { return prepareWalk<unroll>(gpu, blocks); }});
    return points;
}

/// Reads with so many 16-byte loads in flight on an SM, by threads and by loads a thread.
template <unsigned unroll, unsigned blocksPerSm> SweepPoint inFlight()
{
    return {16.0 * threads * unroll * blocksPerSm,
            [](const Gpu& gpu) { return prepareWalk<unroll>(gpu, blocksPerSm); }};
}

Prepared prepareWrite(const Gpu&)
{
    const auto data = std::make_shared<DeviceBuffer<uint4>>(2 * gibibyte / sizeof(uint4));
    const auto launch = [=](const Launch& l) {
        forEachGrid(l.iterations, [&](unsigned passes) {
            write<<<gridOf(data->size(), passes), threads, 0, l.stream>>>(data->data());
        });
    };
    const auto verify = [=] {
        data->poison();
        launch({.iterations = 1});
        const auto* written = data->data();
        requireNoMismatch("vectors written", data->size(),
                          [written] __device__(std::size_t i) { return same(written[i], pattern(i, 0)); });
    };
    return {static_cast<double>(data->bytes()), launch, verify, methodOf("STG.128", data->bytes())};
}

Prepared prepareCopy(const Gpu&)
{
    const auto from = std::make_shared<DeviceBuffer<uint4>>(randomBits(2 * gibibyte, 2));
    const auto to = std::make_shared<DeviceBuffer<uint4>>(from->size());
    const auto launch = [=](const Launch& l) {
        forEachGrid(l.iterations, [&](unsigned passes) {
            copy<<<gridOf(from->size(), passes), threads, 0, l.stream>>>(from->data(), to->data());
        });
    };
    const auto verify = [=] {
        to->poison();
        launch({.iterations = 1});
        const auto* source = from->data();
        const auto* target = to->data();
        requireNoMismatch("vectors copied", from->size(),
                          [source, target] __device__(std::size_t i) { return same(source[i], target[i]); });
    };
    return {2.0 * static_cast<double>(from->bytes()), launch, verify, methodOf("LDG.128 and STG.128", from->bytes())};
}

Prepared prepareTriad(const Gpu&)
{
    constexpr std::size_t count = 2 * gibibyte / sizeof(float);
    const auto a = std::make_shared<DeviceBuffer<float4>>(count / 4);
    const auto b = std::make_shared<DeviceBuffer<float>>(randomFloats(count, 3));
    const auto c = std::make_shared<DeviceBuffer<float>>(randomFloats(count, 4));
    const auto launch = [=](const Launch& l) {
        forEachGrid(l.iterations, [&](unsigned passes) {
            triad<<<gridOf(count / 4, passes), threads, 0, l.stream>>>(
                a->data(), reinterpret_cast<const uint4*>(b->data()), reinterpret_cast<const uint4*>(c->data()));
        });
    };
    const auto verify = [=] {
        a->poison();
        launch({.iterations = 1});
        const auto* sum = reinterpret_cast<const float*>(a->data());
        const auto* pb = b->data();
        const auto* pc = c->data();
        requireNoMismatch("elements of the triad", count,
                          [=] __device__(std::size_t i) { return sum[i] == fmaf(scale, pc[i], pb[i]); });
    };
    return {3.0 * static_cast<double>(b->bytes()), launch, verify, methodOf("LDG.128 and STG.128", b->bytes())};
}

const core::Resource dram{.kind = core::ResourceKind::Dram};
const Registration registration({
    {.name = "dram_read", .resource = dram, .access_mix = "read", .prepare = prepareRead<2 * gibibyte>},
    {.name = "dram_write", .resource = dram, .access_mix = "write", .prepare = prepareWrite},
    {.name = "dram_copy", .resource = dram, .access_mix = "copy", .prepare = prepareCopy},
    {.name = "dram_triad", .resource = dram, .access_mix = "triad", .prepare = prepareTriad},
    {.name = "dram_read_512_mib", .unit = "byte/s", .prepare = prepareRead<gibibyte / 2>},
    {.name = "dram_read_by_occupancy", .unit = "byte/s", .x_name = "warps_per_sm", .sweep = byOccupancy<4>()},
    {.name = "dram_read_by_bytes_in_flight",
     .unit = "byte/s",
     .x_name = "bytes_in_flight_per_sm",
     .sweep = {inFlight<1, 1>(), inFlight<1, 2>(), inFlight<1, 3>(), inFlight<1, 4>(), inFlight<1, 6>(),
               inFlight<1, 8>(), inFlight<2, 6>(), inFlight<2, 8>(), inFlight<4, 8>(), inFlight<8, 8>()}},
});

template <unsigned unroll> SweptLine occupancyLine(const std::string& name)
{
    const auto littlesLaw = [](const Known& known, double warps) -> std::optional<double> {
        const auto roof = known.roofs.find("dram_read");
        if (roof == known.roofs.end()) return std::nullopt;
        return std::min(known.first.y[0] / known.first.x[0] * warps, roof->second);
    };
    return {.name = name,
            .label = std::to_string(unroll) + (unroll == 1 ? " load" : " loads") + " in flight a thread",
            .sweep = byOccupancy<unroll>(),
            .model = littlesLaw};
}

const ExperimentRegistration experiments({
    {.about = {.name = "occupancy",
               .title = "Occupancy and bandwidth",
               .x = {"Warps an SM", "", core::Scale::Linear},
               .y = {"DRAM read bandwidth", "byte/s", core::Scale::Linear},
               .model = "Little's law: bytes in flight / latency, so bandwidth rises with the warps from the first "
                        "point up to the roof",
               .lesson =
                   "Bandwidth needs bytes in flight, not occupancy as such: with more loads a thread, fewer warps "
                   "will do."},
     .x_name = "warps_per_sm",
     .lines =
         [](const Gpu&) {
             return std::vector{occupancyLine<1>("dram_read_by_occupancy_1"),
                                occupancyLine<2>("dram_read_by_occupancy_2"),
                                occupancyLine<4>("dram_read_by_occupancy")};
         },
     .roofs = {{"dram_read", "DRAM read"}}},
});

} // namespace

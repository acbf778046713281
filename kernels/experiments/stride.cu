// SPDX-License-Identifier: Apache-2.0
// Strided reads: of each piece that DRAM moves, a smaller and smaller part is wanted.
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/experiment.h"
#include "kernels/harness/grids.h"
#include "kernels/harness/random_data.h"

#include <algorithm>
#include <memory>

namespace {

using namespace harness;

constexpr unsigned threads = 256;
constexpr unsigned loads = 8; ///< of one thread, all in flight
constexpr unsigned tile = threads * loads;
constexpr std::size_t setBytes = std::size_t{1} << 30; ///< so large that nothing of it is in L2 when it comes again
constexpr unsigned sumCount = 4096;                    ///< so many that warps seldom meet in one

/// A block XORs one tile of the wanted words; blockIdx.y is the pass.
__global__ void __launch_bounds__(threads) readStrided(const unsigned* words, unsigned stride, unsigned* sums)
{
    const unsigned* own = words + (std::size_t{blockIdx.x} * tile + threadIdx.x) * stride;
    unsigned v[loads];
#pragma unroll
    for (unsigned u = 0; u < loads; ++u) v[u] = __ldcs(own + std::size_t{u} * threads * stride);
    unsigned sum = 0;
#pragma unroll
    for (unsigned u = 0; u < loads; ++u) sum ^= v[u];
    for (unsigned other = 16; other > 0; other /= 2) sum ^= __shfl_xor_sync(~0u, sum, other);
    if (threadIdx.x % 32 == 0) atomicXor(sums + (blockIdx.x * (threads / 32) + threadIdx.x / 32) % sumCount, sum);
}

/// The same as plain as can be.
__global__ void xorOfWanted(const unsigned* words, std::size_t count, unsigned stride, unsigned* sum)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) atomicXor(sum, words[i * stride]);
}

unsigned expectedXor(const unsigned* words, std::size_t count, unsigned stride)
{
    DeviceBuffer<unsigned> sum(1);
    check(cudaMemset(sum.data(), 0, sum.bytes()));
    xorOfWanted<<<static_cast<unsigned>((count + 255) / 256), 256>>>(words, count, stride, sum.data());
    checkLaunch();
    return sum.toHost()[0];
}

Prepared prepare(unsigned stride)
{
    const auto data = std::make_shared<DeviceBuffer<uint4>>(randomBits(setBytes, 1));
    const auto sums = std::make_shared<DeviceBuffer<unsigned>>(sumCount);
    const auto* words = reinterpret_cast<const unsigned*>(data->data());
    const auto blocks = static_cast<unsigned>(setBytes / sizeof(unsigned) / stride / tile);
    const auto launch = [=](const Launch& l) {
        forEachGrid(l.iterations, [&](unsigned passes) {
            readStrided<<<dim3(blocks, passes), threads, 0, l.stream>>>(words, stride, sums->data());
        });
    };
    const auto verify = [=] {
        check(cudaMemset(sums->data(), 0, sums->bytes()));
        launch({.iterations = 1});
        unsigned sum = 0;
        for (const auto part : sums->toHost()) sum ^= part;
        if (sum != expectedXor(words, std::size_t{blocks} * tile, stride))
            throw core::Error("the XOR of all words read is wrong");
        static_cast<void>(data); // lives as long as this
    };
    return {4.0 * tile * blocks, launch, verify, "LDG.32, 8 in flight a thread, a set of 1024 MiB"};
}

/// What DRAM moves at least for one float: HBM has 64 bytes a burst, GDDR the sector of L2.
double leastBytes(const Gpu& gpu)
{
    const auto here = gpu.device.compute_capability.value_or(core::ComputeCapability{});
    const int number = 10 * here.major + here.minor;
    const bool hasHbm = number == 80 || number == 90 || number == 100 || number == 103;
    return hasHbm ? 64 : 32;
}

std::vector<SweptLine> lines(const Gpu&)
{
    SweptLine line{.name = "read_by_stride", .label = "reads"};
    for (const unsigned stride : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32})
        line.sweep.push_back({static_cast<double>(stride), [stride](const Gpu&) { return prepare(stride); }});
    line.model = [](const Known& known, double stride) {
        return std::optional(known.first.y[0] * known.first.x[0] * 4 / std::min(4 * stride, leastBytes(known.gpu)));
    };
    return {line};
}

const ExperimentRegistration registration({
    {.about = {.name = "stride",
               .title = "Stride and bandwidth",
               .x = {"Stride", "floats", core::Scale::Log},
               .y = {"Useful bandwidth", "byte/s", core::Scale::Log},
               .model =
                   "Bandwidth at stride 1 / stride, until each float costs a whole piece of DRAM (64 bytes of HBM, "
                   "32 of GDDR)",
               .lesson = "Memory moves sectors, not floats: neighbours that read with a stride throw the rest away."},
     .x_name = "stride",
     .lines = lines,
     .roofs = {{"dram_read", "DRAM read"}}},
});

} // namespace

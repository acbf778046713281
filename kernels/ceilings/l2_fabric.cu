// SPDX-License-Identifier: Apache-2.0
// Writes over the fabric between the halves of L2 (CC 8.0, 9.0, 10.x): every SM writes only lines whose home is the
// other half. A figure and no roof (docs/adr/0011): 100.0 % of the bytes written here are counted as crossing, but
// other kernels cross faster. Nothing makes reads cross again and again, because either half keeps copies of the
// other's lines (H200, counted: of 6.5 and 26 MB read by all SMs again and again 0.01 % of the bytes).
#include "kernels/harness/benchmark.h"
#include "kernels/harness/grids.h"
#include "kernels/harness/mismatches.cuh"

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <span>

namespace {

using namespace harness;

constexpr unsigned threads = 1024;
constexpr unsigned vectorsPerLine = 8;          ///< of 16 bytes
constexpr unsigned linesPerBlock = 512;         ///< that a block writes: 64 KiB
constexpr unsigned linesPerSm = 1280;           ///< from which an SM takes its far ones: about a half, 512 are enough
constexpr std::uint32_t poisoned = 0xA5A5A5A5u; ///< what DeviceBuffer::poison leaves
constexpr unsigned rounds = 4;                  ///< of timing, of which the fastest counts

/// PTX doesn't promise that the numbers have no gaps: two SMs with one list would show in the counters.
__device__ unsigned smId(unsigned sms)
{
    unsigned id;
    asm("mov.u32 %0, %%smid;" : "=r"(id));
    return id % sms;
}

__device__ std::size_t firstVector(unsigned sm, unsigned line)
{
    return (std::size_t{sm} * linesPerSm + line) * vectorsPerLine;
}

/// One thread an SM times an atomic on each of the SM's lines. More blocks than SMs: some SM may get two, none may
/// miss.
__global__ void timeLines(uint4* data, unsigned sms, std::uint32_t* clocks)
{
    const unsigned sm = smId(sms);
    for (unsigned round = 0; round < rounds; ++round)
        for (unsigned line = 0; line < linesPerSm; ++line) {
            auto* word = &data[firstVector(sm, line)].x;
            const auto start = clock64();
            const auto old = atomicAdd(word, 0u);
            if (old != poisoned) __trap(); // waits for the answer
            atomicMin(&clocks[sm * linesPerSm + line], static_cast<std::uint32_t>(clock64() - start));
        }
}

/// A block writes the far lines of the SM that it runs on, and ends.
__global__ void __launch_bounds__(threads) writeFar(uint4* data, const std::uint32_t* farLines)
{
    const unsigned sm = smId(gridDim.x);
#pragma unroll
    for (unsigned u = 0; u < linesPerBlock * vectorsPerLine / threads; ++u) {
        const unsigned vector = u * threads + threadIdx.x;
        const auto at =
            firstVector(sm, farLines[sm * linesPerBlock + vector / vectorsPerLine]) + vector % vectorsPerLine;
        data[at] = pattern(at, 0);
    }
}

/// Of an SM: those that answer as late as the other half does (H200: 460 to 550 clocks, the near half 270 to 350), in
/// no order. The latest alone would be those of a few far slices.
std::vector<std::uint32_t> farLines(std::span<const std::uint32_t> clocks, std::uint32_t seed)
{
    std::vector<std::uint32_t> sorted(clocks.begin(), clocks.end());
    std::ranges::sort(sorted);
    const auto early = sorted[linesPerSm / 10];
    const auto late = sorted[linesPerSm - linesPerSm / 10];
    constexpr double least = 1.25; // between the halves
    if (late < least * early) throw Unavailable("all of L2 answers in about the same time: it is in one piece");
    std::vector<std::uint32_t> far;
    for (std::uint32_t line = 0; line < linesPerSm; ++line)
        if (clocks[line] > (early + late) / 2) far.push_back(line);
    if (far.size() < linesPerBlock) throw Unavailable("too few lines of the other half were found");
    std::ranges::shuffle(far, std::mt19937(seed));
    far.resize(linesPerBlock);
    return far;
}

/// The same of all SMs, 512 each.
std::vector<std::uint32_t> farLinesOfAll(const DeviceBuffer<uint4>& data, unsigned sms)
{
    DeviceBuffer<std::uint32_t> timed(std::size_t{sms} * linesPerSm);
    data.poison();
    check(cudaMemset(timed.data(), 0xFF, timed.bytes()));
    timeLines<<<8 * sms, 1>>>(data.data(), sms, timed.data());
    checkLaunch();
    const auto clocks = timed.toHost();
    std::vector<std::uint32_t> lines;
    for (unsigned sm = 0; sm < sms; ++sm)
        std::ranges::copy(farLines(std::span(clocks).subspan(sm * linesPerSm, linesPerSm), sm),
                          std::back_inserter(lines));
    return lines;
}

Prepared prepare(const Gpu& gpu)
{
    const unsigned sms = gpu.smCount();
    const auto data = std::make_shared<DeviceBuffer<uint4>>(std::size_t{sms} * linesPerSm * vectorsPerLine);
    const auto far = std::make_shared<DeviceBuffer<std::uint32_t>>(std::size_t{sms} * linesPerBlock);
    far->fromHost(farLinesOfAll(*data, sms));
    const auto launch = [=](const Launch& l) {
        forEachGrid(l.iterations, [&](unsigned passes) {
            writeFar<<<dim3(sms, passes), threads, 0, l.stream>>>(data->data(), far->data());
        });
    };
    const auto verify = [=] {
        data->poison();
        launch({.iterations = 64}); // so that every SM gets a block
        const auto* written = data->data();
        const auto* lines = far->data();
        requireNoMismatch("vectors written", far->size() * vectorsPerLine, [=] __device__(std::size_t i) {
            const auto at =
                (i / vectorsPerLine / linesPerBlock * linesPerSm + lines[i / vectorsPerLine]) * vectorsPerLine +
                i % vectorsPerLine;
            return same(written[at], pattern(at, 0));
        });
    };
    return {static_cast<double>(sms) * linesPerBlock * vectorsPerLine * sizeof(uint4), launch, verify,
            "STG.128 to lines of the other half, by the time of an atomic"};
}

const Registration registration({{.name = "l2_fabric_write",
                                  .unit = "byte/s",
                                  .from = {8, 0},
                                  .to = {10, 3},
                                  .not_on = {{8, 6}, {8, 7}, {8, 9}}, // L2 in one piece
                                  .prepare = prepare}});

} // namespace

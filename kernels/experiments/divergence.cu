// SPDX-License-Identifier: Apache-2.0
// Divergence: threads go so many ways, either the lanes of each warp or whole warps.
#include "kernels/experiments/chains.cuh"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/experiment.h"
#include "kernels/harness/verified.h"

namespace {

using namespace harness;
using namespace experiments;

constexpr unsigned threads = 1024; ///< one block an SM
constexpr unsigned steps = 4096;   ///< FMA of one way; many, so that finding the way takes little
constexpr unsigned mostWays = 32;

/// Each way has a constant of its own; exact, so that the host gets the same.
__host__ __device__ constexpr float addendOf(unsigned way)
{
    return 0.25f + 0x1p-6f * static_cast<float>(way);
}

/// together: threads in a row that go the same way, 1 or 32.
__global__ void __launch_bounds__(threads, 1)
    diverge(unsigned ways, unsigned together, std::uint32_t iterations, float* results, ClockReading* clocks)
{
    const unsigned own = threadIdx.x / together % ways;
    float x = seedOf(threadIdx.x);
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
#pragma unroll 1
            for (unsigned way = 0; way < ways; ++way)
                if (way == own) x = chain<steps>(x, addendOf(way));
        }
    }
    results[blockIdx.x * threads + threadIdx.x] = x;
}

Prepared prepare(const Gpu& gpu, unsigned ways, unsigned together)
{
    const unsigned blocks = gpu.smCount();
    constexpr std::uint32_t verified = 2;
    return prepareVerified<float>(
        2.0 * steps * threads * blocks, "FFMA, a chain of 4096 a way, 1024 threads an SM",
        {.result_count = std::size_t{blocks} * threads,
         .launch =
             [=](const Launch& l, float* results) {
                 diverge<<<blocks, threads, 0, l.stream>>>(ways, together, l.iterations, results, l.clocks);
             },
         .require =
             [=](const std::vector<float>& results) {
                 std::vector<float> expected;
                 for (unsigned t = 0; t < threads; ++t)
                     expected.push_back(chain<verified * steps>(seedOf(t), addendOf(t / together % ways)));
                 requireEach(results, expected);
             },
         .verified_iterations = verified});
}

SweptLine line(const std::string& name, const std::string& label, unsigned together)
{
    SweptLine line{.name = name, .label = label};
    for (unsigned ways = 1; ways <= mostWays; ways *= 2)
        line.sweep.push_back({static_cast<double>(ways), [=](const Gpu& gpu) { return prepare(gpu, ways, together); }});
    return line;
}

std::vector<SweptLine> lines(const Gpu&)
{
    auto byLane = line("fp32_by_ways_of_lanes", "lanes part", 1);
    byLane.model = [](const Known& known, double ways) {
        return std::optional(known.first.y[0] * known.first.x[0] / ways);
    };
    return {byLane, line("fp32_by_ways_of_warps", "whole warps part", 32)};
}

const ExperimentRegistration registration({
    {.about = {.name = "divergence",
               .title = "Warp divergence",
               .x = {"Ways", "", core::Scale::Log},
               .y = {"Useful FP32", "FLOP/s", core::Scale::Log},
               .model = "Rate of one way / ways, where the lanes of a warp part",
               .lesson = "A warp takes the ways of its lanes one after the other; whole warps that go different ways "
                         "cost little: their instructions alone must be fetched."},
     .x_name = "ways",
     .lines = lines},
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// Little's law in arithmetic: warps an SM times independent chains a thread are the instructions in flight.
#include "core/theoretical.h"
#include "kernels/experiments/chains.cuh"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/experiment.h"
#include "kernels/harness/verified.h"

#include <algorithm>

namespace {

using namespace harness;
using namespace experiments;

constexpr unsigned mostThreads = 1024; ///< one block an SM: its warps are those of the SM
constexpr unsigned steps = 64;         ///< of each chain in an iteration

template <unsigned chains>
__global__ void __launch_bounds__(mostThreads, 1) run(std::uint32_t iterations, float* results, ClockReading* clocks)
{
    float x[chains];
#pragma unroll
    for (unsigned c = 0; c < chains; ++c) x[c] = seedOf(threadIdx.x + c);
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
#pragma unroll
            for (unsigned s = 0; s < steps; ++s)
#pragma unroll
                for (unsigned c = 0; c < chains; ++c) x[c] = fmaf(factor, x[c], 0.4f);
        }
    }
    auto* mine = results + (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * chains;
#pragma unroll
    for (unsigned c = 0; c < chains; ++c) mine[c] = x[c];
}

template <unsigned chains> Prepared prepare(const Gpu& gpu, unsigned warps)
{
    const unsigned blocks = gpu.smCount();
    const unsigned threads = warps * 32;
    constexpr std::uint32_t verified = 2;
    return prepareVerified<float>(2.0 * steps * chains * threads * blocks, "FFMA, chains of each thread side by side",
                                  {.result_count = std::size_t{blocks} * threads * chains,
                                   .launch =
                                       [=](const Launch& l, float* results) {
                                           run<chains>
                                               <<<blocks, threads, 0, l.stream>>>(l.iterations, results, l.clocks);
                                       },
                                   .require =
                                       [](const std::vector<float>& results) {
                                           std::vector<float> expected;
                                           for (unsigned lane = 0; lane < 32; ++lane)
                                               for (unsigned c = 0; c < chains; ++c)
                                                   expected.push_back(chain<verified * steps>(seedOf(lane + c), 0.4f));
                                           requireEach(results, expected);
                                       },
                                   .verified_iterations = verified});
}

/// FLOP a second: each scheduler, of four an SM, has warps x chains FMA in flight, of which one takes four clocks
/// (dependent FFMA, CC 7.0 and later); and all of them have the lanes that theory counts.
template <unsigned chains> std::optional<double> littlesLaw(const Known& known, double warps)
{
    constexpr double schedulers = 4;
    constexpr double latency_clocks = 4;
    if (!known.sm_clock_hz) return std::nullopt;
    const auto peak =
        core::theoreticalCeiling({.kind = core::ResourceKind::Fp32}, known.gpu.device, {.sm_hz = known.sm_clock_hz});
    if (!peak) return std::nullopt;
    const double ofScheduler = peak->rate_per_s / schedulers / known.gpu.smCount(); // at most
    const double used = std::min(warps, schedulers);
    const double inFlight = 64 * warps * chains / latency_clocks * *known.sm_clock_hz; // FLOP a second and SM
    return std::min(inFlight, used * ofScheduler) * known.gpu.smCount();
}

template <unsigned chains> SweptLine line()
{
    SweptLine line{.name = "fp32_by_warps_" + std::to_string(chains),
                   .label = std::to_string(chains) + (chains == 1 ? " chain a thread" : " chains a thread")};
    for (const unsigned warps : {1, 2, 4, 8, 12, 16, 24, 32})
        line.sweep.push_back(
            {static_cast<double>(warps), [warps](const Gpu& gpu) { return prepare<chains>(gpu, warps); }});
    line.model = littlesLaw<chains>;
    return line;
}

const ExperimentRegistration registration({
    {.about = {.name = "ilp",
               .title = "Independent instructions and warps",
               .x = {"Warps an SM", "", core::Scale::Log},
               .y = {"FP32", "FLOP/s", core::Scale::Log},
               .model = "Little's law: 64 FLOP x warps x chains / 4 clocks an SM, up to the lanes of the schedulers "
                        "that have a warp",
               .lesson = "An FMA takes four clocks: warps x chains in flight must fill them (16 an SM of 128 lanes), "
                         "and each of its four schedulers needs a warp at least."},
     .x_name = "warps_per_sm",
     .lines =
         [](const Gpu&) {
             return std::vector{line<1>(), line<2>(), line<4>(), line<8>()};
         },
     .roofs = {{"fp32", "FP32"}}},
});

} // namespace

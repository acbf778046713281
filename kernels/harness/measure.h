// SPDX-License-Identifier: Apache-2.0
// The only place with timing: warms up, repeats until the spread is small, and says under which clocks.
#pragma once

#include "core/ceiling.h"
#include "kernels/harness/benchmark.h"
#include "kernels/harness/monitor.h"

#include <cstddef>
#include <functional>
#include <optional>

namespace harness {

/// How long to try.
struct Effort {
    double launch_s = 4e-3;  ///< length of one timed launch
    double warm_up_s = 0.03; ///< at least; then until the clock settles
    double longest_warm_up_s = 0.15;
    std::size_t least_repeats = 9;
    double least_s = 0.05; ///< of repeats
    double longest_s = 0.15;
    double spread_ratio = 0.0015; ///< half of p10..p90 over the median: good enough
};
constexpr Effort quick{};
/// One of the many points of a curve.
constexpr Effort quickPoint{.launch_s = 2e-3,
                            .warm_up_s = 0.005,
                            .longest_warm_up_s = 0.03,
                            .least_repeats = 9,
                            .least_s = 0,
                            .longest_s = 0.05};
constexpr Effort thoroughPoint{.launch_s = 4e-3,
                               .warm_up_s = 0.02,
                               .longest_warm_up_s = 0.1,
                               .least_repeats = 21,
                               .least_s = 0.1,
                               .longest_s = 0.2};
constexpr Effort thorough{.launch_s = 6e-3,
                          .warm_up_s = 0.2,
                          .longest_warm_up_s = 0.6,
                          .least_repeats = 30,
                          .least_s = 0.4,
                          .longest_s = 1.0,
                          .spread_ratio = 0.0005};

struct Measurement {
    core::Spread rate_per_s;           ///< work of a launch over its time
    std::optional<double> sm_clock_hz; ///< median of the repeats, by clock64 over globaltimer inside the kernels
    MonitoredState state;
};

/// Whether the user has asked to stop.
using Cancelled = std::function<bool()>;

/// Who looks on while the repeats run.
struct Watch {
    Cancelled cancelled;                                          ///< asked before each repeat
    std::function<void(const Measurement& so_far)> measured = {}; ///< told a few times a second, without `state`
};

/// Runs on the current device. Throws CudaError; std::nullopt if cancelled before the end: half a number is none.
std::optional<Measurement> measure(const Prepared& prepared, const Effort& effort, Monitor& monitor,
                                   const Watch& watch);

} // namespace harness

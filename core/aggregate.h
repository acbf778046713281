// SPDX-License-Identifier: Apache-2.0
// Several launches as one: sums over sums, never the mean of ratios.
#pragma once

#include "core/roofline.h"

#include <span>

namespace core {

/// A launch of the group and its time.
struct LaunchAnalysis {
    const KernelAnalysis* analysis = nullptr;
    double duration_s = 0;
};

/// The group as if it were one kernel: work and times added up, points at (sum FLOP / sum bytes, sum FLOP / sum time),
/// efficiency = the share of the resource with the largest summed time. What one launch doesn't know the group doesn't
/// know either, tensor pipes excepted: a pipe that a launch doesn't mention did nothing. One launch comes back
/// unchanged.
KernelAnalysis aggregate(std::span<const LaunchAnalysis> launches);

} // namespace core

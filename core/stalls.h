// SPDX-License-Identifier: Apache-2.0
// Why warps did not issue: a lead, not a verdict.
#pragma once

#include "core/kernel_measurement.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct Stall {
    std::string reason; ///< NVIDIA's name in ratios: "long_scoreboard"; gmma and warpgroup_arrive are one, "gmma"
    std::optional<double> cycles_per_issue = {}; ///< warps in that state per cycle with an issue
    std::optional<std::uint64_t> samples = {};
    std::optional<std::uint64_t> samples_not_issued = {}; ///< of samples in which the scheduler issued nothing
};

struct StallBreakdown {
    std::vector<Stall> stalls;                        ///< largest first, without "selected"
    std::optional<double> cycles_between_issues = {}; ///< of a warp: all reasons and "selected" together
    std::optional<double> issue_active_ratio = {};    ///< share of cycles in which a scheduler issued
    std::optional<double> issues = {};                ///< cycles with an issue, over all schedulers
    std::optional<double> duration_s = {};
};

/// None when neither ratios nor samples were collected, and for ranges (they mix kernels); a graph's are over it all.
std::optional<StallBreakdown> stallBreakdown(const KernelMeasurement& kernel);

/// Share of a reason in all stall cycles of several launches, each weighed by its issues, or by its time where a launch
/// doesn't tell them. None where no launch tells cycles, or several tell neither weight.
std::optional<double> stallShare(std::span<const StallBreakdown> launches, std::string_view reason);

struct StallMeaning {
    std::string_view meaning; ///< in a line; a source string for translation
    std::string_view remedy;  ///< empty for a reason that calls for none
};
/// What a reason means and what usually helps; none for an unknown one. Takes the names of ratios and of samples.
std::optional<StallMeaning> stallMeaning(std::string_view reason);

/// Counters that stallBreakdown reads.
std::span<const std::string_view> stallCounters();

} // namespace core

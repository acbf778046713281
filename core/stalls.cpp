// SPDX-License-Identifier: Apache-2.0
#include "core/stalls.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace core {
namespace {

/// A reason by its name in ratios, and in samples where that differs.
struct Reason {
    std::string_view in_ratios;
    std::string_view in_samples = in_ratios;
};

// All reasons of compute capability 6.0 to 12.1. Parts of a reason (long_scoreboard_pipe_l1tex,
// mio_throttle_pipe_mio) are left out: they would be counted twice.
constexpr Reason reasons[] = {
    {"barrier"},
    {"branch_resolving"},
    {"dispatch_stall"},
    {"drain"},
    {"imc_miss"},
    {"lg_throttle"},
    {"long_scoreboard"},
    {"math_pipe_throttle"},
    {"membar"},
    {"mio_throttle"},
    {"misc"},
    {"no_instruction", "no_instructions"},
    {"not_selected"},
    {"short_scoreboard"},
    {"sleeping"},
    {"tex_throttle"},
    {"wait"},
    {"gmma", "warpgroup_arrive"},
    {"allocation_stall"},
    {"tile_allocation_stall"},
};
constexpr std::string_view selected = "selected";

constexpr std::string_view counterNames[] = {"smsp__average_warps_issue_stalled_*",
                                             "smsp__pcsamp_warps_issue_stalled_*",
                                             "smsp__pcsamp_warp_stall_*",
                                             "smsp__issue_active.avg.per_cycle_active",
                                             "smsp__issue_active.avg.pct_of_peak_sustained_active",
                                             "smsp__issue_active.sum",
                                             "smsp__inst_issued.sum"};

Name ratioOf(std::string_view reason)
{
    return Name("smsp__average_warps_issue_stalled_" + std::string(reason) + "_per_issue_active.ratio");
}

/// Where a reason's figures are. Composed once: Name looks texts up in a table.
struct ReasonCounters {
    std::string_view reason;
    Name ratio;
    std::array<Name, 2> samples; ///< from compute capability 7.0 on; 6.x
    std::array<Name, 2> samples_not_issued;
};

ReasonCounters countersOf(const Reason& reason)
{
    const auto sampled = "smsp__pcsamp_warps_issue_stalled_" + std::string(reason.in_samples);
    const auto sampledBefore7 = "smsp__pcsamp_warp_stall_" + std::string(reason.in_samples);
    return {.reason = reason.in_ratios,
            .ratio = ratioOf(reason.in_ratios),
            .samples = {Name(sampled), Name(sampledBefore7)},
            .samples_not_issued = {Name(sampled + "_not_issued"), Name(sampledBefore7 + "_not_issued")}};
}

const std::vector<ReasonCounters>& reasonCounters()
{
    static const auto all = [] {
        std::vector<ReasonCounters> counters;
        std::ranges::transform(reasons, std::back_inserter(counters), countersOf);
        return counters;
    }();
    return all;
}

std::optional<std::uint64_t> firstCount(const CounterSet& counters, std::span<const Name> names)
{
    for (const auto name : names)
        if (const auto count = counters.count(name)) return count;
    return {};
}

std::vector<Stall> collectedStalls(const CounterSet& counters)
{
    std::vector<Stall> stalls;
    for (const auto& from : reasonCounters()) {
        Stall stall{.reason = std::string(from.reason),
                    .cycles_per_issue = counters.number(from.ratio),
                    .samples = firstCount(counters, from.samples),
                    .samples_not_issued = firstCount(counters, from.samples_not_issued)};
        if (stall.cycles_per_issue || stall.samples || stall.samples_not_issued) stalls.push_back(std::move(stall));
    }
    return stalls;
}

/// The time of a warp from one issue to the next: it is in one state or another for all of it.
std::optional<double> cyclesBetweenIssues(const CounterSet& counters, const std::vector<Stall>& stalls)
{
    static const Name selectedRatio = ratioOf(selected);
    const auto issuing = counters.number(selectedRatio);
    if (!issuing) return {};
    return std::accumulate(stalls.begin(), stalls.end(), *issuing,
                           [](double sum, const Stall& stall) { return sum + stall.cycles_per_issue.value_or(0); });
}

std::optional<double> issueActive(const CounterSet& counters)
{
    if (const auto perCycle = counters.number(Name("smsp__issue_active.avg.per_cycle_active"))) return perCycle;
    const auto percent = counters.number(Name("smsp__issue_active.avg.pct_of_peak_sustained_active"));
    return percent ? std::optional(*percent / 100) : std::nullopt;
}

/// A scheduler issues at most one instruction a cycle (since compute capability 7.0), so both counters are the same.
std::optional<double> issueCycles(const CounterSet& counters)
{
    if (const auto cycles = counters.number(Name("smsp__issue_active.sum"))) return cycles;
    return counters.number(Name("smsp__inst_issued.sum"));
}

using Weight = std::optional<double> StallBreakdown::*;

/// What stands for the launches' number of issues; none where there is nothing that all of them tell.
std::optional<Weight> commonWeight(std::span<const StallBreakdown> launches)
{
    for (const auto weight : {&StallBreakdown::issues, &StallBreakdown::duration_s})
        if (std::ranges::all_of(launches, [weight](const StallBreakdown& launch) { return launch.*weight > 0; }))
            return weight;
    return std::nullopt;
}

} // namespace

std::optional<StallBreakdown> stallBreakdown(const KernelMeasurement& kernel)
{
    if (kernel.kind != ResultKind::Kernel && kernel.kind != ResultKind::Graph) return {};
    StallBreakdown breakdown{.stalls = collectedStalls(kernel.counters)};
    if (breakdown.stalls.empty()) return {};
    breakdown.cycles_between_issues = cyclesBetweenIssues(kernel.counters, breakdown.stalls);
    breakdown.issue_active_ratio = issueActive(kernel.counters);
    breakdown.issues = issueCycles(kernel.counters);
    breakdown.duration_s = kernel.duration_s;
    std::ranges::stable_sort(breakdown.stalls, std::ranges::greater(), [](const Stall& stall) {
        const auto samples = stall.samples_not_issued ? stall.samples_not_issued : stall.samples; // the ones that hurt
        return std::pair(stall.cycles_per_issue, samples); // an absent one is less than any
    });
    return breakdown;
}

std::optional<double> stallShare(std::span<const StallBreakdown> launches, std::string_view reason)
{
    const auto weight = commonWeight(launches);
    if (!weight && launches.size() > 1) return std::nullopt;
    double of_reason = 0;
    double all = 0;
    for (const auto& breakdown : launches) {
        const double issues = weight ? *(breakdown.*(*weight)) : 1;
        for (const auto& stall : breakdown.stalls) {
            const double cycles = issues * stall.cycles_per_issue.value_or(0);
            all += cycles;
            if (stall.reason == reason) of_reason += cycles;
        }
    }
    return all > 0 ? std::optional(of_reason / all) : std::nullopt;
}

std::span<const std::string_view> stallCounters()
{
    return counterNames;
}

} // namespace core

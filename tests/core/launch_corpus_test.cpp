// SPDX-License-Identifier: Apache-2.0
// Occupancy, waves and stalls against what Nsight Compute itself wrote about the same launches.
#include "core/stalls.h"
#include "core/waves.h"

#include "truth_file.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace core;

namespace {

struct LimitCounter {
    OccupancyLimiter limiter;
    std::string_view counter;
};
constexpr LimitCounter limitCounters[] = {
    {OccupancyLimiter::Blocks, "launch__occupancy_limit_blocks"},
    {OccupancyLimiter::Warps, "launch__occupancy_limit_warps"},
    {OccupancyLimiter::Registers, "launch__occupancy_limit_registers"},
    {OccupancyLimiter::Shared, "launch__occupancy_limit_shared_mem"},
    {OccupancyLimiter::Barriers, "launch__occupancy_limit_barriers"},
};

/// A truth file of kernel results.
class LaunchTruth : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        const auto file =
            std::filesystem::path(RIDGEPOINT_CORPUS) / "h200" / (std::string(GetParam()) + ".truth.json.xz");
        if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
        session = test::readTruthFile(file);
        ASSERT_FALSE(session.kernels.empty());
    }

    Session session;
};

void expectReportedLimits(const OccupancyBudget& budget, const CounterSet& counters)
{
    for (const auto& [limiter, counter] : limitCounters) {
        const auto row = std::ranges::find(budget.rows, limiter, &OccupancyRow::limiter);
        ASSERT_NE(row, budget.rows.end());
        EXPECT_EQ(row->blocks_per_sm, counters.count(Name(counter))) << counter;
    }
}

} // namespace

TEST_P(LaunchTruth, OccupancyEqualsTheReportedLimits)
{
    for (const auto& kernel : session.kernels) {
        SCOPED_TRACE(kernel.index);
        const auto budget = occupancyBudget(session, kernel);
        ASSERT_TRUE(budget);
        expectReportedLimits(*budget, kernel.counters);
        const auto percent = kernel.counters.number(Name("sm__maximum_warps_per_active_cycle_pct"));
        EXPECT_DOUBLE_EQ(100 * budget->theoretical_ratio, percent.value());
    }
}

TEST_P(LaunchTruth, WavesEqualTheReportedOnesUnlessClustered)
{
    for (const auto& kernel : session.kernels) {
        SCOPED_TRACE(kernel.index);
        const auto waves = waveAnalysis(session, kernel);
        ASSERT_TRUE(waves);
        // Boost.JSON's doubles may be one bit off, hence not EXPECT_EQ.
        const auto reported = kernel.counters.number(Name("launch__waves_per_multiprocessor"));
        if (!waves->clusters) {
            EXPECT_DOUBLE_EQ(waves->waves, reported.value());
        }
        EXPECT_LE(waves->sm_busy_min_ratio.value_or(0), waves->sm_busy_ratio.value_or(0));
        EXPECT_LE(waves->sm_busy_ratio.value_or(0), waves->sm_busy_max_ratio.value_or(0));
        EXPECT_LE(waves->sm_busy_max_ratio.value_or(0), 1);
    }
}

TEST_P(LaunchTruth, StallsAddUpToTheActiveWarpsOverTheIssueRate)
{
    for (const auto& kernel : session.kernels) {
        SCOPED_TRACE(kernel.index);
        const auto stalls = stallBreakdown(kernel);
        const auto active = kernel.counters.number(Name("smsp__warps_active.avg.per_cycle_active"));
        // The two sides come from different passes: up to 1.5 % apart, 5 % in a launch of 2 us.
        const bool brief = kernel.counters.number(Name("gpu__time_duration.sum")).value_or(0) < 20'000; // ns
        if (!stalls || !stalls->cycles_between_issues || !active || brief) continue;
        ASSERT_TRUE(stalls->issue_active_ratio);
        const auto expected = *active / *stalls->issue_active_ratio;
        EXPECT_NEAR(*stalls->cycles_between_issues / expected, 1, 0.02);
    }
}

TEST_P(LaunchTruth, EveryCollectedStallReasonIsReadAndExplained)
{
    for (const auto& kernel : session.kernels) {
        const auto stalls = stallBreakdown(kernel);
        const auto ratios = std::ranges::count_if(kernel.counters.all(), [](const Counter& counter) {
            const auto name = counter.name().text();
            return name.starts_with("smsp__average_warps_issue_stalled_") && name.ends_with("_per_issue_active.ratio");
        });
        if (ratios == 0) continue;
        ASSERT_TRUE(stalls);
        EXPECT_EQ(stalls->stalls.size(), static_cast<std::size_t>(ratios - 1)); // without "selected"
        for (const auto& stall : stalls->stalls) EXPECT_TRUE(stallMeaning(stall.reason)) << stall.reason;
    }
}

INSTANTIATE_TEST_SUITE_P(Corpus, LaunchTruth,
                         testing::Values("kernels_full", "kernels_basic", "kernels_roofline", "kernels_three",
                                         "torch_roofline", "two_processes", "pm"),
                         [](const auto& report) { return std::string(report.param); });

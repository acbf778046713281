// SPDX-License-Identifier: Apache-2.0
#include "core/stalls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace core;
using testing::ElementsAre;
using testing::Field;

namespace {

KernelMeasurement kernelWith(std::initializer_list<std::pair<std::string_view, CounterValue>> counters)
{
    KernelMeasurement kernel;
    for (const auto& [name, value] : counters) kernel.counters.add(Name(name), value);
    kernel.counters.finish();
    return kernel;
}

constexpr std::string_view waitRatio = "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio";
constexpr std::string_view membarRatio = "smsp__average_warps_issue_stalled_membar_per_issue_active.ratio";
constexpr std::string_view selectedRatio = "smsp__average_warps_issue_stalled_selected_per_issue_active.ratio";

} // namespace

TEST(Stalls, ComeLargestFirstAndWithoutSelected)
{
    const auto stalls = stallBreakdown(kernelWith({{membarRatio, 0.5}, {selectedRatio, 1.0}, {waitRatio, 2.25}}));
    ASSERT_TRUE(stalls);
    EXPECT_THAT(stalls->stalls, ElementsAre(Field(&Stall::reason, "wait"), Field(&Stall::reason, "membar")));
    EXPECT_EQ(stalls->cycles_between_issues, 3.75); // 0.5 + 1 + 2.25
    EXPECT_EQ(stalls->issue_active_ratio, std::nullopt);
}

TEST(Stalls, SamplesAloneAreOrderedByTheirNumber)
{
    const auto stalls = stallBreakdown(kernelWith({{"smsp__pcsamp_warps_issue_stalled_barrier", std::uint64_t{3}},
                                                   {"smsp__pcsamp_warps_issue_stalled_wait", std::uint64_t{70}},
                                                   {"smsp__pcsamp_warps_issue_stalled_wait_not_issued", 40.0}}));
    ASSERT_TRUE(stalls);
    ASSERT_THAT(stalls->stalls, ElementsAre(Field(&Stall::reason, "wait"), Field(&Stall::reason, "barrier")));
    EXPECT_EQ(stalls->stalls[0].samples, 70U);
    EXPECT_EQ(stalls->stalls[0].samples_not_issued, 40U);
    EXPECT_EQ(stalls->stalls[1].samples_not_issued, std::nullopt);
    EXPECT_EQ(stalls->cycles_between_issues, std::nullopt);
}

TEST(Stalls, NamesOfRatiosAndSamplesMeetInOneReason)
{
    const auto stalls =
        stallBreakdown(kernelWith({{"smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio", 4.0},
                                   {"smsp__pcsamp_warps_issue_stalled_warpgroup_arrive", std::uint64_t{90}},
                                   {"smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio", 2.0},
                                   {"smsp__pcsamp_warps_issue_stalled_no_instructions", std::uint64_t{50}}}));
    ASSERT_TRUE(stalls);
    ASSERT_THAT(stalls->stalls, ElementsAre(Field(&Stall::reason, "gmma"), Field(&Stall::reason, "no_instruction")));
    EXPECT_EQ(stalls->stalls[0].samples, 90U);
    EXPECT_EQ(stalls->stalls[1].samples, 50U);
}

TEST(Stalls, PascalSamplesHaveTheirOwnNames)
{
    const auto stalls = stallBreakdown(kernelWith({{"smsp__pcsamp_warp_stall_allocation_stall", std::uint64_t{7}}}));
    ASSERT_TRUE(stalls);
    ASSERT_THAT(stalls->stalls, ElementsAre(Field(&Stall::reason, "allocation_stall")));
    EXPECT_EQ(stalls->stalls[0].samples, 7U);
}

TEST(Stalls, PerCentOfIssueActivityIsARatio)
{
    const auto stalls =
        stallBreakdown(kernelWith({{waitRatio, 2.0}, {"smsp__issue_active.avg.pct_of_peak_sustained_active", 43.0}}));
    EXPECT_EQ(stalls->issue_active_ratio, 0.43);
}

TEST(Stalls, AreAbsentWhenNotCollectedFailedOrOfARange)
{
    EXPECT_FALSE(stallBreakdown(kernelWith({{selectedRatio, 1.0}})));
    EXPECT_FALSE(stallBreakdown(kernelWith({{waitRatio, std::numeric_limits<double>::quiet_NaN()}})));
    auto range = kernelWith({{waitRatio, 2.0}});
    range.kind = ResultKind::Range;
    EXPECT_FALSE(stallBreakdown(range));
    range.kind = ResultKind::Graph;
    EXPECT_TRUE(stallBreakdown(range));
}

TEST(Stalls, ShareOfAReasonIsOfAllCyclesOfTheLaunches)
{
    const StallBreakdown waits{
        .stalls = {{.reason = "wait", .cycles_per_issue = 3}, {.reason = "barrier", .cycles_per_issue = 1}},
        .issues = 10,
        .duration_s = 2};
    const StallBreakdown loads{
        .stalls = {{.reason = "long_scoreboard", .cycles_per_issue = 4}}, .issues = 30, .duration_s = 1};
    StallBreakdown both[] = {waits, loads};
    EXPECT_EQ(stallShare(both, "wait"), 30.0 / 160); // 3 x 10 of (3 + 1) x 10 + 4 x 30
    EXPECT_EQ(stallShare(both, "sleeping"), 0);
    both[0].issues.reset(); // by time: 3 x 2 of (3 + 1) x 2 + 4 x 1
    EXPECT_EQ(stallShare(both, "wait"), 0.5);
    both[1].duration_s.reset();
    EXPECT_EQ(stallShare(both, "wait"), std::nullopt); // of several launches without weights nothing can be said
    EXPECT_EQ(stallShare(std::span(both, 1), "wait"), 0.75);
    const StallBreakdown samples[] = {{.stalls = {{.reason = "wait", .samples = 7}}}};
    EXPECT_EQ(stallShare(samples, "wait"), std::nullopt); // samples aren't cycles
}

TEST(Stalls, IssuesAreCyclesWithAnIssueElseInstructions)
{
    EXPECT_EQ(stallBreakdown(kernelWith({{waitRatio, 2.0}, {"smsp__inst_issued.sum", 40.0}}))->issues, 40);
    EXPECT_EQ(stallBreakdown(
                  kernelWith({{waitRatio, 2.0}, {"smsp__inst_issued.sum", 40.0}, {"smsp__issue_active.sum", 39.0}}))
                  ->issues,
              39);
    EXPECT_EQ(stallBreakdown(kernelWith({{waitRatio, 2.0}}))->issues, std::nullopt);
}

TEST(Stalls, ReasonsAreExplainedByEitherName)
{
    ASSERT_TRUE(stallMeaning("gmma"));
    EXPECT_EQ(stallMeaning("gmma")->meaning, stallMeaning("warpgroup_arrive")->meaning);
    EXPECT_EQ(stallMeaning("no_instruction")->remedy, stallMeaning("no_instructions")->remedy);
    EXPECT_FALSE(stallMeaning("long_scoreboards"));
}

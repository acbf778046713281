// SPDX-License-Identifier: Apache-2.0
#include "core/aggregate.h"

#include <gmock/gmock.h>

namespace {

using core::KernelAnalysis;
using core::Level;
using core::Resource;
using core::ResourceKind;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Resource dram{.kind = ResourceKind::Dram};
const Resource fp32{.kind = ResourceKind::Fp32};

/// A launch with `flop` FLOP and `bytes` of DRAM, whose binding resource DRAM needs `bound_s` of `duration_s`.
KernelAnalysis launch(double flop, double bytes, double bound_s, double duration_s)
{
    KernelAnalysis analysis;
    analysis.work = {{.resource = dram, .amount = bytes}, {.resource = fp32, .amount = flop}};
    analysis.times = {
        {.resource = dram,
         .time_s = bound_s,
         .share_ratio = bound_s / duration_s,
         .work = bytes,
         .rate_per_s = bytes / bound_s},
        {.resource = fp32, .time_s = bound_s / 10, .share_ratio = bound_s / 10 / duration_s, .work = flop}};
    analysis.charted_pipe = fp32;
    analysis.binding = dram;
    analysis.efficiency_ratio = bound_s / duration_s;
    analysis.points = {{.level = Level::Dram,
                        .pipe = fp32,
                        .intensity_flop_per_byte = flop / bytes,
                        .flop_per_s = flop / duration_s,
                        .attainable_flop_per_s = flop / bound_s}};
    return analysis;
}

TEST(Aggregate, AddsWorkAndTimesAndDividesOnce)
{
    const auto a = launch(100, 50, 1, 2);
    const auto b = launch(300, 600, 3, 8);
    const core::LaunchAnalysis both[] = {{&a, 2}, {&b, 8}};
    const auto group = core::aggregate(both);

    ASSERT_THAT(group.work, SizeIs(2));
    EXPECT_DOUBLE_EQ(group.work[0].amount, 650);
    EXPECT_DOUBLE_EQ(*group.efficiency_ratio, 0.4); // (1 + 3) / (2 + 8), not the mean of 0.5 and 0.375
    EXPECT_DOUBLE_EQ(group.times.front().time_s, 4);
    EXPECT_DOUBLE_EQ(group.times.front().share_ratio, 0.4);
    EXPECT_DOUBLE_EQ(*group.times.front().rate_per_s, 650.0 / 4);
    EXPECT_EQ(group.binding, dram);
}

TEST(Aggregate, KeepsWhatOneOfTheLaunchesHasNoRoofFor)
{
    const auto a = launch(100, 50, 1, 2);
    auto b = a;
    b.without_roof = {fp32};
    const core::LaunchAnalysis both[] = {{&a, 2}, {&b, 2}};
    EXPECT_THAT(core::aggregate(both).without_roof, testing::ElementsAre(fp32));
}

TEST(Aggregate, PutsThePointAtSumsOverSums)
{
    const auto a = launch(100, 50, 1, 2);
    const auto b = launch(300, 600, 3, 8);
    const core::LaunchAnalysis both[] = {{&a, 2}, {&b, 8}};
    const auto group = core::aggregate(both);

    ASSERT_THAT(group.points, SizeIs(1));
    EXPECT_DOUBLE_EQ(group.points[0].intensity_flop_per_byte, 400.0 / 650);
    EXPECT_DOUBLE_EQ(group.points[0].flop_per_s, 40);
    EXPECT_DOUBLE_EQ(*group.points[0].attainable_flop_per_s, 100); // 400 FLOP in 1 + 3 s
}

TEST(Aggregate, WhatOneLaunchDoesNotKnowTheGroupDoesNotKnow)
{
    const auto a = launch(100, 50, 1, 2);
    auto b = launch(300, 600, 3, 8);
    b.work.erase(b.work.begin());
    b.absent = {{"dram", core::AbsenceReason::NotCollected}};
    const core::LaunchAnalysis both[] = {{&a, 2}, {&b, 8}};
    const auto group = core::aggregate(both);

    ASSERT_THAT(group.work, SizeIs(1));
    EXPECT_EQ(group.work[0].resource, fp32);
    EXPECT_THAT(group.absent, SizeIs(1));
}

TEST(Aggregate, TheWeakerBasisCounts)
{
    const auto a = launch(100, 50, 1, 2);
    auto b = launch(300, 600, 3, 8);
    b.work[0].basis = core::Basis::LowerBound;
    const core::LaunchAnalysis both[] = {{&a, 2}, {&b, 8}};
    EXPECT_EQ(core::aggregate(both).work[0].basis, core::Basis::LowerBound);
}

TEST(Aggregate, OneLaunchComesBackUnchanged)
{
    const auto a = launch(100, 50, 1, 2);
    const core::LaunchAnalysis one[] = {{&a, 2}};
    EXPECT_DOUBLE_EQ(*core::aggregate(one).points[0].attainable_flop_per_s, 100);
    EXPECT_THAT(core::aggregate({}).times, IsEmpty());
}

TEST(Aggregate, AStripShareIsTheMeanOverTime)
{
    KernelAnalysis a;
    a.strip = {{.level = Level::Dram, .share_ratio = 0.9, .bytes_per_s = 900}};
    KernelAnalysis b;
    b.strip = {{.level = Level::Dram, .share_ratio = 0.5, .bytes_per_s = 500}};
    const core::LaunchAnalysis both[] = {{&a, 1}, {&b, 3}};
    const auto group = core::aggregate(both);
    ASSERT_THAT(group.strip, SizeIs(1));
    EXPECT_DOUBLE_EQ(group.strip[0].share_ratio, 0.6); // (0.9 * 1 + 0.5 * 3) / 4
    EXPECT_DOUBLE_EQ(group.strip[0].bytes_per_s, 600);
}

TEST(Aggregate, AlgorithmicWorkNeedsTheMathsOfEveryLaunch)
{
    const core::Work bytes{dram, 1e6, core::Basis::Algorithmic, "n"};
    auto first = launch(1e9, 1e9, 1e-3, 2e-3);
    auto second = first;
    first.algorithmic_work = {bytes};
    const std::vector<core::LaunchAnalysis> launches = {{&first, 2e-3}, {&second, 2e-3}};
    EXPECT_THAT(core::aggregate(launches).algorithmic_work, IsEmpty());
    second.algorithmic_work = {bytes};
    const auto both = core::aggregate(launches);
    ASSERT_THAT(both.algorithmic_work, SizeIs(1));
    EXPECT_EQ(both.algorithmic_work.front().amount, 2e6);
    EXPECT_EQ(both.work.front().amount, 2e9);
}

} // namespace

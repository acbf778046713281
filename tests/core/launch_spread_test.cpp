// SPDX-License-Identifier: Apache-2.0
#include "core/launch_spread.h"

#include <gtest/gtest.h>

using namespace core;

namespace {

KernelAnalysis pointAt(double intensity, double flopPerS)
{
    return {.points = {{.level = Level::L2, .intensity_flop_per_byte = intensity, .flop_per_s = flopPerS}}};
}

} // namespace

TEST(LaunchSpread, IsOfTheLevelsThatLaunchesShare)
{
    const auto first = pointAt(10, 100);
    const auto second = pointAt(20, 300);
    const KernelAnalysis noPoint;
    const LaunchAnalysis launches[] = {{&first, 1e-3}, {&second, 3e-3}, {&noPoint, 2e-3}};
    const auto spread = launchSpread(launches);
    ASSERT_TRUE(spread.duration_s);
    EXPECT_DOUBLE_EQ(spread.duration_s->median, 2e-3);
    ASSERT_EQ(spread.levels.size(), 1U);
    EXPECT_EQ(spread.levels[0].level, Level::L2);
    EXPECT_DOUBLE_EQ(spread.levels[0].intensity_flop_per_byte.p10, 11);
    EXPECT_DOUBLE_EQ(spread.levels[0].flop_per_s.p90, 280);
}

TEST(LaunchSpread, IntegerPointsHaveTheirOwn)
{
    auto first = pointAt(10, 100);
    auto second = pointAt(20, 300);
    first.integer_points = {{.level = Level::L2, .intensity_flop_per_byte = 1, .flop_per_s = 7}};
    second.integer_points = {{.level = Level::L2, .intensity_flop_per_byte = 3, .flop_per_s = 9}};
    const LaunchAnalysis launches[] = {{&first, 1e-3}, {&second, 3e-3}};
    const auto spread = launchSpread(launches);
    ASSERT_EQ(spread.integer_levels.size(), 1U);
    EXPECT_DOUBLE_EQ(spread.integer_levels[0].intensity_flop_per_byte.median, 2);
    EXPECT_DOUBLE_EQ(spread.integer_levels[0].flop_per_s.median, 8);
    EXPECT_DOUBLE_EQ(spread.levels.at(0).flop_per_s.median, 200);
}

TEST(LaunchSpread, OneLaunchHasNone)
{
    const auto only = pointAt(10, 100);
    const LaunchAnalysis launches[] = {{&only, 1e-3}};
    EXPECT_FALSE(launchSpread(launches).duration_s);
    EXPECT_TRUE(launchSpread(launches).levels.empty());
}

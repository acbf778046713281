// SPDX-License-Identifier: Apache-2.0
#include "core/waves.h"

#include "tests/core/launch_fixture.h"

#include <gtest/gtest.h>

using namespace core;

namespace {

/// 256 threads of 16 registers: 64 warps / 8 = 8 blocks an SM.
KernelMeasurement launchOf(std::uint64_t grid)
{
    return kernelOf({.grid = grid, .threads = 256});
}

} // namespace

TEST(Waves, OneBlockOverAFullWaveMayIdleHalfTheTime)
{
    // 132 SMs x 8 blocks = 1,056 a wave; 1,057 blocks: f = 1, p = 1 / 1,056, (1 - p) / 2 = 0.49953.
    const auto waves = waveAnalysis(launchOf(1057), h200());
    ASSERT_TRUE(waves);
    EXPECT_EQ(waves->blocks_per_wave, 1056U);
    EXPECT_EQ(waves->full_waves, 1U);
    EXPECT_EQ(waves->last_wave_blocks, 1U);
    EXPECT_DOUBLE_EQ(waves->tail_idle_ratio, 1055.0 / 1056.0 / 2);
    EXPECT_EQ(waves->idle_sms, 0U);
    EXPECT_FALSE(waves->clusters);
}

TEST(Waves, FullWavesLeaveNoTail)
{
    const auto waves = waveAnalysis(launchOf(2 * 1056), h200());
    ASSERT_TRUE(waves);
    EXPECT_EQ(waves->waves, 2.0);
    EXPECT_EQ(waves->full_waves, 2U);
    EXPECT_EQ(waves->last_wave_blocks, 0U);
    EXPECT_EQ(waves->tail_idle_ratio, 0.0);
}

TEST(Waves, FewerBlocksThanSmsLeaveSmsWithout)
{
    // 132 - 8 = 124; idle 1 - 8 / 1,056.
    const auto waves = waveAnalysis(launchOf(8), h200());
    ASSERT_TRUE(waves);
    EXPECT_EQ(waves->idle_sms, 124U);
    EXPECT_DOUBLE_EQ(waves->tail_idle_ratio, 1.0 - 8.0 / 1056.0);
}

TEST(Waves, ClustersFitFewerBlocksThanTheirSmsCould)
{
    // 17 clusters of 6 fit: 102 blocks at once. 72 / 102 = 0.70588; without clusters it would be 72 / 1,056.
    auto kernel = launchOf(72);
    kernel.launch->cluster = Dim3{3, 2, 1};
    add(kernel, "launch__cluster_max_active", std::uint64_t{17});
    const auto waves = waveAnalysis(kernel, h200());
    ASSERT_TRUE(waves);
    EXPECT_TRUE(waves->clusters);
    EXPECT_EQ(waves->blocks_per_wave, 102U);
    EXPECT_DOUBLE_EQ(waves->waves, 72.0 / 102.0);
    EXPECT_EQ(waves->idle_sms, 60U);
}

TEST(Waves, ZeroSizedClustersAreNone)
{
    auto kernel = launchOf(1056);
    kernel.launch->cluster = Dim3{0, 0, 0};
    add(kernel, "launch__cluster_max_active", std::uint64_t{0});
    const auto waves = waveAnalysis(kernel, h200());
    ASSERT_TRUE(waves);
    EXPECT_FALSE(waves->clusters);
    EXPECT_EQ(waves->waves, 1.0);
}

TEST(Waves, PartOfAGpuHasItsOwnNumberOfSms)
{
    // A green context of 16 SMs: 16 x 8 = 128 blocks a wave.
    auto kernel = launchOf(256);
    add(kernel, "launch__sm_count", std::uint64_t{16});
    EXPECT_EQ(waveAnalysis(kernel, h200())->waves, 2.0);
}

TEST(Waves, BusySharesAreOfTheElapsedCycles)
{
    auto kernel = launchOf(1056);
    add(kernel, "sm__cycles_active.avg", 710.0);
    add(kernel, "sm__cycles_active.min", 500.0);
    add(kernel, "sm__cycles_active.max", 980.0);
    EXPECT_FALSE(waveAnalysis(kernel, h200())->sm_busy_ratio);
    add(kernel, "gpc__cycles_elapsed.max", 2000.0);
    EXPECT_EQ(waveAnalysis(kernel, h200())->sm_busy_ratio, 0.355);
    add(kernel, "sm__cycles_elapsed.max", 1000.0);
    const auto waves = waveAnalysis(kernel, h200());
    EXPECT_EQ(waves->sm_busy_ratio, 0.71);
    EXPECT_EQ(waves->sm_busy_min_ratio, 0.5);
    EXPECT_EQ(waves->sm_busy_max_ratio, 0.98);
}

TEST(Waves, NoSmIsBusyForLongerThanTheKernelRan)
{
    // Two passes disagree: the longer, 1,250 cycles, counts.
    auto kernel = launchOf(1056);
    add(kernel, "sm__cycles_active.avg", 1000.0);
    add(kernel, "sm__cycles_active.max", 1250.0);
    add(kernel, "sm__cycles_elapsed.max", 1200.0);
    const auto waves = waveAnalysis(kernel, h200());
    EXPECT_EQ(waves->sm_busy_ratio, 0.8);
    EXPECT_EQ(waves->sm_busy_max_ratio, 1.0);
}

TEST(Waves, AreUnknownWithoutTheirInputs)
{
    auto device = h200();
    device.sm_count.reset();
    EXPECT_FALSE(waveAnalysis(launchOf(1), device));
    device.sm_count = 0;
    EXPECT_FALSE(waveAnalysis(launchOf(1), device));
    EXPECT_FALSE(waveAnalysis(launchOf(0), h200()));
    auto range = launchOf(1);
    range.kind = ResultKind::Range;
    EXPECT_FALSE(waveAnalysis(range, h200()));
}

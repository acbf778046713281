// SPDX-License-Identifier: Apache-2.0
#include "core/occupancy.h"

#include "tests/core/launch_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace core;
using testing::ElementsAre;
using enum OccupancyLimiter;

namespace {

Source sourceOf(std::string tool, std::string version)
{
    Source source;
    source.tool = std::move(tool);
    source.tool_version = std::move(version);
    return source;
}

const OccupancyRow& row(const OccupancyBudget& budget, OccupancyLimiter limiter)
{
    return *std::ranges::find(budget.rows, limiter, &OccupancyRow::limiter);
}

} // namespace

TEST(Occupancy, RegistersAndCarveOutTieInFlashAttention)
{
    // 255 registers x 32 = 8,160, rounded up to 8,192 a warp; 16,384 / 8,192 = 2 warps a sub-partition, 8 an SM, so 2
    // blocks of 4 warps. Shared: 66,560 + 1,024 = 67,584 B a block (a multiple of 128); 135,168 / 67,584 = 2 blocks.
    const auto kernel = kernelOf({.threads = 128, .registers = 255, .shared_bytes = 66'560, .shared_granted = 135'168});
    const auto budget = occupancyBudget(kernel, h200());
    ASSERT_TRUE(budget);
    EXPECT_EQ(budget->blocks_per_sm, 2U);
    EXPECT_EQ(budget->theoretical_ratio, 8.0 / 64.0);
    EXPECT_THAT(budget->limiters, ElementsAre(Registers, Shared));
    EXPECT_EQ(row(*budget, Registers).used, 65'536U);
    EXPECT_EQ(row(*budget, Registers).granted, 65'536U);
    EXPECT_EQ(row(*budget, Registers).per_block, 32'768U);
    EXPECT_EQ(row(*budget, Shared).used, 135'168U);
    EXPECT_EQ(row(*budget, Shared).granted, 135'168U);
    EXPECT_EQ(row(*budget, Shared).per_block, 67'584U);
    EXPECT_EQ(row(*budget, Warps).used, 8U);
    EXPECT_EQ(row(*budget, Blocks).used, 2U);
    EXPECT_EQ(budget->device_shared_bytes, 233'472U);
}

TEST(Occupancy, WhatIsLeftNeedsBothFiguresAndIsNeverNegative)
{
    EXPECT_EQ(left({.used = 24, .granted = 64}), 40U);
    EXPECT_EQ(left({.used = 64, .granted = 64}), 0U);
    EXPECT_EQ(left({.used = 65, .granted = 64}), std::nullopt);
    EXPECT_EQ(left({.granted = 64}), std::nullopt);
    EXPECT_EQ(left({.used = 24}), std::nullopt);
}

TEST(Occupancy, SixteenBarriersLeaveFourBlocks)
{
    // 64 barriers an SM / 16 = 4.
    const auto budget = occupancyBudget(kernelOf({.barriers = 16}), h200());
    ASSERT_TRUE(budget);
    EXPECT_EQ(row(*budget, Barriers).blocks_per_sm, 4U);
    EXPECT_EQ(row(*budget, Barriers).used, 64U);
    EXPECT_THAT(budget->limiters, ElementsAre(Barriers));
}

TEST(Occupancy, OneBarrierIsLimitedByBlockSlotsAlone)
{
    // 1 warp a block: 64 blocks by warps, 32 block slots.
    const auto budget = occupancyBudget(kernelOf({.threads = 32, .barriers = 1}), h200());
    ASSERT_TRUE(budget);
    EXPECT_EQ(row(*budget, Barriers).blocks_per_sm, 32U);
    EXPECT_THAT(budget->limiters, ElementsAre(Blocks));
}

TEST(Occupancy, UnknownBarriersDoNotLimit)
{
    auto kernel = kernelOf({});
    kernel.counters = {};
    const auto budget = occupancyBudget(kernel, h200());
    ASSERT_TRUE(budget);
    EXPECT_EQ(row(*budget, Barriers).blocks_per_sm, std::nullopt);
    EXPECT_EQ(row(*budget, Barriers).used, std::nullopt);
    EXPECT_EQ(row(*budget, Barriers).granted, 64U);
}

TEST(Occupancy, NoSharedMemoryIsLimitedByBlockSlotsAlone)
{
    // Turing reserves nothing: 0 bytes. 16 block slots; 1 warp a block would give 32.
    auto turing = h200();
    turing.compute_capability = ComputeCapability{7, 5};
    const auto budget = occupancyBudget(kernelOf({.threads = 32, .shared_granted = 32 * 1024}), turing);
    ASSERT_TRUE(budget);
    EXPECT_EQ(row(*budget, Shared).blocks_per_sm, 16U);
    EXPECT_EQ(row(*budget, Shared).used, 0U);
    EXPECT_THAT(budget->limiters, ElementsAre(Blocks));
}

TEST(Occupancy, WarpsRoundUpToSubPartitionsOnlyToRefuseALaunch)
{
    // 5 warps x 40 registers: 1,280 a warp, 16,384 / 1,280 = 12 a sub-partition, 48 an SM, 48 / 5 = 9 blocks; with
    // warps rounded up to 8 it would be 6.
    EXPECT_EQ(occupancyBudget(kernelOf({.threads = 160, .registers = 40}), h200())->blocks_per_sm, 9U);
    // 9 warps x 168 registers: 5,376 a warp x 12 = 64,512 still fits 65,536; 176: 5,632 x 12 = 67,584 doesn't.
    EXPECT_EQ(occupancyBudget(kernelOf({.threads = 288, .registers = 168}), h200())->blocks_per_sm, 1U);
    EXPECT_EQ(occupancyBudget(kernelOf({.threads = 288, .registers = 176}), h200())->blocks_per_sm, 0U);
    EXPECT_EQ(occupancyBudget(kernelOf({.registers = 256}), h200())->blocks_per_sm, 0U);
}

TEST(Occupancy, EarlierNsightComputeCountedTheLargestCarveOut)
{
    // 1,024 reserved: 16,384 / 1,024 = 16 blocks by the launch's carve-out, 233,472 / 1,024 = 228 by the device's.
    const auto kernel = kernelOf({.shared_granted = 16 * 1024});
    EXPECT_EQ(row(*occupancyBudget(kernel, h200(), SharedGrant::Launch), Shared).blocks_per_sm, 16U);
    EXPECT_EQ(row(*occupancyBudget(kernel, h200(), SharedGrant::Device), Shared).blocks_per_sm, 228U);
    EXPECT_EQ(sharedGrant(sourceOf("Nsight Compute", "2021.2.2.0")), SharedGrant::Device);
    EXPECT_EQ(sharedGrant(sourceOf("Nsight Compute", "")), SharedGrant::Device); // 2020.1 and earlier don't tell
    EXPECT_EQ(sharedGrant(sourceOf("Nsight Compute", "2022.1.1.0 (build 1)")), SharedGrant::Launch);
    EXPECT_EQ(sharedGrant(sourceOf("Ridgepoint", "0.1.0")), SharedGrant::Launch);
}

TEST(Occupancy, DeviceAttributesGoBeforeTheTable)
{
    auto device = h200();
    device.max_warps_per_sm = 48;
    EXPECT_EQ(occupancyBudget(kernelOf({}), device)->blocks_per_sm, 12U); // 48 / 4 warps
    EXPECT_EQ(occupancyBudget(kernelOf({}), h200())->blocks_per_sm, 16U); // 64 / 4 warps
}

TEST(Occupancy, IsUnknownWithoutItsInputs)
{
    auto kernel = kernelOf({});
    EXPECT_TRUE(occupancyBudget(kernel, h200()));
    EXPECT_FALSE(occupancyBudget(kernel, Device()));
    auto future = h200();
    future.compute_capability = ComputeCapability{99, 0};
    EXPECT_FALSE(occupancyBudget(kernel, future));
    kernel.launch->registers_per_thread.reset();
    EXPECT_FALSE(occupancyBudget(kernel, h200()));
    kernel.launch.reset();
    EXPECT_FALSE(occupancyBudget(kernel, h200()));
}

TEST(Occupancy, AchievedFarAboveAllWarpsIsAFailedCollection)
{
    auto kernel = kernelOf({});
    EXPECT_FALSE(achievedOccupancy(kernel));
    EXPECT_FALSE(achievedOccupancyFailed(kernel)) << "not collected";
    auto whole = kernel;
    add(whole, "sm__warps_active.avg.pct_of_peak_sustained_active", 104.7); // a real report has this much
    EXPECT_DOUBLE_EQ(achievedOccupancy(whole).value_or(0), 1.047);
    add(kernel, "sm__warps_active.avg.pct_of_peak_sustained_active", 150.0);
    EXPECT_FALSE(achievedOccupancy(kernel));
    EXPECT_TRUE(achievedOccupancyFailed(kernel));
}

TEST(Occupancy, BelongsToKernelsOnly)
{
    auto kernel = kernelOf({});
    kernel.kind = ResultKind::Range;
    EXPECT_FALSE(occupancyBudget(kernel, h200()));
    kernel.kind = ResultKind::Graph;
    EXPECT_FALSE(occupancyBudget(kernel, h200()));
}

TEST(Occupancy, AbsurdShapesGiveNoBudgetInsteadOfACrash)
{
    EXPECT_FALSE(occupancyBudget(kernelOf({.threads = 0}), h200()));
    EXPECT_FALSE(occupancyBudget(kernelOf({.threads = ~0ULL}), h200()));
    EXPECT_EQ(occupancyBudget(kernelOf({.threads = 1ULL << 40U}), h200())->blocks_per_sm, 0U);
}

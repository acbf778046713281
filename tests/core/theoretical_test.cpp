// SPDX-License-Identifier: Apache-2.0
#include "core/theoretical.h"

#include <gtest/gtest.h>

namespace core {
namespace {

Device h200()
{
    Device device{.id = "GPU-0", .name = "NVIDIA H200"};
    device.compute_capability = {9, 0};
    device.sm_count = 132;
    device.memory_bus_bits = 6016;
    device.l2_bytes_per_clock = 6016; // 94 slices of 64 B
    return device;
}

constexpr Clocks h200Clocks{.sm_hz = 1.98e9, .l2_hz = 1.707e9, .dram_hz = 3.201e9};

double rate(const char* resource)
{
    return theoreticalCeiling(*parseResource(resource), h200(), h200Clocks)->rate_per_s;
}

TEST(Theory, OfAnH200FollowsItsThreeClocks)
{
    EXPECT_DOUBLE_EQ(rate("fp32"), 256 * 132 * 1.98e9);                    // 66.9 TFLOP/s
    EXPECT_DOUBLE_EQ(rate("shared"), 128 * 132 * 1.98e9);                  // 33.5 TB/s
    EXPECT_DOUBLE_EQ(rate("tensor_bf16_fp32_wgmma"), 4096 * 132 * 1.98e9); // 1070 TFLOP/s, which power never allows
    EXPECT_DOUBLE_EQ(rate("dram"), 2 * 6016 / 8 * 3.201e9);                // 4.81 TB/s
    EXPECT_DOUBLE_EQ(rate("l2_read"), 6016 * 1.707e9);                     // 10.27 TB/s
    EXPECT_DOUBLE_EQ(rate("l2_write"), 6016 * 1.707e9 / 2);
}

TEST(Theory, OfMmaSyncOnHopperIsTwoThirdsOfWgmma)
{
    EXPECT_DOUBLE_EQ(rate("tensor_bf16_fp32_mma") * 3 / 2, rate("tensor_bf16_fp32_wgmma"));
}

TEST(Theory, ATensorPipeWithoutItsPathStandsForTheFasterOne)
{
    EXPECT_DOUBLE_EQ(rate("tensor_bf16"), rate("tensor_bf16_fp32_wgmma"));
}

TEST(Theory, GeForceAccumulatesInFp32AtHalfTheRate)
{
    Device device{.name = "NVIDIA GeForce RTX 4090", .compute_capability = ComputeCapability{8, 9}, .sm_count = 128};
    const auto perClock = [&device](const char* resource) {
        return theoreticalCeiling(*parseResource(resource), device, {.sm_hz = 1.0})->rate_per_s / 128;
    };
    EXPECT_DOUBLE_EQ(perClock("tensor_fp16_fp32_mma"), 512);
    EXPECT_DOUBLE_EQ(perClock("tensor_fp16_fp16_mma"), 1024);
    EXPECT_DOUBLE_EQ(perClock("tensor_int8_int32_mma"), 2048);
    device.name = "NVIDIA L40S";
    EXPECT_DOUBLE_EQ(perClock("tensor_fp16_fp32_mma"), 1024);
}

TEST(Theory, IsUnknownWithoutClockSmCountSlicesOrArchitecture)
{
    const Resource fp32{.kind = ResourceKind::Fp32};
    EXPECT_FALSE(theoreticalCeiling(fp32, h200(), {}));
    EXPECT_FALSE(theoreticalCeiling(fp32, Device{}, h200Clocks));
    auto device = h200();
    device.l2_bytes_per_clock.reset();
    EXPECT_FALSE(theoreticalCeiling({.kind = ResourceKind::L2Read}, device, h200Clocks));
    device.compute_capability = {99, 0};
    EXPECT_FALSE(theoreticalCeiling(fp32, device, h200Clocks));
}

TEST(Theory, AMeasurementIsHeldAgainstItsOwnClock)
{
    Ceiling measured{.resource = {.kind = ResourceKind::Fp32}, .rate_per_s = 0.5 * 256 * 132 * 1e9};
    measured.sm_clock_hz = 1e9;
    EXPECT_DOUBLE_EQ(*theoryRatio(measured, h200()), 0.5);
    measured.sm_clock_hz.reset();
    EXPECT_FALSE(theoryRatio(measured, h200()));
}

} // namespace
} // namespace core

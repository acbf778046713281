// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_frame.h"

#include <gtest/gtest.h>

namespace {

core::Ceiling ceiling(const char* resource, double ratePerS)
{
    core::Ceiling result;
    result.resource = core::parseResource(resource).value();
    result.rate_per_s = ratePerS;
    return result;
}

core::Device h200()
{
    core::Device device;
    device.compute_capability = core::ComputeCapability{9, 0};
    device.sm_count = 132;
    device.max_sm_clock_hz = 1.98e9;
    device.memory_bus_bits = 6016;
    device.max_memory_clock_hz = 3.201e9;
    return device;
}

TEST(ChartFrame, OfOneMachineItIsTheSameWhateverWasCollected)
{
    // 8192 FLOP x 132 SMs x 1.98 GHz = 2.14 P; 0.01 x 2 x 6016 / 8 x 3.201 GHz = 48.1 G.
    const std::vector devices = {h200()};
    const std::vector twoPipes = {ceiling("dram", 4.81e12), ceiling("fp32", 66.9e12)};
    const std::vector withFp8 = {ceiling("dram", 0.9e12), ceiling("tensor_fp8", 2.14e15)};
    for (const auto& collected : {twoPipes, withFp8, std::vector<core::Ceiling>()})
        EXPECT_EQ(app::frameOf(devices, collected), (app::Frame{-2, 4, 10, 16}));
}

TEST(ChartFrame, OfSeveralMachinesItHoldsThemAll)
{
    core::Device t4;
    t4.compute_capability = core::ComputeCapability{7, 5}; // 1024 x 40 x 1.59 GHz = 65 T; 0.01 x 320 GB/s = 3.2 G
    t4.sm_count = 40;
    t4.max_sm_clock_hz = 1.59e9;
    t4.memory_bus_bits = 256;
    t4.max_memory_clock_hz = 5.001e9;
    EXPECT_EQ(app::frameOf(std::vector{t4}, {}), (app::Frame{-2, 4, 9, 14}));
    EXPECT_EQ(app::frameOf(std::vector{t4, h200()}, {}), (app::Frame{-2, 4, 9, 16}));
}

TEST(ChartFrame, OfIntegersFollowsTheSameRuleOnTheirPipes)
{
    // 8192 OP x 132 SMs x 1.98 GHz = 2.14 P of INT8. A V100's fastest are multiply-adds: 128 x 80 x 1.53 GHz = 15.7 T.
    EXPECT_EQ(app::frameOf(std::vector{h200()}, {}, app::Axis::Op), (app::Frame{-2, 4, 10, 16}));
    core::Device v100 = h200();
    v100.compute_capability = core::ComputeCapability{7, 0};
    v100.sm_count = 80;
    v100.max_sm_clock_hz = 1.53e9;
    EXPECT_EQ(app::frameOf(std::vector{v100}, {}, app::Axis::Op), (app::Frame{-2, 4, 10, 14}));
    EXPECT_EQ(app::frameOf(std::vector{v100}, {}), (app::Frame{-2, 4, 10, 15}));

    core::Device unknown = h200();
    unknown.compute_capability = core::ComputeCapability{99, 0};
    const std::vector roofs = {ceiling("fp32", 66.9e12), ceiling("alu", 4e12), ceiling("tensor_int8_sparse", 4e15)};
    EXPECT_EQ(app::frameOf(std::vector{unknown}, roofs, app::Axis::Op), (app::Frame{-2, 4, 10, 13}));
}

TEST(ChartFrame, OfAnUnknownChipItHoldsTheCeilings)
{
    core::Device unknown = h200();
    unknown.compute_capability = core::ComputeCapability{99, 0};
    EXPECT_EQ(app::frameOf(std::vector{unknown}, std::vector{ceiling("fp32", 66.9e12)}), (app::Frame{-2, 4, 10, 14}));
}

TEST(ChartFrame, AnH200IsSixBySixDecades)
{
    // 0.01 x 3.98 TB/s = 39.8 G lies above 10 G; FP8 at 2.14 P under 10 P; sparse FP8 doesn't count.
    const std::vector<core::Ceiling> roofs = {ceiling("dram", 4.59e12), ceiling("dram", 3.98e12),
                                              ceiling("tensor_fp8", 2.14e15), ceiling("tensor_fp8_sparse", 40e15),
                                              ceiling("alu", 33e18)};
    EXPECT_EQ(app::frameOf({}, roofs), (app::Frame{-2, 4, 10, 16}));
}

TEST(ChartFrame, RatesOfExactDecadesStayOnThem)
{
    EXPECT_EQ(app::frameOf({}, std::vector{ceiling("dram", 1e12), ceiling("fp32", 1e14)}), (app::Frame{-2, 4, 10, 14}));
}

TEST(ChartFrame, WithoutCeilingsItIsOneGigaToTenPeta)
{
    EXPECT_EQ(app::frameOf({}, {}), (app::Frame{-2, 4, 9, 16}));
}

TEST(ChartFrame, MappingRoundTrips)
{
    const app::PlotMapping map = {QRectF(136, 72, 594, 644), {-2, 4, 10, 16}};
    EXPECT_DOUBLE_EQ(map.x(0.01), 136);
    EXPECT_DOUBLE_EQ(map.x(1e4), 730);
    EXPECT_DOUBLE_EQ(map.y(1e10), 716);
    EXPECT_DOUBLE_EQ(map.y(1e16), 72);
    EXPECT_NEAR(map.intensity(map.x(24.9)), 24.9, 1e-9);
    EXPECT_NEAR(map.flopPerS(map.y(218e12)) / 218e12, 1, 1e-9);
}

int labels(const std::vector<app::Tick>& ticks)
{
    return static_cast<int>(std::ranges::count_if(ticks, [](const app::Tick& tick) { return !tick.label.isEmpty(); }));
}

TEST(ChartTicks, EveryDecadeIsLabelledWhereThereIsRoom)
{
    EXPECT_EQ(labels(app::ticks(-2, 4, 99, 45)), 7);
    EXPECT_EQ(labels(app::ticks(-2, 4, 40, 45)), 4);
    EXPECT_EQ(app::ticks(-2, 4, 80, 45).size(), 7U);
    EXPECT_EQ(app::ticks(-2, 4, 99, 45).size(), 7U + 6 * 8);
}

TEST(ChartTicks, ZoomedInTheyAre1_2_5)
{
    const auto ticks = app::ticks(0, 1, 500, 45);
    std::vector<std::string> shown;
    for (const app::Tick& tick : ticks)
        if (!tick.label.isEmpty()) shown.push_back(tick.label.toStdString());
    EXPECT_EQ(shown, (std::vector<std::string>{"1", "2", "5", "10"}));
}

} // namespace

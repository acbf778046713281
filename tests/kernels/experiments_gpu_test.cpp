// SPDX-License-Identifier: Apache-2.0
// Every experiment on the GPU of this machine: each point does its work, and the curves have the shape that they teach.
#include "core/event.h"
#include "kernels/capture/experiments_command.h"
#include "tests/kernels/first_gpu.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace capture {
namespace {

/// The session of a run of these experiments; `events` is what it told one after the other.
struct Ran {
    core::Session session;
    std::vector<core::Event> events;

    [[nodiscard]] const core::Curve& line(const std::string& name, core::Origin origin = core::Origin::Measured) const
    {
        for (const auto& curve : session.curves)
            if (curve.name == name && curve.origin == origin) return curve;
        throw core::Error("there is no line " + name);
    }
    [[nodiscard]] double at(const std::string& name, double x, core::Origin origin = core::Origin::Measured) const
    {
        const auto y = core::valueAt(line(name, origin), x);
        if (!y) throw core::Error(name + " has no point at " + std::to_string(x));
        return *y;
    }
};

Ran readBack(const std::filesystem::path& path)
{
    Ran ran;
    core::SessionBuilder builder(ran.session);
    std::ifstream lines(path);
    for (std::string line; std::getline(lines, line);)
        if (auto event = core::parseEvent(line)) {
            builder.add(*event);
            ran.events.push_back(*event);
        }
    std::filesystem::remove(path);
    return ran;
}

std::filesystem::path ownFile()
{
    return std::filesystem::temp_directory_path() / ("experiments" + std::to_string(getpid()) + ".jsonl");
}

Ran ran(const std::string& name)
{
    const ExperimentsRequest request{.only = {name}};
    {
        EventStream events(ownFile().string(), EventStream::Mode::Create);
        runExperiments(chosenExperiments(harness::allExperiments(), request.only), request, events,
                       [] { return false; });
    }
    return readBack(ownFile());
}

class ExperimentsOnGpu : public testing::Test {
protected:
    void SetUp() override
    {
        std::string reason;
        m_gpu = firstGpu(reason);
        if (!m_gpu) GTEST_SKIP() << reason;
    }
    [[nodiscard]] unsigned smCount() const { return m_gpu->gpu.smCount(); }
    [[nodiscard]] bool isHopper() const
    {
        return m_gpu->gpu.device.compute_capability == core::ComputeCapability{9, 0};
    }

private:
    const QueriedGpu* m_gpu = nullptr;
};

TEST_F(ExperimentsOnGpu, AStrideThrowsItsShareOfTheBandwidthAway)
{
    const auto stride = ran("stride");
    const auto& y = stride.line("read_by_stride").y;
    EXPECT_TRUE(std::ranges::is_sorted(y, [](double a, double b) { return a > 1.02 * b; }));
    if (!isHopper()) GTEST_SKIP() << "what DRAM moves at least is known of an H200";
    for (const double x : {2, 4, 8, 16})
        EXPECT_NEAR(stride.at("read_by_stride", x) / stride.at("read_by_stride", x, core::Origin::Computed), 1, 0.15)
            << x;
}

TEST_F(ExperimentsOnGpu, AConflictOfNLanesTakesNTimesAsLong)
{
    const auto conflicts = ran("bank_conflicts");
    const double free = conflicts.at("shared_read_by_conflicts", 1);
    for (const double n : {2, 3, 4, 8, 16, 32})
        EXPECT_NEAR(free / conflicts.at("shared_read_by_conflicts", n), n, 0.1 * n);
}

TEST_F(ExperimentsOnGpu, TheStaircaseHasItsStepsAfterWholeWaves)
{
    const auto grid = ran("grid_size");
    const double wave = grid.at("time_by_waves_alone", 1);
    const double one = 1.0 / smCount();
    for (const double waves : {1, 2, 3}) {
        EXPECT_NEAR(grid.at("time_by_waves_alone", waves) / wave, waves, 0.1 * waves);
        EXPECT_NEAR(grid.at("time_by_waves_alone", waves + one) / wave, waves + 1, 0.1 * waves);
    }
    EXPECT_LT(grid.at("time_by_waves_shared", 1 + one / 4), grid.at("time_by_waves_alone", 1 + one));
}

TEST_F(ExperimentsOnGpu, LanesThatPartTakeTurnsAndWarpsDont)
{
    const auto divergence = ran("divergence");
    for (const double ways : {2, 8, 32})
        EXPECT_NEAR(divergence.at("fp32_by_ways_of_lanes", 1) / divergence.at("fp32_by_ways_of_lanes", ways), ways,
                    0.1 * ways);
    EXPECT_GT(divergence.at("fp32_by_ways_of_warps", 32), 0.9 * divergence.at("fp32_by_ways_of_warps", 1));
}

TEST_F(ExperimentsOnGpu, WarpsAndChainsFillThePipeAsLittlesLawSays)
{
    const auto ilp = ran("ilp");
    for (const int chains : {1, 2, 4, 8})
        for (const double warps : {1, 4, 16, 32}) {
            const auto name = "fp32_by_warps_" + std::to_string(chains);
            EXPECT_NEAR(ilp.at(name, warps) / ilp.at(name, warps, core::Origin::Computed), 1, 0.12)
                << chains << " chains, " << warps << " warps";
        }
}

TEST_F(ExperimentsOnGpu, MoreWarpsReadMoreUntilTheRoof)
{
    const auto occupancy = ran("occupancy");
    for (const auto* name : {"dram_read_by_occupancy_1", "dram_read_by_occupancy_2", "dram_read_by_occupancy"})
        EXPECT_TRUE(std::ranges::is_sorted(occupancy.line(name).y, [](double a, double b) { return a < 0.95 * b; }))
            << name;
    EXPECT_GT(occupancy.at("dram_read_by_occupancy", 16), 1.5 * occupancy.at("dram_read_by_occupancy_1", 16));
}

TEST_F(ExperimentsOnGpu, ASetThatGrowsLeavesOneCacheAfterTheOther)
{
    const auto sets = ran("working_set");
    const auto& marks = sets.session.experiments.front().y_marks;
    ASSERT_EQ(marks.size(), 3U); // L1, L2, DRAM
    constexpr double mebibyte = 1u << 20;
    EXPECT_NEAR(sets.at("read_by_set_bytes", mebibyte / 8) / marks[0].value, 1, 0.25);
    EXPECT_NEAR(sets.at("read_by_set_bytes", 16 * mebibyte) / marks[1].value, 1, 0.35);
    EXPECT_NEAR(sets.at("read_by_set_bytes", 2048 * mebibyte) / marks[2].value, 1, 0.15);
}

TEST_F(ExperimentsOnGpu, ATileTwiceAsWideHalvesTheBytes)
{
    const auto tiles = ran("tile_size");
    if (tiles.session.curves.empty()) GTEST_SKIP() << "no counters";
    for (const double tile : {16, 32, 64, 128})
        EXPECT_NEAR(tiles.at("intensity_by_tile_l1", tile) /
                        tiles.at("intensity_by_tile_l1", tile, core::Origin::Computed),
                    1, 0.02)
            << tile;
    EXPECT_GT(tiles.at("intensity_by_tile_dram", 16), 1.5 * tiles.at("intensity_by_tile_l1", 16));
}

TEST_F(ExperimentsOnGpu, ALargeProductFillsTheGpu)
{
    const auto matmul = ran("matmul_size");
    if (matmul.session.curves.empty()) GTEST_SKIP() << "no cuBLASLt, or too old a GPU";
    EXPECT_GT(matmul.at("matmul_by_size", 4096), 10 * matmul.at("matmul_by_size", 256));
}

/// capture_broken beside this program.
Ran brokenRun(const std::string& options)
{
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const auto command = (folder / "capture_broken").string() + " experiments --longest-item 3 " + options + " --out " +
                         ownFile().string() + " 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
    return readBack(ownFile());
}

TEST_F(ExperimentsOnGpu, APointThatFailsTakesNoOtherWithIt)
{
    const auto broken = brokenRun("--only broken");
    EXPECT_EQ(broken.line("broken").x, (std::vector<double>{1, 3, 5, 7}));
    std::map<std::string, std::string> failed;
    for (const auto& event : broken.events)
        if (const auto* failure = std::get_if<core::Failed>(&event)) failed[failure->name] = failure->message;
    EXPECT_EQ(failed.size(), 3U);
    EXPECT_NE(failed["broken.2"].find("element 7 of 128 is 1"), std::string::npos);
    EXPECT_NE(failed["broken.4"].find("illegal"), std::string::npos);
    EXPECT_NE(failed["broken.6"].find("hangs"), std::string::npos);
}

TEST_F(ExperimentsOnGpu, WhatIsCancelledInTheMiddleKeepsItsPoints)
{
    const ExperimentsRequest request{.only = {"bank_conflicts"}};
    int asked = 0;
    {
        EventStream events(ownFile().string(), EventStream::Mode::Create);
        const auto result =
            runExperiments(chosenExperiments(harness::allExperiments(), request.only), request, events, [&] {
                return ++asked > 60; // asked before each repeat: after some points
            });
        EXPECT_EQ(result.outcome, Outcome::Cancelled);
    }
    const auto cancelled = readBack(ownFile());
    const auto& line = cancelled.line("shared_read_by_conflicts");
    EXPECT_GE(line.x.size(), 1U);
    EXPECT_LT(line.x.size(), 10U);
    EXPECT_EQ(line.n.size(), line.x.size());
    EXPECT_NE(cancelled.session.notes.back().find("Cancelled after "), std::string::npos);
}

TEST_F(ExperimentsOnGpu, OnePointAloneIsToldToBeNoCurve)
{
    const auto lone = brokenRun("--only lone");
    EXPECT_EQ(lone.line("lone").x.size(), 1U);
    EXPECT_TRUE(std::ranges::any_of(lone.session.notes, [](const std::string& note) {
        return note.find("one point alone was measured, which is no curve") != std::string::npos;
    }));
}

} // namespace
} // namespace capture

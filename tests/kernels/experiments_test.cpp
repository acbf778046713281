// SPDX-License-Identifier: Apache-2.0
// The experiments without a GPU: what they tell of themselves, their sweeps, and what their models say.
#include "kernels/capture/experiments_command.h"

#include <gmock/gmock.h>

#include <set>

namespace capture {
namespace {

using harness::Experiment;
using harness::SweptLine;
using testing::ElementsAre;
using testing::HasSubstr;

/// As large as an H200.
harness::Gpu someGpu()
{
    return {.device = {.id = "GPU-1",
                       .compute_capability = core::ComputeCapability{9, 0},
                       .sm_count = 132,
                       .l2_bytes = 60u << 20,
                       .shared_bytes_per_sm = 228u << 10,
                       .shared_bytes_per_block_optin = 227u << 10}};
}

std::vector<SweptLine> linesOf(const std::string& name)
{
    return chosenExperiments(harness::allExperiments(), {name}).front().lines(someGpu());
}

TEST(Experiments, AreThoseThatTheSeedsTeach)
{
    std::vector<std::string> names;
    for (const auto& experiment : harness::allExperiments()) names.push_back(experiment.about.name);
    EXPECT_THAT(names, ElementsAre("bank_conflicts", "divergence", "grid_size", "ilp", "matmul_size", "occupancy",
                                   "stride", "tile_size", "working_set"));
}

TEST(Experiments, TellAllThatAPlotShows)
{
    for (const auto& experiment : harness::allExperiments()) {
        const auto& about = experiment.about;
        EXPECT_FALSE(about.title.empty() || about.x.title.empty() || about.y.title.empty()) << about.name;
        EXPECT_FALSE(about.y.unit.empty() || experiment.x_name.empty()) << about.name;
        EXPECT_EQ(about.lesson.back(), '.') << about.name;
        bool hasModel = false;
        for (const auto& line : experiment.lines(someGpu())) hasModel = hasModel || line.model;
        EXPECT_EQ(hasModel, !about.model.empty()) << about.name;
    }
}

TEST(Experiments, SweepUpwardsThroughPointsThatTheirAxisHas)
{
    std::set<std::string> names;
    for (const auto& experiment : harness::allExperiments())
        for (const auto& line : experiment.lines(someGpu())) {
            ASSERT_GE(line.sweep.size(), 2U) << line.name;
            EXPECT_GT(line.sweep.front().x, 0) << line.name;
            for (std::size_t i = 0; i < line.sweep.size(); ++i) {
                EXPECT_TRUE(names.insert(core::pointName(line.name, line.sweep[i].x)).second) << line.name;
                EXPECT_TRUE(i == 0 || line.sweep[i].x > line.sweep[i - 1].x) << line.name;
            }
        }
    EXPECT_TRUE(names.contains("read_by_stride.16"));
}

TEST(Experiments, LinesAreToldApartWhereThereAreSeveral)
{
    for (const auto& experiment : harness::allExperiments()) {
        std::set<std::string> labels;
        for (const auto& line : experiment.lines(someGpu()))
            EXPECT_TRUE(!line.label.empty() && labels.insert(line.label).second) << line.name;
    }
}

TEST(Experiments, MarkRoofsThatThereAre)
{
    for (const auto& experiment : harness::allExperiments())
        for (const auto& roof : experiment.roofs) {
            const auto benchmark = chosenBenchmarks({roof.benchmark});
            ASSERT_EQ(benchmark.size(), 1U) << roof.benchmark;
            EXPECT_TRUE(benchmark.front().resource) << roof.benchmark;
        }
}

TEST(Experiments, AnUnknownNameSaysWhatThereIs)
{
    try {
        chosenExperiments(harness::allExperiments(), {"stride", "warp_drive"});
        FAIL();
    } catch (const UnknownName& error) {
        EXPECT_THAT(error.what(), HasSubstr("there is no experiment 'warp_drive'; there are bank_conflicts, diverg"));
    }
}

/// What the model of an experiment's first line says at x, from a first point of 1600 at x = 1 and 1 GHz.
std::optional<double> modelAt(const std::string& name, double x, const std::map<std::string, double>& roofs = {})
{
    const auto gpu = someGpu();
    const core::Curve first{.x = {1}, .y = {1600}};
    return linesOf(name).front().model({gpu, first, 1e9, roofs}, x);
}

TEST(Models, AStrideCostsItsShareUntilAFloatCosts64BytesOfHbm)
{
    EXPECT_EQ(modelAt("stride", 2), 800);
    EXPECT_EQ(modelAt("stride", 16), 100);
    EXPECT_EQ(modelAt("stride", 32), 100);
}

TEST(Models, ABankAnswersOneWordAClock)
{
    EXPECT_EQ(modelAt("bank_conflicts", 1), 128 * 132 * 1e9);
    EXPECT_EQ(modelAt("bank_conflicts", 32), 4 * 132 * 1e9);
}

TEST(Models, AWaveThatHasBegunCostsAWholeOne)
{
    EXPECT_EQ(modelAt("grid_size", 0.25), 1600);
    EXPECT_EQ(modelAt("grid_size", 1), 1600);
    EXPECT_EQ(modelAt("grid_size", 133.0 / 132), 3200);
}

TEST(Models, FewWarpsOfOneChainFillOneClockInFour)
{
    // 128 FP32 lanes, 2 FLOP each: 256 an SM and clock at most; 4 warps of one chain: 32 x 2 FLOP in each 4 clocks
    // each.
    EXPECT_EQ(modelAt("ilp", 4), 64 * 132 * 1e9);
    EXPECT_EQ(modelAt("ilp", 16), 256 * 132 * 1e9);
    EXPECT_EQ(modelAt("ilp", 32), 256 * 132 * 1e9);
}

TEST(Models, BandwidthRisesWithTheWarpsUpToTheRoof)
{
    EXPECT_EQ(modelAt("occupancy", 2, {{"dram_read", 4000}}), 3200);
    EXPECT_EQ(modelAt("occupancy", 8, {{"dram_read", 4000}}), 4000);
    EXPECT_EQ(modelAt("occupancy", 2), std::nullopt);
}

TEST(Models, ATileOf64HasNearly32FlopAByteOfFp16)
{
    EXPECT_NEAR(*modelAt("tile_size", 64), 32, 0.5); // 1 / (2 / 64 + 2 / 6144) = 31.7
    EXPECT_NEAR(*modelAt("tile_size", 16), 8, 0.1);
}

TEST(Models, AreDrawnFromTheFirstPointToTheLastAndBendBetween)
{
    const auto gpu = someGpu();
    const core::Curve first{.name = "a",
                            .x = {1},
                            .y = {100},
                            .device_id = "GPU-1",
                            .experiment = "e",
                            .p10 = {99},
                            .p90 = {101},
                            .n = {9}};
    const SweptLine line{
        .name = "a", .label = {}, .sweep = {{1, {}}, {2, {}}, {4, {}}}, .model = [](const harness::Known&, double x) {
            return x < 4 ? std::optional(x) : std::nullopt;
        }};
    const auto model = modelOf(line, {gpu, first, {}, {}});
    EXPECT_EQ(model.origin, core::Origin::Computed);
    EXPECT_EQ(model.x.front(), 1);
    EXPECT_EQ(model.x.size(), 16U); // 8 steps twice, and nothing at 4
    EXPECT_EQ(model.y, model.x);
    EXPECT_TRUE(model.n.empty());
    EXPECT_EQ(model.experiment, "e");
}

} // namespace
} // namespace capture

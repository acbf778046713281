// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_report.h"

#include "core/error.h"
#include "tests/core/report_builder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace core {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Session read(const std::string& bytes, const ImportOptions& options = {})
{
    return readNcuReport(bytes, "report.ncu-rep", options);
}

/// A report of one launch with these metrics; ids count from 0 through `names`.
std::string oneLaunch(std::vector<std::string> names, report::Kernel kernel)
{
    return report::encode({{.names = std::move(names), .kernels = {std::move(kernel)}}});
}

TEST(NcuReport, IsRecognisedByItsFirstFourBytes)
{
    EXPECT_TRUE(isNcuReport(report::sample()));
    EXPECT_TRUE(isNcuReport(std::string_view("NVR\0", 4)));
    EXPECT_FALSE(isNcuReport("NVR"));
    EXPECT_FALSE(isNcuReport("NVRx"));
}

TEST(NcuReport, SampleOfTheseTestsIsSmall)
{
    EXPECT_LE(report::sample().size(), 8192U);
}

TEST(NcuReport, GivesLaunchesInTheOrderOfTheFile)
{
    const auto bytes = report::sample();
    const auto session = read(bytes);
    std::vector<std::string> names;
    for (const auto& kernel : session.kernels) names.push_back(kernel.name);
    EXPECT_THAT(names, ElementsAre("scale(float *)", "bias(float *)", "scale(float *)", "range", "relu(float *)"));
    for (std::size_t i = 0; i < session.kernels.size(); ++i) EXPECT_EQ(session.kernels[i].index, i);
    EXPECT_THAT(session.notes, IsEmpty());
}

TEST(NcuReport, FillsAKernel)
{
    const auto bytes = report::sample();
    const auto kernel = read(bytes).kernels.at(0);
    EXPECT_EQ(kernel.kind, ResultKind::Kernel);
    EXPECT_EQ(kernel.function, "scale");
    EXPECT_EQ(kernel.mangled, "_Zscale");
    EXPECT_EQ(kernel.device_id, "0 NVIDIA H200");
    EXPECT_EQ(kernel.duration_s, 1e-6); // 1000 ns
    EXPECT_EQ(kernel.clocks_locked, false);
    EXPECT_EQ(kernel.process_id, 1000U);
    EXPECT_EQ(kernel.context, 1U);
    EXPECT_EQ(kernel.stream, 7U);
    EXPECT_THAT(kernel.ranges, ElementsAre("forward"));
    const Launch expected{.grid = {132, 1, 1},
                          .block = {256, 1, 1},
                          .cluster = {},
                          .registers_per_thread = 32,
                          .static_shared_bytes = 1024,
                          .dynamic_shared_bytes = 2048};
    EXPECT_EQ(kernel.launch, expected);
}

TEST(NcuReport, KnowsTheProcessOfEachLaunch)
{
    const auto bytes = report::sample();
    const auto session = read(bytes);
    EXPECT_EQ(session.kernels.at(1).process_id, 1001U);
    EXPECT_EQ(session.kernels.at(4).process_id, 1000U);
}

TEST(NcuReport, RangeHasATimeButNoLaunch)
{
    const auto bytes = report::sample();
    const auto range = read(bytes).kernels.at(3);
    EXPECT_EQ(range.kind, ResultKind::Range);
    EXPECT_EQ(range.function, "range");
    EXPECT_EQ(range.duration_s, 9e-6);
    EXPECT_EQ(range.launch, std::nullopt);
}

TEST(NcuReport, GraphIsNamedAsNvidiaNamesIt)
{
    const auto bytes = report::encode({{.graphs = {{}}}});
    const auto graph = read(bytes).kernels.at(0);
    EXPECT_EQ(graph.kind, ResultKind::Graph);
    EXPECT_EQ(graph.name, "graph");
}

TEST(NcuReport, DescribesTheDevice)
{
    const auto bytes = report::sample();
    const auto session = read(bytes);
    ASSERT_THAT(session.devices, SizeIs(1));
    const auto& device = session.devices.front();
    EXPECT_EQ(device.id, "0 NVIDIA H200");
    EXPECT_EQ(device.compute_capability, (ComputeCapability{9, 0}));
    EXPECT_EQ(device.sm_count, 132U);
    EXPECT_EQ(device.max_sm_clock_hz, 1.98e9);
    EXPECT_EQ(device.max_memory_clock_hz, 3.201e9);
    EXPECT_EQ(device.l2_bytes, 62914560U);
    EXPECT_EQ(device.ecc, true);
    EXPECT_EQ(device.memory_bytes, std::nullopt);
}

TEST(NcuReport, DescribesADeviceThatOnlyAResultTells)
{
    const auto bytes = oneLaunch(
        {"device__attribute_device_index", "device__attribute_display_name", "device__attribute_multiprocessor_count"},
        {.metrics = {{0, std::uint64_t{3}}, {1, std::string("GPU X")}, {2, std::uint64_t{8}}}});
    const auto session = read(bytes);
    ASSERT_THAT(session.devices, SizeIs(1));
    EXPECT_EQ(session.devices[0].id, "3 GPU X");
    EXPECT_EQ(session.devices[0].sm_count, 8U);
    EXPECT_EQ(session.kernels.at(0).device_id, "3 GPU X");
}

TEST(NcuReport, TellsTheToolAndItsModes)
{
    const auto bytes = report::sample();
    const auto source = read(bytes).sources.at(0);
    EXPECT_EQ(source.file, "report.ncu-rep");
    EXPECT_EQ(source.tool, "Nsight Compute");
    EXPECT_EQ(source.tool_version, "2025.3.1");
    EXPECT_EQ(source.replay_mode, "kernel");
    EXPECT_EQ(source.clock_control, "base");
    EXPECT_EQ(source.cache_control, "none");
    EXPECT_EQ(source.date, "2026-01-01T00:00:00Z");
}

TEST(NcuReport, CacheControlIsUnknownWithoutACommandLineAndAllWithoutTheFlag)
{
    const auto without = report::encode({{.graphs = {{}}}});
    EXPECT_EQ(read(without).sources.at(0).cache_control, std::nullopt);
    const auto plain = report::encode({{.graphs = {{}}, .details = {.command_line = "ncu ./app"}}});
    EXPECT_EQ(read(plain).sources.at(0).cache_control, "all");
}

TEST(NcuReport, LeavesHostUserAndCommandLineBehind)
{
    const auto bytes = report::sample();
    ASSERT_THAT(bytes, HasSubstr("secret"));
    const auto session = read(bytes);
    const auto& source = session.sources.at(0);
    std::string texts = source.file + source.tool + source.tool_version + *source.replay_mode + *source.clock_control +
                        *source.cache_control + source.driver.value_or("");
    for (const auto& device : session.devices) texts += device.id + device.name + device.driver.value_or("");
    for (const auto& kernel : session.kernels) texts += kernel.name + kernel.function + kernel.mangled;
    EXPECT_EQ(texts.find("secret"), std::string::npos);
}

TEST(NcuReport, EveryCounterComesBackOnDemand)
{
    const auto bytes = report::sample();
    const auto session = read(bytes);
    const auto counters = session.allCounters(session.kernels.at(0));
    EXPECT_THAT(counters.all(), SizeIs(7));
    EXPECT_EQ(counters.find(Name("gpu__time_duration.sum"))->value(), CounterValue(1000.0));
    EXPECT_EQ(counters.find(Name("launch__grid_size"))->value(), CounterValue(std::uint64_t{132}));
    EXPECT_EQ(counters.text(Name("profiler__target")), "sm_90");
    EXPECT_EQ(counters.number(Name("dram__bytes.sum.per_second")), 1.25e9);
}

TEST(NcuReport, CounterWithInstancesButNoValueHasInstancesOnly)
{
    const auto bytes = report::sample();
    const auto session = read(bytes);
    const auto counters = session.allCounters(session.kernels.at(0));
    const Name opcodes("sass__inst_executed_per_opcode");
    EXPECT_EQ(counters.find(opcodes), nullptr);
    ASSERT_THAT(counters.instances(opcodes), SizeIs(2));
    EXPECT_EQ(counters.instances(opcodes)[1].correlation.text(), "LDG");
    EXPECT_EQ(counters.instances(opcodes)[1].value.whole(), 2U);
}

TEST(NcuReport, NamesThatALaterBlockAddsAreFound)
{
    const auto bytes = report::sample();
    const auto session = read(bytes);
    EXPECT_EQ(session.allCounters(session.kernels.at(4)).number(Name("sm__late.sum")), 42.0);
}

TEST(NcuReport, CounterWhoseNameIsMissingIsLeftOutWithANote)
{
    const auto bytes = oneLaunch({"a"}, {.metrics = {{0, 1.0}, {7, 2.0}}});
    const auto session = read(bytes);
    EXPECT_THAT(session.allCounters(session.kernels.at(0)).all(), SizeIs(1));
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("1 counter was left out")));
}

TEST(NcuReport, FirstOfTwoCountersWithOneNameWins)
{
    const auto bytes = oneLaunch({"gpu__time_duration.sum"}, {.metrics = {{0, 6944.0}, {0, 6880.0}}});
    const auto session = read(bytes);
    EXPECT_EQ(session.kernels.at(0).duration_s, 6944e-9);
    EXPECT_EQ(session.allCounters(session.kernels.at(0)).number(Name("gpu__time_duration.sum")), 6944.0);
}

TEST(NcuReport, NanIsKeptAsACounterAndIsNoTime)
{
    const auto bytes =
        oneLaunch({"gpu__time_duration.sum"}, {.metrics = {{0, std::numeric_limits<double>::quiet_NaN()}}});
    const auto session = read(bytes);
    EXPECT_EQ(session.kernels.at(0).duration_s, std::nullopt);
    const auto counters = session.allCounters(session.kernels.at(0));
    EXPECT_TRUE(std::isnan(counters.find(Name("gpu__time_duration.sum"))->value().real().value()));
}

TEST(NcuReport, TimeFallsBackToTheAverage)
{
    const auto bytes = oneLaunch({"gpu__time_duration.avg"}, {.metrics = {{0, 5000.0}}});
    EXPECT_EQ(read(bytes).kernels.at(0).duration_s, 5e-6);
}

// Up to ncu 2020.2 the grid is in threads: 1024 x 8 threads, blocks of 128 x 2, so 8 x 4 = 32 blocks.
TEST(NcuReport, GridInThreadsIsTurnedIntoBlocks)
{
    const auto bytes = oneLaunch({"launch__grid_size"},
                                 {.grid = {1024, 8, 1}, .block = {128, 2, 1}, .metrics = {{0, std::uint64_t{32}}}});
    EXPECT_EQ(read(bytes).kernels.at(0).launch->grid, (Dim3{8, 4, 1}));
}

TEST(NcuReport, FailedCollectionWithoutAGridHasNoLaunch)
{
    const auto bytes = oneLaunch({}, {.grid = {0, 0, 0}, .block = {0, 0, 0}});
    EXPECT_EQ(read(bytes).kernels.at(0).launch, std::nullopt);
}

TEST(NcuReport, ClusterOfOneBlockIsNoCluster)
{
    const std::vector<std::string> names = {"launch__cluster_dim_x", "launch__cluster_dim_y", "launch__cluster_dim_z"};
    const std::uint64_t one = 1;
    const auto two = oneLaunch(names, {.metrics = {{0, std::uint64_t{2}}, {1, one}, {2, one}}});
    EXPECT_EQ(read(two).kernels.at(0).launch->cluster, (Dim3{2, 1, 1}));
    const auto single = oneLaunch(names, {.metrics = {{0, one}, {1, one}, {2, one}}});
    EXPECT_EQ(read(single).kernels.at(0).launch->cluster, std::nullopt);
}

TEST(NcuReport, NameFallsBackToTheFunctionThenToTheMangledName)
{
    const auto function = oneLaunch({}, {.mangled = "_Zf", .function = "f"});
    EXPECT_EQ(read(function).kernels.at(0).name, "f");
    const auto mangled = oneLaunch({}, {.mangled = "_Zf"});
    EXPECT_EQ(read(mangled).kernels.at(0).name, "_Zf");
}

TEST(NcuReport, UnknownRecordsOfALaterVersionAreSkippedWithANote)
{
    const auto bytes = report::encode({{.kernels = {{.function = "f"}}, .unknown_records = {"abc", "def"}}});
    const auto session = read(bytes);
    EXPECT_THAT(session.kernels, SizeIs(1));
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("2 unknown records were skipped")));
}

TEST(NcuReport, StoppedImportThrows)
{
    std::stop_source stop;
    stop.request_stop();
    const auto bytes = report::sample();
    EXPECT_THROW(read(bytes, {.stop = stop.get_token()}), Error);
}

TEST(NcuReport, ProgressGrowsFromZeroAndStaysUnderOne)
{
    std::vector<double> shares;
    const auto bytes = report::sample();
    read(bytes, {.progress = [&](double share) { shares.push_back(share); }});
    EXPECT_THAT(shares, ElementsAre(0.0, 0.2, 0.4, 0.6, 0.8));
}

TEST(NcuReport, HeaderAloneIsANoteNotALaunch)
{
    const auto session = read(report::encode({}));
    EXPECT_THAT(session.kernels, IsEmpty());
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("holds no kernel")));
}

} // namespace
} // namespace core

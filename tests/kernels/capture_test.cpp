// SPDX-License-Identifier: Apache-2.0
// What ridgepoint-capture does without a GPU: names, choices, permissions, proofs, messages.
#include "core/error.h"
#include "core/event.h"
#include "core/theoretical.h"
#include "kernels/capture/ceilings_command.h"
#include "kernels/capture/counter_permission.h"
#include "kernels/capture/event_stream.h"
#include "kernels/capture/item_log.h"
#include "kernels/capture/memory_proof.h"
#include "kernels/capture/result_event.h"
#include "kernels/harness/cuda_check.h"
#include "kernels/harness/near_gpu.h"
#include "kernels/harness/nvml.h"

#include <gmock/gmock.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace capture {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Benchmarks, HaveNamesOfTheirOwn)
{
    std::set<std::string> names;
    for (const auto& benchmark : harness::allBenchmarks()) EXPECT_TRUE(names.insert(benchmark.name).second);
    EXPECT_TRUE(names.contains("dram_read"));
    EXPECT_TRUE(names.contains("tensor_bf16_fp32_wgmma"));
}

TEST(Benchmarks, GiveARoofAFigureOrACurveWithItsUnit)
{
    for (const auto& benchmark : harness::allBenchmarks()) {
        EXPECT_NE(benchmark.resource.has_value(), !benchmark.unit.empty()) << benchmark.name;
        EXPECT_NE(bool(benchmark.prepare), !benchmark.sweep.empty()) << benchmark.name;
        EXPECT_EQ(benchmark.x_name.empty(), benchmark.sweep.empty()) << benchmark.name;
    }
}

TEST(Benchmarks, AreChosenByTheBeginningOfTheirNames)
{
    std::vector<std::string> names;
    for (const auto& benchmark : chosenBenchmarks({"l2_w", "fp64"})) names.push_back(benchmark.name);
    EXPECT_THAT(names, ElementsAre("l2_write", "fp64"));
}

TEST(Benchmarks, AWholeNameChoosesNoOther)
{
    std::vector<std::string> names;
    for (const auto& benchmark : chosenBenchmarks({"dram_read"})) names.push_back(benchmark.name);
    EXPECT_THAT(names, ElementsAre("dram_read"));
}

TEST(Benchmarks, AnUnknownNameSaysWhereTheNamesAre)
{
    try {
        chosenBenchmarks({"dram", "warp_drive"});
        FAIL();
    } catch (const core::Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("no ceiling 'warp_drive'; 'ridgepoint-capture list'"));
    }
}

harness::Benchmark benchmarkOf(const std::string& name)
{
    return chosenBenchmarks({name}).at(0);
}

TEST(Benchmarks, RunWhereTheirInstructionIs)
{
    const auto tcgen05 = benchmarkOf("tensor_fp16_fp32_tcgen05");
    EXPECT_FALSE(tcgen05.isFor({9, 0}));
    EXPECT_TRUE(tcgen05.isFor({10, 0}));
    EXPECT_TRUE(tcgen05.isFor({10, 3}));
    EXPECT_FALSE(tcgen05.isFor({12, 0}));
    EXPECT_FALSE(benchmarkOf("tensor_int8_int32_tcgen05").isFor({10, 3}));
    EXPECT_TRUE(benchmarkOf("tensor_fp4_fp32_tcgen05").isFor({10, 3}));
}

TEST(Benchmarks, DontCallTheRateOfAnEmulationARoof)
{
    const auto fp8 = benchmarkOf("tensor_fp8_fp32_mma");
    for (const core::ComputeCapability has : {core::ComputeCapability{8, 9}, {12, 0}}) EXPECT_TRUE(fp8.isFor(has));
    for (const core::ComputeCapability lacks : {core::ComputeCapability{8, 6}, {9, 0}, {10, 0}, {10, 3}})
        EXPECT_FALSE(fp8.isFor(lacks));
}

TEST(Benchmarks, OfTheFabricAskOnlyChipsWithTwoHalvesOfL2)
{
    const auto fabric = benchmarkOf("l2_fabric_write");
    for (const core::ComputeCapability has : {core::ComputeCapability{8, 0}, {9, 0}, {10, 0}, {10, 3}})
        EXPECT_TRUE(fabric.isFor(has));
    for (const core::ComputeCapability lacks :
         {core::ComputeCapability{7, 5}, {8, 6}, {8, 7}, {8, 9}, {11, 0}, {12, 0}, {12, 1}})
        EXPECT_FALSE(fabric.isFor(lacks));
}

/// Without theory a kernel that does too little would pass for a fast one.
TEST(Benchmarks, OfAsynchronousTensorPipesHaveATheory)
{
    core::Device device{.id = "GPU-1"};
    device.sm_count = 1;
    for (const auto& benchmark : harness::allBenchmarks()) {
        const auto path = benchmark.resource.value_or(core::Resource{}).tensor.path;
        if (path != core::TensorPath::Wgmma && path != core::TensorPath::Tcgen05) continue;
        for (const auto& last : {benchmark.from, benchmark.to}) {
            device.compute_capability = last;
            EXPECT_TRUE(core::theoreticalCeiling(*benchmark.resource, device, {.sm_hz = 1.0})) << benchmark.name;
        }
    }
}

TEST(NearGpu, SetsOfCpusAreReadAsTheKernelWritesThem)
{
    EXPECT_THAT(harness::parseCpuList("0-3,8,10-11\n"), ElementsAre(0, 1, 2, 3, 8, 10, 11));
    for (const char* other : {"", "\n", "none", "3-1", "0-", "0;1", "99999999"})
        EXPECT_THAT(harness::parseCpuList(other), testing::IsEmpty()) << other;
}

std::vector<unsigned> cpusNearDevice(const char* node)
{
    const auto folder = std::filesystem::path(testing::TempDir()) / "ridgepoint_pci_device";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "numa_node") << node << '\n';
    std::ofstream(folder / "local_cpulist") << "0-3\n";
    return harness::cpusNear(folder);
}

TEST(NearGpu, WhereTheKernelKnowsNoSideNoCpuIsNear)
{
    EXPECT_THAT(cpusNearDevice("1"), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(cpusNearDevice("-1"), IsEmpty());
    EXPECT_THAT(harness::cpusNear(std::filesystem::path("/nowhere")), IsEmpty());
}

TEST(NearGpu, AThreadGoesBackToWhereItWas)
{
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
    unsigned allowed = 0;
    while (!CPU_ISSET(allowed, &before)) ++allowed;
    {
        const harness::OnCpus one({allowed});
        EXPECT_EQ(sched_getcpu(), static_cast<int>(allowed));
    }
    cpu_set_t after;
    ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(CounterPermission, NeedsTheCapabilityWhereTheDriverSaysSo)
{
    const std::string user = "Name:\tx\nCapEff:\t0000000000000000\n";
    const std::string rootInContainer = "CapEff:\t00000000a80425fb\n";
    const std::string root = "CapEff:\t000001ffffffffff\n";
    EXPECT_EQ(counterPermission("RmProfilingAdminOnly: 0\n", user).allowed, true);
    EXPECT_EQ(counterPermission("RmProfilingAdminOnly: 1\n", root).allowed, true);
    for (const auto& status : {user, rootInContainer, std::string()}) {
        const auto refused = counterPermission("RmProfilingAdminOnly: 1\n", status);
        EXPECT_EQ(refused.allowed, false);
        EXPECT_THAT(refused.obstacle.value_or(""), HasSubstr("CAP_SYS_ADMIN"));
    }
}

TEST(CounterPermission, IsUnknownWhereTheDriversParametersCannotBeRead)
{
    for (const std::string parameters : {"", "EnableMSI: 1\n"}) {
        EXPECT_FALSE(counterPermission(parameters, "CapEff:\t00000000a80425fb\n").allowed);
        EXPECT_FALSE(counterPermission(parameters, "CapEff:\t00000000a80425fb\n").obstacle);
        EXPECT_EQ(counterPermission(parameters, "CapEff:\t000001ffffffffff\n").allowed, true);
    }
}

TEST(MemoryProof, ARoofNeedsNineTenthsOfItsBytesAtItsLevel)
{
    const core::Resource dram{.kind = core::ResourceKind::Dram};
    EXPECT_FALSE(countedShare(dram, 100, {}));
    EXPECT_DOUBLE_EQ(*countedShare(dram, 100, {.dram_bytes = 95}), 0.95);
    EXPECT_DOUBLE_EQ(*countedShare(dram, 100, {.dram_bytes = 104}), 1); // ECC and neighbours only add
    EXPECT_THROW(countedShare(dram, 100, {.dram_bytes = 80}), core::Error);
    EXPECT_DOUBLE_EQ(*countedShare({.kind = core::ResourceKind::L2Write}, 100, {.l2_written_bytes = 99}), 0.99);
}

TEST(ThrottleReasons, LeaveOutWhatHoldsNothingBack)
{
    EXPECT_THAT(harness::throttleReasons(0x1 | 0x2), testing::IsEmpty());
    EXPECT_THAT(harness::throttleReasons(0x4 | 0x40), ElementsAre("sw_power_cap", "hw_thermal_slowdown"));
}

TEST(Results, ATimeIsTheInverseOfItsRateWithItsTailsSwapped)
{
    const harness::Benchmark benchmark{.name = "latency_l1", .unit = "s"};
    const harness::Measurement measured{.rate_per_s = {.median = 4, .p10 = 2, .p90 = 5, .n = 9}, .sm_clock_hz = 100};
    const auto figure = std::get<core::Figure>(resultEvent(benchmark, {}, measured, {.id = "GPU-1"}));
    EXPECT_EQ(*figure.samples, (core::Spread{.median = 0.25, .p10 = 0.2, .p90 = 0.5, .n = 9}));
    EXPECT_DOUBLE_EQ(*figure.clocks, 25);
    EXPECT_EQ(figure.device_id, "GPU-1");
}

TEST(Results, ThrottledLooksAreCountedNotDropped)
{
    const harness::Benchmark benchmark{.name = "fp64", .resource = core::Resource{.kind = core::ResourceKind::Fp64}};
    harness::Measurement measured{.rate_per_s = {.median = 1, .p10 = 1, .p90 = 1, .n = 4}};
    measured.state.looks = 20;
    measured.state.throttled_looks = 3;
    measured.state.median.throttle_reasons = {"sw_power_cap"};
    const auto ceiling = std::get<core::Ceiling>(resultEvent(benchmark, {}, measured, {}));
    EXPECT_DOUBLE_EQ(*ceiling.throttled_ratio, 0.15);
    EXPECT_THAT(ceiling.throttle_reasons, ElementsAre("sw_power_cap"));
}

TEST(EventStream, WritesLinesThatCanBeReadBack)
{
    const auto path = std::filesystem::path(testing::TempDir()) / "events.jsonl";
    EventStream(path, EventStream::Mode::Create).write(core::SessionStarted{});
    EventStream(path, EventStream::Mode::Append).write(core::Skipped{"fp8", "not here"});
    std::ifstream file(path);
    std::string first;
    std::string second;
    std::getline(file, first);
    std::getline(file, second);
    EXPECT_EQ(core::parseEvent(first), core::Event(core::SessionStarted{}));
    EXPECT_EQ(core::parseEvent(second), core::Event(core::Skipped{"fp8", "not here"}));
}

TEST(EventStream, AFullDiskIsAnErrorThatSaysWhatIsLeft)
{
    EventStream full("/dev/full", EventStream::Mode::Create);
    try {
        full.write(core::SessionStarted{});
        FAIL();
    } catch (const core::Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("No space left on device; the lines before are a valid session"));
    }
}

TEST(EventStream, AFolderCantBeWritten)
{
    EXPECT_THROW(EventStream("/", EventStream::Mode::Create), core::Error);
}

/// What a log of items writes, line by line.
std::vector<std::string> eventsOfLog(const std::function<void(ItemLog&)>& use)
{
    const auto file = std::filesystem::temp_directory_path() / ("item" + std::to_string(getpid()) + ".jsonl");
    {
        EventStream events(file.string(), EventStream::Mode::Create);
        ItemLog items(events);
        use(items);
    }
    std::vector<std::string> lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::filesystem::remove(file);
    return lines;
}

/// What guarding some work writes.
std::vector<std::string> eventsOfItem(const std::function<void()>& work)
{
    return eventsOfLog([&](ItemLog& items) {
        EXPECT_TRUE(items.guard("triad.scalar.huge", "choose a smaller size", work));
        EXPECT_EQ(items.done(), 1U);
    });
}

TEST(ItemLog, SaysHowTheRunEnded)
{
    const auto finished = HasSubstr("\"session_finished\"");
    EXPECT_THAT(eventsOfLog([](ItemLog& items) {
                    items.haveResults(3);
                    EXPECT_EQ(items.end(0, 3, "items", false).outcome, Outcome::Finished);
                }),
                ElementsAre(HasSubstr("\"progress\""), finished));
    EXPECT_THAT(eventsOfLog([](ItemLog& items) {
                    items.haveResults(1);
                    EXPECT_EQ(items.end(2, 9, "points", true).outcome, Outcome::Cancelled);
                }),
                ElementsAre(HasSubstr("Cancelled after 3 of 9 points."), finished));
    eventsOfLog([](ItemLog& items) {
        items.haveFailed();
        EXPECT_EQ(items.end(0, 1, "items", false).outcome, Outcome::SomeFailed);
    });
}

TEST(ItemLog, AnItemWhoseMemoryIsntFreeIsSkippedWithTheRemedy)
{
    EXPECT_THAT(eventsOfItem([] { throw harness::CudaError(cudaErrorMemoryAllocation, "prepare"); }),
                ElementsAre(AllOf(HasSubstr("\"skipped\""), HasSubstr("triad.scalar.huge"),
                                  HasSubstr("its memory isn't free on the GPU; choose a smaller size"))));
}

TEST(ItemLog, WhatIsMissingSkipsAnItemAndAWrongResultFailsIt)
{
    EXPECT_THAT(eventsOfItem([] { throw harness::Unavailable("no cuBLASLt"); }),
                ElementsAre(AllOf(HasSubstr("\"skipped\""), HasSubstr("no cuBLASLt"))));
    EXPECT_THAT(eventsOfItem([] { throw core::Error("element 7 is wrong"); }),
                ElementsAre(AllOf(HasSubstr("\"failed\""), HasSubstr("element 7 is wrong"))));
}

} // namespace
} // namespace capture

// SPDX-License-Identifier: Apache-2.0
// Every kernel of the library computes what it must, and what is counted of those whose traffic is known by
// construction is that traffic.
#include "core/metrics.h"
#include "core/own_counters.h"
#include "kernels/capture/kernels_command.h"
#include "kernels/capture/library_result.h"
#include "kernels/harness/cuda_check.h"
#include "kernels/harness/launches.h"
#include "kernels/harness/set_profiler.h"
#include "tests/kernels/first_gpu.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>

namespace capture {

/// What GoogleTest prints of a parameter.
void PrintTo(const LibraryItem& item, std::ostream* out)
{
    *out << item.name();
}

namespace {

std::vector<LibraryItem> itemsOf(const char* size)
{
    return chosenItems(harness::kernelLibrary(), {.size = size});
}

LibraryItem itemNamed(const std::string& name)
{
    for (auto& item : itemsOf("all"))
        if (item.name() == name) return item;
    throw core::Error("there is no item " + name);
}

std::string nameOf(const testing::TestParamInfo<LibraryItem>& info)
{
    auto name = info.param.name();
    std::ranges::replace(name, '.', '_');
    return name;
}

class LibraryOnGpu : public testing::TestWithParam<LibraryItem> {
protected:
    void SetUp() override
    {
        std::string reason;
        const auto* gpu = firstGpu(reason);
        if (!gpu) GTEST_SKIP() << reason;
        m_gpu = gpu->gpu;
        if (!GetParam().variant().isFor(*m_gpu.device.compute_capability)) GTEST_SKIP() << "not on this GPU";
    }
    harness::Gpu m_gpu;
};

TEST_P(LibraryOnGpu, ComputesWhatItMust)
{
    const auto prepared = GetParam().variant().prepare(m_gpu, GetParam().size);
    prepared.reset();
    prepared.run(nullptr);
    harness::check(cudaDeviceSynchronize());
    EXPECT_NO_THROW(prepared.verify());
}

TEST_P(LibraryOnGpu, IsNotTakenForRightBeforeItHasRun)
{
    const auto prepared = GetParam().variant().prepare(m_gpu, GetParam().size);
    prepared.reset();
    EXPECT_THROW(prepared.verify(), core::Error);
}

TEST_P(LibraryOnGpu, TellsWhatItLaunches)
{
    const auto prepared = GetParam().variant().prepare(m_gpu, GetParam().size);
    for (const auto& kernel : harness::launchesOf(prepared.launches ? prepared.launches : prepared.run)) {
        EXPECT_GT(kernel.launch.registers_per_thread, 0U);
        EXPECT_FALSE(functionName(kernel.name).empty()) << kernel.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Small, LibraryOnGpu, testing::ValuesIn(itemsOf("small")), nameOf);
INSTANTIATE_TEST_SUITE_P(Awkward, LibraryOnGpu, testing::ValuesIn(itemsOf("awkward")), nameOf);

// --- Counters against traffic that is known by construction.

struct Known {
    const char* item;
    const char* resource;
    double amount;
};

void PrintTo(const Known& known, std::ostream* out)
{
    *out << known.item << " " << known.resource;
}

class CountedOnGpu : public testing::TestWithParam<Known> {};

TEST_P(CountedOnGpu, IsWhatItMustBeWithinOnePerCent)
{
    std::string reason;
    const auto* gpu = firstGpu(reason);
    if (!gpu) GTEST_SKIP() << reason;
    const auto item = itemNamed(GetParam().item);
    if (!item.variant().isFor(*gpu->gpu.device.compute_capability)) GTEST_SKIP() << "not on this GPU";
    try {
        const auto chip = harness::chipName(gpu->gpu.ordinal);
        const harness::ChipCounters counters(
            chip, core::ownCounterNames(core::CounterLevel::Full, harness::ChipCounters::allNames(chip)));
        const auto prepared = item.variant().prepare(gpu->gpu, item.size);
        harness::SetProfiler profiler(counters, 1);
        const std::vector<std::function<void()>> ranges{[&] { prepared.run(nullptr); }};
        const auto counted = profiler.count(ranges, [] { return false; });
        core::KernelMeasurement kernel{.duration_s = 1};
        addCounters(kernel, counters, counted->front());
        for (const auto& work : core::measuredWork(kernel, &gpu->gpu.device).work)
            if (core::toString(work.resource) == GetParam().resource) {
                EXPECT_NEAR(work.amount, GetParam().amount, GetParam().amount * 0.01) << work.from;
                return;
            }
        FAIL() << "not counted";
    } catch (const harness::Unavailable& unavailable) {
        GTEST_SKIP() << unavailable.what();
    }
}

constexpr double gibibyte = 1u << 30;
constexpr Known knownTraffic[] = {
    {"copy.float4.large", "dram_read", gibibyte},
    {"copy.float4.large", "dram_write", gibibyte},
    {"copy.float4.large", "l2_read", gibibyte},
    {"copy.float4.large", "l2_write", gibibyte},
    {"copy.float4.large", "l1", 2 * gibibyte},
    {"copy.tma_bulk.large", "l2_read", gibibyte},
    {"copy.tma_bulk.large", "l2_write", gibibyte},
    {"copy.tma_bulk.large", "shared", 2 * gibibyte}, // into it and out of it, by TMA alone
    {"triad.scalar.large", "fp32", 2 * gibibyte / 4},
    // A warp's column of an unpadded tile is one bank, 32 wavefronts; its rows, and a padded one's columns, are one
    // each: (1 + 32) and (1 + 1) for each of 4096 * 4096 / 32 warps.
    {"transpose.shared.medium", "shared", 33 * 524'288 * 128.0},
    {"transpose.padded.medium", "shared", 2 * 524'288 * 128.0},
    {"transpose.swizzled.medium", "shared", 2 * 524'288 * 128.0},
    {"transpose.naive.medium", "l2_write", 8 * 4096 * 4096 * 4.0}, // a sector of 32 bytes for each float
    {"divergence.by_warp.medium", "fp32", 512 * 1'048'576.0},
    {"launch_chain.launches.medium", "fp32", 64 * 2 * 16'384.0},
    // 2 m n k: whole tiles compute nothing else.
    {"gemm.register_tile.small", "fp32", 2 * 1024.0 * 1024 * 1024},
    {"gemm.mma_sync.medium", "tensor_bf16_fp32_mma", 2 * 4096.0 * 4096 * 4096},
    {"gemm.tma_wgmma.medium", "tensor_bf16_fp32_wgmma", 2 * 4096.0 * 4096 * 4096},
    {"gemm.cluster.medium", "tensor_bf16_fp32_wgmma", 2 * 4096.0 * 4096 * 4096},
    {"gemm_fp8.cluster.medium", "tensor_fp8", 2 * 4096.0 * 4096 * 4096},
};
INSTANTIATE_TEST_SUITE_P(Library, CountedOnGpu, testing::ValuesIn(knownTraffic));

/// capture_broken beside this program: events of its kernels.
std::vector<core::Event> eventsOfBroken(const std::string& options, int& exitCode)
{
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const auto out = std::filesystem::temp_directory_path() / ("broken" + std::to_string(getpid()) + ".jsonl");
    const auto command = (folder / "capture_broken").string() + " kernels --longest-item 3 " + options + " --out " +
                         out.string() + " 2>/dev/null";
    exitCode = WEXITSTATUS(std::system(command.c_str()));
    std::vector<core::Event> events;
    std::ifstream lines(out);
    for (std::string line; std::getline(lines, line);)
        if (auto event = core::parseEvent(line)) events.push_back(*event);
    std::filesystem::remove(out);
    return events;
}

TEST(BrokenOnGpu, AKernelThatFailsTakesNoOtherWithIt)
{
    std::string reason;
    if (!firstGpu(reason)) GTEST_SKIP() << reason;
    int exitCode = 0;
    std::vector<std::string> came;
    std::map<std::string, std::string> failed;
    for (const auto& event : eventsOfBroken("--family broken", exitCode)) {
        if (const auto* kernel = std::get_if<core::KernelMeasurement>(&event)) came.push_back(kernel->library->variant);
        if (const auto* failure = std::get_if<core::Failed>(&event)) failed[failure->name] = failure->message;
    }
    EXPECT_EQ(came, (std::vector<std::string>{"first", "second", "third", "fourth"}));
    EXPECT_EQ(failed.size(), 3U);
    EXPECT_NE(failed["broken.wrong.large"].find("element 7 of 128 is 1, expected 0.5 within 0"), std::string::npos);
    EXPECT_NE(failed["broken.faults.large"].find("illegal"), std::string::npos);
    EXPECT_NE(failed["broken.hangs.large"].find("hangs"), std::string::npos);
    EXPECT_EQ(exitCode, 1);
}

/// Reasons of what was skipped, by name.
std::map<std::string, std::string> skippedOf(const std::vector<core::Event>& events)
{
    std::map<std::string, std::string> skipped;
    for (const auto& event : events)
        if (const auto* skip = std::get_if<core::Skipped>(&event)) skipped[skip->name] = skip->reason;
    return skipped;
}

TEST(BrokenOnGpu, WhatCantRunHereIsSkippedWithTheReasonAndTheRestRuns)
{
    std::string reason;
    if (!firstGpu(reason)) GTEST_SKIP() << reason;
    int exitCode = 0;
    const auto events = eventsOfBroken("--family elsewhere --size all", exitCode);
    auto skipped = skippedOf(events);
    EXPECT_EQ(skipped.size(), 3U);
    EXPECT_EQ(skipped["elsewhere.here.huge"],
              "its memory isn't free on the GPU; choose a smaller size, or stop what uses it");
    EXPECT_EQ(skipped["elsewhere.later.large"], "needs CC 99.0");
    EXPECT_EQ(std::ranges::count_if(
                  events, [](const auto& event) { return std::holds_alternative<core::KernelMeasurement>(event); }),
              1);
    EXPECT_EQ(exitCode, 0);
}

TEST(BrokenOnGpu, ARunThatIsCancelledInTheMiddleOfAReplayKeepsWhatWasTimed)
{
    std::string reason;
    if (!firstGpu(reason)) GTEST_SKIP() << reason;
    int exitCode = 0;
    const auto events = eventsOfBroken("--family interrupted", exitCode);
    std::vector<std::string> notes;
    std::size_t kernels = 0;
    for (const auto& event : events) {
        if (const auto* note = std::get_if<core::Note>(&event)) notes.push_back(note->text);
        const auto* kernel = std::get_if<core::KernelMeasurement>(&event);
        if (!kernel) continue;
        ++kernels;
        EXPECT_TRUE(kernel->counters.empty());
        EXPECT_GT(kernel->duration_s.value(), 0);
    }
    EXPECT_EQ(kernels, 2U);
    ASSERT_EQ(notes.size(), 2U) << "without permission for counters nothing is replayed";
    EXPECT_EQ(notes[0], "2 kernels of interrupted have no counters: cancelled before they were read.");
    EXPECT_EQ(notes[1], "Cancelled after 2 of 2 items.");
    EXPECT_TRUE(std::holds_alternative<core::SessionFinished>(events.back()));
    EXPECT_EQ(exitCode, 130);
}

} // namespace
} // namespace capture

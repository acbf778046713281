// SPDX-License-Identifier: Apache-2.0
// Every kernel of the library computes what it must, one that doesn't takes no other with it, and counting takes no
// longer than it may.
#include "kernels/capture/kernels_command.h"
#include "kernels/capture/library_result.h"
#include "kernels/harness/cuda_check.h"
#include "kernels/harness/launches.h"
#include "tests/kernels/first_gpu.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
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

TEST(FingerprintOnGpu, TellsBuffersApartThatDifferInAnElementOrInOrder)
{
    std::string reason;
    if (!firstGpu(reason)) GTEST_SKIP() << reason;
    const auto of = [](const std::vector<std::uint16_t>& elements) {
        const harness::DeviceBuffer<std::uint16_t> buffer(elements.size());
        buffer.fromHost(elements);
        return harness::fingerprintOf(buffer);
    };
    for (const std::size_t count : {5, 4099}) { // the last ones are no whole word
        std::vector<std::uint16_t> elements(count);
        std::iota(elements.begin(), elements.end(), 0);
        const auto first = of(elements);
        EXPECT_EQ(of(elements), first);
        for (const auto place : {std::size_t{0}, count - 1}) {
            auto other = elements;
            other[place] ^= 1;
            EXPECT_NE(of(other), first) << place;
        }
        std::swap(elements[0], elements[4]); // the same place of two words, or of a word and of the rest
        EXPECT_NE(of(elements), first);
    }
}

/// A program beside this one.
std::string besideThis(const char* program)
{
    return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / program).string();
}

/// capture_broken: events of its kernels.
std::vector<core::Event> eventsOfBroken(const std::string& options, int& exitCode)
{
    const auto out = std::filesystem::temp_directory_path() / ("broken" + std::to_string(getpid()) + ".jsonl");
    const auto command = besideThis("capture_broken") + " kernels --longest-item 3 " + options + " --out " +
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

// --- What counting costs: a whole process that counts the 21 launches of count_launches.cu, so often.

struct CountingTime {
    const char* name;
    const char* arguments;
    double most_s;
};
constexpr CountingTime countingTimes[] = {
    {"OfAllCounters", "full", 1.3}, // 15 passes; replaying each launch for itself took 3.2 s
    {"OfTheBaseLevel", "base", 1.0},
    {"OfTheBaseLevelAndTenTimesTheLaunches", "base 10", 2.5},
};

class CountingTimeOnH200 : public testing::TestWithParam<CountingTime> {};

/// Exit code 77: no counters here.
double secondsOf(const std::string& command, int& exitCode)
{
    const auto start = std::chrono::steady_clock::now();
    exitCode = WEXITSTATUS(std::system((command + " >/dev/null 2>&1").c_str()));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST_P(CountingTimeOnH200, IsWithinItsLimit)
{
    std::string reason;
    const auto* gpu = firstGpu(reason);
    if (!gpu) GTEST_SKIP() << reason;
    if (gpu->gpu.device.name.find("H200") == std::string::npos) GTEST_SKIP() << "not an H200";
    const auto command = besideThis("count_launches") + " " + GetParam().arguments;
    int exitCode = 0;
    secondsOf(command, exitCode); // brings the libraries into memory
    if (exitCode == 77) GTEST_SKIP() << "no counters here";
    std::vector<double> times_s;
    for (int run = 0; run < 3; ++run) {
        times_s.push_back(secondsOf(command, exitCode));
        ASSERT_EQ(exitCode, 0);
    }
    std::ranges::sort(times_s);
    EXPECT_LT(times_s[1], GetParam().most_s) << testing::PrintToString(times_s);
}

std::string nameOfTime(const testing::TestParamInfo<CountingTime>& time)
{
    return time.param.name;
}
INSTANTIATE_TEST_SUITE_P(Counting, CountingTimeOnH200, testing::ValuesIn(countingTimes), nameOfTime);

} // namespace
} // namespace capture

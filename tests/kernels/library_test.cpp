// SPDX-License-Identifier: Apache-2.0
// The kernel library without a GPU: its tables, what is chosen from it, and the counters that each chip has for it.
#include "core/metrics.h"
#include "core/work_table.h"
#include "kernels/capture/kernels_command.h"
#include "kernels/capture/library_result.h"
#include "kernels/capture/watchdog.h"

#include <gmock/gmock.h>

#include <future>
#include <set>

namespace capture {
namespace {

using core::CounterLevel;
using harness::ChipCounters;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const harness::KernelFamily& familyNamed(const std::string& name)
{
    static const auto library = harness::kernelLibrary();
    const auto found = std::ranges::find(library, name, &harness::KernelFamily::name);
    if (found == library.end()) throw std::runtime_error("no family " + name);
    return *found;
}

TEST(Library, FamiliesAndTheirVariantsAndSizesHaveNamesOfTheirOwn)
{
    std::set<std::string> names;
    for (const auto& item : chosenItems(harness::kernelLibrary(), {.size = "all"}))
        EXPECT_TRUE(names.insert(item.name()).second) << item.name();
    EXPECT_TRUE(names.contains("triad.float4.large"));
}

TEST(Library, AFamilyTellsAllThatItsCardShows)
{
    for (const auto& family : harness::kernelLibrary()) {
        const auto event = familyEvent(family);
        EXPECT_FALSE(event.title.empty() || event.formula.empty()) << family.name;
        EXPECT_THAT(event.source, HasSubstr("SPDX-License-Identifier")) << family.name;
        EXPECT_THAT(event.source, HasSubstr('"' + family.name + '"')) << family.name;
        for (const auto& file : family.more_files)
            EXPECT_THAT(event.source, HasSubstr("// --- " + file + "\n// SPDX")) << family.name;
        EXPECT_FALSE(event.steps.empty()) << family.name;
        for (const auto& step : event.steps) EXPECT_EQ(step.step.back(), '.') << family.name << " " << step.variant;
    }
}

TEST(Library, EachFamilyHasASizeOfEachKindAndItsWork)
{
    for (const auto& family : harness::kernelLibrary()) {
        std::vector<std::string> sizes;
        for (const auto& size : family.sizes) {
            sizes.push_back(size.name);
            EXPECT_FALSE(size.text.empty()) << family.name;
            for (const auto dimension : size.dimensions) EXPECT_GT(dimension, 0U) << family.name;
            const auto work = family.work(size);
            EXPECT_FALSE(work.empty()) << family.name;
            for (const auto& part : work) EXPECT_EQ(part.basis, core::Basis::Algorithmic) << family.name;
        }
        EXPECT_THAT(sizes, ElementsAre("small", "medium", "large", "awkward")) << family.name;
    }
}

double amountOf(const std::vector<core::Work>& work, core::ResourceKind kind)
{
    for (const auto& part : work)
        if (part.resource.kind == kind) return part.amount;
    return -1;
}

TEST(Library, TheTriadOfAMebiElementsReadsEightMebibytesAndWritesFour)
{
    const auto& triad = familyNamed("triad");
    const auto work = triad.work(triad.sizes.front());
    EXPECT_EQ(amountOf(work, core::ResourceKind::DramRead), 8 * 1024 * 1024);
    EXPECT_EQ(amountOf(work, core::ResourceKind::DramWrite), 4 * 1024 * 1024);
    EXPECT_EQ(amountOf(work, core::ResourceKind::Fp32), 2 * 1024 * 1024);
}

std::vector<core::Work> workOf(const char* family, const char* variant)
{
    const KernelsRequest request{.families = {family}, .variants = {variant}, .size = "small"};
    return chosenItems(harness::kernelLibrary(), request).front().work();
}

TEST(Library, AProductsFlopAreOnThePipeThatItsVariantTakes)
{
    constexpr double flop = 2.0 * 1024 * 1024 * 1024;
    const auto simt = workOf("gemm", "naive");
    EXPECT_EQ(amountOf(simt, core::ResourceKind::Fp32), flop);
    EXPECT_EQ(amountOf(simt, core::ResourceKind::Tensor), -1);
    EXPECT_EQ(core::toString(workOf("gemm", "mma_sync").back().resource), "tensor_bf16_fp32_mma");
    EXPECT_EQ(core::toString(workOf("gemm", "cluster").back().resource), "tensor_bf16_fp32_wgmma");
    EXPECT_EQ(amountOf(workOf("gemm", "cluster"), core::ResourceKind::Tensor), flop);
}

TEST(Library, TypesOfTensorOperationsAreKnownFromWhatIsChosen)
{
    const auto inputsOf = [](std::vector<std::string> families) {
        return tensorInputsOf(chosenItems(harness::kernelLibrary(), {.families = std::move(families)}));
    };
    EXPECT_THAT(inputsOf({"copy", "softmax"}), IsEmpty());
    EXPECT_THAT(inputsOf({"copy", "gemm", "gemm_fp8"}), ElementsAre("bf16", "fp8"));
}

TEST(Library, AnFp8ProductReadsAByteANumberAndWritesTwo)
{
    const auto work = workOf("gemm_fp8", "cluster");
    EXPECT_EQ(amountOf(work, core::ResourceKind::DramRead), 2 * 1024 * 1024);
    EXPECT_EQ(amountOf(work, core::ResourceKind::DramWrite), 2 * 1024 * 1024);
}

TEST(Library, WhatIsTooSlowForASizeIsForOneThatThereIs)
{
    for (const auto& family : harness::kernelLibrary())
        for (const auto& variant : family.variants)
            for (const auto& size : variant.too_slow_for)
                EXPECT_TRUE(std::ranges::count(family.sizes, size, &harness::Size::name)) << family.name << size;
}

TEST(Library, WhatIsChosenComesInTheOrderOfSizesAndLadders)
{
    std::vector<std::string> names;
    const KernelsRequest request{.families = {"copy"}, .variants = {"scalar", "float4"}, .size = "all"};
    for (const auto& item : chosenItems(harness::kernelLibrary(), request)) names.push_back(item.name());
    EXPECT_THAT(names,
                ElementsAre("copy.scalar.small", "copy.float4.small", "copy.scalar.medium", "copy.float4.medium",
                            "copy.scalar.large", "copy.float4.large", "copy.scalar.awkward", "copy.float4.awkward"));
}

std::string refusalOf(const KernelsRequest& request)
{
    try {
        chosenItems(harness::kernelLibrary(), request);
    } catch (const UnknownName& error) {
        return error.what();
    }
    return "taken";
}

TEST(Library, AnUnknownNameSaysWhatThereIs)
{
    EXPECT_THAT(refusalOf({.families = {"copy", "warp_drive"}}), HasSubstr("no family 'warp_drive'; there are "));
    EXPECT_THAT(refusalOf({.families = {"copy"}, .variants = {"padded"}}),
                HasSubstr("no variant 'padded'; there are scalar, float4"));
    EXPECT_THAT(refusalOf({.size = "huge"}), HasSubstr("no size 'huge'; there are all, small"));
}

TEST(Library, CausalAttentionCountsThePairsThatAreSeenOnThePipeThatItsVariantTakes)
{
    constexpr double pairs = 4 * 512 * 513 / 2; // 4 heads, 512 queries of which the last sees 512 keys
    for (const auto& [variant, pipe] :
         {std::pair{"mma_sync", "tensor_bf16_fp32_mma"}, std::pair{"ping_pong", "tensor_bf16_fp32_wgmma"}}) {
        const auto work = workOf("attention_causal", variant);
        EXPECT_EQ(amountOf(work, core::ResourceKind::Tensor), 4 * 64 * pairs); // two products of 64 columns
        EXPECT_EQ(amountOf(work, core::ResourceKind::Xu), pairs);
        EXPECT_TRUE(std::ranges::any_of(work, [&](const auto& w) { return core::toString(w.resource) == pipe; }));
    }
}

TEST(Library, AKernelIsCalledAsItsSourceCallsIt)
{
    EXPECT_EQ(functionName("void (anonymous namespace)::copy<float, (anonymous namespace)::Op>(float*)"), "copy");
    EXPECT_EQ(functionName("cub::detail::reduce(int)"), "reduce");
    EXPECT_EQ(functionName("plain"), "plain");
}

TEST(Watchdog, TellsWhatHangsAndOnlyThat)
{
    std::promise<std::string> told;
    Watchdog watchdog([&](const std::string& what) { told.set_value(what); });
    {
        const Watchdog::Guard guard(watchdog, "quick", 10);
    }
    const Watchdog::Guard guard(watchdog, "slow", 0.01);
    EXPECT_EQ(told.get_future().get(), "slow");
}

// --- Counters of each chip, by CUPTI's host library.

struct Chip {
    const char* name;
    core::ComputeCapability capability;
    bool integrated = false; ///< no DRAM of its own
};
constexpr Chip chips[] = {
    {"TU102", {7, 5}},        {"GA100", {8, 0}},  {"GA102", {8, 6}},        {"GA10B", {8, 7}, true},
    {"AD102", {8, 9}},        {"GH100", {9, 0}},  {"GB100", {10, 0}},       {"GB110", {10, 3}},
    {"GB10B", {11, 0}, true}, {"GB202", {12, 0}}, {"GB20B", {12, 1}, true},
};

bool isOneOf(const core::ComputeCapability& here, std::initializer_list<core::ComputeCapability> capabilities)
{
    return std::ranges::find(capabilities, here) != capabilities.end();
}

/// Whether a chip lacks a counter that others have. Where this says no, the chip must have it.
bool lacks(const Chip& chip, std::string_view counter)
{
    const auto has = [counter](std::string_view part) { return counter.find(part) != std::string_view::npos; };
    const bool namesOfBlackwell = isOneOf(chip.capability, {{12, 0}, {12, 1}});
    if (has("dram__bytes_op_")) return chip.integrated || !namesOfBlackwell;
    if (has("dram__bytes_read") || has("dram__bytes_write")) return chip.integrated || namesOfBlackwell;
    if (has("dram__")) return chip.integrated;
    if (has("ltcfabric")) return !isOneOf(chip.capability, {{8, 0}, {9, 0}, {10, 0}, {10, 3}});
    if (has("tma") || has("dshared")) return chip.capability < core::ComputeCapability{9, 0};
    if (has("fadd2") || has("fmul2") || has("ffma2")) return !isOneOf(chip.capability, {{10, 0}, {10, 3}});
    if (has("imc_miss")) return chip.capability > core::ComputeCapability{9, 0};
    if (has("gmma")) return chip.capability != core::ComputeCapability{9, 0};
    return false;
}

void PrintTo(const Chip& chip, std::ostream* out)
{
    *out << chip.name;
}

/// AddressSanitizer ends a program that loads CUPTI's host library: CUPTI opens it with RTLD_DEEPBIND (13.0).
#ifdef __SANITIZE_ADDRESS__
constexpr bool canLoadCupti = false;
#else
constexpr bool canLoadCupti = true;
#endif
constexpr auto whyNoCupti = "AddressSanitizer refuses how CUPTI loads its host library";

class CountersOfChip : public testing::TestWithParam<Chip> {
protected:
    void SetUp() override
    {
        if (!canLoadCupti) GTEST_SKIP() << whyNoCupti;
        try {
            m_all = ChipCounters::allNames(GetParam().name);
        } catch (const harness::Unavailable& reason) {
            GTEST_SKIP() << reason.what();
        }
    }
    std::vector<std::string> m_all;
};

TEST_P(CountersOfChip, AreAllThereButThoseThatItIsKnownToLack)
{
    const ChipCounters counters(GetParam().name, core::ownCounterNames(CounterLevel::Full, m_all));
    for (const auto& counter : core::ownCounters()) {
        const bool there = std::ranges::find(counters.names(), counter.name) != counters.names().end();
        EXPECT_EQ(there, !lacks(GetParam(), counter.name)) << counter.name;
        EXPECT_TRUE(there || !counter.absent_because.empty()) << counter.name;
    }
}

/// Everything that the tables can tell of a chip's kernels, when each of its counters counted something.
std::set<core::ResourceKind> knownOf(const Chip& chip, const ChipCounters& counters)
{
    const core::Device device{.id = "gpu", .compute_capability = chip.capability, .sm_count = 10};
    core::KernelMeasurement kernel{.device_id = "gpu", .duration_s = 1e-3};
    for (const auto& name : counters.names()) kernel.counters.add(core::Name(name), 64.0);
    kernel.counters.finish();
    std::set<core::ResourceKind> known;
    for (const auto& row : core::workTable())
        if (row.expression.evaluate(kernel, &device)) known.insert(row.resource);
    if (core::sharedTable()[1].expression.evaluate(kernel, &device)) known.insert(core::ResourceKind::Shared);
    return known;
}

TEST_P(CountersOfChip, TellEveryResourceInTheBaseLevel)
{
    const ChipCounters counters(GetParam().name, core::ownCounterNames(CounterLevel::Base, m_all));
    const auto known = knownOf(GetParam(), counters);
    using enum core::ResourceKind;
    for (const auto kind : {L2Read, L2Write, L2Atomic, L2, Fp64, Fp32, Xu, Issue, Shared})
        EXPECT_TRUE(known.contains(kind)) << core::toString({kind});
    for (const auto kind : {DramRead, DramWrite})
        EXPECT_EQ(known.contains(kind), !GetParam().integrated) << core::toString({kind});
}

std::string chipOf(const testing::TestParamInfo<Chip>& chip)
{
    return chip.param.name;
}
INSTANTIATE_TEST_SUITE_P(Chips, CountersOfChip, testing::ValuesIn(chips), chipOf);

TEST(Counters, TakeTwoPassesOnAnH200ThreeWithTensorOperationsAndFifteenForAll)
{
    if (!canLoadCupti) GTEST_SKIP() << whyNoCupti;
    try {
        const auto all = ChipCounters::allNames("GH100");
        EXPECT_EQ(ChipCounters("GH100", core::ownCounterNames(CounterLevel::Base, all)).passes(), 2U);
        const auto inputs = tensorInputsOf(chosenItems(harness::kernelLibrary(), {}));
        EXPECT_EQ(ChipCounters("GH100", core::ownCounterNames(CounterLevel::Base, all, inputs)).passes(), 3U);
        EXPECT_EQ(ChipCounters("GH100", core::ownCounterNames(CounterLevel::Full, all)).passes(), 15U);
    } catch (const harness::Unavailable& reason) {
        GTEST_SKIP() << reason.what();
    }
}

} // namespace
} // namespace capture

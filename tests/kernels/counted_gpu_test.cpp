// SPDX-License-Identifier: Apache-2.0
// What the tables make of our counters is what is known of the work by construction: of kernels made for it, of kernels
// of the library, and of every roof. Each list is counted as one set.
#include "core/metrics.h"
#include "core/own_counters.h"
#include "kernels/capture/kernels_command.h"
#include "kernels/capture/library_result.h"
#include "kernels/harness/cuda_check.h"
#include "kernels/harness/set_profiler.h"
#include "tests/kernels/first_gpu.h"
#include "tests/kernels/known_traffic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <ostream>

namespace {

using harness::Gpu;

// --- Kernels of the library.

KnownKernel ofLibrary(const std::string& name, std::vector<KnownAmount> amounts)
{
    for (const auto& item : capture::chosenItems(harness::kernelLibrary(), {.size = "all"})) {
        if (item.name() != name) continue;
        const auto prepare = [item](const Gpu& gpu) -> std::function<void()> {
            return [prepared = item.variant().prepare(gpu, item.size)] { prepared.run(nullptr); };
        };
        return {name, prepare, std::move(amounts), item.variant().from, item.variant().to};
    }
    throw core::Error("there is no item " + name);
}

constexpr double productFlop(double size)
{
    return 2 * size * size * size;
}

std::vector<KnownKernel> libraryKernels()
{
    constexpr double gibibyte = 1u << 30;
    constexpr double warps = 4096 * 4096 / 32.0; ///< of a transpose of medium size, a float a thread
    constexpr double wavefront = 128;
    return {
        ofLibrary("copy.float4.large",
                  {exactly("dram_read", gibibyte), exactly("dram_write", gibibyte), exactly("l2_read", gibibyte),
                   exactly("l2_write", gibibyte), exactly("l1", 2 * gibibyte)}),
        // Into shared memory and out of it, by TMA alone.
        ofLibrary("copy.tma_bulk.large",
                  {exactly("l2_read", gibibyte), exactly("l2_write", gibibyte), exactly("shared", 2 * gibibyte)}),
        ofLibrary("triad.scalar.large", {exactly("fp32", 2 * gibibyte / 4)}),
        // A warp's column of an unpadded tile is one bank, 32 wavefronts; its rows, and a padded one's columns, are
        // one.
        ofLibrary("transpose.shared.medium", {exactly("shared", (1 + 32) * warps * wavefront)}),
        ofLibrary("transpose.padded.medium", {exactly("shared", (1 + 1) * warps * wavefront)}),
        ofLibrary("transpose.swizzled.medium", {exactly("shared", (1 + 1) * warps * wavefront)}),
        // A sector of 32 bytes for each float.
        ofLibrary("transpose.naive.medium", {exactly("l2_write", 32 * warps * 32)}),
        ofLibrary("divergence.by_warp.medium", {exactly("fp32", 512 * 1'048'576.0)}),
        ofLibrary("launch_chain.launches.medium", {exactly("fp32", 64 * 2 * 16'384.0)}),
        // 2 m n k: whole tiles compute nothing else.
        ofLibrary("gemm.register_tile.small", {exactly("fp32", productFlop(1024))}),
        ofLibrary("gemm.mma_sync.medium", {exactly("tensor_bf16_fp32_mma", productFlop(4096))}),
        ofLibrary("gemm.tma_wgmma.medium", {exactly("tensor_bf16_fp32_wgmma", productFlop(4096))}),
        ofLibrary("gemm.cluster.medium", {exactly("tensor_bf16_fp32_wgmma", productFlop(4096))}),
        ofLibrary("gemm_fp8.cluster.medium", {exactly("tensor_fp8", productFlop(4096))}),
        // Two products for each tile of 128 x 128 pairs in 64 heads of 32 x 32; with a mask below the diagonal and on
        // it.
        ofLibrary("attention.ping_pong.large",
                  {exactly("tensor_bf16_fp32_wgmma", 64 * 32 * 32 * 2 * productFlop(128))}),
        ofLibrary("attention_causal.ping_pong.large",
                  {exactly("tensor_bf16_fp32_wgmma", 64 * 32 * 33 / 2 * 2 * productFlop(128))}),
    };
}

// --- Roofs: what each claims to do.

/// So much work that what surrounds a benchmark's loop is less than one per cent, and little enough to be counted by
/// software.
double workOf(core::ResourceKind kind)
{
    using enum core::ResourceKind;
    switch (kind) {
    case Tensor: return 5e11;
    case Dram: return 4e9;
    case Xu: return 1e9;
    default: return 1e10;
    }
}

/// As the counters tell it: some leave the sums' type or the path out. DRAM is told by direction.
bool tellsOf(const core::Resource& counted, const core::Resource& claimed)
{
    if (claimed.kind == core::ResourceKind::Dram)
        return counted.kind == core::ResourceKind::DramRead || counted.kind == core::ResourceKind::DramWrite;
    const auto agrees = [](const std::string& told, const std::string& wanted) {
        return told.empty() || told == wanted;
    };
    return counted.kind == claimed.kind && agrees(counted.tensor.input, claimed.tensor.input) &&
           agrees(counted.tensor.accumulate, claimed.tensor.accumulate) &&
           counted.tensor.sparse == claimed.tensor.sparse &&
           (counted.tensor.path == core::TensorPath::Unknown || counted.tensor.path == claimed.tensor.path);
}

/// Roofs whose work is counted. Not those of L2's reads, which SMs share (docs/adr/0011), nor of issue slots, which a
/// loop's other instructions take, too.
std::vector<harness::Benchmark> countedRoofs()
{
    using enum core::ResourceKind;
    auto roofs = harness::allBenchmarks();
    std::erase_if(roofs, [](const harness::Benchmark& roof) {
        constexpr core::ResourceKind counted[] = {Dram, L2Write, L1, Shared, Fp64, Fp32, Fp16, Xu, Tensor};
        return !roof.resource || !roof.prepare || std::ranges::find(counted, roof.resource->kind) == std::end(counted);
    });
    return roofs;
}

KnownKernel ofRoof(const harness::Benchmark& roof, const Gpu& gpu)
{
    const auto prepared = std::make_shared<harness::Prepared>(roof.prepare(gpu));
    // In pairs: every other iteration may do the opposite of the one before.
    const auto pairs = std::max(1.0, std::round(workOf(roof.resource->kind) / prepared->work_per_iteration / 2));
    const auto iterations = static_cast<std::uint32_t>(2 * pairs);
    return {roof.name,
            [=](const Gpu&) -> std::function<void()> { return [=] { prepared->launch({.iterations = iterations}); }; },
            {exactly(core::toString(*roof.resource), prepared->work_per_iteration * iterations)},
            roof.from,
            roof.to};
}

// --- Lists, each counted once.

enum class List { Made, Library, Roofs };

std::vector<std::string> namesOf(List list)
{
    std::vector<std::string> names;
    const auto add = [&names](const auto& kernels) {
        for (const auto& kernel : kernels) names.push_back(kernel.name);
    };
    if (list == List::Made) add(knownKernels());
    if (list == List::Library) add(libraryKernels());
    if (list == List::Roofs) add(countedRoofs());
    return names;
}

std::vector<KnownKernel> kernelsOf(List list, const Gpu& gpu)
{
    if (list == List::Made) return knownKernels();
    if (list == List::Library) return libraryKernels();
    std::vector<KnownKernel> kernels;
    for (const auto& roof : countedRoofs())
        if (roof.isFor(*gpu.device.compute_capability)) kernels.push_back(ofRoof(roof, gpu));
    return kernels;
}

struct CountedKernel {
    std::vector<KnownAmount> known;
    std::vector<core::Work> work;
};

/// By name, of those that this GPU has. Throws Unavailable.
std::map<std::string, CountedKernel> countOn(const Gpu& gpu, const std::vector<KnownKernel>& kernels)
{
    const auto& here = *gpu.device.compute_capability;
    std::vector<KnownKernel> present;
    std::vector<std::function<void()>> ranges;
    for (const auto& kernel : kernels) {
        if (here < kernel.from || kernel.to < here) continue;
        present.push_back(kernel);
        ranges.push_back(kernel.prepare(gpu));
    }
    const auto chip = harness::chipName(gpu.ordinal);
    const harness::ChipCounters counters(
        chip, core::ownCounterNames(core::CounterLevel::Full, harness::ChipCounters::allNames(chip)));
    harness::SetProfiler profiler(counters, ranges.size(), harness::Before::Itself);
    const auto values = profiler.count(ranges, [] { return false; });
    std::map<std::string, CountedKernel> counted;
    for (std::size_t i = 0; i < present.size(); ++i) {
        core::KernelMeasurement kernel{.duration_s = 1};
        capture::addCounters(kernel, counters, values->at(i));
        counted[present[i].name] = {present[i].amounts, core::measuredWork(kernel, &gpu.device).work};
    }
    return counted;
}

const std::map<std::string, CountedKernel>& countedOnce(List list, const Gpu& gpu)
{
    static std::map<List, std::map<std::string, CountedKernel>> known;
    const auto [place, isNew] = known.try_emplace(list);
    if (isNew) place->second = countOn(gpu, kernelsOf(list, gpu));
    return place->second;
}

struct Parameter {
    List list;
    std::string name;
};

void PrintTo(const Parameter& parameter, std::ostream* out)
{
    *out << parameter.name;
}

class CountedOnGpu : public testing::TestWithParam<Parameter> {};

TEST_P(CountedOnGpu, IsWhatIsKnown)
{
    std::string reason;
    const auto* here = firstGpu(reason);
    if (!here) GTEST_SKIP() << reason;
    try {
        const auto& counted = countedOnce(GetParam().list, here->gpu);
        const auto kernel = counted.find(GetParam().name);
        if (kernel == counted.end()) GTEST_SKIP() << "not on this GPU";
        for (const auto& known : kernel->second.known) {
            double amount = 0;
            std::string from;
            for (const auto& work : kernel->second.work)
                if (tellsOf(work.resource, core::parseResource(known.resource).value())) {
                    amount += work.amount;
                    from += work.from + "; ";
                }
            EXPECT_FALSE(from.empty()) << known.resource << " isn't counted";
            EXPECT_NEAR(amount, known.amount, known.allowed) << known.resource << " by " << from;
        }
    } catch (const harness::Unavailable& unavailable) {
        GTEST_SKIP() << unavailable.what();
    }
}

std::vector<Parameter> parametersOf(List list)
{
    std::vector<Parameter> parameters;
    for (const auto& name : namesOf(list)) parameters.push_back({list, name});
    return parameters;
}

std::string nameOf(const testing::TestParamInfo<Parameter>& info)
{
    auto name = info.param.name;
    std::ranges::replace(name, '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Made, CountedOnGpu, testing::ValuesIn(parametersOf(List::Made)), nameOf);
INSTANTIATE_TEST_SUITE_P(Library, CountedOnGpu, testing::ValuesIn(parametersOf(List::Library)), nameOf);
INSTANTIATE_TEST_SUITE_P(Roofs, CountedOnGpu, testing::ValuesIn(parametersOf(List::Roofs)), nameOf);

} // namespace

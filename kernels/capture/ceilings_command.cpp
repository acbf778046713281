// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/ceilings_command.h"

#include "core/statistics.h"
#include "core/theoretical.h"
#include "kernels/capture/device_query.h"
#include "kernels/capture/item_log.h"
#include "kernels/capture/memory_proof.h"
#include "kernels/capture/result_event.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <variant>

namespace capture {
namespace {

using harness::Benchmark;
using Kind = core::ResourceKind;

/// More than this over theory at the same clock is a bug of the benchmark.
constexpr double highestTheoryRatio = 1.03;
/// Other work on the GPU shows in repeats this far apart, too.
constexpr double wideSpreadRatio = 0.03;

std::string percentText(double ratio)
{
    return std::to_string(std::lround(100 * ratio)) + " %";
}

std::optional<std::string> whyNotHere(const Benchmark& benchmark, const core::Device& device)
{
    const auto& here = *device.compute_capability;
    if (benchmark.isFor(here)) return std::nullopt;
    return "compute capability " + std::to_string(here.major) + "." + std::to_string(here.minor) + " doesn't have it";
}

class Run {
public:
    Run(QueriedGpu queried, const harness::Effort& effort, EventStream& events, const harness::Cancelled& cancelled)
        : m_gpu(std::move(queried.gpu)), m_nvml(std::move(queried.nvml)), m_monitor(m_nvml.get()), m_effort(effort),
          m_events(events), m_cancelled(cancelled)
    {}

    /// Whether the context survived. progress: of this item, told again with what its repeats say.
    bool measureOne(const Benchmark& benchmark, const core::Progress& progress)
    {
        m_events.write(progress);
        if (const auto reason = whyNotHere(benchmark, m_gpu.device)) {
            m_items.skip(benchmark.name, *reason);
            return true;
        }
        return m_items.guard(benchmark.name, "stop what uses it", [&] { report(benchmark, progress); });
    }
    [[nodiscard]] const ItemLog& items() const { return m_items; }

private:
    /// Whatever was cancelled on the way is left out.
    void report(const Benchmark& benchmark, const core::Progress& progress)
    {
        const auto event = benchmark.sweep.empty() ? single(benchmark, progress) : curve(benchmark);
        if (!event) return;
        if (const auto* ceiling = std::get_if<core::Ceiling>(&*event)) requirePossible(*ceiling);
        log(*event);
        m_events.write(*event);
        m_items.haveResults(1);
    }

    std::optional<core::Event> single(const Benchmark& benchmark, core::Progress progress)
    {
        const auto prepared = benchmark.prepare(m_gpu);
        prepared.verify();
        const auto tell = [&](const harness::Measurement& soFar) {
            progress.so_far = std::get<core::Ceiling>(resultEvent(benchmark, prepared, soFar, m_gpu.device));
            m_events.write(progress);
        };
        harness::Watch watch{m_cancelled};
        if (benchmark.resource) watch.measured = tell;
        const auto measured = harness::measure(prepared, m_effort, m_monitor, watch);
        if (!measured) return std::nullopt;
        if (benchmark.resource) noteSpread(benchmark.name, *measured);
        auto event = resultEvent(benchmark, prepared, *measured, m_gpu.device);
        if (auto* ceiling = std::get_if<core::Ceiling>(&event)) prove(*ceiling, prepared);
        return event;
    }

    /// Adds what only counters tell. Without them the roof stands by its checksum alone, and L2's has no theory.
    void prove(core::Ceiling& ceiling, const harness::Prepared& prepared)
    {
        const auto kind = ceiling.resource.kind;
        const bool isL2 = kind == Kind::L2Read || kind == Kind::L2Write;
        if (kind != Kind::Dram && !isL2) return m_proof.close();
        try {
            const auto counters = m_proof.count(prepared);
            if (const auto share = countedShare(ceiling.resource, prepared.work_per_iteration, counters))
                countOnly(ceiling, *share);
            if (isL2) addL2Clock(ceiling, counters);
        } catch (const harness::Unavailable& error) {
            if (!std::exchange(m_noted, true))
                m_events.write(core::Note{"No proof by counters, and no theory for L2: " + std::string(error.what())});
        }
    }

    void addL2Clock(core::Ceiling& ceiling, const MemoryCounters& counters)
    {
        ceiling.l2_clock_hz = counters.l2_clock_hz;
        if (counters.l2_bytes_per_clock == m_gpu.device.l2_bytes_per_clock) return;
        m_gpu.device.l2_bytes_per_clock = counters.l2_bytes_per_clock;
        m_events.write(m_gpu.device);
    }

    std::optional<core::Event> curve(const Benchmark& benchmark)
    {
        std::vector<double> rates;
        std::string method;
        for (const auto& point : benchmark.sweep) {
            const auto prepared = point.prepare(m_gpu);
            prepared.verify();
            const auto measured = harness::measure(prepared, harness::quickPoint, m_monitor, {m_cancelled});
            if (!measured) return std::nullopt;
            rates.push_back(measured->rate_per_s.median);
            method = prepared.method;
        }
        return curveOf(benchmark, rates, method, m_gpu.device);
    }

    /// Of a roof, which kernels are judged by. Where the clock is held back the rate moves with it, which the result
    /// itself tells.
    void noteSpread(const std::string& name, const harness::Measurement& measured)
    {
        const auto ratio = core::halfSpreadRatio(measured.rate_per_s);
        if (ratio && *ratio > wideSpreadRatio && measured.state.throttled_looks == 0)
            m_events.write(core::Note{name + ": its repeats lie ±" + percentText(*ratio) +
                                      " apart. Other work on the GPU or the host? Measure again when they are idle."});
    }

    /// A roof is of the bytes that its level moved, as kernels are judged by them.
    static void countOnly(core::Ceiling& ceiling, double share)
    {
        ceiling.rate_per_s *= share;
        for (auto* rate : {&ceiling.samples->median, &ceiling.samples->p10, &ceiling.samples->p90}) *rate *= share;
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "; %.1f %% counted there", 100 * share);
        ceiling.method += text.data();
    }

    void requirePossible(const core::Ceiling& ceiling) const
    {
        const auto ratio = core::theoryRatio(ceiling, m_gpu.device);
        if (ratio && *ratio > highestTheoryRatio)
            throw core::Error("measured " + std::to_string(ceiling.rate_per_s) + " per second, " +
                              std::to_string(*ratio) + " of what the hardware can do at that clock: refused");
    }

    void log(const core::Event& event) const { std::fprintf(stderr, "%s\n", summaryLine(event, m_gpu.device).c_str()); }

    harness::Gpu m_gpu;
    std::unique_ptr<harness::NvmlDevice> m_nvml;
    harness::Monitor m_monitor;
    const harness::Effort& m_effort;
    EventStream& m_events;
    const harness::Cancelled& m_cancelled;
    ItemLog m_items{m_events};
    MemoryProof m_proof{m_gpu.ordinal};
    bool m_noted = false; ///< that there are no counters
};

/// Index of the first item to run.
std::size_t firstItem(const std::vector<Benchmark>& benchmarks, const std::string& continueAfter)
{
    if (continueAfter.empty()) return 0;
    const auto done = std::ranges::find(benchmarks, continueAfter, &Benchmark::name);
    return static_cast<std::size_t>(done - benchmarks.begin()) + (done == benchmarks.end() ? 0 : 1);
}

void writeBeginning(EventStream& events, const core::Device& device, const std::vector<Benchmark>& benchmarks)
{
    core::Plan plan;
    for (const auto& benchmark : benchmarks) plan.items.push_back(benchmark.name);
    events.write(core::SessionStarted{});
    events.write(sourceOfThisRun());
    events.write(device);
    events.write(plan);
    if (device.busy_ratio.value_or(0) > core::busyWithOtherWorkRatio)
        events.write(core::Note{"The GPU was " + percentText(*device.busy_ratio) +
                                " busy with other work before: these roofs may be too low."});
}

} // namespace

std::vector<Benchmark> chosenBenchmarks(const std::vector<std::string>& only)
{
    const auto all = harness::allBenchmarks();
    if (only.empty()) return all;
    std::vector<Benchmark> chosen;
    // A whole name is that one alone: "dram_read" is no beginning of "dram_read_512_mib".
    const auto fits = [&all](const Benchmark& benchmark, const std::string& name) {
        const bool isWhole = std::ranges::find(all, name, &Benchmark::name) != all.end();
        return isWhole ? benchmark.name == name : benchmark.name.starts_with(name);
    };
    for (const auto& name : only)
        if (std::ranges::none_of(all, [&](const auto& benchmark) { return fits(benchmark, name); }))
            throw core::Error("there is no ceiling '" + name + "'; 'ridgepoint-capture list' names all");
    std::ranges::copy_if(all, std::back_inserter(chosen), [&](const auto& benchmark) {
        return std::ranges::any_of(only, [&](const auto& name) { return fits(benchmark, name); });
    });
    return chosen;
}

RunResult runCeilings(const CeilingsRequest& request, EventStream& events, const harness::Cancelled& cancelled)
{
    auto queried = queryDevice(request.device);
    auto benchmarks = chosenBenchmarks(request.only);
    if (request.only.empty()) // what this GPU doesn't have is news for who asked for it by name
        std::erase_if(benchmarks, [&](const Benchmark& benchmark) {
            return !benchmark.isFor(*queried.gpu.device.compute_capability);
        });
    if (request.continue_after.empty()) writeBeginning(events, queried.gpu.device, benchmarks);
    Run run(std::move(queried), request.effort, events, cancelled);
    const auto first = firstItem(benchmarks, request.continue_after);
    for (auto i = first; i < benchmarks.size(); ++i) {
        const core::Progress progress{benchmarks[i].name, i, benchmarks.size(), {}};
        if (!run.measureOne(benchmarks[i], progress)) return {Outcome::ContextLost, benchmarks[i].name};
        if (cancelled()) return run.items().end(first, benchmarks.size(), "items", true);
    }
    return run.items().end(first, benchmarks.size(), "items", false);
}

} // namespace capture

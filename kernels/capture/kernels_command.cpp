// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/kernels_command.h"

#include "core/enum_name.h"
#include "core/statistics.h"
#include "kernels/capture/counter_permission.h"
#include "kernels/capture/device_query.h"
#include "kernels/capture/item_log.h"
#include "kernels/capture/library_result.h"
#include "kernels/capture/result_event.h"
#include "kernels/capture/watchdog.h"
#include "kernels/harness/cuda_check.h"
#include "kernels/harness/set_profiler.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

namespace capture {
namespace {

using harness::KernelFamily;
using harness::PreparedVariant;

/// Counters of so many ranges take 75 MB of the host when all are asked for.
constexpr std::size_t largestSet = 64;
/// Counting by software slows a kernel up to 200 times.
constexpr double longestCount_s = 300;

/// Of a variant: "padded", "transpose.padded".
std::string qualifiedName(const KernelFamily& family, const harness::Variant& variant)
{
    return family.name + "." + variant.name;
}

bool isWantedVariant(const std::vector<std::string>& wanted, const KernelFamily& family,
                     const harness::Variant& variant)
{
    return isWanted(wanted, variant.name) || isWanted(wanted, qualifiedName(family, variant));
}

/// What is done after the last variant of a family.
std::string counting(const std::string& family)
{
    return family + " (counters)";
}

/// Why a variant isn't for this GPU: it is too old, or has no longer what the variant is made of (wgmma: 9.0 alone).
std::string generationText(const harness::Variant& variant, const core::ComputeCapability& here)
{
    const bool isTooOld = here < variant.from;
    const auto& bound = isTooOld ? variant.from : variant.to;
    return (isTooOld ? "needs CC " : "its instructions end with CC ") + std::to_string(bound.major) + "." +
           std::to_string(bound.minor);
}

/// What was timed and waits for its counters: those of a whole set are read together.
struct Pending {
    PreparedVariant prepared;
    core::KernelMeasurement kernel;
};

class Run {
public:
    Run(QueriedGpu queried, const std::vector<LibraryItem>& items, const KernelsRequest& request, EventStream& events,
        const harness::Cancelled& cancelled)
        : m_gpu(std::move(queried.gpu)), m_nvml(std::move(queried.nvml)), m_monitor(m_nvml.get()), m_request(request),
          m_events(events), m_cancelled(cancelled), m_watchdog([this](const std::string& item) { hangs(item); })
    {
        if (!request.continue_after.empty()) m_items.haveFailed(); // which ended the process before this one
        if (request.counters) openCounters(*request.counters, items);
    }

    [[nodiscard]] std::optional<std::uint64_t> passes() const
    {
        return m_counters ? std::optional<std::uint64_t>(m_counters->passes()) : std::nullopt;
    }
    /// Why there are no counters, to be told once.
    [[nodiscard]] const std::string& obstacle() const { return m_obstacle; }

    /// Whether the context survived.
    bool runOne(const LibraryItem& item, std::uint64_t index)
    {
        const auto& needs = item.variant();
        if (!needs.isFor(*m_gpu.device.compute_capability)) {
            m_items.skip(item.name(), generationText(needs, *m_gpu.device.compute_capability));
            return true;
        }
        if (std::ranges::find(needs.too_slow_for, item.size.name) != needs.too_slow_for.end()) {
            m_items.skip(item.name(), "a launch takes seconds on this size; choose a smaller one");
            return true;
        }
        return guarded(item.name(), [&] { timeOne(item, index); });
    }

    /// Reads the counters of what was timed since the last call, and reports it all. Whether the context survived.
    bool finishSet()
    {
        if (m_pending.empty()) return true;
        if (!m_counters || m_cancelled()) return reportPending(), true;
        const bool survived = guarded(counting(m_pending.back().kernel.library->family), [this] { countSet(); });
        reportPending();
        return survived;
    }

    [[nodiscard]] const ItemLog& items() const { return m_items; }

private:
    void openCounters(core::CounterLevel level, const std::vector<LibraryItem>& items)
    {
        try {
            if (const auto reason = counterPermission().obstacle) throw harness::Unavailable(*reason);
            const auto chip = harness::chipName(m_gpu.ordinal);
            const auto names =
                core::ownCounterNames(level, harness::ChipCounters::allNames(chip), tensorInputsOf(items));
            m_counters = std::make_unique<harness::ChipCounters>(chip, names);
        } catch (const harness::Unavailable& reason) {
            m_obstacle = obstacleText(reason.what());
        }
    }

    [[nodiscard]] std::string obstacleText(const std::string& reason) const
    {
        std::string text = "No counters, time and algorithmic work alone: " + reason;
        if (m_gpu.device.mig.value_or(false)) text += "; this is a part of a GPU (MIG): they need the whole one";
        return text;
    }

    /// Whether the context survived; without it nothing more can be counted.
    bool guarded(const std::string& name, const std::function<void()>& work)
    {
        if (m_items.guard(name, "choose a smaller size, or stop what uses it", work)) return true;
        reportPending();
        return false;
    }

    void timeOne(const LibraryItem& item, std::uint64_t index)
    {
        if (m_pending.size() == largestSet) finishSet();
        auto prepared = prepareWithRoom(item);
        std::optional<harness::Measurement> measured;
        {
            const Watchdog::Guard guard(m_watchdog, item.name(), m_request.longest_item_s);
            prepared.reset();
            prepared.run(nullptr);
            harness::check(cudaDeviceSynchronize());
            verify(item, prepared);
            measured = harness::measure(repeated(prepared), m_request.effort, m_monitor, {.cancelled = m_cancelled});
        }
        if (!measured) return;
        auto kernel = measurementOf(item, prepared, *measured, m_gpu.device);
        kernel.index = index;
        std::fprintf(stderr, "%s\n", summaryLine(item.name(), kernel).c_str());
        m_pending.push_back({std::move(prepared), std::move(kernel)});
        if (!m_counters) reportPending();
    }

    /// Comparing gigabytes with a reference on the CPU takes longer than all the rest: where variants must leave the
    /// same, one that leaves the very bits of another that was right is right.
    void verify(const LibraryItem& item, const PreparedVariant& prepared)
    {
        if (!item.family.same_result || !prepared.fingerprint) return prepared.verify();
        auto& right = m_right[item.family.name + "." + item.size.name];
        const auto left = prepared.fingerprint();
        if (std::ranges::find(right, left) != right.end()) return;
        prepared.verify();
        right.push_back(left);
    }

    /// Where what waits for its counters leaves too little memory, it goes first.
    PreparedVariant prepareWithRoom(const LibraryItem& item)
    {
        try {
            return item.variant().prepare(m_gpu, item.size);
        } catch (const harness::CudaError& error) {
            if (error.code() != cudaErrorMemoryAllocation || m_pending.empty()) throw;
        }
        finishSet();
        return item.variant().prepare(m_gpu, item.size);
    }

    /// The variant as the harness times it: so often, one after the other.
    static harness::Prepared repeated(const PreparedVariant& prepared)
    {
        return {.work_per_iteration = 1,
                .launch =
                    [&prepared](const harness::Launch& launch) {
                        for (std::uint32_t i = 0; i < launch.iterations; ++i) prepared.run(launch.stream);
                    },
                .verify = prepared.verify,
                .method = {}};
    }

    void countSet()
    {
        std::vector<std::function<void()>> ranges;
        for (const auto& pending : m_pending) ranges.emplace_back([run = pending.prepared.run] { run(nullptr); });
        try {
            const Watchdog::Guard guard(m_watchdog, m_pending.front().kernel.library->family, longestCount_s);
            // Counted in the state that it was timed in.
            harness::SetProfiler profiler(*m_counters, ranges.size(), harness::Before::Itself);
            const auto counted = profiler.count(ranges, m_cancelled);
            if (!counted) return;
            for (std::size_t i = 0; i < counted->size(); ++i)
                addCounters(m_pending[i].kernel, *m_counters, (*counted)[i]);
        } catch (const harness::Unavailable& reason) {
            m_counters.reset(); // what stands in the way now will do so for the next set
            m_events.write(core::Note{obstacleText(reason.what())});
        }
    }

    void reportPending()
    {
        writePending();
        m_pending.clear();
    }

    void writePending()
    {
        std::size_t uncounted = 0;
        for (const auto& pending : m_pending) {
            uncounted += pending.kernel.counters.empty() ? 1 : 0;
            m_events.write(pending.kernel);
        }
        if (m_counters && uncounted > 0)
            m_events.write(core::Note{
                std::to_string(uncounted) + " kernels of " + m_pending.front().kernel.library->family +
                " have no counters: " + (m_cancelled() ? "cancelled before they were read." : "their run failed.")});
        m_items.haveResults(m_pending.size());
    }

    /// On the watchdog's thread; the other one waits for a kernel that doesn't end, and so would who frees memory.
    void hangs(const std::string& item)
    {
        m_items.fail(item, "doesn't end: it hangs");
        writePending();
        m_request.restart(item);
    }

    harness::Gpu m_gpu;
    std::unique_ptr<harness::NvmlDevice> m_nvml;
    harness::Monitor m_monitor;
    const KernelsRequest& m_request;
    EventStream& m_events;
    const harness::Cancelled& m_cancelled;
    ItemLog m_items{m_events};
    std::unique_ptr<harness::ChipCounters> m_counters; ///< nullptr: none can be had
    std::string m_obstacle;
    std::vector<Pending> m_pending;
    std::map<std::string, std::vector<harness::Fingerprint>> m_right; ///< results that were verified, by problem
    Watchdog m_watchdog;                                              ///< last: its thread uses all of the above
};

void writeBeginning(EventStream& events, const core::Device& device, const std::vector<LibraryItem>& items,
                    const Run& run)
{
    core::Plan plan{.items = {}, .passes = run.passes()};
    for (const auto& item : items) plan.items.push_back(item.name());
    events.write(core::SessionStarted{});
    events.write(sourceOfThisRun());
    events.write(device);
    std::string family;
    for (const auto& item : items)
        if (std::exchange(family, item.family.name) != item.family.name) events.write(familyEvent(item.family));
    events.write(plan);
    if (!run.obstacle().empty()) events.write(core::Note{run.obstacle()});
    if (run.passes()) std::fprintf(stderr, "counters: %u passes\n", static_cast<unsigned>(*run.passes()));
    if (!run.obstacle().empty()) std::fprintf(stderr, "%s\n", run.obstacle().c_str());
}

/// Index of the first item to run.
std::size_t firstItem(const std::vector<LibraryItem>& items, const std::string& continueAfter)
{
    if (continueAfter.empty()) return 0;
    // Counters of a set are read after its last item: what follows is the next family.
    const auto last = std::ranges::find_if(items.rbegin(), items.rend(), [&](const LibraryItem& item) {
        return item.name() == continueAfter || item.family.name == continueAfter ||
               counting(item.family.name) == continueAfter;
    });
    return static_cast<std::size_t>(items.rend() - last);
}

} // namespace

std::vector<LibraryItem> chosenItems(const std::vector<KernelFamily>& library, const KernelsRequest& request)
{
    requireKnown("family", request.families, library, &KernelFamily::name);
    std::vector<std::string> variants;
    std::vector<harness::Size> sizes{{.name = "all", .dimensions = {}, .text = {}}};
    for (const auto& family : library) {
        if (!isWanted(request.families, family.name)) continue;
        for (const auto& variant : family.variants)
            if (std::ranges::find(variants, variant.name) == variants.end()) variants.push_back(variant.name);
        for (const auto& size : family.sizes)
            if (std::ranges::find(sizes, size.name, &harness::Size::name) == sizes.end()) sizes.push_back(size);
    }
    const auto isVariant = [&](const std::string& name) {
        return std::ranges::any_of(library, [&](const KernelFamily& family) {
            return isWanted(request.families, family.name) &&
                   std::ranges::any_of(family.variants,
                                       [&](const auto& variant) { return isWantedVariant({name}, family, variant); });
        });
    };
    for (const auto& name : request.variants)
        if (!isVariant(name)) throw unknown("variant", name, variants, std::identity());
    requireKnown("size", {request.size}, sizes, &harness::Size::name);
    std::vector<LibraryItem> items;
    for (const auto& family : library)
        for (const auto& size : family.sizes)
            for (std::size_t place = 0; place < family.variants.size(); ++place)
                if (isWanted(request.families, family.name) &&
                    isWantedVariant(request.variants, family, family.variants[place]) &&
                    (request.size == "all" || request.size == size.name))
                    items.push_back({family, place, size});
    return items;
}

std::vector<std::string> tensorInputsOf(const std::vector<LibraryItem>& items)
{
    std::set<std::string> inputs;
    for (const auto& item : items)
        for (const auto& work : item.work())
            if (work.resource.kind == core::ResourceKind::Tensor) inputs.insert(work.resource.tensor.input);
    return {inputs.begin(), inputs.end()};
}

core::Plan passesOf(core::CounterLevel level, const std::string& device)
{
    const auto chip = harness::chipName(queryDevice(device).gpu.ordinal);
    const auto inputs = tensorInputsOf(chosenItems(harness::kernelLibrary(), {}));
    const harness::ChipCounters counters(chip,
                                         core::ownCounterNames(level, harness::ChipCounters::allNames(chip), inputs));
    return {.items = {core::enumName(level)}, .passes = counters.passes()};
}

core::Family familyEvent(const KernelFamily& family)
{
    core::Family event{.name = family.name,
                       .title = family.title,
                       .formula = family.formula,
                       .source = harness::librarySource(family),
                       .steps = {},
                       .sizes = {}};
    for (const auto& variant : family.variants) {
        core::FamilyStep step{variant.name, variant.step, {}, variant.is_reference};
        if (variant.from > core::ComputeCapability{7, 5}) step.needs = variant.from;
        if (variant.to < harness::Variant{}.to) step.until = variant.to;
        event.steps.push_back(step);
    }
    for (const auto& size : family.sizes) event.sizes.push_back({size.name, size.text});
    return event;
}

RunResult runKernels(const std::vector<LibraryItem>& items, const KernelsRequest& request, EventStream& events,
                     const harness::Cancelled& cancelled)
{
    auto queried = queryDevice(request.device);
    const auto device = queried.gpu.device;
    Run run(std::move(queried), items, request, events, cancelled);
    if (request.continue_after.empty()) writeBeginning(events, device, items, run);
    const auto first = firstItem(items, request.continue_after);
    for (auto i = first; i < items.size(); ++i) {
        events.write(core::Progress{items[i].name(), i, items.size(), {}});
        if (!run.runOne(items[i], i)) return {Outcome::ContextLost, items[i].name()};
        const bool isLastOfFamily = i + 1 == items.size() || items[i + 1].family.name != items[i].family.name;
        if (isLastOfFamily && run.passes())
            events.write(core::Progress{counting(items[i].family.name), i + 1, items.size(), {}});
        if ((isLastOfFamily || cancelled()) && !run.finishSet()) return {Outcome::ContextLost, items[i].name()};
        if (cancelled()) return run.items().end(first, items.size(), "items", true);
    }
    return run.items().end(first, items.size(), "items", false);
}

} // namespace capture

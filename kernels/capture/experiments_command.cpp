// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/experiments_command.h"

#include "core/statistics.h"
#include "kernels/capture/counter_permission.h"
#include "kernels/capture/device_query.h"
#include "kernels/capture/item_log.h"
#include "kernels/capture/result_event.h"
#include "kernels/capture/watchdog.h"
#include "kernels/harness/cuda_check.h"
#include "kernels/harness/set_profiler.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

namespace capture {
namespace {

using harness::Experiment;
using harness::SweepPoint;
using harness::SweptLine;

/// A point of a line of an experiment.
struct Item {
    const Experiment* experiment = nullptr;
    const SweptLine* line = nullptr;
    const SweepPoint* point = nullptr;

    [[nodiscard]] std::string name() const { return core::pointName(line->name, point->x); }
    [[nodiscard]] bool isFirst() const { return point == &line->sweep.front(); }
    [[nodiscard]] bool isLast() const { return point == &line->sweep.back(); }
};

/// An experiment with its lines on this GPU.
struct Swept {
    Experiment experiment;
    std::vector<SweptLine> lines;
};

std::vector<Item> itemsOf(const std::vector<Swept>& experiments)
{
    std::vector<Item> items;
    for (const auto& swept : experiments)
        for (const auto& line : swept.lines)
            for (const auto& point : line.sweep) items.push_back({&swept.experiment, &line, &point});
    return items;
}

/// What was measured at a point.
struct Value {
    core::Spread y;
    std::optional<double> sm_clock_hz;
    std::string method;
};

core::Curve curveOf(const Item& item, const core::Device& device)
{
    const auto& [experiment, line, point] = item;
    return {.name = line->name,
            .x_name = experiment->x_name,
            .y_unit = experiment->about.y.unit,
            .method = {},
            .date = now(),
            .device_id = device.id,
            .experiment = experiment->about.name,
            .label = line->label};
}

class Run {
public:
    Run(QueriedGpu queried, const ExperimentsRequest& request, EventStream& events, const harness::Cancelled& cancelled)
        : m_gpu(std::move(queried.gpu)), m_nvml(std::move(queried.nvml)), m_monitor(m_nvml.get()), m_request(request),
          m_events(events), m_cancelled(cancelled), m_watchdog([this](const std::string& item) { hangs(item); })
    {
        if (!request.continue_after.empty()) m_items.haveFailed(); // which ended the process before this one
    }

    /// Whether the context survived.
    bool runOne(const Item& item)
    {
        const bool survived = m_items.guard(item.name(), "stop what uses it", [&] { measurePoint(item); });
        if (item.isLast()) endLine(item);
        return survived;
    }
    [[nodiscard]] const ItemLog& items() const { return m_items; }

private:
    void measurePoint(const Item& item)
    {
        const Watchdog::Guard guard(m_watchdog, item.name(), m_request.longest_item_s);
        if (std::exchange(m_begun, item.experiment) != item.experiment) begin(*item.experiment);
        const auto value = valueOf(item);
        if (!value) return;
        report(item, *value);
        m_items.haveResults(1);
        ++m_pointsOfLine;
    }

    /// The roofs first: a model may need them.
    void begin(const Experiment& experiment)
    {
        auto about = experiment.about;
        about.device_id = m_gpu.device.id;
        if (experiment.x_marks) about.x_marks = experiment.x_marks(m_gpu);
        m_roofs.clear();
        for (const auto& roof : experiment.roofs) {
            const auto isMarked = [&](const core::Mark& mark) { return mark.label == roof.label; };
            if (std::ranges::any_of(about.y_marks, isMarked)) continue;
            const auto rate = rateOf(roof.benchmark);
            if (!rate) continue;
            m_roofs[roof.benchmark] = *rate;
            about.y_marks.push_back({*rate, roof.label});
        }
        m_events.write(about);
    }

    /// None where this GPU doesn't have it, where it can't be measured, which becomes a note, or if cancelled.
    std::optional<double> rateOf(const std::string& benchmark)
    {
        if (const auto known = m_known.find(benchmark); known != m_known.end()) return known->second;
        const auto roof = chosenBenchmarks({benchmark}).front();
        if (!roof.isFor(*m_gpu.device.compute_capability)) return std::nullopt;
        std::optional<double> rate;
        try {
            const auto prepared = roof.prepare(m_gpu);
            prepared.verify();
            if (const auto measured = harness::measure(prepared, harness::quick, m_monitor, {m_cancelled}))
                rate = m_known[benchmark] = measured->rate_per_s.median;
        } catch (const core::Error& error) {
            if (harness::contextIsLost()) throw;
            m_events.write(core::Note{"The roof " + benchmark + " isn't marked: " + error.what()});
        }
        return rate;
    }

    std::optional<Value> valueOf(const Item& item)
    {
        const auto prepared = item.point->prepare(m_gpu);
        prepared.verify();
        if (!item.line->counters.empty()) return counted(item, prepared);
        closeCounters(); // what is timed runs without
        const auto measured = harness::measure(prepared, m_request.effort, m_monitor, {m_cancelled});
        if (!measured) return std::nullopt;
        const bool isTime = item.experiment->about.y.unit == "s";
        return Value{isTime ? core::inverse(measured->rate_per_s) : measured->rate_per_s,
                     measured->sm_clock_hz ? measured->sm_clock_hz : measured->state.median.sm_clock_hz,
                     prepared.method};
    }

    /// The work over the bytes that one iteration moved; none if cancelled. Throws Unavailable.
    std::optional<Value> counted(const Item& item, const harness::Prepared& prepared)
    {
        openCounters(*item.line);
        const std::vector<std::function<void()>> ranges{[&] { prepared.launch({}); }};
        const auto ranged = m_profiler->count(ranges, m_cancelled);
        if (!ranged) return std::nullopt;
        double count = 0;
        for (const auto& part : ranged->front()) {
            if (!part) throw core::Error("its counters were not read");
            count += *part;
        }
        if (count <= 0) throw core::Error("its counters counted nothing");
        const double intensity = prepared.work_per_iteration / (count * item.line->bytes_per_count);
        return Value{core::spreadOf({intensity}), std::nullopt, prepared.method};
    }

    /// Throws Unavailable; what stands in the way does so for all points.
    void openCounters(const SweptLine& line)
    {
        if (m_profiler && m_counted == &line) return;
        closeCounters(); // only one may live at a time
        if (m_obstacle.empty()) m_obstacle = counterPermission().obstacle.value_or("");
        if (!m_obstacle.empty()) throw harness::Unavailable("no counters: " + m_obstacle);
        try {
            m_counters = std::make_unique<harness::ChipCounters>(harness::chipName(m_gpu.ordinal), line.counters);
            if (m_counters->names().size() < line.counters.size())
                throw harness::Unavailable("this GPU doesn't have them all");
            m_profiler = std::make_unique<harness::SetProfiler>(*m_counters, 1, harness::Before::Itself);
            m_counted = &line;
        } catch (const harness::Unavailable& reason) {
            m_obstacle = reason.what();
            throw harness::Unavailable("no counters: " + m_obstacle);
        }
    }

    void closeCounters()
    {
        m_profiler.reset();
        m_counters.reset();
    }

    void report(const Item& item, const Value& value)
    {
        auto curve = curveOf(item, m_gpu.device);
        curve.method = value.method;
        curve.x = {item.point->x};
        curve.y = {value.y.median};
        curve.p10 = {value.y.p10};
        curve.p90 = {value.y.p90};
        curve.n = {value.y.n};
        std::fprintf(stderr, "%-34s %12.5g %s  ±%.2f %%  n %3llu\n", item.name().c_str(), value.y.median,
                     curve.y_unit.c_str(), 100 * core::halfSpreadRatio(value.y).value_or(0),
                     static_cast<unsigned long long>(value.y.n));
        m_events.write(curve);
        if (!item.isFirst() || !item.line->model) return;
        auto model = modelOf(*item.line, {m_gpu, curve, value.sm_clock_hz, m_roofs});
        if (model.x.empty()) return;
        model.date = curve.date;
        m_events.write(model);
    }

    void endLine(const Item& item)
    {
        if (std::exchange(m_pointsOfLine, 0) == 1)
            m_events.write(core::Note{item.experiment->about.title + (item.line->label.empty() ? "" : ", ") +
                                      item.line->label + ": one point alone was measured, which is no curve."});
    }

    /// On the watchdog's thread.
    void hangs(const std::string& item)
    {
        m_items.fail(item, "doesn't end: it hangs");
        m_request.restart(item);
    }

    harness::Gpu m_gpu;
    std::unique_ptr<harness::NvmlDevice> m_nvml;
    harness::Monitor m_monitor;
    const ExperimentsRequest& m_request;
    EventStream& m_events;
    const harness::Cancelled& m_cancelled;
    ItemLog m_items{m_events};
    const Experiment* m_begun = nullptr;
    std::map<std::string, double> m_known; ///< rates of all roofs measured so far
    std::map<std::string, double> m_roofs; ///< those of the experiment
    std::unique_ptr<harness::ChipCounters> m_counters;
    std::unique_ptr<harness::SetProfiler> m_profiler;
    const SweptLine* m_counted = nullptr; ///< whose counters are open
    std::string m_obstacle;               ///< why there are no counters
    std::size_t m_pointsOfLine = 0;       ///< measured, of the one under way
    Watchdog m_watchdog;                  ///< last: its thread uses all of the above
};

/// Those that this GPU can run, with their lines on it. What was asked for by name and isn't for it is told.
std::vector<Swept> sweptOn(const harness::Gpu& gpu, const std::vector<Experiment>& experiments,
                           std::vector<core::Skipped>& skipped)
{
    std::vector<Swept> swept;
    for (const auto& experiment : experiments) {
        const auto& from = experiment.from;
        if (*gpu.device.compute_capability < from)
            skipped.push_back(
                {experiment.about.name, "needs CC " + std::to_string(from.major) + "." + std::to_string(from.minor)});
        else
            swept.push_back({experiment, experiment.lines(gpu)});
    }
    return swept;
}

void writeBeginning(EventStream& events, const core::Device& device, const std::vector<Item>& items)
{
    core::Plan plan;
    for (const auto& item : items) plan.items.push_back(item.name());
    events.write(core::SessionStarted{});
    events.write(sourceOfThisRun());
    events.write(device);
    events.write(plan);
}

} // namespace

std::vector<Experiment> chosenExperiments(const std::vector<Experiment>& all, const std::vector<std::string>& only)
{
    const auto nameOf = [](const Experiment& experiment) { return experiment.about.name; };
    requireKnown("experiment", only, all, nameOf);
    std::vector<Experiment> chosen;
    std::ranges::copy_if(all, std::back_inserter(chosen),
                         [&](const Experiment& experiment) { return isWanted(only, nameOf(experiment)); });
    return chosen;
}

core::Curve modelOf(const SweptLine& line, const harness::Known& known)
{
    constexpr int between = 8; // so many steps from one point to the next: lines that bend there do so
    auto model = known.first;
    model.origin = core::Origin::Computed;
    for (auto* values : {&model.x, &model.y, &model.p10, &model.p90}) values->clear();
    model.n.clear();
    model.method.clear();
    const auto add = [&](double x) {
        if (const auto y = line.model(known, x)) {
            model.x.push_back(x);
            model.y.push_back(*y);
        }
    };
    for (std::size_t i = 0; i + 1 < line.sweep.size(); ++i)
        for (int step = 0; step < between; ++step)
            add(line.sweep[i].x + (line.sweep[i + 1].x - line.sweep[i].x) * step / between);
    add(line.sweep.back().x);
    return model;
}

RunResult runExperiments(const std::vector<Experiment>& experiments, const ExperimentsRequest& request,
                         EventStream& events, const harness::Cancelled& cancelled)
{
    auto queried = queryDevice(request.device);
    std::vector<core::Skipped> skipped;
    const auto swept = sweptOn(queried.gpu, experiments, skipped);
    const auto items = itemsOf(swept);
    if (request.continue_after.empty()) {
        writeBeginning(events, queried.gpu.device, items);
        if (!request.only.empty())
            for (const auto& reason : skipped) events.write(reason);
    }
    Run run(std::move(queried), request, events, cancelled);
    const auto last = std::ranges::find(items, request.continue_after, &Item::name);
    const auto first = last == items.end() ? 0 : static_cast<std::size_t>(last - items.begin()) + 1;
    for (auto i = first; i < items.size(); ++i) {
        events.write(core::Progress{items[i].name(), i, items.size(), {}});
        if (!run.runOne(items[i])) return {Outcome::ContextLost, items[i].name()};
        if (cancelled()) return run.items().end(first, items.size(), "points", true);
    }
    return run.items().end(first, items.size(), "points", false);
}

} // namespace capture

// SPDX-License-Identifier: Apache-2.0
// Stands in for ridgepoint-capture where there is no GPU: the events of a small GPU of our own invention, and all the
// ways in which a measuring program can end. FAKE_CAPTURE names the way.
#include "core/event.h"
#include "fake_capture/fake_library.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using core::Event;

volatile std::sig_atomic_t stopAsked = 0;

void say(const Event& event)
{
    std::puts(core::toJsonLine(event).c_str());
    std::fflush(stdout);
}

/// What FAKE_CAPTURE names; empty: all goes well.
std::string_view wayAsked()
{
    const char* asked = std::getenv("FAKE_CAPTURE");
    return asked ? asked : "";
}

core::Device fakeGpu()
{
    core::Device device{.id = fake::gpuId, .name = "Fake GPU"};
    device.uuid = device.id;
    device.compute_capability = {9, 0};
    device.sm_count = 132;
    device.max_sm_clock_hz = 1.98e9;
    device.max_memory_clock_hz = 3.2e9;
    device.memory_bus_bits = 6016;
    device.counters_allowed = wayAsked() != "refused counters";
    if (!*device.counters_allowed) device.counters_obstacle = "the driver keeps them for administrators";
    device.driver = "580.0";
    return device;
}

core::Ceiling roof(const char* resource, const char* mix, double rate_per_s, double sm_clock_hz)
{
    core::Ceiling ceiling{.resource = *core::parseResource(resource),
                          .rate_per_s = rate_per_s,
                          .origin = core::Origin::Measured,
                          .access_mix = mix,
                          .samples = core::Spread{rate_per_s, 0.996 * rate_per_s, 1.004 * rate_per_s, 40}};
    ceiling.sm_clock_hz = sm_clock_hz;
    ceiling.method = "invented";
    ceiling.date = "2026-11-30T12:00:00Z";
    ceiling.device_id = fakeGpu().id;
    return ceiling;
}

struct Item {
    std::string name;
    Event result;
    std::string set = {}; ///< with whose others it is reported, when the last of them is done; empty: at once
};

std::vector<Item> allItems()
{
    auto fp8 = roof("tensor_fp8_fp32_wgmma", "", 1.57e15, 1.47e9);
    fp8.throttle_reasons = {"sw_power_cap"};
    fp8.throttled_ratio = 0.15;
    const core::Figure latency{
        .name = "latency_l2", .value = 142e-9, .unit = "s", .clocks = 282, .device_id = fakeGpu().id};
    return {{"dram_copy", roof("dram", "copy", 4.28e12, 1.98e9)},
            {"dram_read", roof("dram", "read", 4.63e12, 1.98e9)},
            {"l2_read", roof("l2_read", "", 9.38e12, 1.96e9)},
            {"fp32", roof("fp32", "", 65.9e12, 1.976e9)},
            {"tensor_fp8_fp32_wgmma", fp8},
            {"latency_l2", latency},
            {"tensor_fp4_fp32_tcgen05", core::Skipped{"tensor_fp4_fp32_tcgen05", "compute capability 9.0 lacks it"}}};
}

/// More items than any GPU has, each with a roof: the mixes are many.
std::vector<Item> manyItems()
{
    std::vector<Item> items;
    for (int number = 0; number < 10'000; ++number) {
        const auto mix = "mix " + std::to_string(number);
        items.push_back({"dram " + mix, roof("dram", mix.c_str(), 4e12 + number * 1e7, 1.98e9)});
    }
    return items;
}

/// What happens while an item is measured, before its result.
struct Way {
    std::string_view name;
    std::string_view item;
    void (*happens)(const std::string& item);
};

void sleepFor(int tenths)
{
    for (int i = 0; i < tenths && stopAsked == 0; ++i) usleep(100'000);
}

constexpr Way ways[] = {
    {"crash", "l2_read",
     [](const std::string&) {
         std::fputs(R"({"event":"ceiling","resource":"l2_read","rate_per_s":93)", stdout); // half a number
         std::fflush(stdout);
         std::signal(SIGSEGV, SIG_DFL);
         static_cast<void>(std::raise(SIGSEGV));
     }},
    {"hang", "l2_read",
     [](const std::string&) {
         std::signal(SIGINT, SIG_IGN);
         for (;;) pause();
     }},
    {"slow", "l2_read", [](const std::string&) { sleepFor(600); }},
    {"slow start", "dram_copy", [](const std::string&) { sleepFor(600); }},
    {"steady", "", [](const std::string&) { sleepFor(3); }}, // each item takes its time
    {"garbage", "l2_read",
     [](const std::string&) { std::puts("{\"event\":\"ceiling\",\"rate_per_s\":-1}\n\x01\x02 not JSON \xff"); }},
    {"exit", "l2_read", [](const std::string&) { std::_Exit(3); }},
    {"chatter", "l2_read", // a log that is longer than anyone reads, one line of it without an end
     [](const std::string&) {
         for (int line = 0; line < 200'000; ++line) std::fprintf(stderr, "chatter %d\n", line);
         for (int part = 0; part < 1'000'000; ++part) std::fputs("no end ", stderr);
         std::fputc('\n', stderr);
     }},
    {"fail", "l2_read",
     [](const std::string& item) {
         say(core::Failed{item, "its bytes were not counted at L2"});
     }},
};

/// The ways are written for the roofs; of the library and of experiments these items stand for theirs.
bool isItem(std::string_view wanted, const std::string& item)
{
    const bool standsForIt = item == "matmul.tile16.large" || item == "read_by_stride.4";
    return wanted.empty() || wanted == item || (wanted == "l2_read" && standsForIt);
}

void writeBeginning(const std::vector<Item>& items, const std::vector<Event>& more)
{
    core::Plan plan;
    for (const auto& item : items) plan.items.push_back(item.name);
    for (const auto& event :
         {Event(core::SessionStarted{}), Event(core::Source{.tool = "Ridgepoint"}), Event(fakeGpu())})
        say(event);
    for (const auto& event : more) say(event);
    say(plan);
}

void report(std::vector<Event>& waiting)
{
    for (const auto& event : waiting) say(event);
    waiting.clear();
}

/// first: of the items, to be measured. Its exit code.
int measure(std::string_view way, const std::vector<Item>& items, std::size_t first)
{
    std::vector<Event> waiting; // for their counters
    for (auto i = first; i < items.size(); ++i) {
        core::Progress progress{items[i].name, i, items.size(), {}};
        say(progress);
        if (const auto* ceiling = std::get_if<core::Ceiling>(&items[i].result)) {
            progress.so_far = *ceiling;
            say(progress);
        }
        bool isDone = false;
        for (const auto& [name, item, happens] : ways)
            if (name == way && isItem(item, items[i].name)) {
                happens(items[i].name);
                isDone = name == "fail";
            }
        if (stopAsked != 0) {
            report(waiting);
            say(core::Note{"Cancelled"});
            say(core::SessionFinished{});
            return 130;
        }
        if (!isDone) waiting.push_back(items[i].result);
        if (items[i].set.empty() || i + 1 == items.size() || items[i + 1].set != items[i].set) report(waiting);
        std::fprintf(stderr, "%s is done\n", items[i].name.c_str());
    }
    say(core::Progress{"", items.size(), items.size(), {}});
    say(core::SessionFinished{});
    return way == "fail" ? 1 : 0;
}

using Arguments = std::vector<std::string>;

/// The values of an option.
Arguments valuesOf(const Arguments& arguments, std::string_view option)
{
    const auto found = std::ranges::find(arguments, option);
    if (found == arguments.end()) return {};
    const auto end = std::find_if(found + 1, arguments.end(), [](const auto& each) { return each.starts_with("--"); });
    return {found + 1, end};
}

bool has(const Arguments& arguments, std::string_view option)
{
    return std::ranges::find(arguments, option) != arguments.end();
}

std::size_t firstOf(const std::vector<Item>& items, const Arguments& arguments)
{
    constexpr std::string_view key = "--continue-after=";
    const auto option = std::ranges::find_if(arguments, [&](const auto& each) { return each.starts_with(key); });
    if (option == arguments.end()) return 0;
    const auto after = std::ranges::find(items, option->substr(key.size()), &Item::name);
    return static_cast<std::size_t>(after - items.begin()) + 1;
}

int measureRoofs(std::string_view way, const Arguments& arguments)
{
    const auto items = way == "many" ? manyItems() : allItems();
    const auto first = firstOf(items, arguments);
    if (first == 0) writeBeginning(items, {});
    return measure(way, items, first);
}

/// Of the library: what the GPU can't run is skipped.
std::vector<Item> chosenKernels(const Arguments& arguments, fake::Counters counters)
{
    const auto variants = valuesOf(arguments, "--variant");
    const auto size = valuesOf(arguments, "--size").at(0);
    std::vector<Item> items;
    const auto families = fake::families();
    for (std::size_t family = 0; family < families.size(); ++family)
        for (const auto& each : families[family].sizes)
            for (std::size_t place = 0; place < families[family].steps.size(); ++place) {
                const auto& step = families[family].steps[place];
                const auto variant = families[family].name + "." + step.variant;
                if (size != "all" && size != each.name) continue;
                if (!variants.empty() && !has(variants, variant)) continue;
                auto kernel = fake::kernel(family, place, each.name, counters);
                kernel.index = items.size();
                const auto name = variant + "." + each.name;
                const bool isTooOld = step.needs && *step.needs > *fakeGpu().compute_capability;
                items.push_back({name, isTooOld ? Event(core::Skipped{name, "needs CC 10.0"}) : Event(kernel),
                                 families[family].name});
            }
    return items;
}

int measureKernels(std::string_view way, const Arguments& arguments)
{
    const bool isRefused = way == "refused counters";
    const bool counts = !isRefused && !has(arguments, "--no-counters");
    const auto items = chosenKernels(arguments, counts ? fake::Counters::Read : fake::Counters::None);
    std::vector<Event> families;
    for (const auto& family : fake::families()) families.emplace_back(family);
    if (isRefused)
        families.emplace_back(core::Note{"No counters, time and algorithmic work alone: administrators only"});
    const auto first = firstOf(items, arguments);
    if (first == 0) writeBeginning(items, families);
    return measure(way, items, first);
}

core::Experiment fakeExperiment(const char* name, const char* title)
{
    return {.name = name,
            .title = title,
            .x = {"Stride", "floats", core::Scale::Log},
            .y = {"Useful bandwidth", "byte/s", core::Scale::Log},
            .model = "4 TB/s / stride",
            .lesson = "Strides throw bandwidth away.",
            .x_marks = {},
            .y_marks = {{4.2e12, "DRAM read"}},
            .device_id = fakeGpu().id};
}

/// A point of 4 TB/s over x.
core::Curve fakePoint(const char* experiment, const char* line, double x)
{
    const double y = 4e12 / x;
    return {.name = line,
            .x_name = "stride",
            .y_unit = "byte/s",
            .x = {x},
            .y = {y},
            .method = "invented",
            .date = "2026-11-30T12:00:00Z",
            .device_id = fakeGpu().id,
            .experiment = experiment,
            .label = "reads",
            .p10 = {0.99 * y},
            .p90 = {1.01 * y},
            .n = {9}};
}

const core::Experiment fakeExperiments[] = {fakeExperiment("stride", "Stride and bandwidth"),
                                            fakeExperiment("waves", "Grid size and waves")};

/// Two experiments, of four points and of one.
int measureExperiments(std::string_view way, const Arguments& arguments)
{
    const auto only = valuesOf(arguments, "--only");
    std::vector<Item> items;
    std::vector<Event> more;
    if (only.empty() || has(only, "stride")) {
        more.emplace_back(fakeExperiments[0]);
        auto model = fakePoint("stride", "read_by_stride", 1);
        model.x = {1, 8};
        model.y = {4e12, 5e11};
        model.p10 = model.p90 = {};
        model.n = {};
        model.origin = core::Origin::Computed;
        more.emplace_back(model);
        for (const double x : {1.0, 2.0, 4.0, 8.0})
            items.push_back({core::pointName("read_by_stride", x), fakePoint("stride", "read_by_stride", x)});
    }
    if (only.empty() || has(only, "waves")) {
        more.emplace_back(fakeExperiments[1]);
        items.push_back({core::pointName("time_by_waves", 1), fakePoint("waves", "time_by_waves", 1)});
    }
    const auto first = firstOf(items, arguments);
    if (first == 0) writeBeginning(items, more);
    return measure(way, items, first);
}

/// What there is, and in how many passes this GPU counts.
int listKernels()
{
    for (const auto& family : fake::families()) say(family);
    say(core::Plan{{"base"}, 2});
    say(core::Plan{{"full"}, 15});
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGINT, [](int) { stopAsked = 1; });
    const Arguments arguments(argv + 1, argv + argc);
    const auto way = wayAsked();
    if (way == "refuse") {
        std::fputs("ridgepoint-capture: no NVIDIA driver here; install one\n", stderr);
        return 1;
    }
    if (arguments.front() == "list") {
        while (way == "mute") pause();
        for (const auto& item : allItems()) std::puts(item.name.c_str());
        return 0;
    }
    if (arguments.front() == "device") {
        say(fakeGpu());
        return 0;
    }
    if (arguments.front() == "experiments") {
        if (!has(arguments, "--list")) return measureExperiments(way, arguments);
        for (const auto& experiment : fakeExperiments) say(experiment);
        return 0;
    }
    if (arguments.front() != "kernels") return measureRoofs(way, arguments);
    while (has(arguments, "--list") && way == "mute") pause();
    return has(arguments, "--list") ? listKernels() : measureKernels(way, arguments);
}

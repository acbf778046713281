// SPDX-License-Identifier: Apache-2.0
// Stands in for ridgepoint-capture where there is no GPU: the events of a small GPU of our own invention, and all the
// ways in which a measuring program can end. FAKE_CAPTURE names the way.
#include "core/event.h"

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

core::Device fakeGpu()
{
    core::Device device{.id = "GPU-00000000-fa4e", .name = "Fake GPU"};
    device.uuid = device.id;
    device.compute_capability = {9, 0};
    device.sm_count = 132;
    device.max_sm_clock_hz = 1.98e9;
    device.max_memory_clock_hz = 3.2e9;
    device.memory_bus_bits = 6016;
    device.counters_allowed = true;
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
    void (*happens)();
};

void sleepFor(int tenths)
{
    for (int i = 0; i < tenths && stopAsked == 0; ++i) usleep(100'000);
}

constexpr Way ways[] = {
    {"crash", "l2_read",
     [] {
         std::fputs(R"({"event":"ceiling","resource":"l2_read","rate_per_s":93)", stdout); // half a number
         std::fflush(stdout);
         std::signal(SIGSEGV, SIG_DFL);
         static_cast<void>(std::raise(SIGSEGV));
     }},
    {"hang", "l2_read",
     [] {
         std::signal(SIGINT, SIG_IGN);
         for (;;) pause();
     }},
    {"slow", "l2_read", [] { sleepFor(600); }},
    {"slow start", "dram_copy", [] { sleepFor(600); }},
    {"steady", "", [] { sleepFor(3); }}, // each item takes its time
    {"garbage", "l2_read", [] { std::puts("{\"event\":\"ceiling\",\"rate_per_s\":-1}\n\x01\x02 not JSON \xff"); }},
    {"exit", "l2_read", [] { std::_Exit(3); }},
    {"chatter", "l2_read", // a log that is longer than anyone reads, one line of it without an end
     [] {
         for (int line = 0; line < 200'000; ++line) std::fprintf(stderr, "chatter %d\n", line);
         for (int part = 0; part < 1'000'000; ++part) std::fputs("no end ", stderr);
         std::fputc('\n', stderr);
     }},
    {"fail", "l2_read",
     [] {
         say(core::Failed{"l2_read", "its bytes were not counted at L2"});
     }},
};

int measure(std::string_view way, const std::string& continueAfter)
{
    const auto items = way == "many" ? manyItems() : allItems();
    core::Plan plan;
    for (const auto& item : items) plan.items.push_back(item.name);
    std::size_t first = 0;
    if (continueAfter.empty()) {
        for (const auto& event :
             {Event(core::SessionStarted{}), Event(core::Source{.tool = "Ridgepoint"}), Event(fakeGpu()), Event(plan)})
            say(event);
    } else {
        first = static_cast<std::size_t>(std::ranges::find(items, continueAfter, &Item::name) - items.begin()) + 1;
    }
    for (auto i = first; i < items.size(); ++i) {
        core::Progress progress{items[i].name, i, items.size(), {}};
        say(progress);
        if (const auto* ceiling = std::get_if<core::Ceiling>(&items[i].result)) {
            progress.so_far = *ceiling;
            say(progress);
        }
        bool isDone = false;
        for (const auto& [name, item, happens] : ways)
            if (name == way && (item.empty() || item == items[i].name)) {
                happens();
                isDone = name == "fail";
            }
        if (stopAsked != 0) {
            say(core::Note{"Cancelled"});
            say(core::SessionFinished{});
            return 130;
        }
        if (!isDone) say(items[i].result);
        std::fprintf(stderr, "%s is done\n", items[i].name.c_str());
    }
    say(core::Progress{"", items.size(), items.size(), {}});
    say(core::SessionFinished{});
    return way == "fail" ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGINT, [](int) { stopAsked = 1; });
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const char* asked = std::getenv("FAKE_CAPTURE");
    const std::string_view way = asked ? asked : "";
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
    constexpr std::string_view key = "--continue-after=";
    const auto option = std::ranges::find_if(arguments, [&](const auto& each) { return each.starts_with(key); });
    return measure(way, option == arguments.end() ? std::string() : option->substr(key.size()));
}

// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/result_event.h"

#include "core/statistics.h"
#include "core/theoretical.h"
#include "core/units.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace capture {
namespace {

core::Ceiling ceilingOf(const harness::Benchmark& benchmark, const harness::Measurement& measured)
{
    const auto& state = measured.state;
    core::Ceiling ceiling{.resource = *benchmark.resource,
                          .rate_per_s = measured.rate_per_s.median,
                          .origin = core::Origin::Measured,
                          .access_mix = benchmark.access_mix,
                          .samples = measured.rate_per_s};
    ceiling.sm_clock_hz = measured.sm_clock_hz ? measured.sm_clock_hz : state.median.sm_clock_hz;
    ceiling.memory_clock_hz = state.median.memory_clock_hz;
    ceiling.power_w = state.median.power_w;
    ceiling.temperature_c = state.median.temperature_c;
    ceiling.throttle_reasons = state.median.throttle_reasons;
    if (state.looks > 0)
        ceiling.throttled_ratio = static_cast<double>(state.throttled_looks) / static_cast<double>(state.looks);
    return ceiling;
}

core::Figure figureOf(const harness::Benchmark& benchmark, const harness::Measurement& measured)
{
    const bool isTime = benchmark.unit == "s";
    const auto samples = isTime ? core::inverse(measured.rate_per_s) : measured.rate_per_s;
    core::Figure figure{.name = benchmark.name, .value = samples.median, .unit = benchmark.unit, .samples = samples};
    figure.sm_clock_hz = measured.sm_clock_hz ? measured.sm_clock_hz : measured.state.median.sm_clock_hz;
    if (isTime && measured.sm_clock_hz) figure.clocks = samples.median * *measured.sm_clock_hz;
    figure.memory_clock_hz = measured.state.median.memory_clock_hz;
    figure.power_w = measured.state.median.power_w;
    figure.throttle_reasons = measured.state.median.throttle_reasons;
    return figure;
}

template <typename Result>
core::Event finished(Result result, const harness::Prepared& prepared, const core::Device& device)
{
    result.method = prepared.method;
    result.date = now();
    result.device_id = device.id;
    return result;
}

std::string formatted(const char* format, auto... values)
{
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

std::string lineOf(const core::Ceiling& ceiling, const core::Device& device)
{
    auto name = core::toString(ceiling.resource);
    if (!ceiling.access_mix.empty()) name += " " + ceiling.access_mix;
    auto line = formatted("%-34s %12.5g /s  ±%.2f %%  n %3llu", name.c_str(), ceiling.rate_per_s,
                          100 * core::halfSpreadRatio(*ceiling.samples).value(),
                          static_cast<unsigned long long>(ceiling.samples->n));
    if (ceiling.sm_clock_hz)
        line += formatted("  %.3f GHz  %10.2f /clk", *ceiling.sm_clock_hz / 1e9,
                          ceiling.rate_per_s / *ceiling.sm_clock_hz / device.sm_count.value_or(1));
    if (const auto ratio = core::theoryRatio(ceiling, device)) line += formatted("  %5.1f %% of theory", 100 * *ratio);
    if (ceiling.power_w) line += formatted("  %.0f W", *ceiling.power_w);
    for (const auto& reason : ceiling.throttle_reasons) line += "  " + reason;
    return line;
}

std::string lineOf(const core::Figure& figure)
{
    auto line = formatted("%-34s %12.5g %s  ±%.2f %%  n %3llu", figure.name.c_str(), figure.value, figure.unit.c_str(),
                          100 * core::halfSpreadRatio(*figure.samples).value(),
                          static_cast<unsigned long long>(figure.samples->n));
    if (figure.clocks) line += formatted("  %.1f clk", *figure.clocks);
    return line;
}

std::string lineOf(const core::Curve& curve)
{
    auto line = formatted("%-34s", curve.name.c_str());
    for (std::size_t i = 0; i < curve.x.size(); ++i) line += formatted("  %g: %.4g", curve.x[i], curve.y[i]);
    return line;
}

} // namespace

std::string now()
{
    const auto time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::array<char, 32> text{};
    std::tm utc{};
    gmtime_r(&time, &utc);
    std::strftime(text.data(), text.size(), "%FT%TZ", &utc);
    return text.data();
}

core::Event resultEvent(const harness::Benchmark& benchmark, const harness::Prepared& prepared,
                        const harness::Measurement& measured, const core::Device& device)
{
    if (benchmark.resource) return finished(ceilingOf(benchmark, measured), prepared, device);
    return finished(figureOf(benchmark, measured), prepared, device);
}

core::Curve curveOf(const harness::Benchmark& benchmark, const std::vector<double>& rates, const std::string& method,
                    const core::Device& device)
{
    core::Curve curve{.name = benchmark.name, .x_name = benchmark.x_name, .y_unit = benchmark.unit, .y = rates};
    for (std::size_t i = 0; i < rates.size(); ++i) curve.x.push_back(benchmark.sweep[i].x);
    curve.method = method;
    curve.date = now();
    curve.device_id = device.id;
    return curve;
}

std::string summaryLine(const core::Event& event, const core::Device& device)
{
    if (const auto* ceiling = std::get_if<core::Ceiling>(&event)) return lineOf(*ceiling, device);
    if (const auto* figure = std::get_if<core::Figure>(&event)) return lineOf(*figure);
    if (const auto* curve = std::get_if<core::Curve>(&event)) return lineOf(*curve);
    return {};
}

core::Source sourceOfThisRun()
{
    return {.tool = "Ridgepoint", .tool_version = RIDGEPOINT_VERSION, .date = now()};
}

} // namespace capture

// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/library_result.h"

#include "core/statistics.h"
#include "core/units.h"
#include "kernels/harness/launches.h"

#include <array>
#include <cstdio>

namespace capture {
namespace {

constexpr std::string_view unnamed = "(anonymous namespace)::";

std::string withoutUnnamed(std::string name)
{
    for (auto place = name.find(unnamed); place != std::string::npos; place = name.find(unnamed, place))
        name.erase(place, unnamed.size());
    return name;
}

/// One launch is a kernel with its name and shape, several are a range or a graph with the variant's.
void nameAfter(core::KernelMeasurement& kernel, const LibraryItem& item, const harness::PreparedVariant& prepared)
{
    const bool isGraph = bool(prepared.launches);
    const auto launches = harness::launchesOf(isGraph ? prepared.launches : prepared.run);
    if (launches.size() == 1 && !isGraph) {
        const auto& only = launches.front();
        kernel.name = withoutUnnamed(only.name);
        kernel.function = functionName(only.name);
        kernel.mangled = only.mangled;
        kernel.launch = only.launch;
        return;
    }
    kernel.kind = isGraph ? core::ResultKind::Graph : core::ResultKind::Range;
    kernel.name = kernel.function = item.family.name + " " + item.variant().name;
}

double amountOf(const core::KernelMeasurement& kernel, bool (*counts)(const core::Resource&))
{
    double amount = 0;
    for (const auto& work : kernel.declared_work)
        if (counts(work.resource)) amount += work.amount;
    return amount;
}

bool isDram(const core::Resource& resource)
{
    using Kind = core::ResourceKind;
    return resource.kind == Kind::Dram || resource.kind == Kind::DramRead || resource.kind == Kind::DramWrite;
}

std::string formatted(const char* format, auto... values)
{
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

} // namespace

std::string functionName(const std::string& demangled)
{
    auto name = withoutUnnamed(demangled);
    name = name.substr(0, name.find_first_of("(<"));
    const auto before = name.find_last_of(" :");
    return before == std::string::npos ? name : name.substr(before + 1);
}

core::KernelMeasurement measurementOf(const LibraryItem& item, const harness::PreparedVariant& prepared,
                                      const harness::Measurement& measured, const core::Device& device)
{
    core::KernelMeasurement kernel{.device_id = device.id, .declared_work = item.work(), .clocks_locked = false};
    nameAfter(kernel, item, prepared);
    kernel.duration_samples = core::inverse(measured.rate_per_s);
    kernel.duration_s = kernel.duration_samples->median;
    kernel.sm_clock_hz = measured.state.median.sm_clock_hz;
    kernel.library = core::LibraryStep{.family = item.family.name,
                                       .variant = item.variant().name,
                                       .size = item.size.name,
                                       .place = static_cast<std::uint32_t>(item.place),
                                       .is_reference = item.variant().is_reference};
    return kernel;
}

void addCounters(core::KernelMeasurement& kernel, const harness::ChipCounters& counters,
                 const std::vector<std::optional<double>>& values)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i]) kernel.counters.add(core::Name(counters.names()[i]), *values[i]);
    kernel.counters.add(core::Name("profiler__replayer_passes"), std::uint64_t{counters.passes()});
    kernel.counters.finish();
}

std::string summaryLine(const std::string& item, const core::KernelMeasurement& kernel)
{
    auto line = formatted("%-36s %12.5g s  ±%.2f %%  n %3llu", item.c_str(), *kernel.duration_s,
                          100 * core::halfSpreadRatio(*kernel.duration_samples).value_or(0),
                          static_cast<unsigned long long>(kernel.duration_samples->n));
    if (kernel.sm_clock_hz) line += formatted("  %.3f GHz", *kernel.sm_clock_hz / 1e9);
    if (const double bytes = amountOf(kernel, isDram); bytes > 0)
        line += formatted("  %8.5g TB/s", bytes / *kernel.duration_s / 1e12);
    if (const double flop = amountOf(kernel, core::isFloatingPoint); flop > 0)
        line += formatted("  %8.5g TFLOP/s", flop / *kernel.duration_s / 1e12);
    return line;
}

} // namespace capture

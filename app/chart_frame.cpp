// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_frame.h"

#include "app/chart_machine.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

// 5e9 must not become 4.9999 decades and so lose its own decade.
constexpr double decadeEpsilon = 1e-9;

double lowerDecade(double value)
{
    return std::floor(std::log10(value) + decadeEpsilon);
}

double upperDecade(double value)
{
    return std::ceil(std::log10(value) - decadeEpsilon);
}

bool isDense(const core::Resource& resource, Axis axis)
{
    return counts(axis, resource) && !resource.tensor.sparse;
}

/// What the frame must hold: the memory sets its lower end, the pipes its upper one.
struct Extent {
    std::optional<double> slowest_dram; ///< bytes/s
    std::optional<double> fastest_pipe; ///< operations/s

    void addDram(double rate) { slowest_dram = std::min(slowest_dram.value_or(rate), rate); }
    void addPipe(double rate) { fastest_pipe = std::max(fastest_pipe.value_or(rate), rate); }
};

Extent extentOf(std::span<const core::Device> devices, Axis axis)
{
    Extent extent;
    for (const core::Device& device : devices) {
        if (const auto rate = busBytesPerS(device); rate && *rate > 0) extent.addDram(*rate);
        if (const auto rate = highestDensePerS(device, axis); rate && *rate > 0) extent.addPipe(*rate);
    }
    return extent;
}

/// For chips that aren't known: what was collected.
Extent extentOf(std::span<const core::Ceiling> ceilings, Axis axis)
{
    Extent extent;
    for (const core::Ceiling& ceiling : ceilings) {
        if (ceiling.rate_per_s <= 0) continue;
        if (levelOf(ceiling.resource) == core::Level::Dram) extent.addDram(ceiling.rate_per_s);
        if (isDense(ceiling.resource, axis)) extent.addPipe(ceiling.rate_per_s);
    }
    return extent;
}

QString tickLabel(double value, int digit)
{
    if (digit == 1) return decade(value);
    return value < 1e5 ? QString::number(value, 'g', 3) : shortRate(value);
}

} // namespace

Frame frameOf(std::span<const core::Device> devices, std::span<const core::Ceiling> ceilings, Axis axis)
{
    Extent extent = extentOf(devices, axis);
    if (!extent.slowest_dram || !extent.fastest_pipe) {
        const Extent known = extentOf(ceilings, axis);
        if (!extent.slowest_dram) extent.slowest_dram = known.slowest_dram;
        if (!extent.fastest_pipe) extent.fastest_pipe = known.fastest_pipe;
    }
    Frame frame;
    if (extent.slowest_dram) frame.y_low = lowerDecade(0.01 * *extent.slowest_dram);
    if (extent.fastest_pipe) frame.y_high = upperDecade(*extent.fastest_pipe);
    frame.y_high = std::max(frame.y_high, frame.y_low + 2); // a slow pipe alone still leaves a plane to draw on
    return frame;
}

double PlotMapping::x(double intensity) const
{
    return plot.left() + (std::log10(intensity) - frame.x_low) * xDecade();
}

double PlotMapping::y(double flopPerS) const
{
    return plot.bottom() - (std::log10(flopPerS) - frame.y_low) * yDecade();
}

double PlotMapping::intensity(double x) const
{
    return std::pow(10, frame.x_low + (x - plot.left()) / xDecade());
}

double PlotMapping::flopPerS(double y) const
{
    return std::pow(10, frame.y_low + (plot.bottom() - y) / yDecade());
}

std::vector<Tick> ticks(double low, double high, double decadePixels, double labelPixels)
{
    const bool zoomed = high - low < 2;
    const bool fine = decadePixels > 90;
    const int labelStep = std::max(1, static_cast<int>(std::ceil(labelPixels / decadePixels)));
    const bool fineLabels = zoomed && std::log10(2) * decadePixels >= labelPixels; // from 1 to 2, from 5 to 10
    std::vector<Tick> result;
    for (int exponent = static_cast<int>(std::floor(low)); exponent <= std::ceil(high); ++exponent) {
        for (int digit = 1; digit <= (fine || zoomed ? 9 : 1); ++digit) {
            const double value = digit * std::pow(10, exponent);
            const double at = digit == 1 ? exponent : std::log10(value);
            if (at < low - decadeEpsilon || at > high + decadeEpsilon) continue;
            const bool labelled = digit == 1 ? exponent % labelStep == 0 : fineLabels && (digit == 2 || digit == 5);
            result.push_back({at, digit == 1, labelled ? tickLabel(value, digit) : QString()});
        }
    }
    return result;
}

} // namespace app

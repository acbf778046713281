// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_frame.h"

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

bool isDense(const core::Resource& resource)
{
    return core::isFloatingPoint(resource) && !resource.tensor.sparse;
}

QString tickLabel(double value, int digit)
{
    if (digit == 1) return decade(value);
    return value < 1e5 ? QString::number(value, 'g', 3) : shortRate(value);
}

} // namespace

Frame frameOf(std::span<const core::Ceiling> ceilings)
{
    std::optional<double> slowestDram, fastestPipe;
    for (const core::Ceiling& ceiling : ceilings) {
        if (ceiling.rate_per_s <= 0) continue;
        if (levelOf(ceiling.resource) == core::Level::Dram)
            slowestDram = std::min(slowestDram.value_or(ceiling.rate_per_s), ceiling.rate_per_s);
        if (isDense(ceiling.resource))
            fastestPipe = std::max(fastestPipe.value_or(ceiling.rate_per_s), ceiling.rate_per_s);
    }
    Frame frame;
    if (slowestDram) frame.y_low = lowerDecade(0.01 * *slowestDram);
    if (fastestPipe) frame.y_high = upperDecade(*fastestPipe);
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
    const int labelStep = decadePixels < labelPixels ? 2 : 1;
    std::vector<Tick> result;
    for (int exponent = static_cast<int>(std::floor(low)); exponent <= std::ceil(high); ++exponent) {
        for (int digit = 1; digit <= (fine || zoomed ? 9 : 1); ++digit) {
            const double value = digit * std::pow(10, exponent);
            const double at = digit == 1 ? exponent : std::log10(value);
            if (at < low - decadeEpsilon || at > high + decadeEpsilon) continue;
            const bool labelled = digit == 1 ? exponent % labelStep == 0 : zoomed && (digit == 2 || digit == 5);
            result.push_back({at, digit == 1, labelled ? tickLabel(value, digit) : QString()});
        }
    }
    return result;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiments/experiment_axis.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace app {
namespace {

using core::Scale;

/// On either side of the values, of the axis' length.
constexpr double room = 0.04;
/// Of a tick that is rounded off the end of its axis.
constexpr double slack = 1e-9;

bool canBeShown(Scale scale, double value)
{
    return std::isfinite(value) && (scale == Scale::Linear || value > 0);
}

/// From the smallest to the largest that the axis can show; 0 to 1, or 1 to 10, where there is none.
AxisMapping mappingOf(Scale scale, const std::vector<double>& values)
{
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (const double value : values) {
        if (!canBeShown(scale, value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (low > high) return scale == Scale::Log ? AxisMapping(scale, 1, 10) : AxisMapping(scale, 0, 1);
    if (scale == Scale::Linear) return {scale, 0, high > 0 ? high * (1 + room) : 1};
    const double factor = std::max(std::pow(high / low, room), 1.1);
    return {scale, low / factor, high * factor};
}

/// 1, 2, 5 times a power of ten, so that about `most` of them fit.
double niceStep(double range, double most)
{
    const double least = range / std::max(most, 1.0);
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= least) return digit * power;
    return 10 * power;
}

std::vector<AxisTick> evenTicks(const core::Axis& axis, const AxisMapping& mapping, double step)
{
    std::vector<AxisTick> ticks;
    for (int i = static_cast<int>(std::ceil(mapping.low() / step)); i * step <= mapping.high() * (1 + slack); ++i)
        ticks.push_back({i * step, tickLabel(axis, i * step)});
    return ticks;
}

/// The distance of points that are evenly apart, the first of them from 0, too.
std::optional<double> evenStep(const ShownExperiment& experiment)
{
    std::set<double> xs;
    for (const auto& line : experiment.lines) xs.insert(line.measured.x.begin(), line.measured.x.end());
    if (xs.size() < 3 || *xs.begin() <= 0) return std::nullopt;
    double expected = 0;
    for (const double x : xs)
        if (std::abs(x - (expected += *xs.begin())) > slack * x) return std::nullopt;
    return *xs.begin();
}

} // namespace

double AxisMapping::place(double value) const
{
    return m_scale == Scale::Log ? std::log(value) : value;
}

double AxisMapping::at(double value) const
{
    return m_from + (m_to - m_from) * (place(value) - place(m_low)) / (place(m_high) - place(m_low));
}

AxisMapping mappingOfX(const ShownExperiment& experiment)
{
    std::vector<double> values;
    for (const auto& line : experiment.lines)
        values.insert(values.end(), line.measured.x.begin(), line.measured.x.end());
    return mappingOf(experiment.about.x.scale, values);
}

AxisMapping mappingOfY(const ShownExperiment& experiment)
{
    std::vector<double> values;
    for (const auto& line : experiment.lines)
        for (const auto* curve : {&line.measured, line.model ? &*line.model : nullptr}) {
            if (!curve) continue;
            for (const auto* part : {&curve->y, &curve->p10, &curve->p90})
                values.insert(values.end(), part->begin(), part->end());
        }
    for (const auto& mark : experiment.about.y_marks) values.push_back(mark.value);
    return mappingOf(experiment.about.y.scale, values);
}

std::vector<AxisTick> ticksOfX(const ShownExperiment& experiment, const AxisMapping& mapping, double labelPixels)
{
    const auto& axis = experiment.about.x;
    const double most = std::floor(mapping.pixels() / labelPixels);
    if (mapping.scale() == Scale::Linear) {
        const auto even = evenStep(experiment);
        if (!even) return evenTicks(axis, mapping, niceStep(mapping.high() - mapping.low(), most));
        return evenTicks(axis, mapping, *even * std::ceil(mapping.high() / *even / std::max(most, 1.0)));
    }
    const double octaves = std::log2(mapping.high() / mapping.low());
    const int step = std::max(1, static_cast<int>(std::ceil(octaves / std::max(most, 1.0))));
    std::vector<AxisTick> ticks;
    for (int power = static_cast<int>(std::ceil(std::log2(mapping.low()) - slack));
         power <= std::log2(mapping.high()) + slack; ++power) {
        const double value = std::exp2(power);
        ticks.push_back({value, power % step == 0 ? tickLabel(axis, value) : QString()});
    }
    return ticks;
}

std::vector<AxisTick> ticksOfY(const ShownExperiment& experiment, const AxisMapping& mapping, double labelPixels)
{
    const auto& axis = experiment.about.y;
    const double most = std::floor(mapping.pixels() / labelPixels);
    if (mapping.scale() == Scale::Linear)
        return evenTicks(axis, mapping, niceStep(mapping.high() - mapping.low(), most));
    const double decade = mapping.pixels() / std::log10(mapping.high() / mapping.low());
    const bool hasFineLabels = decade * std::log10(2) >= labelPixels;
    std::vector<AxisTick> ticks;
    for (int power = static_cast<int>(std::floor(std::log10(mapping.low())));
         power <= std::ceil(std::log10(mapping.high())); ++power)
        for (int digit = 1; digit <= 9; ++digit) {
            const double value = digit * std::pow(10, power);
            if (!mapping.holds(value)) continue;
            const bool isLabelled = digit == 1 || (hasFineLabels && (digit == 2 || digit == 5));
            ticks.push_back({value, isLabelled ? tickLabel(axis, value) : QString()});
        }
    return ticks;
}

} // namespace app

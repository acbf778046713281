// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_axis.h"

#include <utility>

namespace app {

QString axisUnit(Axis axis)
{
    return axis == Axis::Flop ? QStringLiteral("FLOP") : QStringLiteral("OP");
}

QString axisName(Axis axis)
{
    return axisUnit(axis) + QStringLiteral("/s");
}

bool counts(Axis axis, const core::Resource& pipe)
{
    return axis == Axis::Flop ? core::isFloatingPoint(pipe) : core::isInteger(pipe);
}

bool isElsewhere(const core::KernelAnalysis& analysis, Axis axis)
{
    if (axis == Axis::Op) return !analysis.integer_pipe;
    return analysis.integer_pipe && !analysis.charted_pipe;
}

bool isInStrip(const core::KernelAnalysis& analysis)
{
    return analysis.points.empty() && !analysis.strip.empty() && !isElsewhere(analysis, Axis::Flop);
}

KernelRow onAxis(KernelRow row, Axis axis)
{
    core::KernelAnalysis& analysis = row.analysis;
    if (isElsewhere(analysis, axis)) {
        analysis.zero_byte_levels.clear();
        analysis.strip.clear();
    }
    if (axis == Axis::Flop) {
        analysis.integer_points.clear();
        return row;
    }
    analysis.points = std::exchange(analysis.integer_points, {});
    row.spread.levels = row.spread.integer_levels;
    analysis.charted_pipe = analysis.integer_pipe;
    analysis.strip.clear();
    analysis.fp16_upper_bound.reset();
    return row;
}

} // namespace app

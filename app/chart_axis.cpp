// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_axis.h"

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

KernelRow onAxis(KernelRow row, Axis axis)
{
    core::KernelAnalysis& analysis = row.analysis;
    if (isElsewhere(analysis, axis)) {
        analysis.zero_byte_levels.clear();
        analysis.strip.clear();
    }
    if (axis == Axis::Flop) return row;
    analysis.points = analysis.integer_points;
    analysis.charted_pipe = analysis.integer_pipe;
    analysis.strip.clear();
    analysis.fp16_upper_bound.reset();
    return row;
}

} // namespace app

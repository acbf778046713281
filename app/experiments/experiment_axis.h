// SPDX-License-Identifier: GPL-3.0-or-later
// An axis of an experiment: which part of it is shown, where its values lie, and which of them have a grid line.
#pragma once

#include "app/experiments/shown_experiment.h"

#include <QString>

#include <span>
#include <vector>

namespace app {

/// The values from low to high over some pixels, linear or logarithmic.
class AxisMapping {
public:
    AxisMapping() = default;
    /// log: low > 0. from, to: pixels of low and high.
    AxisMapping(core::Scale scale, double low, double high) : m_scale(scale), m_low(low), m_high(high) {}

    void setPixels(double from, double to)
    {
        m_from = from;
        m_to = to;
    }
    [[nodiscard]] double at(double value) const; ///< pixels
    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }
    [[nodiscard]] core::Scale scale() const { return m_scale; }
    [[nodiscard]] double pixels() const { return m_to > m_from ? m_to - m_from : m_from - m_to; }
    [[nodiscard]] bool holds(double value) const { return value >= m_low && value <= m_high; }

private:
    [[nodiscard]] double place(double value) const;

    core::Scale m_scale = core::Scale::Linear;
    double m_low = 0;
    double m_high = 1;
    double m_from = 0;
    double m_to = 1;
};

/// The part of x that holds all points, with a little room; a linear axis begins at 0.
AxisMapping mappingOfX(const ShownExperiment& experiment);
/// Likewise of y, with its marks.
AxisMapping mappingOfY(const ShownExperiment& experiment);

/// A value with a grid line, and a label unless it is a fine one.
struct AxisTick {
    double value = 0;
    QString label;
};

/// Ticks of x, at most one label in `labelPixels`: powers of two on a log axis, the points where they are even.
std::vector<AxisTick> ticksOfX(const ShownExperiment& experiment, const AxisMapping& mapping, double labelPixels);
/// Ticks of y: 1, 2, 5 on a log axis as far as they have room.
std::vector<AxisTick> ticksOfY(const ShownExperiment& experiment, const AxisMapping& mapping, double labelPixels);

} // namespace app

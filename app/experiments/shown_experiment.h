// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment of an open session with its lines, as list, plot, card and exports show it.
#pragma once

#include "app/open_session.h"
#include "core/experiment.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace app {

/// A measured line, and what the model says of it.
struct ShownLine {
    core::Curve measured;
    std::optional<core::Curve> model = {};

    friend bool operator==(const ShownLine&, const ShownLine&) = default;
};

struct ShownExperiment {
    core::Experiment about;
    std::vector<ShownLine> lines;
    QStringList problems = {}; ///< points that failed or were skipped, each with its reason
    QString source;            ///< GPU and date
    QString file;              ///< of its session
    friend bool operator==(const ShownExperiment&, const ShownExperiment&) = default;
};

std::vector<ShownExperiment> shownExperiments(const core::Session& session, const QString& file);
/// As others may see it.
ShownExperiment withoutFileName(ShownExperiment experiment);
/// Of all open sessions, in their order.
std::vector<ShownExperiment> shownExperiments(std::span<const OpenSession> sessions);

/// "grid_size, ilp, stride": of a session, for messages.
std::string experimentNames(const core::Session& session);

/// How many points were measured, over all lines.
std::size_t pointCount(const ShownExperiment& experiment);
/// What there is no curve for: nothing, or one point alone; empty where there is a curve.
QString whyNoCurve(const ShownExperiment& experiment);

/// All numbers: a line of heads with units, one line a point, models included. Base SI units, all digits.
QString toCsv(const ShownExperiment& experiment);

/// A value of an axis as people read it: "4.59 TB/s", "64 KiB", "77.0 µs", "16 floats".
QString axisValue(const core::Axis& axis, double value);
/// The same at a tick: "5 TB/s", "64 KiB", "16"; a unit that has no prefixes is in the axis' title alone.
QString tickLabel(const core::Axis& axis, double value);
QString axisTitle(const core::Axis& axis); ///< "Stride, floats"

} // namespace app

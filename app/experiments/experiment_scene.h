// SPDX-License-Identifier: GPL-3.0-or-later
// The plot of an experiment as a value of the same kind as the roofline's: one painter draws both, in the window and in
// every picture.
#pragma once

#include "app/experiments/experiment_axis.h"
#include "app/image_export.h"

namespace app {

/// A point of a measured line.
struct PointOfLine {
    std::size_t line = 0;
    std::size_t point = 0;

    friend bool operator==(const PointOfLine&, const PointOfLine&) = default;
};

/// A drawn point and where it is.
struct DrawnPoint {
    PointOfLine place;
    QPointF centre;
};

struct ExperimentScene {
    ChartScene scene;
    std::vector<DrawnPoint> points; ///< of the measured lines, in their order
};

/// Lays the plot out: title, key of lines, plot with marks, what to see, the model's formula. highlighted: with a ring.
/// Pure; needs a QGuiApplication.
ExperimentScene buildExperimentScene(const ShownExperiment& experiment, const ChartLook& look,
                                     std::optional<PointOfLine> highlighted = {});

/// In the bundled font, with its provenance.
Picture experimentPicture(const ShownExperiment& experiment, QSizeF size, const Theme& theme);

} // namespace app

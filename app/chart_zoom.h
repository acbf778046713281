// SPDX-License-Identifier: GPL-3.0-or-later
// Zooming and panning as functions of the visible frame.
#pragma once

#include "app/chart_frame.h"

#include <span>

namespace app {

/// The frame with `factor` times fewer decades around a fixed point; 1 leaves an axis as it is.
struct ZoomStep {
    double x_factor = 1;
    double y_factor = 1;
    QPointF centre; ///< pixels
};
Frame zoomed(const PlotMapping& map, const ZoomStep& step);

/// The frame after the plot's content was dragged by this many pixels.
Frame panned(const PlotMapping& map, QPointF pixels);

/// The frame that a rectangle of pixels shows.
Frame zoomedTo(const PlotMapping& map, const QRectF& rect);

/// The frame moved as little as possible, so that these places (log10 of FLOP/byte and FLOP/s) are well inside; of more
/// places than fit, those with the largest values.
Frame movedTo(Frame frame, std::span<const QPointF> places);

/// Kept sensible: at least a quarter of a decade, and at most a decade beyond the machine's frame on each side.
Frame limited(Frame frame, const Frame& machine);

} // namespace app

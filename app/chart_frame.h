// SPDX-License-Identifier: GPL-3.0-or-later
// The chart's frame: whole decades that depend on the machine alone, so that two pictures compare; and its pixels.
#pragma once

#include "app/chart_axis.h"
#include "core/ceiling.h"
#include "core/device.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <span>
#include <vector>

namespace app {

/// The visible part of the log-log plane, as powers of ten.
struct Frame {
    double x_low = -2; ///< log10 of FLOP/byte or OP/byte
    double x_high = 4;
    double y_low = 9; ///< log10 of FLOP/s or OP/s
    double y_high = 16;

    friend bool operator==(const Frame&, const Frame&) = default;
};

/// Six decades of intensity for every machine; from a hundredth of the slowest DRAM to the fastest dense pipe, both
/// to whole decades. It is that of the devices, whatever was collected; ceilings count only where a device isn't
/// known. Without either: 1 G to 10 P.
/// axis: whose pipes count; the frame of OP/s has the same rule on the integer pipes.
Frame frameOf(std::span<const core::Device> devices, std::span<const core::Ceiling> ceilings, Axis axis = Axis::Flop);

/// Where a frame's values lie in pixels.
struct PlotMapping {
    QRectF plot;
    Frame frame;

    [[nodiscard]] double x(double intensity) const; ///< FLOP/byte, > 0
    [[nodiscard]] double y(double flopPerS) const;  ///< FLOP/s, > 0
    [[nodiscard]] QPointF at(double intensity, double flopPerS) const { return {x(intensity), y(flopPerS)}; }
    [[nodiscard]] double intensity(double x) const;
    [[nodiscard]] double flopPerS(double y) const;
    [[nodiscard]] double xDecade() const { return plot.width() / (frame.x_high - frame.x_low); }  ///< pixels
    [[nodiscard]] double yDecade() const { return plot.height() / (frame.y_high - frame.y_low); } ///< pixels
};

/// A value of an axis with a grid line, and a label unless it would crowd its neighbours.
struct Tick {
    double log10_value = 0;
    bool is_decade = true;
    QString label; ///< empty: grid line only
};

/// Ticks of the range low..high (powers of ten): decades; 2 to 9 between them where a decade is over 90 pixels;
/// labels 1-2-5 below two decades
/// where they have room, every second or third decade under `labelPixels` a decade.
std::vector<Tick> ticks(double low, double high, double decadePixels, double labelPixels);

} // namespace app

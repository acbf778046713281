// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_zoom.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double leastDecades = 0.25;
constexpr double beyond = 1; // decades

struct Range {
    double low;
    double high;
};

Range shrunk(Range range, double factor, double fixed)
{
    return {fixed - (fixed - range.low) / factor, fixed + (range.high - fixed) / factor};
}

Range limited(Range range, Range machine)
{
    const double lowest = machine.low - beyond;
    const double highest = machine.high + beyond;
    const double size = std::clamp(range.high - range.low, leastDecades, highest - lowest);
    const double middle = std::clamp((range.low + range.high) / 2, lowest + size / 2, highest - size / 2);
    return {middle - size / 2, middle + size / 2};
}

/// Moved so that `wanted` is inside with a margin.
Range moved(Range range, Range wanted)
{
    constexpr double marginShare = 0.1;
    const double margin = marginShare * (range.high - range.low);
    const double down = std::min(0.0, wanted.low - margin - range.low);
    const double up = std::max(0.0, wanted.high + margin - range.high);
    const double shift = up > 0 ? up : down;
    return {range.low + shift, range.high + shift};
}

} // namespace

Frame zoomed(const PlotMapping& map, const ZoomStep& step)
{
    const Range x =
        shrunk({map.frame.x_low, map.frame.x_high}, step.x_factor, std::log10(map.intensity(step.centre.x())));
    const Range y =
        shrunk({map.frame.y_low, map.frame.y_high}, step.y_factor, std::log10(map.flopPerS(step.centre.y())));
    return {x.low, x.high, y.low, y.high};
}

Frame panned(const PlotMapping& map, QPointF pixels)
{
    const double dx = -pixels.x() / map.xDecade();
    const double dy = pixels.y() / map.yDecade();
    return {map.frame.x_low + dx, map.frame.x_high + dx, map.frame.y_low + dy, map.frame.y_high + dy};
}

Frame zoomedTo(const PlotMapping& map, const QRectF& rect)
{
    return {std::log10(map.intensity(rect.left())), std::log10(map.intensity(rect.right())),
            std::log10(map.flopPerS(rect.bottom())), std::log10(map.flopPerS(rect.top()))};
}

Frame movedTo(Frame frame, std::span<const QPointF> places)
{
    if (places.empty()) return frame;
    Range x = {places.front().x(), places.front().x()};
    Range y = {places.front().y(), places.front().y()};
    for (const QPointF& place : places) {
        x = {std::min(x.low, place.x()), std::max(x.high, place.x())};
        y = {std::min(y.low, place.y()), std::max(y.high, place.y())};
    }
    const Range movedX = moved({frame.x_low, frame.x_high}, x);
    const Range movedY = moved({frame.y_low, frame.y_high}, y);
    return {movedX.low, movedX.high, movedY.low, movedY.high};
}

Frame limited(Frame frame, const Frame& machine)
{
    const Range x = limited(Range{frame.x_low, frame.x_high}, Range{machine.x_low, machine.x_high});
    const Range y = limited(Range{frame.y_low, frame.y_high}, Range{machine.y_low, machine.y_high});
    return {x.low, x.high, y.low, y.high};
}

} // namespace app

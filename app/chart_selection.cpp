// SPDX-License-Identifier: GPL-3.0-or-later
// What a selected kernel adds: the join of its levels, drop lines up to its roofs, its roofs at its own clock.
#include "app/chart_builder.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double joinWidth = 1.5;
constexpr double tickHalf = 4;
constexpr double arrowLength = 30;
constexpr double visiblePixels = 1.5; // closer to the machine's roof an own-clock line would only thicken it

void addLine(SceneBuilder& builder, const QLineF& line, const SceneStroke& pen)
{
    const auto inside = clipped(line, builder.plot());
    if (!inside) return;
    SceneStroke stroke = pen;
    stroke.path = QPolygonF({inside->p1(), inside->p2()});
    builder.scene.joins.push_back(stroke);
    builder.obstacles.add(*inside, pen.width + 2);
}

std::vector<core::RooflinePoint> shownPoints(const SceneBuilder& builder, const KernelRow& row)
{
    std::vector<core::RooflinePoint> points;
    for (const core::RooflinePoint& point : row.analysis.points)
        if (builder.shows(point.level)) points.push_back(point);
    std::ranges::sort(points, {}, &core::RooflinePoint::intensity_flop_per_byte);
    return points;
}

bool isEstimate(const core::RooflinePoint& point)
{
    return point.basis != core::Basis::Measured;
}

void addJoin(SceneBuilder& builder, const std::vector<core::RooflinePoint>& points)
{
    const PlotMapping& map = builder.scene.mapping;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const auto& from = points[i - 1];
        const auto& to = points[i];
        const Dash dash = isEstimate(from) || isEstimate(to) ? Dash::Estimate : Dash::Solid;
        addLine(
            builder,
            {map.at(from.intensity_flop_per_byte, from.flop_per_s), map.at(to.intensity_flop_per_byte, to.flop_per_s)},
            {{}, builder.color(Token::Ink), joinWidth, dash});
    }
}

/// A level without traffic has infinite intensity: the join goes on as an open arrow towards its badge.
void addArrow(SceneBuilder& builder, const core::RooflinePoint& last, double radius)
{
    const QPointF from = builder.scene.mapping.at(last.intensity_flop_per_byte, last.flop_per_s);
    const QPointF tip = from + QPointF(radius + arrowLength, 0);
    if (!builder.plot().contains(from) || !builder.plot().contains(tip)) return;
    const SceneStroke pen = {{}, builder.color(Token::Ink), joinWidth, Dash::Solid};
    addLine(builder, {from, tip}, pen);
    SceneStroke head = pen;
    head.path = QPolygonF({tip + QPointF(-6, -5), tip, tip + QPointF(-6, 5)});
    builder.scene.joins.push_back(head);
}

void addDropLine(SceneBuilder& builder, const core::RooflinePoint& point)
{
    if (!point.attainable_flop_per_s) return;
    const PlotMapping& map = builder.scene.mapping;
    const QPointF from = map.at(point.intensity_flop_per_byte, point.flop_per_s);
    const QPointF to = map.at(point.intensity_flop_per_byte, *point.attainable_flop_per_s);
    const QColor color = builder.color(point.level);
    addLine(builder, {from, to}, {{}, color, 1, Dash::Drop});
    addLine(builder, {to - QPointF(tickHalf, 0), to + QPointF(tickHalf, 0)}, {{}, color, 2, Dash::Solid});
}

/// The kernel's levels without FLOP are joined across the strip's lanes.
void joinStrip(SceneBuilder& builder, int row)
{
    SceneStroke join = {{}, builder.color(Token::Ink), joinWidth, Dash::Solid};
    for (const SceneMarker& marker : builder.scene.selected_markers)
        if (marker.row == row && builder.scene.strip && builder.scene.strip->contains(marker.centre))
            join.path << marker.centre;
    if (join.path.size() > 1) builder.scene.joins.push_back(join);
}

void addOwnClockRoofs(SceneBuilder& builder, const KernelRow& row)
{
    const core::Ceiling* pipe = ownPipeRoof(row.analysis);
    if (!pipe) return;
    const PlotMapping& map = builder.scene.mapping;
    const SceneStroke pen = {{}, builder.color(Token::Ink), 1, Dash::Solid};
    double fastest = 0;
    for (const Roof& roof : builder.roofs) {
        if (!roof.level || roof.faint) continue;
        const core::Ceiling* own = ownLevelRoof(row.analysis, *roof.level);
        const double rate = own ? own->rate_per_s : roof.rate_per_s;
        fastest = std::max(fastest, rate);
        const double drawn = roof.mix_rate_per_s.value_or(roof.rate_per_s);
        if (std::abs(map.y(rate) - map.y(drawn)) < visiblePixels) continue;
        addLine(builder, diagonal(map, rate, pipe->rate_per_s), pen);
    }
    if (!ownClockRoof(builder)) return;
    const double y = map.y(pipe->rate_per_s);
    const double left = fastest > 0 ? map.x(pipe->rate_per_s / fastest) : builder.plot().left();
    addLine(builder, {QPointF(left, y), QPointF(builder.plot().right(), y)}, pen);
}

/// Places of a headroom figure: beside the tick at the roof, then ever lower beside the line.
std::vector<QRectF> headroomPlaces(const QPointF& tick, const QPointF& point, const QSizeF& size)
{
    constexpr double gap = 5;
    constexpr double step = 3;
    std::vector<QRectF> places;
    for (double y = std::min(tick.y(), point.y()) + 2; y < std::max(tick.y(), point.y()); y += step)
        for (const double x : {tick.x() + gap, tick.x() - gap - size.width()}) places.emplace_back(QPointF(x, y), size);
    return places;
}
void addHeadroom(SceneBuilder& builder, const core::RooflinePoint& point)
{
    constexpr double worthSaying = 1.05;
    if (!point.attainable_flop_per_s || *point.attainable_flop_per_s / point.flop_per_s < worthSaying) return;
    const PlotMapping& map = builder.scene.mapping;
    const QString text = headroom(*point.attainable_flop_per_s / point.flop_per_s);
    const QSizeF size(builder.scene.fonts.width(FontRole::Small, text), builder.scene.fonts.height(FontRole::Small));
    const auto places = headroomPlaces(map.at(point.intensity_flop_per_byte, *point.attainable_flop_per_s),
                                       map.at(point.intensity_flop_per_byte, point.flop_per_s), size);
    const auto place = firstFree(places, builder.plot().adjusted(2, 2, -2, -2), builder.obstacles);
    if (!place) return;
    builder.obstacles.add(OrientedBox::of(*place));
    builder.scene.texts.push_back({text, FontRole::Small, builder.color(point.level), OrientedBox::of(*place)});
}

} // namespace

std::optional<core::Ceiling> ownClockRoof(const SceneBuilder& builder)
{
    const KernelRow* row = builder.focusRow();
    const core::Ceiling* pipe = row ? ownPipeRoof(row->analysis) : nullptr;
    if (!pipe || row->analysis.points.empty()) return std::nullopt;
    const PlotMapping& map = builder.scene.mapping;
    const QString name = resourceName(*row->analysis.charted_pipe);
    const auto drawn =
        std::ranges::find_if(builder.roofs, [&](const Roof& roof) { return !roof.level && roof.name == name; });
    if (drawn != builder.roofs.end() && std::abs(map.y(drawn->rate_per_s) - map.y(pipe->rate_per_s)) < visiblePixels)
        return std::nullopt;
    core::Ceiling own = *pipe;
    if (!own.sm_clock_hz) own.sm_clock_hz = row->analysis.sm_clock_hz;
    return own;
}

void addSelection(SceneBuilder& builder)
{
    if (const KernelRow* focus = builder.focusRow()) addOwnClockRoofs(builder, *focus);
    for (const int place : builder.options.selected) {
        const KernelRow& row = builder.data.rows[static_cast<std::size_t>(place)];
        const auto points = shownPoints(builder, row);
        for (const core::RooflinePoint& point : points) addDropLine(builder, point);
        addJoin(builder, points);
        const bool endless =
            std::ranges::any_of(row.analysis.zero_byte_levels, [&](core::Level level) { return builder.shows(level); });
        if (endless && !points.empty())
            addArrow(builder, points.back(), markerRadius(row.share_ratio, builder.options.point_size));
        joinStrip(builder, place);
    }
}

void addHeadrooms(SceneBuilder& builder)
{
    for (const int place : builder.options.selected)
        for (const auto& point : shownPoints(builder, builder.data.rows[static_cast<std::size_t>(place)]))
            addHeadroom(builder, point);
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Markers: one a kernel and level in the plot, or in the strip for kernels without FLOP.
#include "app/chart_builder.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double stripTop = 1.10; // share at the strip's upper end
constexpr double largestStripRadius = 7;
constexpr double overStripBadge = 12; // pixels
constexpr double letterRadius = 8;    // smaller points have no room for a letter
constexpr float insideRadius = 3;     // a launch of an unfolded heading
constexpr double leastCross = 6;      // pixels: a shorter one would be hidden by its marker

MarkerShape shapeOf(int sessionNumber)
{
    return static_cast<MarkerShape>(std::clamp(sessionNumber, 0, static_cast<int>(MarkerShape::Hexagon)));
}

bool isExact(core::Basis basis)
{
    return basis == core::Basis::Measured;
}

/// Hollow: no exact count, or a heading whose launches are drawn themselves.
MarkerFill fillOf(const KernelRow& row, core::Basis basis)
{
    return isExact(basis) && row.fold != RowFold::Unfolded ? MarkerFill::Filled : MarkerFill::Hollow;
}

BoundTick boundOf(const core::RooflinePoint& point)
{
    if (point.basis != core::Basis::LowerBound) return BoundTick::None;
    return point.bytes_are_bound ? BoundTick::Left : BoundTick::Up;
}

MarkerState stateOf(const SceneBuilder& builder, int row, core::Level level)
{
    const ChartOptions& options = builder.options;
    // One selected kernel is the current one anyway: the third ring would say nothing.
    const bool telling = options.selected.size() > 1 || options.current_level;
    const bool current = telling && options.current == row && options.current_level.value_or(level) == level;
    if (builder.isSelected(row)) return current ? MarkerState::Current : MarkerState::Selected;
    if (options.isolated && options.isolated != row) return MarkerState::Faded;
    const bool areAllSeen = options.selected.empty() && !(options.ladder && !builder.ladders.empty());
    return areAllSeen || builder.on_ladder.contains(row) ? MarkerState::Normal : MarkerState::Dimmed;
}

/// Everything of a marker that doesn't depend on the level.
SceneMarker markerOf(const SceneBuilder& builder, int place)
{
    const KernelRow& row = builder.data.rows[static_cast<std::size_t>(place)];
    SceneMarker marker;
    marker.radius = row.fold == RowFold::Inside
                        ? insideRadius
                        : static_cast<float>(markerRadius(row.share_ratio, builder.options.point_size));
    marker.shape = shapeOf(row.session_number);
    marker.letter = builder.options.letters && marker.radius >= letterRadius;
    marker.row = place;
    return marker;
}

void addMarker(SceneBuilder& builder, const SceneMarker& marker)
{
    const bool selected = marker.state == MarkerState::Selected || marker.state == MarkerState::Current;
    if (!selected) {
        builder.scene.markers.push_back(marker);
        return;
    }
    builder.scene.selected_markers.push_back(marker);
    const double half = marker.radius + 7;
    builder.obstacles.add(OrientedBox{marker.centre, half, half, 0});
}

std::optional<SceneBadge::Kind> edgeOf(const QRectF& plot, const QPointF& at)
{
    using Kind = SceneBadge::Kind;
    if (at.y() < plot.top()) return Kind::Above;
    if (at.y() > plot.bottom()) return Kind::Below;
    if (at.x() < plot.left()) return Kind::Left;
    if (at.x() > plot.right()) return Kind::Right;
    return std::nullopt;
}

/// The triangle beside a point above its roof; the reason stands in card and inspector.
void addWarning(SceneBuilder& builder, const SceneMarker& marker)
{
    const QPointF corner = marker.centre + QPointF(marker.radius * 0.7 + 2, -marker.radius * 0.7 - 2);
    const QPolygonF triangle({corner, corner + QPointF(8, 0), corner + QPointF(4, -7)});
    builder.scene.symbols.push_back({triangle, builder.color(Token::WarningText)});
    builder.obstacles.add(OrientedBox::of(triangle.boundingRect()));
}

double opacityOf(MarkerState state)
{
    switch (state) {
    case MarkerState::Dimmed: return 0.25;
    case MarkerState::Faded: return 0.10;
    default: return 1;
    }
}

void addArm(SceneBuilder& builder, const SceneMarker& marker, const QLineF& arm)
{
    const auto inside = clipped(arm, builder.plot());
    if (!inside || arm.length() <= leastCross) return;
    builder.scene.strokes.push_back(
        {QPolygonF({inside->p1(), inside->p2()}), builder.color(marker.level, opacityOf(marker.state)), 1});
    builder.obstacles.add(*inside, 1 + 2);
}

/// Where the middle four fifths of a group's launches lie: a cross from p10 to p90 in both axes.
void addCross(SceneBuilder& builder, const SceneMarker& marker)
{
    const auto& levels = builder.data.rows[static_cast<std::size_t>(marker.row)].spread.levels;
    const auto spread = std::ranges::find(levels, marker.level, &core::LevelSpread::level);
    if (spread == levels.end()) return;
    const PlotMapping& map = builder.scene.mapping;
    const auto& [level, x, y] = *spread;
    addArm(builder, marker, {map.x(x.p10), marker.centre.y(), map.x(x.p90), marker.centre.y()});
    addArm(builder, marker, {marker.centre.x(), map.y(y.p10), marker.centre.x(), map.y(y.p90)});
}

void addPoint(SceneBuilder& builder, SceneMarker marker, const core::RooflinePoint& point)
{
    const KernelRow& row = builder.data.rows[static_cast<std::size_t>(marker.row)];
    marker.centre = builder.scene.mapping.at(point.intensity_flop_per_byte, point.flop_per_s);
    if (const auto edge = edgeOf(builder.plot(), marker.centre)) {
        if (row.fold == RowFold::Unfolded) return; // its launches have badges of their own
        const bool sideways = *edge == SceneBadge::Kind::Left || *edge == SceneBadge::Kind::Right;
        const double along = sideways ? marker.centre.y() : marker.centre.x();
        builder.off_frame.push_back({*edge, point.level, along, marker.row});
        return;
    }
    marker.level = point.level;
    marker.state = stateOf(builder, marker.row, point.level);
    marker.fill = fillOf(row, point.basis);
    marker.bound = boundOf(point);
    addMarker(builder, marker);
    addCross(builder, marker);
    if (point.above_roof_reason) addWarning(builder, marker);
}

void addZeroByteLevels(SceneBuilder& builder, const KernelRow& row, int place)
{
    const auto performance = flopPerS(row);
    if (!performance || row.fold == RowFold::Unfolded) return;
    for (const core::Level level : row.analysis.zero_byte_levels)
        if (builder.shows(level))
            builder.off_frame.push_back(
                {SceneBadge::Kind::NoTraffic, level, builder.scene.mapping.y(*performance), place});
}

double laneX(const SceneBuilder& builder, core::Level level)
{
    const QRectF& strip = *builder.scene.strip;
    const auto& levels = builder.options.levels;
    const double lanes = builder.lane() * static_cast<double>(levels.size());
    const auto before = static_cast<double>(std::distance(levels.begin(), levels.find(level)));
    return strip.center().x() - lanes / 2 + builder.lane() * (before + 0.5);
}

/// Height of the lanes' letters.
double stripLetters(const SceneBuilder& builder)
{
    return std::max(20.0, std::ceil(builder.scene.fonts.height(FontRole::Strong)) + 4);
}

/// Above the scale: letters, and under them the badges of what is over it.
double stripHeader(const SceneBuilder& builder)
{
    return stripLetters(builder) + (builder.strip_overflows ? overStripBadge : 0);
}

double stripY(const SceneBuilder& builder, double share)
{
    const QRectF& strip = *builder.scene.strip;
    return strip.bottom() - share / stripTop * (strip.height() - stripHeader(builder));
}

/// What nobody counted isn't none.
QString stripTitle(const ChartData& data)
{
    const bool isUnknown = std::ranges::any_of(
        data.rows, [](const KernelRow& row) { return isInStrip(row.analysis) && row.flop_unknown > 0; });
    return isUnknown ? QCoreApplication::translate("app::chart", "no FLOP known")
                     : QCoreApplication::translate("app::chart", "no FLOP");
}

void addStripScale(SceneBuilder& builder)
{
    const QRectF& strip = *builder.scene.strip;
    builder.scene.strokes.push_back({QPolygonF(strip), builder.color(Token::Axis), 1});
    builder.addText(stripTitle(builder.data), FontRole::Small, builder.color(Token::Text2),
                    {strip.left(), strip.top() - builder.line() / 2 - 3});
    for (const double share : {0.0, 0.5, 1.0}) {
        const double y = stripY(builder, share);
        if (share == 0.5)
            builder.scene.grid.push_back(
                {QPolygonF({QPointF(strip.left(), y), QPointF(strip.right(), y)}), builder.color(Token::Grid), 1});
        if (builder.has_strip_figures)
            builder.addText(percent(share), FontRole::Small, builder.color(Token::Text3),
                            {strip.right() + 4, share == 0 ? y - builder.line() / 3 : y});
    }
    for (const core::Level level : builder.options.levels) {
        const double x = laneX(builder, level);
        builder.addText(levelLetter(level), FontRole::Strong, builder.color(level),
                        {x, strip.top() + stripLetters(builder) / 2}, Qt::AlignHCenter);
        const double y = stripY(builder, 1);
        builder.scene.strokes.push_back(
            {QPolygonF({QPointF(x - builder.lane() / 2, y), QPointF(x + builder.lane() / 2, y)}), builder.color(level),
             2});
    }
}

void addShare(SceneBuilder& builder, SceneMarker marker, const core::BandwidthShare& share)
{
    const QRectF& strip = *builder.scene.strip;
    marker.radius = std::min<float>(marker.radius, largestStripRadius);
    marker.letter = false; // the lanes have theirs
    marker.level = share.level;
    marker.state = stateOf(builder, marker.row, share.level);
    marker.fill = fillOf(builder.data.rows[static_cast<std::size_t>(marker.row)], share.basis);
    const double wish = stripY(builder, share.share_ratio);
    const bool ringed = marker.state == MarkerState::Selected || marker.state == MarkerState::Current;
    const double reach = marker.radius + (ringed ? 5 : 1);
    const double highest = strip.top() + stripHeader(builder) + reach;
    marker.centre = {laneX(builder, share.level), std::clamp(wish, highest, strip.bottom() - reach)};
    addMarker(builder, marker);
    if (share.share_ratio > stripTop)
        builder.off_frame.push_back({SceneBadge::Kind::OverStrip, share.level, marker.centre.x(), marker.row});
}

} // namespace

double markerRadius(double shareRatio, PointSize mode)
{
    if (mode == PointSize::Equal) return 5;
    return std::clamp(24 * std::sqrt(std::max(0.0, shareRatio)), 3.5, 11.0);
}

double stripScaleTop(const SceneBuilder& builder)
{
    return builder.scene.strip->top() + stripHeader(builder);
}

bool hasStrip(const ChartData& data)
{
    return std::ranges::any_of(data.rows, [](const KernelRow& row) { return !row.analysis.strip.empty(); });
}

void addPoints(SceneBuilder& builder)
{
    for (int place = 0; place < static_cast<int>(builder.data.rows.size()); ++place) {
        const KernelRow& row = builder.data.rows[static_cast<std::size_t>(place)];
        const SceneMarker marker = markerOf(builder, place);
        const auto binding = bindingLevel(row.analysis);
        for (const core::RooflinePoint& point : row.analysis.points)
            if (builder.shows(point.level) && (!builder.options.binding_level_only || point.level == binding))
                addPoint(builder, marker, point);
        addZeroByteLevels(builder, row, place);
    }
}

void addStrip(SceneBuilder& builder)
{
    if (!builder.scene.strip) return;
    builder.strip_overflows = std::ranges::any_of(builder.data.rows, [](const KernelRow& row) {
        return std::ranges::any_of(row.analysis.strip, [](const auto& share) { return share.share_ratio > stripTop; });
    });
    addStripScale(builder);
    for (int place = 0; place < static_cast<int>(builder.data.rows.size()); ++place) {
        const KernelRow& row = builder.data.rows[static_cast<std::size_t>(place)];
        for (const core::BandwidthShare& share : row.analysis.strip)
            if (builder.shows(share.level)) addShare(builder, markerOf(builder, place), share);
    }
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// A family's ladder in the chart: a path of arrows from step to step, at every level that is shown.
#include "app/chart_builder.h"

#include <QLineF>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace app {
namespace {

constexpr double pathWidth = 1.25;  // thinner than a join
constexpr double otherLevels = 0.4; // their opacity where one is looked at
constexpr double gap = 2;           // from a marker's outline
constexpr double headLength = 6;
constexpr double headHalf = 2.75;
constexpr double shortestPath = headLength + 2; // without room for its head an arrow says nothing
constexpr double largestBulge = 10;             // of the strip's arcs, in pixels

using Markers = std::map<std::pair<int, core::Level>, const SceneMarker*>; ///< by row and level

Markers markersOf(const SceneBuilder& builder)
{
    Markers markers;
    for (const auto* drawn : {&builder.scene.markers, &builder.scene.selected_markers})
        for (const SceneMarker& marker : *drawn) markers[{marker.row, marker.level}] = &marker;
    return markers;
}

/// The level that is looked at: the keyboard's, else the one that the selected kernel is closest to its roof at.
std::optional<core::Level> focusLevel(const SceneBuilder& builder)
{
    if (builder.options.current_level) return builder.options.current_level;
    const KernelRow* focus = builder.focusRow();
    const auto level = focus ? closestLevel(focus->analysis) : std::nullopt;
    return level && builder.shows(*level) ? level : std::nullopt;
}

double reachOf(const SceneMarker& marker)
{
    const bool ringed = marker.state == MarkerState::Selected || marker.state == MarkerState::Current;
    return marker.radius + (ringed ? 5 : 1) + gap;
}

/// From one marker to the next: straight in the plot; in the strip, where all stand above each other, as an arc, to
/// the right on the way up and to the left on the way down.
QPolygonF pathBetween(const SceneMarker& from, const SceneMarker& to, bool isInStrip)
{
    const QLineF line(from.centre, to.centre);
    const double length = line.length();
    const double room = length - reachOf(from) - reachOf(to);
    if (room < shortestPath) return {};
    const double bulge = isInStrip ? std::min(largestBulge, 0.4 * length) : 0;
    const bool isUp = to.centre.y() < from.centre.y();
    constexpr int pieces = 16;
    QPolygonF path;
    for (int i = 0; i <= pieces; i += isInStrip ? 1 : pieces) {
        const double t = (reachOf(from) + room * i / pieces) / length;
        path << line.pointAt(t) + QPointF((isUp ? bulge : -bulge) * 4 * t * (1 - t), 0);
    }
    return path;
}

void addArrow(SceneBuilder& builder, const QPolygonF& path, const QColor& color)
{
    const QPointF tip = path.back();
    QLineF end(path[path.size() - 2], tip);
    const QPointF along(end.dx() / end.length(), end.dy() / end.length());
    const QPointF across(-along.y(), along.x());
    const QPointF base = tip - along * headLength;
    SceneStroke shaft{path, color, pathWidth, Dash::Solid};
    shaft.path.back() = base;
    builder.scene.ladder.push_back(shaft);
    builder.scene.ladder_heads.push_back({QPolygonF({tip, base + across * headHalf, base - across * headHalf}), color});
    for (qsizetype i = 1; i < path.size(); ++i) builder.obstacles.add(QLineF(path[i - 1], path[i]), pathWidth + 2);
}

} // namespace

void chooseLadders(SceneBuilder& builder)
{
    const auto& rows = builder.data.rows;
    if (builder.options.ladder) {
        builder.ladders = laddersOf(rows, *builder.options.ladder);
    } else {
        for (const int place : builder.options.selected) {
            const bool isKnown =
                std::ranges::any_of(builder.ladders, [&](const Ladder& ladder) { return holds(ladder, place); });
            if (!isKnown && stepOf(rows[static_cast<std::size_t>(place)]))
                builder.ladders.push_back(ladderOf(rows, place));
        }
    }
    std::erase_if(builder.ladders,
                  [](const Ladder& ladder) { return ladder.rungs.size() + ladder.references.size() < 2; });
    for (const Ladder& ladder : builder.ladders)
        for (const auto* places : {&ladder.rungs, &ladder.references})
            builder.on_ladder.insert(places->begin(), places->end());
}

void addLadders(SceneBuilder& builder)
{
    if (builder.ladders.empty()) return;
    const Markers markers = markersOf(builder);
    const auto focus = focusLevel(builder);
    const auto isInStrip = [&](const SceneMarker& marker) {
        return builder.scene.strip && builder.scene.strip->contains(marker.centre);
    };
    for (const Ladder& ladder : builder.ladders)
        for (const core::Level level : builder.options.levels) {
            const SceneMarker* before = nullptr;
            const QColor color = builder.color(level, !focus || focus == level ? 1 : otherLevels);
            for (const int rung : ladder.rungs) {
                const auto found = markers.find({rung, level});
                if (found == markers.end()) continue; // off the frame, or nothing known at this level
                const SceneMarker* now = found->second;
                const SceneMarker* from = std::exchange(before, now);
                if (!from || isInStrip(*from) != isInStrip(*now)) continue;
                if (const auto path = pathBetween(*from, *now, isInStrip(*now)); !path.isEmpty())
                    addArrow(builder, path, color);
            }
        }
}

} // namespace app

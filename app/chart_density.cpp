// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of launches: plain dots, then a raster of cells shaded by how many points each holds.
#include "app/chart_builder.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace app {
namespace {

constexpr std::size_t mostFullMarkers = 1000;
constexpr std::size_t mostPlainMarkers = 10'000;
constexpr std::size_t largestOnTop = 200;
constexpr float plainRadius = 3;
constexpr double cellPixels = 4;
constexpr double leastOpacity = 0.18; // a single point must be seen
constexpr double mostOpacity = 0.85;
constexpr double dimmedFactor = 0.25;

/// Level first: cells of one level lie together and are drawn in one go.
using Cell = std::tuple<core::Level, int, int>;

std::vector<std::pair<Cell, int>> countCells(std::span<const SceneMarker> markers)
{
    std::vector<Cell> cells;
    cells.reserve(markers.size());
    for (const SceneMarker& marker : markers)
        cells.emplace_back(marker.level, static_cast<int>(marker.centre.x() / cellPixels),
                           static_cast<int>(marker.centre.y() / cellPixels));
    std::ranges::sort(cells);
    std::vector<std::pair<Cell, int>> counted;
    for (const Cell& cell : cells) {
        if (counted.empty() || counted.back().first != cell) counted.emplace_back(cell, 0);
        ++counted.back().second;
    }
    return counted;
}

void shade(SceneBuilder& builder, const std::vector<std::pair<Cell, int>>& cells)
{
    int most = 1;
    for (const auto& [cell, points] : cells) most = std::max(most, points);
    const double full = std::log1p(most);
    const double dim = builder.options.selected.empty() ? 1 : dimmedFactor;
    for (const auto& [cell, points] : cells) {
        const auto& [level, x, y] = cell;
        const double opacity = leastOpacity + (mostOpacity - leastOpacity) * std::log1p(points) / full;
        const QRectF rect(x * cellPixels, y * cellPixels, cellPixels, cellPixels);
        const QRectF home = builder.plot().intersects(rect) ? builder.plot() : builder.scene.strip.value_or(QRectF());
        builder.scene.density.push_back({rect & home, builder.color(level, opacity * dim)});
        builder.obstacles.add(OrientedBox::of(rect.adjusted(-3, -3, 3, 3)));
    }
}

void addObstacles(SceneBuilder& builder, std::span<const SceneMarker> markers)
{
    for (const SceneMarker& marker : markers) {
        const double half = marker.radius + 3;
        builder.obstacles.add(OrientedBox{marker.centre, half, half, 0});
    }
}

} // namespace

void thinOut(SceneBuilder& builder)
{
    std::vector<SceneMarker>& markers = builder.scene.markers;
    const auto time = [&](const SceneMarker& marker) {
        return builder.data.rows[static_cast<std::size_t>(marker.row)].share_ratio;
    };
    // Small ones on top, so that each can be seen and hit.
    std::ranges::stable_sort(markers, std::greater(), time);
    builder.scene.drawn_markers = markers.size();
    if (markers.size() > mostPlainMarkers) {
        builder.scene.drawn_markers = largestOnTop;
        shade(builder, countCells(std::span(markers).subspan(largestOnTop)));
    } else if (markers.size() > mostFullMarkers) {
        for (SceneMarker& marker : markers) {
            if (builder.data.rows[static_cast<std::size_t>(marker.row)].isGroup()) continue; // launches are many
            marker.radius = plainRadius;
            marker.outlined = false;
        }
    }
    addObstacles(builder, std::span(markers).first(builder.scene.drawn_markers));
}

} // namespace app

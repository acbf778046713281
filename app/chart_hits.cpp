// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_hits.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace app {
namespace {

constexpr double cellSize = 32;
constexpr double leastRadius = 8;
constexpr double slack = 3;
constexpr double farthest = 16; // no marker is larger, so no hit is farther than this plus slack
constexpr double roofSlack = 4;

int cellIndex(double pixels)
{
    return static_cast<int>(std::floor(pixels / cellSize));
}

long long cellKey(int column, int row)
{
    return (static_cast<long long>(column) << 32) ^ static_cast<unsigned>(row);
}

double distanceTo(const QLineF& line, QPointF point)
{
    const QPointF along = line.p2() - line.p1();
    const double length2 = QPointF::dotProduct(along, along);
    const double t = length2 > 0 ? std::clamp(QPointF::dotProduct(point - line.p1(), along) / length2, 0.0, 1.0) : 0;
    return QLineF(point, line.pointAt(t)).length();
}

/// How far an offset goes in a direction; none outside its cone of 90 degrees.
std::optional<double> advance(QPointF offset, Direction direction)
{
    double along = 0, across = 0;
    switch (direction) {
    case Direction::Left: along = -offset.x(), across = offset.y(); break;
    case Direction::Right: along = offset.x(), across = offset.y(); break;
    case Direction::Up: along = -offset.y(), across = offset.x(); break;
    case Direction::Down: along = offset.y(), across = offset.x(); break;
    }
    if (along <= 0 || std::abs(across) > along) return std::nullopt;
    return std::hypot(along, across);
}

} // namespace

ChartHits::ChartHits(const ChartScene& scene)
{
    for (const auto* markers : {&scene.markers, &scene.selected_markers})
        for (const SceneMarker& marker : *markers) {
            const int id = static_cast<int>(m_markers.size());
            m_markers.push_back({marker.row, marker.level, marker.centre, marker.radius, 0});
            m_cells[cellKey(cellIndex(marker.centre.x()), cellIndex(marker.centre.y()))].push_back(id);
        }
}

std::vector<Hit> ChartHits::at(QPointF point) const
{
    std::vector<Hit> hits;
    const double reach = farthest + slack;
    for (int row = cellIndex(point.y() - reach); row <= cellIndex(point.y() + reach); ++row)
        for (int column = cellIndex(point.x() - reach); column <= cellIndex(point.x() + reach); ++column) {
            const auto found = m_cells.find(cellKey(column, row));
            if (found == m_cells.end()) continue;
            for (const int id : found->second) {
                Hit hit = m_markers[static_cast<std::size_t>(id)];
                hit.distance = QLineF(hit.centre, point).length();
                if (hit.distance <= std::max(hit.radius, leastRadius) + slack) hits.push_back(hit);
            }
        }
    // The row decides between equals: the order must not change when one of them is selected.
    std::ranges::sort(hits, {}, [](const Hit& hit) { return std::pair(hit.distance, hit.row); });
    return hits;
}

std::vector<int> ChartHits::rowsIn(const QRectF& rect) const
{
    std::set<int> rows;
    for (const Hit& marker : m_markers)
        if (rect.contains(marker.centre)) rows.insert(marker.row);
    return {rows.begin(), rows.end()};
}

std::vector<Hit> ChartHits::ofRow(int row) const
{
    std::vector<Hit> hits;
    std::ranges::copy_if(m_markers, std::back_inserter(hits), [&](const Hit& hit) { return hit.row == row; });
    std::ranges::stable_sort(hits, {}, [](const Hit& hit) { return hit.centre.x(); });
    return hits;
}

std::optional<Hit> ChartHits::towards(const Hit& from, Direction direction) const
{
    std::optional<Hit> best;
    for (const Hit& marker : m_markers) {
        if (marker.row == from.row) continue;
        const auto distance = advance(marker.centre - from.centre, direction);
        if (!distance || (best && best->distance <= *distance)) continue;
        best = marker;
        best->distance = *distance;
    }
    return best;
}

const SceneBadge* badgeAt(const ChartScene& scene, QPointF point)
{
    const auto found = std::ranges::find_if(
        scene.badges, [&](const SceneBadge& badge) { return badge.box.adjusted(-4, -4, 4, 4).contains(point); });
    return found == scene.badges.end() ? nullptr : &*found;
}

const RoofHit* roofAt(const ChartScene& scene, QPointF point)
{
    const RoofHit* nearest = nullptr;
    double least = roofSlack;
    for (const RoofHit& roof : scene.roof_hits) {
        const double distance = distanceTo(roof.line, point);
        if (distance > least) continue;
        least = distance;
        nearest = &roof;
    }
    return nearest;
}

} // namespace app

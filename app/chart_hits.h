// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernel lies under the pointer, inside a rectangle, or next in a direction: an index of the scene's markers.
#pragma once

#include "app/chart_scene.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace app {

struct Hit {
    int row = -1;
    core::Level level = core::Level::Dram;
    QPointF centre;
    double radius = 0;
    double distance = 0; ///< from the asked point
};

enum class Direction { Left, Right, Up, Down };

class ChartHits {
public:
    ChartHits() = default;
    explicit ChartHits(const ChartScene& scene);

    /// Markers within max(radius, 8) + 3 pixels of the point, nearest first.
    [[nodiscard]] std::vector<Hit> at(QPointF point) const;
    /// Rows with a marker's centre in the rectangle, each once, in order.
    [[nodiscard]] std::vector<int> rowsIn(const QRectF& rect) const;
    /// A row's markers from left to right: the strip's, then by rising intensity.
    [[nodiscard]] std::vector<Hit> ofRow(int row) const;
    /// The nearest marker of another row in a cone of 90 degrees.
    [[nodiscard]] std::optional<Hit> towards(const Hit& from, Direction direction) const;

private:
    std::vector<Hit> m_markers;
    std::unordered_map<long long, std::vector<int>> m_cells;
};

/// The badge under a point; nullptr if there is none.
const SceneBadge* badgeAt(const ChartScene& scene, QPointF point);
/// The roof within 4 pixels of a point; nullptr if there is none.
const RoofHit* roofAt(const ChartScene& scene, QPointF point);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Labels where nothing else is: pooled in the gutter for horizontal roofs, searched along the line for diagonal ones.
#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace app {

/// Moves labels of equal height as little as possible so that none overlap: neighbours that do are pooled, and each
/// pool is centred on the mean of its wishes (pool-adjacent-violators), inside low..high as far as there is room.
/// wishes: centres, in any order; the result has the same order.
std::vector<double> spreadLabels(std::span<const double> wishes, double height, double low, double high);

/// A rectangle that may be turned: centre, half of its sides, angle of its first side in radians (y downwards).
struct OrientedBox {
    QPointF centre;
    double half_width = 0;
    double half_height = 0;
    double angle = 0;

    static OrientedBox of(const QRectF& rect);
    /// A line of this thickness.
    static OrientedBox of(const QLineF& line, double thickness);

    [[nodiscard]] QRectF bounds() const;
    /// Whether the two share area or touch, by separating axes.
    [[nodiscard]] bool meets(const OrientedBox& other) const;
};

/// What labels must keep clear of, in a uniform grid, so that a test looks at the neighbourhood only.
class Obstacles {
public:
    void add(const OrientedBox& box);
    void add(const QLineF& line, double thickness); ///< in short pieces, so that it fills few cells
    [[nodiscard]] bool meets(const OrientedBox& box) const;

private:
    [[nodiscard]] static long long cell(int column, int row);

    std::vector<OrientedBox> m_boxes;
    std::unordered_map<long long, std::vector<int>> m_cells;
};

/// A text of this size, at a gap above and below the line.
struct LineLabelWish {
    QLineF line; ///< visible part of the roof, from the left
    double width = 0;
    double height = 0;
    double gap_above = 3;
    double gap_below = 3;
    QRectF inside; ///< must hold the whole label
};

/// The cheapest free place along the line, near 22 % of its length and rather above it; none if nothing is free.
std::optional<OrientedBox> placeAlongLine(const LineLabelWish& wish, const Obstacles& obstacles);

/// The label with its centre this far along the line, above or below it; none where that isn't free.
enum class LineSide : std::uint8_t { Above, Below };
std::optional<OrientedBox> placeAt(const LineLabelWish& wish, double along, LineSide side, const Obstacles& obstacles);

/// The first free of several places, in order of preference.
std::optional<QRectF> firstFree(std::span<const QRectF> places, const QRectF& inside, const Obstacles& obstacles);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/label_placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace app {
namespace {

constexpr double cellSize = 32;

struct Pool {
    double wish_sum = 0; ///< of the pool's first label, were each label alone at its wish
    int labels = 0;

    [[nodiscard]] double first() const { return wish_sum / labels; }
};

/// Unit vectors of the box's two sides.
std::array<QPointF, 2> axes(const OrientedBox& box)
{
    const QPointF along(std::cos(box.angle), std::sin(box.angle));
    return {along, QPointF(-along.y(), along.x())};
}

/// Half of the box's shadow on an axis.
double reach(const OrientedBox& box, const QPointF& axis)
{
    const auto [along, across] = axes(box);
    return box.half_width * std::abs(QPointF::dotProduct(along, axis)) +
           box.half_height * std::abs(QPointF::dotProduct(across, axis));
}

int cellIndex(double pixels)
{
    return static_cast<int>(std::floor(pixels / cellSize));
}

} // namespace

std::vector<double> spreadLabels(std::span<const double> wishes, double height, double low, double high)
{
    std::vector<std::size_t> order(wishes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wishes[i]; });

    std::vector<Pool> pools;
    for (const std::size_t i : order) {
        pools.push_back({wishes[i], 1});
        while (pools.size() > 1) {
            Pool& upper = pools[pools.size() - 2];
            const Pool& lower = pools.back();
            if (upper.first() + upper.labels * height <= lower.first()) break;
            // The lower pool's labels stand `upper.labels` heights below the joint first one.
            upper.wish_sum += lower.wish_sum - lower.labels * upper.labels * height;
            upper.labels += lower.labels;
            pools.pop_back();
        }
    }

    std::vector<double> result(wishes.size());
    double free = low + height / 2; // the next label's highest centre
    double below = static_cast<double>(wishes.size()) * height;
    std::size_t at = 0;
    for (const Pool& pool : pools) {
        double y = std::max(free, std::min(pool.first(), high + height / 2 - below));
        for (int i = 0; i < pool.labels; ++i, y += height) result[order[at++]] = y;
        free = y;
        below -= pool.labels * height;
    }
    return result;
}

OrientedBox OrientedBox::of(const QRectF& rect)
{
    return {rect.center(), rect.width() / 2, rect.height() / 2, 0};
}

OrientedBox OrientedBox::of(const QLineF& line, double thickness)
{
    return {line.center(), line.length() / 2, thickness / 2, std::atan2(line.dy(), line.dx())};
}

QRectF OrientedBox::bounds() const
{
    const QPointF half(reach(*this, {1, 0}), reach(*this, {0, 1}));
    return {centre - half, centre + half};
}

bool OrientedBox::meets(const OrientedBox& other) const
{
    const QPointF between = other.centre - centre;
    const auto apart = [&](const QPointF& axis) {
        return std::abs(QPointF::dotProduct(between, axis)) > reach(*this, axis) + reach(other, axis);
    };
    return std::ranges::none_of(axes(*this), apart) && std::ranges::none_of(axes(other), apart);
}

long long Obstacles::cell(int column, int row)
{
    return (static_cast<long long>(column) << 32) ^ static_cast<unsigned>(row);
}

void Obstacles::add(const OrientedBox& box)
{
    const int id = static_cast<int>(m_boxes.size());
    m_boxes.push_back(box);
    const QRectF bounds = box.bounds();
    for (int row = cellIndex(bounds.top()); row <= cellIndex(bounds.bottom()); ++row)
        for (int column = cellIndex(bounds.left()); column <= cellIndex(bounds.right()); ++column)
            m_cells[cell(column, row)].push_back(id);
}

void Obstacles::add(const QLineF& line, double thickness)
{
    const int pieces = std::max(1, static_cast<int>(std::ceil(line.length() / cellSize)));
    for (int i = 0; i < pieces; ++i)
        add(OrientedBox::of(QLineF(line.pointAt(double(i) / pieces), line.pointAt(double(i + 1) / pieces)), thickness));
}

bool Obstacles::meets(const OrientedBox& box) const
{
    const QRectF bounds = box.bounds();
    for (int row = cellIndex(bounds.top()); row <= cellIndex(bounds.bottom()); ++row)
        for (int column = cellIndex(bounds.left()); column <= cellIndex(bounds.right()); ++column) {
            const auto found = m_cells.find(cell(column, row));
            if (found == m_cells.end()) continue;
            for (const int id : found->second)
                if (m_boxes[static_cast<std::size_t>(id)].meets(box)) return true;
        }
    return false;
}

std::optional<OrientedBox> placeAt(const LineLabelWish& wish, double along, LineSide side, const Obstacles& obstacles)
{
    const double slack = 0.01; // a place that is worked out again isn't the same to the last bit
    const double end = wish.width / 2 - slack;
    if (along < end || along > wish.line.length() - end) return std::nullopt;
    const double angle = std::atan2(wish.line.dy(), wish.line.dx());
    const QPointF direction(std::cos(angle), std::sin(angle));
    const QPointF up(direction.y(), -direction.x());
    const bool above = side == LineSide::Above;
    const double away = wish.height / 2 + (above ? wish.gap_above : wish.gap_below);
    const OrientedBox box = {wish.line.p1() + direction * along + up * (above ? away : -away), wish.width / 2,
                             wish.height / 2, angle};
    if (!wish.inside.contains(box.bounds()) || obstacles.meets(box)) return std::nullopt;
    return box;
}

std::optional<OrientedBox> placeAlongLine(const LineLabelWish& wish, const Obstacles& obstacles)
{
    constexpr double step = 8;
    constexpr double favouriteShare = 0.22;
    constexpr double costOfBelow = 0.15;
    const double length = wish.line.length();
    std::optional<OrientedBox> best;
    double bestCost = 2;
    for (double t = wish.width / 2; t <= length - wish.width / 2; t += step) {
        for (const LineSide side : {LineSide::Above, LineSide::Below}) {
            const double cost =
                std::abs(t - favouriteShare * length) / length + (side == LineSide::Above ? 0 : costOfBelow);
            if (cost >= bestCost) continue;
            const auto box = placeAt(wish, t, side, obstacles);
            if (!box) continue;
            best = box;
            bestCost = cost;
        }
    }
    return best;
}

std::optional<QRectF> firstFree(std::span<const QRectF> places, const QRectF& inside, const Obstacles& obstacles)
{
    const auto free = [&](const QRectF& place) {
        return inside.contains(place) && !obstacles.meets(OrientedBox::of(place));
    };
    const auto found = std::ranges::find_if(places, free);
    return found == places.end() ? std::nullopt : std::optional(*found);
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Badges at the frame's edge: how many points lie beyond it, and of which level.
#include "app/chart_builder.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>
#include <vector>

namespace app {
namespace {

using Kind = SceneBadge::Kind;

constexpr double binPixels = 48; // one badge per edge, level and 48 pixels of edge
constexpr double arrowSize = 7;
constexpr double inset = 3;    // from the frame
constexpr double ringRoom = 4; // what the ring of a selected badge's arrow takes
constexpr int farthest = 48;   // pixels along the edge that a badge gives way; beyond it would tell another place

struct Bin {
    double along_sum = 0;
    std::vector<int> rows;
};

bool isSide(Kind kind)
{
    return kind == Kind::Left || kind == Kind::Right || kind == Kind::NoTraffic;
}

QString textOf(Kind kind, core::Level level, std::size_t points)
{
    const QString number = points > 1 ? count(static_cast<double>(points)) : QString();
    if (kind == Kind::OverStrip) return {}; // a lane has no room for it
    if (kind != Kind::NoTraffic) return count(static_cast<double>(points));
    const QString endless = QStringLiteral("∞ ") + levelLetter(level);
    return number.isEmpty() ? endless : number + QStringLiteral(" · ") + endless;
}

QRectF boxAt(const QRectF& plot, Kind kind, double along, const QSizeF& size)
{
    const double x = std::clamp(along - size.width() / 2, plot.left() + inset, plot.right() - inset - size.width());
    const double y = std::clamp(along - size.height() / 2, plot.top() + inset, plot.bottom() - inset - size.height());
    switch (kind) {
    case Kind::Left: return {QPointF(plot.left() + inset, y), size};
    case Kind::Right:
    case Kind::NoTraffic: return {QPointF(plot.right() - inset - size.width(), y), size};
    case Kind::Above: return {QPointF(x, plot.top() + inset), size};
    case Kind::Below: return {QPointF(x, plot.bottom() - inset - size.height()), size};
    case Kind::OverStrip: break;
    }
    return {};
}

/// The edge's line on which badges stand.
QLineF edgeOf(const QRectF& plot, Kind kind)
{
    const QRectF inner = plot.adjusted(inset, inset, -inset, -inset);
    switch (kind) {
    case Kind::Left: return {inner.topLeft(), inner.bottomLeft()};
    case Kind::Right:
    case Kind::NoTraffic: return {inner.topRight(), inner.bottomRight()};
    case Kind::Above: return {inner.topLeft(), inner.topRight()};
    case Kind::Below: return {inner.bottomLeft(), inner.bottomRight()};
    case Kind::OverStrip: break;
    }
    return {};
}

/// Part of an edge, in pixels along it.
struct Span {
    double low;
    double high;
};

/// Where a badge may stand: near its points, and on the same side of every roof as they.
Span spanOf(const SceneBuilder& builder, Kind kind, double along)
{
    Span span = {along - farthest, along + farthest};
    const QLineF edge = edgeOf(builder.plot(), kind);
    for (const SceneStroke& roof : builder.scene.roofs) {
        QPointF crossing;
        const QLineF line(roof.path.first(), roof.path.last());
        if (line.intersects(edge, &crossing) != QLineF::BoundedIntersection) continue;
        const double at = isSide(kind) ? crossing.y() : crossing.x();
        if (at <= along) span.low = std::max(span.low, at);
        if (at > along) span.high = std::min(span.high, at);
    }
    return span;
}

/// The free place nearest to where the points would be, between the same roofs; none when that is full.
/// ring: the room that a ring takes beyond its arrow.
std::optional<QRectF> placeBox(const SceneBuilder& builder, Kind kind, double along, const QSizeF& size, double ring)
{
    const Span span = spanOf(builder, kind, along);
    for (int shift = 0; shift <= farthest; shift += 2)
        for (const int sign : {1, -1}) {
            const double place = along + sign * shift;
            if (place < span.low || place > span.high) continue;
            const QRectF box = boxAt(builder.plot(), kind, place, size);
            if (!builder.obstacles.meets(OrientedBox::of(box.adjusted(-2 - ring, -1 - ring, 2 + ring, 1 + ring))))
                return box;
        }
    return std::nullopt;
}

/// A triangle that points out of the frame.
QPolygonF arrow(Kind kind, const QPointF& tip)
{
    constexpr double half = arrowSize * 0.6;
    switch (kind) {
    case Kind::Left: return QPolygonF({tip, tip + QPointF(arrowSize, -half), tip + QPointF(arrowSize, half)});
    case Kind::Right:
    case Kind::NoTraffic: return QPolygonF({tip, tip + QPointF(-arrowSize, -half), tip + QPointF(-arrowSize, half)});
    case Kind::OverStrip:
    case Kind::Above: return QPolygonF({tip, tip + QPointF(-half, arrowSize), tip + QPointF(half, arrowSize)});
    case Kind::Below: return QPolygonF({tip, tip + QPointF(-half, -arrowSize), tip + QPointF(half, -arrowSize)});
    }
    return {};
}

bool hasSelected(const SceneBuilder& builder, const SceneBadge& badge)
{
    return std::ranges::any_of(badge.rows, [&](int row) { return builder.isSelected(row); });
}

double ringOf(const SceneBuilder& builder, const SceneBadge& badge)
{
    return hasSelected(builder, badge) ? ringRoom : 0;
}

void draw(SceneBuilder& builder, const SceneBadge& badge, const QString& text, FontRole role)
{
    const QRectF& box = badge.box;
    const double space = arrowSize + 3 + ringOf(builder, badge);
    const QColor color = builder.color(badge.level);
    if (badge.kind == Kind::Left) {
        builder.scene.symbols.push_back({arrow(badge.kind, {box.left(), box.center().y()}), color});
        builder.addText(text, role, color, {box.left() + space, box.center().y()});
    } else if (isSide(badge.kind)) {
        builder.scene.symbols.push_back({arrow(badge.kind, {box.right(), box.center().y()}), color});
        builder.addText(text, role, color, {box.right() - space, box.center().y()}, Qt::AlignRight);
    } else {
        const double tip = badge.kind == Kind::Above ? box.top() + 2 : box.bottom() - 2;
        const QColor fill = badge.kind == Kind::Above ? builder.color(Token::WarningText) : color;
        builder.scene.symbols.push_back({arrow(badge.kind, {box.left() + arrowSize / 2, tip}), fill});
        builder.addText(text, role, color, {box.left() + space, box.center().y()});
    }
}

/// A selected kernel's badge: a ring in ink around its arrow, as around a selected point.
void ringArrow(SceneBuilder& builder, const QPolygonF& arrow)
{
    constexpr double radius = 6.5;
    constexpr int corners = 24;
    const QPointF centre = arrow.boundingRect().center();
    QPolygonF ring;
    for (int i = 0; i <= corners; ++i) {
        const double angle = 2 * std::numbers::pi * i / corners;
        ring << centre + radius * QPointF(std::cos(angle), std::sin(angle));
    }
    builder.scene.joins.push_back({ring, builder.color(Token::Ink), 1.5, Dash::Solid});
}

/// A triangle over the lane whose kernels are over its roof by more than the strip shows.
void addStripBadge(SceneBuilder& builder, SceneBadge badge, double laneX)
{
    constexpr double half = arrowSize * 0.6;
    const double tip = stripScaleTop(builder) - arrowSize - inset;
    badge.box = QRectF(laneX - half, tip, 2 * half, arrowSize);
    builder.scene.symbols.push_back({arrow(badge.kind, {laneX, tip}), builder.color(Token::WarningText)});
    if (hasSelected(builder, badge)) ringArrow(builder, builder.scene.symbols.back().outline);
    builder.scene.badges.push_back(std::move(badge));
}

/// A badge and where along its edge its points would be.
struct WaitingBadge {
    SceneBadge badge;
    double along = 0;
};

FontRole roleOf(const SceneBuilder& builder, const SceneBadge& badge)
{
    return hasSelected(builder, badge) ? FontRole::SmallStrong : FontRole::Small;
}

std::optional<QRectF> placeWithText(const SceneBuilder& builder, const WaitingBadge& waiting)
{
    const auto& [badge, along] = waiting;
    const FontRole role = roleOf(builder, badge);
    const double width = builder.scene.fonts.width(role, textOf(badge.kind, badge.level, badge.rows.size()));
    const double ring = ringOf(builder, badge);
    const double height = builder.scene.fonts.height(role);
    return placeBox(builder, badge.kind, along, {width + arrowSize + 4 + ring, height}, ring);
}

/// A badge whose text finds no room joins its neighbour of the same kind and level: a count of both says more than an
/// arrow without one.
void joinCrowded(const SceneBuilder& builder, std::vector<WaitingBadge>& waiting)
{
    const auto areNeighbours = [](const WaitingBadge& a, const WaitingBadge& b) {
        return a.badge.kind == b.badge.kind && a.badge.level == b.badge.level &&
               std::abs(a.along - b.along) <= farthest;
    };
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (waiting[i].badge.kind == Kind::OverStrip || placeWithText(builder, waiting[i])) continue;
        const bool before = i > 0 && areNeighbours(waiting[i - 1], waiting[i]);
        if (!before && (i + 1 == waiting.size() || !areNeighbours(waiting[i], waiting[i + 1]))) continue;
        auto& rows = waiting[before ? i - 1 : i + 1].badge.rows;
        rows.insert(rows.end(), waiting[i].badge.rows.begin(), waiting[i].badge.rows.end());
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
        --i; // the next one has moved here
    }
}

/// Places and draws a badge; where its text finds no room, the arrow stands alone and the card tells the rest.
void addBadge(SceneBuilder& builder, WaitingBadge waiting)
{
    SceneBadge& badge = waiting.badge;
    const FontRole role = roleOf(builder, badge);
    QString text = textOf(badge.kind, badge.level, badge.rows.size());
    auto box = placeWithText(builder, waiting);
    const QSizeF alone(arrowSize + 2 + ringOf(builder, badge), builder.scene.fonts.height(role));
    if (!box) {
        text.clear();
        box = placeBox(builder, badge.kind, waiting.along, alone, ringOf(builder, badge));
    }
    badge.box = box.value_or(boxAt(builder.plot(), badge.kind, waiting.along, alone));
    draw(builder, badge, text, role);
    if (box && hasSelected(builder, badge)) ringArrow(builder, builder.scene.symbols.back().outline);
    const double ring = ringOf(builder, badge);
    builder.obstacles.add(OrientedBox::of(badge.box.adjusted(-ring, -ring, ring, ring)));
    builder.scene.badges.push_back(std::move(badge));
}

/// Along each edge in order, one a level and 48 pixels.
std::vector<WaitingBadge> waitingBadges(const SceneBuilder& builder)
{
    std::map<std::tuple<Kind, core::Level, int>, Bin> bins;
    for (const OffFramePoint& point : builder.off_frame) {
        Bin& bin = bins[{point.kind, point.level, static_cast<int>(point.along / binPixels)}];
        bin.along_sum += point.along;
        bin.rows.push_back(point.row);
    }
    std::vector<WaitingBadge> waiting;
    for (auto& [key, bin] : bins) {
        WaitingBadge& next = waiting.emplace_back();
        next.badge.kind = std::get<0>(key);
        next.badge.level = std::get<1>(key);
        next.badge.rows = std::move(bin.rows);
        next.along = bin.along_sum / static_cast<double>(next.badge.rows.size());
    }
    return waiting;
}

} // namespace

void addBadges(SceneBuilder& builder)
{
    auto waiting = waitingBadges(builder);
    joinCrowded(builder, waiting);
    std::ranges::stable_partition(waiting, [&](const auto& each) { return hasSelected(builder, each.badge); });
    for (WaitingBadge& next : waiting) {
        if (next.badge.kind == Kind::OverStrip)
            addStripBadge(builder, std::move(next.badge), next.along);
        else
            addBadge(builder, std::move(next));
    }
}

} // namespace app

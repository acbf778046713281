// SPDX-License-Identifier: GPL-3.0-or-later
// Badges at the frame's edge: how many points lie beyond it, and of which level.
#include "app/chart_builder.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace app {
namespace {

using Kind = SceneBadge::Kind;

constexpr double binPixels = 48; // one badge per edge, level and 48 pixels of edge
constexpr double arrowSize = 7;
constexpr double inset = 3;  // from the frame
constexpr int farthest = 48; // pixels along the edge that a badge gives way; beyond it would tell another place

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
std::optional<QRectF> placeBox(const SceneBuilder& builder, Kind kind, double along, const QSizeF& size)
{
    const Span span = spanOf(builder, kind, along);
    for (int shift = 0; shift <= farthest; shift += 2)
        for (const int sign : {1, -1}) {
            const double place = along + sign * shift;
            if (place < span.low || place > span.high) continue;
            const QRectF box = boxAt(builder.plot(), kind, place, size);
            if (!builder.obstacles.meets(OrientedBox::of(box.adjusted(-2, -1, 2, 1)))) return box;
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

void draw(SceneBuilder& builder, const SceneBadge& badge, const QString& text, FontRole role)
{
    const QRectF& box = badge.box;
    const double space = arrowSize + 3;
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

/// A triangle over the lane whose kernels are over its roof by more than the strip shows.
void addStripBadge(SceneBuilder& builder, SceneBadge badge, double laneX)
{
    constexpr double half = arrowSize * 0.6;
    const double tip = stripScaleTop(builder) - arrowSize - inset;
    badge.box = QRectF(laneX - half, tip, 2 * half, arrowSize);
    builder.scene.symbols.push_back({arrow(badge.kind, {laneX, tip}), builder.color(Token::WarningText)});
    builder.scene.badges.push_back(std::move(badge));
}

/// Places and draws a badge; where its text finds no room, the arrow stands alone and the card tells the rest.
void addBadge(SceneBuilder& builder, SceneBadge badge, double along)
{
    const bool selected = std::ranges::any_of(badge.rows, [&](int row) { return builder.isSelected(row); });
    const FontRole role = selected ? FontRole::SmallStrong : FontRole::Small;
    QString text = textOf(badge.kind, badge.level, badge.rows.size());
    const double height = builder.scene.fonts.height(role);
    const QSizeF size(builder.scene.fonts.width(role, text) + arrowSize + 4, height);
    if (const auto box = placeBox(builder, badge.kind, along, size)) {
        badge.box = *box;
    } else {
        text.clear();
        badge.box = boxAt(builder.plot(), badge.kind, along, {arrowSize + 2, height});
    }
    draw(builder, badge, text, role);
    builder.obstacles.add(OrientedBox::of(badge.box));
    builder.scene.badges.push_back(std::move(badge));
}

} // namespace

void addBadges(SceneBuilder& builder)
{
    std::map<std::tuple<Kind, core::Level, int>, Bin> bins;
    for (const OffFramePoint& point : builder.off_frame) {
        Bin& bin = bins[{point.kind, point.level, static_cast<int>(point.along / binPixels)}];
        bin.along_sum += point.along;
        bin.rows.push_back(point.row);
    }
    for (auto& [key, bin] : bins) {
        SceneBadge badge;
        badge.kind = std::get<0>(key);
        badge.level = std::get<1>(key);
        badge.rows = std::move(bin.rows);
        const double along = bin.along_sum / static_cast<double>(badge.rows.size());
        if (badge.kind == Kind::OverStrip)
            addStripBadge(builder, std::move(badge), along);
        else
            addBadge(builder, std::move(badge), along);
    }
}

} // namespace app

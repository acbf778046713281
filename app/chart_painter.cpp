// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_painter.h"

#include "app/resource_name.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>

#include <cmath>
#include <map>
#include <numbers>
#include <span>
#include <tuple>

namespace app {
namespace {

constexpr float fillOpacity = 0.70F;
constexpr float dimmedOpacity = 0.25F;
constexpr float fadedOpacity = 0.10F;
constexpr double ringWidth = 2;
constexpr std::size_t pixmapsFrom = 1000; // markers: fewer are drawn as paths, to the fraction of a pixel

bool isRaster(const QPainter& painter)
{
    return painter.paintEngine()->type() == QPaintEngine::Raster;
}

/// Dash patterns in pixels; Qt counts them in pen widths.
QList<qreal> dashes(Dash dash)
{
    switch (dash) {
    case Dash::Solid: return {};
    case Dash::Computed: return {6, 4};
    case Dash::Datasheet: return {1, 3.5};
    case Dash::Entered: return {8, 3, 2, 3};
    case Dash::Estimate: return {3, 3};
    case Dash::Drop: return {2, 3};
    }
    return {};
}

QPen penOf(const SceneStroke& stroke)
{
    QPen pen(stroke.color, stroke.width);
    pen.setCapStyle(stroke.dash == Dash::Datasheet ? Qt::RoundCap : Qt::FlatCap);
    pen.setJoinStyle(Qt::MiterJoin);
    QList<qreal> pattern = dashes(stroke.dash);
    for (qreal& length : pattern) length /= stroke.width;
    if (!pattern.isEmpty()) pen.setDashPattern(pattern);
    return pen;
}

void paintStrokes(QPainter& painter, const std::vector<SceneStroke>& strokes)
{
    painter.setBrush(Qt::NoBrush);
    for (const SceneStroke& stroke : strokes) {
        painter.setPen(penOf(stroke));
        painter.drawPolyline(stroke.path);
    }
}

void paintAreas(QPainter& painter, const std::vector<SceneArea>& areas)
{
    painter.setPen(Qt::NoPen);
    for (const SceneArea& area : areas) {
        painter.setBrush(area.fill);
        painter.drawPolygon(area.outline);
    }
}

QPolygonF regular(int corners, double radius, double firstDegrees)
{
    QPolygonF polygon;
    for (int i = 0; i <= corners; ++i) {
        const double angle = (firstDegrees + 360.0 * i / corners) * std::numbers::pi / 180;
        polygon << QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    return polygon;
}

struct Paint {
    QBrush fill = Qt::NoBrush;
    QPen outline = Qt::NoPen;
};

QColor withOpacity(QColor color, float opacity)
{
    color.setAlphaF(color.alphaF() * opacity);
    return color;
}

Paint paintOf(const SceneMarker& marker, const Theme& theme)
{
    const QColor color = theme.color(marker.level);
    const bool hollow = marker.fill == MarkerFill::Hollow;
    switch (marker.state) {
    case MarkerState::Selected:
    case MarkerState::Current:
        return hollow ? Paint{theme.color(Token::Panel), QPen(color, 2)} : Paint{color, QPen(color, 1)};
    case MarkerState::Dimmed:
    case MarkerState::Faded: {
        const QColor pale = withOpacity(color, marker.state == MarkerState::Dimmed ? dimmedOpacity : fadedOpacity);
        return hollow ? Paint{Qt::NoBrush, QPen(pale, 1.5)} : Paint{pale, Qt::NoPen};
    }
    case MarkerState::Normal: break;
    }
    if (hollow) return {Qt::NoBrush, QPen(color, 1.5)};
    return {withOpacity(color, fillOpacity), marker.outlined ? QPen(color, 1) : QPen(Qt::NoPen)};
}

/// A short tick towards where the true value of a bound lies.
void paintBound(QPainter& painter, const SceneMarker& marker, const QColor& color)
{
    constexpr double length = 6;
    if (marker.bound == BoundTick::None) return;
    const QPointF towards = marker.bound == BoundTick::Left ? QPointF(-1, 0) : QPointF(0, -1);
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(marker.centre + towards * marker.radius, marker.centre + towards * (marker.radius + length));
}

void paintLetter(QPainter& painter, const SceneMarker& marker, const ChartScene& scene)
{
    if (!marker.letter) return;
    QFont font = scene.fonts.font(FontRole::Small);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(scene.theme.color(marker.fill == MarkerFill::Hollow ? Token::Ink : Token::Panel));
    painter.drawText(QRectF(marker.centre - QPointF(10, 10), QSizeF(20, 20)), Qt::AlignCenter,
                     QString(levelLetter(marker.level)));
}

/// Rings around a selected marker: panel colour to cut it out, then ink; a third, dashed, for the keyboard's.
void paintRings(QPainter& painter, const SceneMarker& marker, const Theme& theme)
{
    double radius = marker.radius + ringWidth;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Ink));
    painter.drawPath(markerPath(marker.shape, radius + ringWidth).translated(marker.centre));
    painter.setBrush(theme.color(Token::Panel));
    painter.drawPath(markerPath(marker.shape, radius).translated(marker.centre));
    if (marker.state != MarkerState::Current) return;
    QPen pen(theme.color(Token::Ink), 1);
    pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(markerPath(marker.shape, radius + ringWidth + 2.5).translated(marker.centre));
}

/// The path's part inside the plot or strip it belongs to: QSvgGenerator ignores clipping.
QPainterPath insideOf(const QPainterPath& path, const ChartScene& scene, const QPointF& centre)
{
    const QRectF& home = scene.strip && scene.strip->contains(centre) ? *scene.strip : scene.mapping.plot;
    if (home.contains(path.boundingRect())) return path;
    QPainterPath frame;
    frame.addRect(home);
    return path.intersected(frame);
}

void paintMarker(QPainter& painter, const SceneMarker& marker, const ChartScene& scene)
{
    if (marker.state == MarkerState::Selected || marker.state == MarkerState::Current)
        paintRings(painter, marker, scene.theme);
    const Paint paint = paintOf(marker, scene.theme);
    painter.setBrush(paint.fill);
    painter.setPen(paint.outline);
    const QPainterPath path = markerPath(marker.shape, marker.radius).translated(marker.centre);
    painter.drawPath(insideOf(path, scene, marker.centre));
    paintBound(painter, marker, paint.outline == Qt::NoPen ? paint.fill.color() : paint.outline.color());
    paintLetter(painter, marker, scene);
}

/// Marker pictures for big reports: drawing 50,000 pixmaps takes a tenth of the time of 50,000 ellipses.
class MarkerPixmaps {
public:
    MarkerPixmaps(const ChartScene& scene, double ratio) : m_scene(scene), m_ratio(ratio) {}

    void paint(QPainter& painter, const SceneMarker& marker)
    {
        const QPixmap& picture = of(marker);
        const double half = picture.width() / m_ratio / 2;
        painter.drawPixmap(marker.centre - QPointF(half, half), picture);
    }

private:
    const QPixmap& of(SceneMarker marker)
    {
        const auto halfPixels = std::lround(marker.radius * 2); // fine enough
        QPixmap& picture = m_pictures[{halfPixels, marker.level, marker.shape, marker.fill, marker.state, marker.bound,
                                       marker.outlined}];
        if (!picture.isNull()) return picture;
        const double size = 2 * std::ceil(marker.radius * 1.4 + (marker.bound == BoundTick::None ? 2 : 9));
        picture = QPixmap(QSize(1, 1) * static_cast<int>(std::ceil(size * m_ratio)));
        picture.setDevicePixelRatio(m_ratio);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        marker.centre = {size / 2, size / 2};
        ChartScene unclipped;
        unclipped.theme = m_scene.theme;
        unclipped.mapping.plot = QRectF(0, 0, size, size);
        paintMarker(painter, marker, unclipped);
        return picture;
    }

    const ChartScene& m_scene;
    double m_ratio;
    using Looks = std::tuple<long, core::Level, MarkerShape, MarkerFill, MarkerState, BoundTick, bool>;
    std::map<Looks, QPixmap> m_pictures;
};

void paintText(QPainter& painter, const SceneText& text, const ChartFonts& fonts, TextMode mode)
{
    const QFont& font = fonts.font(text.role);
    const QFontMetricsF metrics(font);
    const QPointF baseline(-metrics.horizontalAdvance(text.text) / 2, (metrics.ascent() - metrics.descent()) / 2);
    painter.save();
    painter.translate(text.box.centre);
    painter.rotate(text.box.angle * 180 / std::numbers::pi);
    if (mode == TextMode::Outlines) {
        QPainterPath outline;
        outline.addText(baseline, font, text.text);
        painter.fillPath(outline, text.color);
    } else {
        painter.setFont(font);
        painter.setPen(text.color);
        painter.drawText(baseline, text.text);
    }
    painter.restore();
}

void paintKeyMarker(QPainter& painter, const KeyMarker& key)
{
    const bool hollow = key.marker.fill == MarkerFill::Hollow;
    painter.setPen(QPen(key.color, hollow ? 1.5 : 1));
    painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(key.color));
    painter.drawPath(markerPath(key.marker.shape, key.marker.radius).translated(key.marker.centre));
}

} // namespace

QPainterPath markerPath(MarkerShape shape, double radius)
{
    QPainterPath path;
    switch (shape) {
    case MarkerShape::Circle: path.addEllipse(QPointF(), radius, radius); break;
    case MarkerShape::Square: path.addPolygon(regular(4, radius * std::sqrt(std::numbers::pi / 2), 45)); break;
    case MarkerShape::Diamond: path.addPolygon(regular(4, radius * std::sqrt(std::numbers::pi / 2), 0)); break;
    case MarkerShape::TriangleUp: path.addPolygon(regular(3, radius * 1.5551, -90)); break;
    case MarkerShape::TriangleDown: path.addPolygon(regular(3, radius * 1.5551, 90)); break;
    case MarkerShape::Hexagon: path.addPolygon(regular(6, radius * 1.0996, 0)); break;
    }
    return path;
}

void paintBackground(QPainter& painter, const ChartScene& scene)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), scene.size), scene.theme.color(Token::Panel));
    paintStrokes(painter, scene.grid);
    paintAreas(painter, scene.bands);
    paintStrokes(painter, scene.roofs);
}

void paintMarkers(QPainter& painter, const ChartScene& scene)
{
    painter.setRenderHint(QPainter::Antialiasing, false); // cells lie side by side
    for (const SceneCell& cell : scene.density) painter.fillRect(cell.rect, cell.color);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto markers = std::span(scene.markers).first(scene.drawn_markers);
    if (!isRaster(painter) || markers.size() < pixmapsFrom) {
        for (const SceneMarker& marker : markers) paintMarker(painter, marker, scene);
        return;
    }
    painter.save();
    QRegion region(scene.mapping.plot.toAlignedRect());
    if (scene.strip) region += scene.strip->toAlignedRect();
    painter.setClipRegion(region);
    MarkerPixmaps pixmaps(scene, painter.device()->devicePixelRatioF());
    for (const SceneMarker& marker : markers) pixmaps.paint(painter, marker);
    painter.restore();
}

void paintForeground(QPainter& painter, const ChartScene& scene, TextMode textMode)
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintStrokes(painter, scene.strokes);
    paintStrokes(painter, scene.ladder);
    paintAreas(painter, scene.ladder_heads);
    paintStrokes(painter, scene.joins);
    for (const SceneMarker& marker : scene.selected_markers) paintMarker(painter, marker, scene);
    paintAreas(painter, scene.symbols);
    for (const KeyMarker& key : scene.key_markers) paintKeyMarker(painter, key);
    for (const SceneText& text : scene.texts) paintText(painter, text, scene.fonts, textMode);
}

void paintChart(QPainter& painter, const ChartScene& scene, TextMode textMode)
{
    paintBackground(painter, scene);
    paintMarkers(painter, scene);
    paintForeground(painter, scene, textMode);
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_item.h"

#include "app/chart_painter.h"

#include <QPainter>

#include <utility>

namespace app {

ChartItem::ChartItem(QGraphicsItem* parent) : QGraphicsItem(parent)
{
    setZValue(1000); // over everything that Qt Charts draws
}

void ChartItem::setScene(ChartScene scene)
{
    prepareGeometryChange();
    m_scene = std::move(scene);
    m_layer = {};
    m_pan = {};
    m_hovered.clear();
    update();
}

void ChartItem::setPan(QPointF offset)
{
    m_pan = offset;
    update();
}

void ChartItem::setHovered(std::vector<SceneMarker> markers)
{
    m_hovered = std::move(markers);
    update();
}

void ChartItem::renderLayer(double ratio)
{
    m_layer = QPixmap((m_scene.size * ratio).toSize());
    m_layer.setDevicePixelRatio(ratio);
    QPainter painter(&m_layer);
    paintChart(painter, m_scene);
}

void ChartItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (m_scene.size.isEmpty()) return;
    const double ratio = painter->device()->devicePixelRatioF();
    if (m_layer.isNull() || m_layer.devicePixelRatioF() != ratio) renderLayer(ratio);
    painter->drawPixmap(0, 0, m_layer);
    if (!m_pan.isNull()) {
        const QRectF inside = m_scene.mapping.plot.adjusted(1, 1, -1, -1);
        painter->save();
        painter->setClipRect(inside);
        painter->fillRect(inside, m_scene.theme.color(Token::Panel));
        const QRectF source(inside.topLeft() * ratio, inside.size() * ratio);
        painter->drawPixmap(inside.translated(m_pan), m_layer, source);
        painter->restore();
    }
    paintHovered(*painter);
}

void ChartItem::paintHovered(QPainter& painter) const
{
    if (m_hovered.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    QPolygonF join;
    for (const SceneMarker& marker : m_hovered) join << marker.centre;
    painter.setPen(QPen(m_scene.theme.color(Token::Ink), 1));
    painter.drawPolyline(join);
    for (const SceneMarker& marker : m_hovered) {
        painter.setPen(QPen(m_scene.theme.color(marker.level), 2));
        painter.drawPath(markerPath(marker.shape, marker.radius + 2).translated(marker.centre));
    }
    painter.restore();
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// The graphics item over the chart: paints a scene, and keeps its layers while only the pointer or a pan moves.
#pragma once

#include "app/chart_scene.h"

#include <QGraphicsItem>
#include <QPixmap>

#include <vector>

namespace app {

class ChartItem : public QGraphicsItem {
public:
    explicit ChartItem(QGraphicsItem* parent);

    void setScene(ChartScene scene);
    [[nodiscard]] const ChartScene& chartScene() const { return m_scene; }
    /// While panning: what lies inside the plot moves by this offset, from the kept layer.
    void setPan(QPointF offset);
    /// Outlines these markers, joined by a thin line.
    void setHovered(std::vector<SceneMarker> markers);

    [[nodiscard]] QRectF boundingRect() const override { return {QPointF(), m_scene.size}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void renderLayer(double ratio);
    void paintHovered(QPainter& painter) const;

    ChartScene m_scene;
    QPixmap m_layer; ///< the whole chart; null when out of date
    QPointF m_pan;
    std::vector<SceneMarker> m_hovered;
};

} // namespace app

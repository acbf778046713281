// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a chart scene on any painter: the window's overlay, PNG, SVG and PDF, all by the same code.
#pragma once

#include "app/chart_scene.h"

#include <QPainterPath>

class QPainter;

namespace app {

enum class TextMode {
    Text,
    Outlines, ///< glyphs as paths: the same picture where the font is missing
};

/// The whole chart at the painter's origin, background included.
void paintChart(QPainter& painter, const ChartScene& scene, TextMode textMode = TextMode::Text);

// In parts, from below to above; the window keeps the markers in a layer of its own while panning.
void paintBackground(QPainter& painter, const ChartScene& scene);
void paintMarkers(QPainter& painter, const ChartScene& scene);
void paintForeground(QPainter& painter, const ChartScene& scene, TextMode textMode);

/// Outline of a marker's shape around the origin; all shapes have the area of the circle with this radius.
QPainterPath markerPath(MarkerShape shape, double radius);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a chart scene to a picture: PNG at twice the size, SVG, PDF.
#pragma once

#include "app/chart_painter.h"

#include <QByteArray>
#include <QImage>
#include <QString>

namespace app {

enum class ImageFormat { Png, Svg, Pdf };

/// By the file's extension; none for any other.
std::optional<ImageFormat> imageFormatOf(const QString& fileName);

/// The picture at `ratio` device pixels a logical pixel.
QImage chartImage(const ChartScene& scene, double ratio = 2);
/// Text as outlines by default: an SVG looks the same everywhere.
QByteArray chartSvg(const ChartScene& scene, TextMode textMode = TextMode::Outlines);
/// One page of the chart's size.
QByteArray chartPdf(const ChartScene& scene);

/// Writes the picture, or nothing at all. Throws core::Error if the file can't be written.
void exportChart(const ChartScene& scene, const QString& fileName, ImageFormat format,
                 TextMode svgText = TextMode::Outlines);

} // namespace app

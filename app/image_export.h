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

/// A scene and the size at which it becomes a picture: large pictures are shown reduced, so their text grows a little.
struct Picture {
    ChartScene scene;
    double scale = 1; ///< logical pixels of the picture a pixel of the scene
};

/// What stands at the right of the chart.
enum class SideColumn { None, Verdict };

/// The chart as a picture of this size, in the bundled font, with its footer of provenance.
struct PictureStyle {
    QSizeF size = {1000, 750}; ///< logical pixels
    Theme theme = {};
    std::optional<Frame> zoom = {};            ///< as on screen; none: the machine's frame
    SideColumn side_column = SideColumn::None; ///< Verdict: of the first selected kernel, where there is one
};
Picture chartPicture(const ChartData& data, const ChartOptions& options, const PictureStyle& style);

/// How much larger texts and lines are in a picture of this size than on screen: 1 up to 1000 x 750, then half of the
/// growth, as in 1.26 at 1600 x 1200 and 1.2 at 1920 x 1080.
double pictureScale(const QSizeF& size);

/// The picture at `ratio` device pixels a logical pixel; null if there isn't enough memory for it.
QImage chartImage(const Picture& picture, double ratio = 2);
/// Text as outlines by default: an SVG looks the same everywhere.
QByteArray chartSvg(const Picture& picture, TextMode textMode = TextMode::Outlines);
/// One page of the picture's size.
QByteArray chartPdf(const Picture& picture);

/// As PNG at twice the size and as SVG: the program that pastes it takes what it likes.
void copyToClipboard(const Picture& picture);

/// Writes the picture, or nothing at all. Throws core::Error if the file can't be written or is a device.
void exportChart(const Picture& picture, const QString& fileName, ImageFormat format,
                 TextMode svgText = TextMode::Outlines);

} // namespace app

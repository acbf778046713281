// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/image_export.h"

#include "app/save_file.h"
#include "app/verdict_column.h"
#include "core/error.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr int dotsPerInch = 96;         // a logical pixel is 1/96 inch
constexpr double pointsPerPixel = 0.75; // 72 / 96

QByteArray encoded(const Picture& picture, ImageFormat format, TextMode svgText)
{
    switch (format) {
    case ImageFormat::Svg: return chartSvg(picture, svgText);
    case ImageFormat::Pdf: return chartPdf(picture);
    case ImageFormat::Png: break;
    }
    const QImage image = chartImage(picture);
    if (image.isNull())
        throw core::Error("There isn't enough memory for a picture of this size; choose a smaller one.");
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

double pictureScale(const QSizeF& size)
{
    return std::clamp(std::sqrt(std::min(size.width() / 1000, size.height() / 750)), 1.0, 2.0);
}

std::optional<ImageFormat> imageFormatOf(const QString& fileName)
{
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    if (suffix == QStringLiteral("png")) return ImageFormat::Png;
    if (suffix == QStringLiteral("svg")) return ImageFormat::Svg;
    if (suffix == QStringLiteral("pdf")) return ImageFormat::Pdf;
    return std::nullopt;
}

Picture chartPicture(const ChartData& data, const ChartOptions& options, const PictureStyle& style)
{
    const double scale = pictureScale(style.size);
    ChartLook look;
    look.size = style.size / scale;
    look.theme = style.theme;
    look.fonts = ChartFonts::bundled();
    look.zoom = style.zoom;
    look.footer = Footer::Provenance;
    ChartOptions still = options; // focus and hover are of the window
    still.current_level.reset();
    still.current.reset();
    still.hovered.reset();
    const bool hasColumn = style.side_column == SideColumn::Verdict && !still.selected.empty() &&
                           look.size.width() >= leastWidthWithVerdict;
    if (hasColumn) {
        look.size.rwidth() -= verdictColumnWidth;
        look.footer_reach = verdictColumnWidth;
    }
    auto scene = buildChartScene(data, look, still);
    if (hasColumn) addVerdictColumn(scene, data.rows[static_cast<std::size_t>(still.selected.front())]);
    return {std::move(scene), scale};
}

QImage chartImage(const Picture& picture, double ratio)
{
    const double pixels = picture.scale * ratio; // of the image a pixel of the scene
    QImage image((picture.scene.size * pixels).toSize(), QImage::Format_RGB32);
    if (image.isNull()) return image;
    image.setDevicePixelRatio(pixels);
    QPainter painter(&image);
    paintChart(painter, picture.scene);
    return image;
}

QByteArray chartSvg(const Picture& picture, TextMode textMode)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize((picture.scene.size * picture.scale).toSize());
    svg.setViewBox(QRectF(QPointF(), picture.scene.size));
    svg.setResolution(dotsPerInch); // else Qt 6.4 draws text too small
    svg.setTitle(QStringLiteral("Roofline"));
    QPainter painter(&svg);
    paintChart(painter, picture.scene, textMode);
    painter.end();
    return bytes;
}

QByteArray chartPdf(const Picture& picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(dotsPerInch);
    pdf.setPageSize(QPageSize(picture.scene.size * picture.scale * pointsPerPixel, QPageSize::Point, QString(),
                              QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(QStringLiteral("Roofline"));
    pdf.setCreator(QStringLiteral("Ridgepoint " RIDGEPOINT_VERSION));
    QPainter painter(&pdf);
    painter.scale(picture.scale, picture.scale);
    paintChart(painter, picture.scene);
    painter.end();
    return bytes;
}

void copyToClipboard(const Picture& picture)
{
    auto* copied = new QMimeData; // the clipboard's from here on
    copied->setImageData(chartImage(picture));
    copied->setData(QStringLiteral("image/svg+xml"), chartSvg(picture));
    QGuiApplication::clipboard()->setMimeData(copied);
}

void exportChart(const Picture& picture, const QString& fileName, ImageFormat format, TextMode svgText)
{
    const QByteArray bytes = encoded(picture, format, svgText);
    if (const auto problem = saveFile(fileName, bytes.toStdString()); !problem.isEmpty())
        throw core::Error(problem.toStdString());
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/image_export.h"

#include "core/error.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace app {
namespace {

constexpr int dotsPerInch = 96;         // a logical pixel is 1/96 inch
constexpr double pointsPerPixel = 0.75; // 72 / 96

QByteArray encoded(const ChartScene& scene, ImageFormat format, TextMode svgText)
{
    switch (format) {
    case ImageFormat::Svg: return chartSvg(scene, svgText);
    case ImageFormat::Pdf: return chartPdf(scene);
    case ImageFormat::Png: break;
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    chartImage(scene).save(&buffer, "PNG");
    return bytes;
}

} // namespace

std::optional<ImageFormat> imageFormatOf(const QString& fileName)
{
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    if (suffix == QStringLiteral("png")) return ImageFormat::Png;
    if (suffix == QStringLiteral("svg")) return ImageFormat::Svg;
    if (suffix == QStringLiteral("pdf")) return ImageFormat::Pdf;
    return std::nullopt;
}

QImage chartImage(const ChartScene& scene, double ratio)
{
    QImage image((scene.size * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    paintChart(painter, scene);
    return image;
}

QByteArray chartSvg(const ChartScene& scene, TextMode textMode)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(scene.size.toSize());
    svg.setViewBox(QRectF(QPointF(), scene.size));
    svg.setResolution(dotsPerInch); // else Qt 6.4 draws text too small
    svg.setTitle(QStringLiteral("Roofline"));
    QPainter painter(&svg);
    paintChart(painter, scene, textMode);
    painter.end();
    return bytes;
}

QByteArray chartPdf(const ChartScene& scene)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(dotsPerInch);
    pdf.setPageSize(QPageSize(scene.size * pointsPerPixel, QPageSize::Point, QString(), QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(QStringLiteral("Roofline"));
    pdf.setCreator(QStringLiteral("Ridgepoint " RIDGEPOINT_VERSION));
    QPainter painter(&pdf);
    paintChart(painter, scene);
    painter.end();
    return bytes;
}

void exportChart(const ChartScene& scene, const QString& fileName, ImageFormat format, TextMode svgText)
{
    const QByteArray bytes = encoded(scene, format, svgText);
    QSaveFile file(fileName);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return;
    throw core::Error(fileName.toStdString(),
                      file.errorString().toStdString() + "; choose another folder or free space");
}

} // namespace app

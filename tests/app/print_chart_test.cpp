// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/print_chart.h"

#include "chart_fixture.h"
#include "core/error.h"

#include <QFile>
#include <QPrinter>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace {

app::Picture pictureOn(const QPrinter& printer)
{
    const QSizeF page = printer.pageLayout().paintRect(QPageLayout::Inch).size();
    return app::chartPicture(chart_test::h200Data(), {}, {.size = app::pictureSizeOn(page)});
}

/// The drawing commands of a PDF: its streams, as far as they are text.
QString commandsOf(const QByteArray& pdf)
{
    QString commands;
    for (qsizetype start = pdf.indexOf("stream\n"); start >= 0; start = pdf.indexOf("stream\n", start + 1)) {
        const QByteArray sizeHint("\0\1\0\0", 4); // qUncompress wants one in front
        const qsizetype end = pdf.indexOf("endstream", start);
        if (end > start && pdf[start + 7] == 'x') // of zlib
            commands += QString::fromLatin1(qUncompress(sizeHint + pdf.mid(start + 7, end - start - 7)));
    }
    return commands;
}

/// Of the first rectangle that is filled, the ground of the chart: in the units of the page.
QRectF groundOf(const QString& commands)
{
    static const QRegularExpression ground(
        QStringLiteral(R"(([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm\s+([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re)"));
    const auto match = ground.match(commands);
    const auto number = [&match](int place) { return match.captured(place).toDouble(); };
    return {number(3) + number(1) * number(5), number(4) + number(2) * number(6), number(1) * number(7),
            number(2) * number(8)};
}

TEST(PrintChart, FillsOnePage)
{
    const QTemporaryDir folder;
    QPrinter printer(QPrinter::HighResolution);
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(folder.filePath("chart.pdf"));
    printer.setPageOrientation(QPageLayout::Landscape);
    const app::Picture picture = pictureOn(printer);
    // Landscape A4 or letter without margins of 0.1 inch and more: wider than high, 96 pixels an inch.
    EXPECT_GT(picture.scene.size.width(), picture.scene.size.height());
    EXPECT_NEAR(picture.scene.size.width() * picture.scale, 96 * 11.2, 96);
    app::printChart(printer, picture);
    QFile file(folder.filePath("chart.pdf"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray pdf = file.readAll();
    EXPECT_TRUE(pdf.startsWith("%PDF"));
    EXPECT_EQ(pdf.count("/Type /Page\n"), 1);
    const QRectF ground = groundOf(commandsOf(pdf));
    const double pixel = picture.scale * printer.width() / picture.scene.size.width(); // the picture's size is whole
    EXPECT_NEAR(ground.left(), 0, pixel);
    EXPECT_NEAR(ground.top(), 0, pixel);
    EXPECT_NEAR(ground.width(), printer.width(), 2 * pixel);
    EXPECT_NEAR(ground.height(), printer.height(), 2 * pixel);
}

TEST(PrintChart, APrinterThatCannotBeWrittenIsAnError)
{
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(QStringLiteral("/nowhere/chart.pdf"));
    EXPECT_THROW(app::printChart(printer, pictureOn(printer)), core::Error);
}

} // namespace

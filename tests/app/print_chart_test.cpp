// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/print_chart.h"

#include "chart_fixture.h"
#include "core/error.h"

#include <QFile>
#include <QPrinter>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace {

app::Picture pictureOn(const QPrinter& printer)
{
    const QSizeF page = printer.pageLayout().paintRect(QPageLayout::Inch).size();
    return app::chartPicture(chart_test::h200Data(), {}, {.size = app::pictureSizeOn(page)});
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
    EXPECT_GT(pdf.size(), 5000);
}

TEST(PrintChart, APrinterThatCannotBeWrittenIsAnError)
{
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(QStringLiteral("/nowhere/chart.pdf"));
    EXPECT_THROW(app::printChart(printer, pictureOn(printer)), core::Error);
}

} // namespace

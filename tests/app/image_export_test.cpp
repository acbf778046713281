// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/image_export.h"

#include "core/error.h"

#include "chart_fixture.h"

#include <QFile>
#include <QFileInfo>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include <sys/stat.h>

namespace {

app::Picture picture(QSizeF size = {1000, 750})
{
    app::ChartOptions options;
    options.selected = {0};
    return app::chartPicture(chart_test::h200Data(), options, {.size = size});
}

TEST(ImageExport, APngHasTwiceTheLogicalPixels)
{
    EXPECT_EQ(app::chartImage(picture()).size(), QSize(2000, 1500));
}

TEST(ImageExport, LargePicturesHaveLargerText)
{
    EXPECT_DOUBLE_EQ(picture().scale, 1);
    EXPECT_NEAR(picture({1600, 1200}).scale, 1.265, 0.001);
    const QImage image = app::chartImage(picture({1600, 1200}));
    EXPECT_EQ(image.size(), QSize(3200, 2400));
}

TEST(ImageExport, AnSvgIsThePictureOfThePng)
{
    const QImage png = app::chartImage(picture(), 1).convertToFormat(QImage::Format_RGB32);
    QImage svg(png.size(), QImage::Format_RGB32);
    svg.fill(Qt::white);
    QPainter painter(&svg);
    QSvgRenderer(app::chartSvg(picture())).render(&painter);
    painter.end();
    int different = 0;
    for (int y = 0; y < png.height(); ++y)
        for (int x = 0; x < png.width(); ++x)
            different += std::abs(qGray(png.pixel(x, y)) - qGray(svg.pixel(x, y))) > 96;
    EXPECT_LT(different, png.width() * png.height() / 500); // edges of letters differ, nothing else
}

TEST(ImageExport, AnSvgHasOutlinesUnlessTextIsAskedFor)
{
    EXPECT_FALSE(app::chartSvg(picture()).contains("<text"));
    EXPECT_TRUE(app::chartSvg(picture(), app::TextMode::Text).contains("<text"));
}

TEST(ImageExport, APdfIsOnePage)
{
    const QByteArray pdf = app::chartPdf(picture());
    EXPECT_TRUE(pdf.startsWith("%PDF-"));
    EXPECT_EQ(pdf.count("/Type /Page\n"), 1);
}

TEST(ImageExport, TheSameSceneGivesTheSameBytes)
{
    EXPECT_EQ(app::chartImage(picture()), app::chartImage(picture()));
    EXPECT_EQ(app::chartSvg(picture()), app::chartSvg(picture()));
}

TEST(ImageExport, TheFooterNamesRoofsFileCountsAndFrame)
{
    QString all;
    for (const app::SceneText& text : picture().scene.texts) all += text.text + u'\n';
    for (const char* part :
         {"made-up.ncu-rep", "6 launches: 4 drawn", "1 without FLOP", "1 off frame", "filter none", "Ridgepoint"})
        EXPECT_TRUE(all.contains(QLatin1String(part))) << part;
}

TEST(ImageExport, TheFooterOfRoofsAloneCountsNoLaunches)
{
    auto data = chart_test::h200Data();
    data.rows.clear();
    data.launches = 0;
    for (const app::SceneText& text : app::chartPicture(data, {}, {.size = {1000, 750}}).scene.texts)
        EXPECT_FALSE(text.text.contains(QStringLiteral("launches"))) << text.text.toStdString();
}

TEST(ImageExport, FormatsGoByTheExtension)
{
    EXPECT_EQ(app::imageFormatOf(QStringLiteral("a/b.PNG")), app::ImageFormat::Png);
    EXPECT_EQ(app::imageFormatOf(QStringLiteral("x.svg")), app::ImageFormat::Svg);
    EXPECT_EQ(app::imageFormatOf(QStringLiteral("x.pdf")), app::ImageFormat::Pdf);
    EXPECT_EQ(app::imageFormatOf(QStringLiteral("x.jpg")), std::nullopt);
}

TEST(ImageExport, AFolderThatIsNotThereIsAClearError)
{
    QTemporaryDir folder;
    EXPECT_THROW(app::exportChart(picture(), folder.filePath(QStringLiteral("none/x.png")), app::ImageFormat::Png),
                 core::Error);
}

TEST(ImageExport, APipeIsRefusedInsteadOfReplaced)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("pipe.svg"));
    ASSERT_EQ(mkfifo(path.toLocal8Bit().constData(), 0600), 0);
    EXPECT_THROW(app::exportChart(picture(), path, app::ImageFormat::Svg), core::Error);
    EXPECT_FALSE(QFileInfo(path).isFile());
}

TEST(ImageExport, APictureThatMemoryCantHoldIsAnError)
{
    auto huge = picture();
    huge.scene.size = QSizeF(1e9, 1e9);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("huge.png"));
    EXPECT_THROW(app::exportChart(huge, path, app::ImageFormat::Png), core::Error);
    EXPECT_FALSE(QFileInfo::exists(path));
}

} // namespace

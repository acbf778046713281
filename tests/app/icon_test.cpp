// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/icon.h"

#include <gtest/gtest.h>

#include <QImage>

namespace app {
namespace {

class Icons : public testing::TestWithParam<const char*> {};

TEST_P(Icons, AreDrawnInTheColourAsked)
{
    const QImage image = icon(QString::fromLatin1(GetParam()), Qt::red).pixmap(48, 48).toImage();
    ASSERT_FALSE(image.isNull());
    int opaque = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.alpha() != 255) continue;
            ++opaque;
            EXPECT_EQ(pixel.rgb(), QColor(Qt::red).rgb()) << x << ',' << y;
        }
    }
    EXPECT_GT(opaque, 20);
}

INSTANTIATE_TEST_SUITE_P(Drawings, Icons,
                         testing::Values("copy", "error", "export", "info", "measure", "no-gpu", "open", "sample",
                                         "search", "warning"));

TEST(Icon, UnknownNameGivesNone)
{
    EXPECT_TRUE(icon(QStringLiteral("no such icon"), Qt::black).isNull());
}

TEST(Icon, ApplicationHasOne)
{
    EXPECT_FALSE(applicationIcon().isNull());
}

} // namespace
} // namespace app

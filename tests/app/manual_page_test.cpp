// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page has every option of the program.
#include "app/render_request.h"

#include <QFile>

#include <gtest/gtest.h>

namespace {

TEST(ManualPage, HasEveryOptionOfRender)
{
    QFile file(QStringLiteral(RIDGEPOINT_TEST_DATA "/../../packaging/desktop/ridgepoint.1"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto page = QString::fromUtf8(file.readAll()).remove(u'\\');
    const auto all = app::renderOptions();
    for (const auto& option : all.options()) {
        const auto name = QStringLiteral("--") + QString::fromStdString(option->long_name());
        EXPECT_TRUE(page.contains(name)) << name.toStdString();
    }
    EXPECT_TRUE(page.contains("--roofs \" \" best | measured | computed | datasheet | all"));
}

} // namespace

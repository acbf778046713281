// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page has every option of the program.
#include "app/filter_field.h"
#include "app/kernel_filter.h"
#include "app/render_request.h"
#include "app/row_flags.h"

#include <QFile>
#include <QRegularExpression>

#include <gtest/gtest.h>

namespace {

QString manualPage()
{
    QFile file(QStringLiteral(RIDGEPOINT_TEST_DATA "/../../packaging/desktop/ridgepoint.1"));
    if (!file.open(QIODevice::ReadOnly)) ADD_FAILURE() << "no manual page";
    return QString::fromUtf8(file.readAll()).remove(u'\\');
}

TEST(ManualPage, HasEveryWordOfTheFilterAsHasItsHelp)
{
    const auto page = manualPage().section(QStringLiteral(".SH FILTER"), 1);
    const auto help = app::FilterField().toolTip();
    for (const auto word : app::rowFlagWords()) {
        const QRegularExpression whole(QStringLiteral("\\b%1\\b").arg(QString::fromStdString(std::string(word))));
        EXPECT_TRUE(page.contains(whole)) << word;
        EXPECT_TRUE(help.contains(whole)) << word;
    }
    for (const auto& field : app::filterFields()) {
        const QRegularExpression whole(QStringLiteral("\\b%1\\b").arg(QString::fromStdString(std::string(field.id))));
        EXPECT_TRUE(page.contains(whole)) << field.id;
    }
}

TEST(ManualPage, HasEveryOptionOfRender)
{
    const auto page = manualPage();
    const auto all = app::renderOptions();
    for (const auto& option : all.options()) {
        const auto name = QStringLiteral("--") + QString::fromStdString(option->long_name());
        EXPECT_TRUE(page.contains(name)) << name.toStdString();
    }
    EXPECT_TRUE(page.contains("--roofs \" \" best | measured | computed | datasheet | all"));
}

} // namespace

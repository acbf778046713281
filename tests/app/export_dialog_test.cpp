// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_dialog.h"

#include "chart_fixture.h"

#include <QCheckBox>
#include <QComboBox>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

app::ExportSubject subject()
{
    app::ExportSubject result;
    result.data = chart_test::h200Data();
    result.options.selected = {0};
    result.screen_size = {900, 700};
    result.report = QStringLiteral("/tmp/it's.ncu-rep");
    return result;
}

TEST(ExportDialog, ShowsTheCommandForThePicture)
{
    const app::ExportDialog dialog(subject());
    EXPECT_EQ(dialog.command().toStdString(), "ridgepoint render '/tmp/it'\\''s.ncu-rep' -o chart.png --size 1600x1200 "
                                              "--levels dram,l2,shared --select 0");
}

TEST(ExportDialog, TheFieldsDecideThePicture)
{
    app::ExportDialog dialog(subject());
    const auto boxes = dialog.findChildren<QComboBox*>();
    ASSERT_EQ(boxes.size(), 3);
    boxes[0]->setCurrentIndex(3); // as on screen
    boxes[1]->setCurrentIndex(1); // dark
    EXPECT_EQ(dialog.picture().scene.size, QSizeF(900, 700));
    EXPECT_EQ(dialog.picture().scene.theme.kind(), app::ThemeKind::Dark);
}

TEST(ExportDialog, FileNamesCanBeHidden)
{
    app::ExportDialog dialog(subject());
    const auto mentions = [&] {
        const app::Picture picture = dialog.picture();
        return std::ranges::count_if(picture.scene.texts,
                                     [](const auto& text) { return text.text.contains(QLatin1String("made-up")); });
    };
    EXPECT_GT(mentions(), 0);
    dialog.findChildren<QCheckBox*>().back()->setChecked(true);
    EXPECT_EQ(mentions(), 0);
}

} // namespace

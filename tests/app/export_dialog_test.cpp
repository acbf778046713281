// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_dialog.h"

#include "app/verdict.h"
#include "app/verdict_column.h"
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

TEST(ExportDialog, TheCommandNamesAllThatChangesThePicture)
{
    app::ExportSubject given = subject();
    given.data.filter = QStringLiteral("time>10us");
    given.data.axis = app::Axis::Op;
    given.roofs = core::RoofChoice::Computed;
    given.options.selected.clear();
    given.options.extra_pipes = {chart_test::resource("fp64")};
    given.options.binding_level_only = true;
    given.options.point_size = app::PointSize::Equal;
    given.zoom = app::Frame{-1, 2, 12, 15};
    given.data.rows.push_back(given.data.rows.front()); // two of one name, not grouped
    const app::ExportDialog dialog(given);
    EXPECT_EQ(dialog.command().section(QStringLiteral(" --levels dram,l2,shared "), 1).toStdString(),
              "--axis op --group none --filter 'time>10us' --roofs computed --pipes fp64 --binding-only --points equal "
              "--zoom 0.1..100,1e+12..1e+15");
}

TEST(ExportDialog, SaysWhatTheCommandCantDraw)
{
    EXPECT_EQ(app::ExportDialog(subject()).commandLimits(), QString());
    app::ExportSubject given = subject();
    given.data.rows.pop_back(); // covered by time
    given.options.isolated = 0;
    const QString limits = app::ExportDialog(given).commandLimits();
    EXPECT_TRUE(limits.contains(QStringLiteral("all kernels"))) << limits.toStdString();
    EXPECT_TRUE(limits.contains(QStringLiteral("isolate"))) << limits.toStdString();
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

TEST(ExportDialog, TheVerdictStandsBesideTheChart)
{
    app::ExportDialog dialog(subject());
    const double plot = dialog.picture().scene.mapping.plot.right();
    const QSizeF size = dialog.picture().scene.size;
    for (auto* box : dialog.findChildren<QCheckBox*>())
        if (box->text().contains("verdict")) box->setChecked(true);
    const app::ChartScene scene = dialog.picture().scene;
    EXPECT_EQ(scene.size, size);
    EXPECT_LT(scene.mapping.plot.right(), plot);
    const auto row = subject().data.rows[0];
    const auto sentence = app::verdictOf(row).sentence;
    QString column;
    for (const auto& text : scene.texts) {
        const QRectF box = text.box.bounds();
        if (box.left() < size.width() - app::verdictColumnWidth) continue;
        column += text.text + u' ';
        EXPECT_LE(box.right(), size.width()) << text.text.toStdString();
        EXPECT_LE(box.bottom(), size.height()) << text.text.toStdString();
    }
    EXPECT_TRUE(column.contains(sentence)) << column.toStdString();
    EXPECT_TRUE(column.startsWith(row.short_name)) << column.toStdString();
    EXPECT_TRUE(dialog.command().endsWith(" --verdict"));
}

TEST(ExportDialog, PrivacyIsTheDefaultThatWasChosen)
{
    app::ExportSubject given = subject();
    given.privacy = app::Privacy::HideFiles;
    EXPECT_TRUE(app::ExportDialog(given).command().contains("--hide-files"));
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

TEST(ExportDialog, SaysThatTheCommandHasNoOtherRoofs)
{
    app::ExportSubject given = subject();
    given.data.has_roofs_of_others = true;
    EXPECT_TRUE(app::ExportDialog(given).commandLimits().contains("that the file itself brings"));
    given = subject();
    given.data.device = {0, "the second"};
    EXPECT_TRUE(app::ExportDialog(given).commandLimits().contains("of another device"));
}

TEST(ExportDialog, TheFooterRunsUnderTheVerdictToo)
{
    app::ExportSubject given = subject();
    given.data.machine =
        QStringLiteral("NVIDIA H200 · roofs measured 2026-11-30, 1.98 GHz, driver 580 · torch.ncu-rep, "
                       "Nsight Compute 2025.3.1, clocks not locked · memory at 3.20 GHz · kernel replay, 38 passes · "
                       "caches flushed before each pass");
    app::ExportDialog dialog(given);
    for (auto* box : dialog.findChildren<QCheckBox*>())
        if (box->text().contains("verdict")) box->setChecked(true);
    const app::ChartScene scene = dialog.picture().scene;
    double widest = 0;
    int lines = 0;
    for (const auto& text : scene.texts) {
        const QRectF box = text.box.bounds();
        if (box.center().y() < scene.footer_top) continue;
        EXPECT_EQ(box.left(), 16) << "the column ends above the footer: " << text.text.toStdString();
        widest = std::max(widest, box.right());
        ++lines;
    }
    EXPECT_EQ(lines, 2);
    EXPECT_GT(widest, scene.size.width() - app::verdictColumnWidth);
}

} // namespace

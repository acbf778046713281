// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include "app/banner_area.h"
#include "app/columns.h"
#include "app/filter_field.h"
#include "app/format.h"
#include "app/inspector.h"
#include "app/kernel_table.h"
#include "app/roofline_view.h"

#include <QAbstractItemDelegate>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

namespace {

QString sampleFile()
{
    return QStringLiteral(RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz");
}

/// A window with the bundled report open.
class OpenWindow : public testing::Test {
protected:
    void SetUp() override
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        window = std::make_unique<app::MainWindow>();
        window->show();
        table = window->findChild<app::KernelTable*>();
        inspector = window->findChild<app::Inspector*>();
        field = window->findChild<app::FilterField*>();
        chart = window->findChild<app::RooflineView*>();
        banners = window->findChild<app::BannerArea*>();
        window->open({sampleFile()});
        ASSERT_TRUE(QTest::qWaitFor([&] { return rows() > 0 && !chart->data().rows.empty(); }, 20000));
    }

    int rows() const { return table->view().model()->rowCount(); }

    QString cell(int row, const char* column) const
    {
        return table->view().model()->index(row, app::columnOf(column)).data().toString();
    }

    int rowOf(const QString& part) const
    {
        for (int row = 0; row < rows(); ++row)
            if (cell(row, "name").contains(part)) return row;
        return -1;
    }

    void select(int row)
    {
        table->view().setCurrentIndex(table->view().model()->index(row, 0));
        QTest::qWait(20);
    }

    QString panelText(const char* id) const { return inspector->panel(QString::fromLatin1(id))->text(); }

    void filter(const QString& text)
    {
        field->setText(text);
        QTest::qWait(150);
    }

    std::unique_ptr<app::MainWindow> window;
    app::KernelTable* table = nullptr;
    app::Inspector* inspector = nullptr;
    app::FilterField* field = nullptr;
    app::RooflineView* chart = nullptr;
    app::BannerArea* banners = nullptr;
};

TEST_F(OpenWindow, SelectingARowChangesTheInspectorAndTheChart)
{
    select(0);
    const auto first = panelText("header");
    EXPECT_TRUE(first.contains(cell(0, "name")));
    select(1);
    EXPECT_TRUE(panelText("header").contains(cell(1, "name")));
    EXPECT_NE(panelText("header"), first);
    EXPECT_EQ(chart->options().selected, std::vector<int>{1});
}

TEST_F(OpenWindow, ClickingAPointChangesTheTable)
{
    emit chart->rowClicked(2, Qt::NoModifier);
    QTest::qWait(20);
    EXPECT_EQ(table->view().currentIndex().row(), 2);
    EXPECT_TRUE(panelText("header").contains(cell(2, "name")));
    emit chart->rowClicked(4, Qt::ShiftModifier);
    QTest::qWait(20);
    EXPECT_EQ(table->selectedRows().size(), 3U);
    emit chart->cleared();
    QTest::qWait(20);
    EXPECT_TRUE(table->selectedRows().empty());
}

TEST_F(OpenWindow, TheFlashKernelHasOneNumberEverywhere)
{
    const int row = rowOf("flash_fwd");
    ASSERT_GE(row, 0);
    select(row);
    const auto efficiency = cell(row, "eff");
    EXPECT_NE(efficiency, QString(app::enDash));
    EXPECT_EQ(cell(row, "by"), "BF16 mma.sync");
    EXPECT_TRUE(panelText("verdict").contains("BF16 mma.sync"));
    EXPECT_TRUE(panelText("verdict").contains(efficiency)) << panelText("verdict").toStdString();
    const auto longestBar = panelText("speed_of_light").section(u'\n', 0, 0);
    EXPECT_TRUE(longestBar.startsWith("BF16 mma.sync")) << longestBar.toStdString();
    EXPECT_TRUE(longestBar.contains(efficiency)) << longestBar.toStdString();
}

TEST_F(OpenWindow, CountsAddUpToAllLaunches)
{
    const auto& counts = chart->chartScene().counts;
    EXPECT_EQ(counts.drawn + counts.strip + counts.off_frame + counts.not_drawn, 38);
    filter("flash");
    const auto& left = chart->chartScene().counts;
    EXPECT_EQ(left.drawn + left.strip + left.off_frame + left.not_drawn, 1);
}

TEST_F(OpenWindow, TheFilterAppliesWhileTypingAndNamesMistakes)
{
    const int all = rows();
    filter("flash");
    EXPECT_EQ(rows(), 1);
    filter("flash tme>1us");
    EXPECT_EQ(rows(), 1) << "the rest of the filter stays in force";
    EXPECT_EQ(banners->text("filter"), "unknown field 'tme': did you mean time?");
    filter({});
    EXPECT_EQ(rows(), all);
    EXPECT_TRUE(banners->text("filter").isEmpty());
}

TEST_F(OpenWindow, EscapeClearsTheFilterThenTheSelection)
{
    filter("flash");
    QTest::keyClick(field, Qt::Key_Escape);
    EXPECT_TRUE(field->text().isEmpty());
    EXPECT_GT(rows(), 1);
    select(0);
    QTest::keyClick(&table->view(), Qt::Key_Escape);
    QTest::qWait(20);
    EXPECT_TRUE(table->selectedRows().empty());
}

TEST_F(OpenWindow, CopiesRowsAsTextAndTable)
{
    select(0);
    table->copySelected();
    const auto* data = QGuiApplication::clipboard()->mimeData();
    const auto lines = data->text().split(u'\n', Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 2);
    EXPECT_TRUE(lines[0].startsWith("Name\tTime (s)\t")) << lines[0].toStdString();
    EXPECT_EQ(lines[1].split(u'\t').size(), static_cast<qsizetype>(app::columns().size()));
    EXPECT_GT(lines[1].section(u'\t', 1, 1).toDouble(), 1e-4);
    EXPECT_TRUE(data->html().contains("<table>"));
}

TEST_F(OpenWindow, ReadingTheFileAgainKeepsTheSelection)
{
    select(rowOf("flash_fwd"));
    const auto before = panelText("header");
    window->open({sampleFile()});
    QSignalSpy reset(table->view().model(), &QAbstractItemModel::modelReset);
    ASSERT_TRUE(reset.wait(10000));
    QTest::qWait(50);
    EXPECT_EQ(panelText("header"), before);
}

TEST_F(OpenWindow, SeveralRowsAreListedAboveTheCurrentOne)
{
    table->view().selectAll();
    QTest::qWait(50);
    EXPECT_EQ(static_cast<int>(table->selectedRows().size()), rows());
    EXPECT_FALSE(panelText("verdict").isEmpty());
}

TEST_F(OpenWindow, NoNumberIsElided)
{
    auto& view = table->view();
    for (const auto* column : {"time", "share", "eff"}) {
        for (int row = 0; row < rows(); ++row) {
            const auto index = view.model()->index(row, app::columnOf(column));
            EXPECT_GE(view.columnWidth(index.column()), view.itemDelegate()->sizeHint({}, index).width())
                << column << " of row " << row << ": " << index.data().toString().toStdString();
        }
    }
}

TEST_F(OpenWindow, EveryRowCanBeShown)
{
    for (int row = 0; row < rows(); ++row) {
        select(row);
        EXPECT_FALSE(panelText("verdict").isEmpty()) << row;
        for (const auto* bad : {"nan", "NaN", "inf "}) EXPECT_FALSE(panelText("speed_of_light").contains(bad)) << row;
    }
}

TEST_F(OpenWindow, AFileThatCannotBeReadIsABannerAndChangesNothing)
{
    const int before = rows();
    const QTemporaryDir folder;
    const auto missing = folder.filePath("missing.ncu-rep");
    window->open({missing});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !banners->text(missing).isEmpty(); }, 5000));
    EXPECT_TRUE(banners->text(missing).contains("missing.ncu-rep"));
    EXPECT_EQ(rows(), before);
}

TEST_F(OpenWindow, MnemonicsAreUniqueInEachMenu)
{
    for (const auto* menu : window->findChildren<QMenu*>()) {
        QStringList mnemonics;
        for (const auto* action : menu->actions()) {
            const auto at = action->text().indexOf(u'&');
            if (at >= 0) mnemonics << QString(action->text().at(at + 1)).toLower();
        }
        EXPECT_EQ(mnemonics.size(), QSet<QString>(mnemonics.begin(), mnemonics.end()).size())
            << menu->title().toStdString() << ": " << mnemonics.join(u' ').toStdString();
    }
}

} // namespace

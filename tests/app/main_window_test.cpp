// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include "app/banner_area.h"
#include "app/bar_list.h"
#include "app/chart_pages.h"
#include "app/columns.h"
#include "app/cover_slider.h"
#include "app/filter_field.h"
#include "app/fold_heading.h"
#include "app/format.h"
#include "app/image_export.h"
#include "app/inspector.h"
#include "app/kernel_delegate.h"
#include "app/kernel_table.h"
#include "app/log_dock.h"
#include "app/panels/several_panel.h"
#include "app/roofline_view.h"
#include "app/settings_dialog.h"
#include "app/stacked_bar.h"
#include "app/status_line.h"
#include "app/text_style.h"
#include "app/value_area.h"
#include "core/listing.h"

#include <QAbstractItemDelegate>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTextDocumentFragment>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

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

    /// What a user does with the next dialog, which must be of this kind.
    template <typename Dialog> static void answer(const std::function<void(Dialog&)>& act)
    {
        QTimer::singleShot(0, qApp, [act] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            ASSERT_NE(dialog, nullptr);
            act(*dialog);
        });
    }

    /// On a marker of a row, in the chart.
    void click(int row, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        const auto& scene = chart->chartScene();
        for (const auto* markers : {&scene.markers, &scene.selected_markers}) {
            const auto found = std::ranges::find(*markers, row, &app::SceneMarker::row);
            if (found == markers->end()) continue;
            QTest::mouseClick(chart->viewport(), Qt::LeftButton, modifiers, found->centre.toPoint());
            return QTest::qWait(20);
        }
        ADD_FAILURE() << "row " << row << " has no marker";
    }

    /// Ctrl+C while a widget has the focus.
    QString copied(QWidget* focus)
    {
        window->activateWindow();
        focus->setFocus();
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(focus, Qt::Key_C, Qt::ControlModifier);
        return QGuiApplication::clipboard()->text();
    }

    /// The parts of the status bar: "38 launches, 1.84 ms", "19 drawn", ...
    QStringList counts() const
    {
        for (const auto* label : window->statusBar()->findChildren<QLabel*>())
            if (label->text().contains(" launches, "))
                return QTextDocumentFragment::fromHtml(label->text()).toPlainText().split(QStringLiteral(" · "));
        return {};
    }

    QString panelText(const char* id) const { return inspector->panel(QString::fromLatin1(id))->text(); }

    app::ChoiceMenu& menu(const char* title) const
    {
        for (auto* each : window->findChildren<app::ChoiceMenu*>())
            if (each->title() == QLatin1String(title)) return *each;
        throw std::runtime_error(title);
    }

    void trigger(const char* command)
    {
        for (auto* action : window->findChildren<QAction*>())
            if (action->text() == QString::fromUtf8(command)) return action->trigger();
        ADD_FAILURE() << "no command " << command;
    }

    /// Triggers a command, and in the file dialog that it opens chooses a type and types a name; the file's content.
    QByteArray saved(const char* command, const char* name, int type, const char* written)
    {
        const QTemporaryDir folder;
        answer<QFileDialog>([&](QFileDialog& dialog) {
            dialog.setDirectory(folder.path());
            auto* types = dialog.findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
            types->setCurrentIndex(type);
            emit types->textActivated(types->currentText());
            dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(QString::fromLatin1(name));
            static_cast<QDialog&>(dialog).accept();
        });
        trigger(command);
        QFile file(folder.filePath(QString::fromLatin1(written)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// Where Tab or Shift+Tab leads from the focus until it is back there: panes, each once in a row.
    QStringList panesOfTab(Qt::Key key) const
    {
        const std::pair<const char*, const QWidget*> known[] = {
            {"filter", field},        {"table", window->findChild<QTabWidget*>()}, {"chart", chart->parentWidget()},
            {"inspector", inspector}, {"menus", window->findChild<QToolBar*>()},   {"status bar", window->statusBar()}};
        QStringList panes;
        const auto* start = QApplication::focusWidget();
        constexpr int manyStops = 100;
        for (int stop = 0; stop < manyStops; ++stop) {
            auto* focus = QApplication::focusWidget();
            const auto* pane = std::ranges::find_if(
                known, [&](const auto& each) { return each.second == focus || each.second->isAncestorOf(focus); });
            const QString name = pane == std::end(known) ? QString::fromLatin1(focus->metaObject()->className())
                                                         : QString::fromLatin1(pane->first);
            if (panes.empty() || panes.back() != name) panes << name;
            QTest::keyClick(focus, key);
            if (QApplication::focusWidget() == start) break;
        }
        return panes;
    }

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

TEST_F(OpenWindow, ClickingAPointChangesTheTableAndTheInspector)
{
    const int row = rowOf("flash_fwd");
    ASSERT_GE(row, 0);
    click(row);
    EXPECT_EQ(table->view().currentIndex().row(), row);
    EXPECT_TRUE(panelText("header").contains(cell(row, "name")));
    click(0, Qt::ControlModifier);
    EXPECT_EQ(table->selectedRows().size(), 2U);
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, chart->chartScene().mapping.at(0.02, 5e15).toPoint());
    QTest::qWait(20);
    EXPECT_TRUE(table->selectedRows().empty());
}

TEST_F(OpenWindow, ArrowKeysOnTheChartChangeTheInspector)
{
    chart->setFocus();
    for (int row = 0; row < 3; ++row) {
        QTest::keyClick(chart, Qt::Key_Down);
        QTest::qWait(20);
        EXPECT_EQ(table->view().currentIndex().row(), row);
        EXPECT_TRUE(panelText("header").contains(cell(row, "name"))) << row;
    }
    QTest::keyClick(chart, Qt::Key_Up);
    QTest::qWait(20);
    EXPECT_TRUE(panelText("header").contains(cell(1, "name")));
}

TEST(MainWindow, TypingBeginsInTheFilter)
{
    QStandardPaths::setTestModeEnabled(true);
    app::MainWindow window;
    EXPECT_EQ(window.focusWidget(), window.findChild<app::FilterField*>());
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    EXPECT_TRUE(window.findChild<app::FilterField*>()->hasFocus());
}

TEST_F(OpenWindow, TabGoesFromTheFilterToTheTableTheChartTheInspectorAndTheMenus)
{
    window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    const QStringList panes{"filter", "table", "chart", "inspector", "status bar", "menus"};
    for (const bool isSelected : {false, true}) {
        if (isSelected) select(0);
        field->setFocus();
        EXPECT_EQ(panesOfTab(Qt::Key_Tab).join(u' ').toStdString(), panes.join(u' ').toStdString()) << isSelected;
        QStringList backwards = panes;
        std::reverse(backwards.begin() + 1, backwards.end());
        EXPECT_EQ(panesOfTab(Qt::Key_Backtab).join(u' ').toStdString(), backwards.join(u' ').toStdString())
            << isSelected;
    }
    EXPECT_TRUE(field->hasFocus());
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
    const auto sum = [this] {
        int launches = 0;
        for (const auto& part : counts().mid(1)) launches += part.section(u' ', 0, 0).toInt();
        return launches;
    };
    EXPECT_TRUE(counts().value(0).startsWith("38 launches, ")) << counts().join(u'|').toStdString();
    EXPECT_EQ(sum(), 38) << counts().join(u'|').toStdString();
    EXPECT_TRUE(counts().contains("10 without FLOP")) << counts().join(u'|').toStdString();
    EXPECT_TRUE(counts().contains("1 integer")) << counts().join(u'|').toStdString();
    EXPECT_TRUE(counts().contains("8 probably conversions")) << counts().join(u'|').toStdString();
    filter("flash");
    EXPECT_EQ(sum(), 38);
    EXPECT_EQ(counts().mid(1), QStringList({"1 drawn", "37 filtered out"}));
    filter("is:conversions"); // finds what the status bar calls so, and no kernel that is drawn
    EXPECT_TRUE(counts().contains("8 probably conversions")) << counts().join(u'|').toStdString();
    EXPECT_FALSE(counts().join(u'|').contains("drawn")) << counts().join(u'|').toStdString();
}

TEST_F(OpenWindow, SelectingAnIntegerKernelBringsItsPageAndAnyOtherTheFirst)
{
    auto* tabs = window->findChild<app::ChartPages*>()->findChild<QTabBar*>();
    ASSERT_TRUE(tabs->isVisible());
    EXPECT_EQ(tabs->currentIndex(), 0);
    select(rowOf("i161616gemm"));
    EXPECT_EQ(tabs->currentIndex(), 1);
    EXPECT_EQ(chart->data().axis, app::Axis::Op);
    EXPECT_EQ(chart->chartScene().selected_markers.size(), 2U); // DRAM and L2
    EXPECT_EQ(counts().mid(1), QStringList({"1 drawn", "37 on FLOP/s"}));
    select(rowOf("flash_fwd"));
    EXPECT_EQ(chart->data().axis, app::Axis::Flop);
    EXPECT_FALSE(chart->chartScene().selected_markers.empty());
}

TEST_F(OpenWindow, ATabStaysWhereTheUserPutItAndCountsWhatIsSelectedOnTheOther)
{
    auto* tabs = window->findChild<app::ChartPages*>()->findChild<QTabBar*>();
    select(rowOf("flash_fwd"));
    tabs->setCurrentIndex(1);
    QTest::qWait(20);
    EXPECT_EQ(chart->data().axis, app::Axis::Op);
    EXPECT_EQ(tabs->tabText(0), "FLOP/s · 1 selected");
    EXPECT_EQ(tabs->tabText(1), "OP/s");
    chart->zoomIn();
    tabs->setCurrentIndex(0);
    QTest::qWait(20);
    EXPECT_EQ(tabs->tabText(0), "FLOP/s");
    EXPECT_FALSE(chart->isZoomed()); // each page has its own zoom
}

TEST_F(OpenWindow, TheCountOfIntegerLaunchesLeadsToTheirPageAndBack)
{
    app::StatusLine* status = window->findChild<app::StatusLine*>();
    for (auto* label : status->findChildren<QLabel*>())
        if (label->text().contains("integer")) emit label->linkActivated(QStringLiteral("1"));
    EXPECT_EQ(chart->data().axis, app::Axis::Op);
    for (auto* label : status->findChildren<QLabel*>())
        if (label->text().contains("on FLOP/s")) emit label->linkActivated(QStringLiteral("0"));
    EXPECT_EQ(chart->data().axis, app::Axis::Flop);
}

TEST_F(OpenWindow, KeysWalkFromPageToPageInTheTablesOrder)
{
    const int integer = rowOf("i161616gemm");
    ASSERT_GT(integer, 0);
    select(integer - 1);
    EXPECT_EQ(chart->data().axis, app::Axis::Flop);
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_Down);
    QTest::qWait(20);
    EXPECT_EQ(chart->data().axis, app::Axis::Op);
    EXPECT_EQ(chart->options().selected, std::vector{integer});
    QTest::keyClick(chart, Qt::Key_Right); // to its first level
    EXPECT_TRUE(chart->options().current_level);
    click(integer);
    EXPECT_EQ(table->view().currentIndex().row(), integer);
}

TEST_F(OpenWindow, IntegerKernelsAreFlaggedAsSuchAndNotAsStrip)
{
    filter("is:integer");
    EXPECT_EQ(rows(), 1);
    EXPECT_TRUE(cell(0, "name").contains("i161616gemm"));
    filter("is:integer is:noflop");
    EXPECT_EQ(rows(), 0);
}

TEST_F(OpenWindow, CopiesWhatHasTheFocus)
{
    const int row = rowOf("flash_fwd");
    select(row);
    EXPECT_TRUE(copied(&table->view()).startsWith("Name\tTime (s)"));
    auto* heading = inspector->panel("speed_of_light")->parentWidget()->findChild<app::FoldHeading*>();
    EXPECT_EQ(copied(heading), panelText("speed_of_light"));
    inspector->focusCounterSearch();
    auto* counters = inspector->panel("counters")->findChild<QTreeView*>();
    counters->setCurrentIndex(counters->model()->index(2, 0));
    const auto counter = copied(counters);
    EXPECT_TRUE(counter.startsWith(counters->model()->index(2, 0).data().toString() + u'=')) << counter.toStdString();
    EXPECT_FALSE(counter.contains(u'\n'));
    EXPECT_TRUE(copied(chart).isEmpty());
    EXPECT_TRUE(QGuiApplication::clipboard()->mimeData()->hasImage());
}

TEST_F(OpenWindow, TheInspectorsMenuCopiesValuesPanelsAndTheVerdict)
{
    select(rowOf("flash_fwd"));
    const auto* bars = inspector->panel("speed_of_light")->findChild<app::BarList*>();
    ASSERT_NE(bars, nullptr);
    QTest::qWait(200); // laid out
    QMenu menu;
    inspector->addCopies(menu, bars->mapTo(inspector, QPoint(20, 5)));
    const auto take = [&](const char* text) {
        QGuiApplication::clipboard()->clear();
        for (auto* action : menu.actions())
            if (action->text().remove(u'&') == QLatin1String(text)) action->trigger();
        return QGuiApplication::clipboard()->text();
    };
    EXPECT_EQ(take("Copy value"), bars->bars().front().figure);
    EXPECT_EQ(take("Copy panel"), panelText("speed_of_light"));
    EXPECT_EQ(take("Copy verdict"), panelText("verdict"));

    const auto* section = inspector->panel("speed_of_light")->parentWidget();
    const auto* keyFigure = section->findChild<app::StyledLabel*>(QString(), Qt::FindDirectChildrenOnly);
    menu.clear();
    inspector->addCopies(menu, keyFigure->mapTo(inspector, QPoint(5, 5)));
    EXPECT_EQ(take("Copy value"), keyFigure->text());
}

TEST_F(OpenWindow, ArrowKeysWalkTheInspectorsValuesAndCopyTakesTheOneWithTheFrame)
{
    select(rowOf("flash_fwd"));
    auto* area = static_cast<app::ValueArea*>(inspector->currentWidget());
    const auto all = copied(area);
    EXPECT_TRUE(all.contains(u'\n'));
    QTest::keyClick(area, Qt::Key_Down);
    EXPECT_EQ(copied(area), cell(rowOf("flash_fwd"), "name"));
    QStringList values;
    for (QString before; area->currentValue() != before; QTest::keyClick(area, Qt::Key_Down))
        values << (before = area->currentValue());
    EXPECT_TRUE(values.contains(inspector->panel("speed_of_light")->findChild<app::BarList*>()->bars()[1].figure));
    QTest::keyClick(area, Qt::Key_End);
    QTest::keyClick(area, Qt::Key_Right);
    EXPECT_EQ(copied(area), area->currentValue());
    QTest::keyClick(area, Qt::Key_Escape);
    EXPECT_EQ(copied(area), all);
}

TEST_F(OpenWindow, TabGoesDownTheInspector)
{
    select(rowOf("flash_fwd"));
    QTest::qWait(200); // laid out
    window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    auto* area = static_cast<app::ValueArea*>(inspector->currentWidget());
    area->setFocus();
    QStringList buttons;
    int before = -1;
    QTest::keyClick(area, Qt::Key_Tab);
    for (auto* focus = QApplication::focusWidget(); area->isAncestorOf(focus); focus = QApplication::focusWidget()) {
        const int top = focus->mapTo(area->widget(), QPoint()).y();
        EXPECT_GE(top, before) << focus->metaObject()->className();
        before = top;
        if (const auto* button = qobject_cast<QToolButton*>(focus)) buttons << button->text();
        QTest::keyClick(focus, Qt::Key_Tab);
    }
    for (const char* name : {"Copy name", "Copy", "Enter…"})
        EXPECT_TRUE(buttons.contains(QString::fromUtf8(name))) << name;
}

TEST_F(OpenWindow, ShiftF10OpensTheMenuOfWhatHasTheFocus)
{
    select(rowOf("flash_fwd"));
    const auto menuOf = [this](QWidget* focus) {
        QStringList entries;
        window->activateWindow(); // a menu before took it
        EXPECT_TRUE(QTest::qWaitForWindowActive(window.get()));
        focus->setFocus();
        QTimer::singleShot(0, qApp, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) return;
            for (const auto* action : menu->actions()) entries << action->text().remove(u'&');
            menu->close();
        });
        QTest::keyClick(focus, Qt::Key_F10, Qt::ShiftModifier);
        QTest::qWait(20);
        return entries;
    };
    EXPECT_TRUE(menuOf(&table->view()).contains("Isolate"));
    EXPECT_TRUE(menuOf(chart).contains("Isolate"));
    QTest::keyClick(inspector->currentWidget(), Qt::Key_Down);
    EXPECT_TRUE(menuOf(inspector->currentWidget()).contains("Copy value"));
}

TEST_F(OpenWindow, ANarrowerWindowTakesFromTheTableBeforeTheChart)
{
    for (const int width : {1440, 1240, 1600}) {
        window->resize(width, 800);
        QTest::qWait(20);
        EXPECT_GE(chart->width(), 540) << width;
    }
}

TEST_F(OpenWindow, ThereIsNoMenuBesideThePoints)
{
    const QPoint at = chart->chartScene().mapping.at(0.02, 5e15).toPoint();
    QContextMenuEvent click(QContextMenuEvent::Mouse, at, chart->viewport()->mapToGlobal(at));
    QApplication::sendEvent(chart->viewport(), &click);
    QContextMenuEvent key(QContextMenuEvent::Keyboard, QPoint(), chart->mapToGlobal(QPoint()));
    QApplication::sendEvent(chart, &key);
    EXPECT_EQ(QApplication::activePopupWidget(), nullptr);
}

TEST_F(OpenWindow, OtherRoofsLeaveTheTimeCoverAlone)
{
    auto* cover = window->findChild<app::CoverSlider*>();
    cover->setCover(0.7);
    const int before = rows();
    for (auto* menu : window->findChildren<app::ChoiceMenu*>())
        if (menu->title() == "&Roofs") menu->setChosen({"computed"});
    QTest::qWait(50);
    EXPECT_EQ(rows(), before);
}

TEST_F(OpenWindow, MeasuredRoofsOfTheSameGpuServeTheReport)
{
    int row = 0;
    while (row < rows() && cell(row, "by") != "DRAM") ++row;
    ASSERT_LT(row, rows());
    const auto name = cell(row, "name");
    const auto computed = cell(row, "eff");
    select(row);
    window->open({QStringLiteral(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return chart->data().title.contains("roofs measured"); }, 10000));
    EXPECT_TRUE(chart->data().source.contains("measured roofs of another session"));
    QTest::qWait(50);
    EXPECT_TRUE(panelText("header").contains(name)) << "the selection survives";
    EXPECT_TRUE(panelText("verdict").contains("Roof: measured")) << panelText("verdict").toStdString();
    table->view().clearSelection();
    QTest::keyClick(window.get(), Qt::Key_W,
                    Qt::ControlModifier); // nothing is selected: closes the session opened last
    ASSERT_TRUE(QTest::qWaitFor([&] { return !chart->data().title.contains("roofs measured"); }, 10000));
    EXPECT_EQ(cell(rowOf(name), "eff"), computed);
}

TEST_F(OpenWindow, ClosingTakesTheSessionOfTheSelectedKernel)
{
    const int first = rows();
    window->open({QStringLiteral(RIDGEPOINT_SAMPLES "/kernels_full.ncu-rep.xz")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows() > first; }, 20000));
    select(rowOf("flash_fwd")); // of the report opened first
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QTest::qWait(20);
    EXPECT_TRUE(counts().value(0).startsWith("21 launches, ")) << counts().join(u'|').toStdString();
    EXPECT_EQ(rowOf("flash_fwd"), -1);
}

TEST_F(OpenWindow, GroupsStayOpenByTheirName)
{
    auto& view = table->view();
    const auto opened = [&] {
        QStringList list;
        for (int row = 0; row < rows(); ++row)
            if (view.isExpanded(view.model()->index(row, 0))) list << cell(row, "name");
        return list;
    };
    int group = 0;
    while (group < rows() && view.model()->rowCount(view.model()->index(group, 0)) == 0) ++group;
    ASSERT_LT(group, rows()) << "the report has no group";
    const auto name = cell(group, "name");
    view.expand(view.model()->index(group, 0));
    filter("\"" + name + "\"");
    filter({});
    EXPECT_EQ(opened(), QStringList{name});
    window->open({sampleFile()}); // read again
    QSignalSpy reset(view.model(), &QAbstractItemModel::modelReset);
    ASSERT_TRUE(reset.wait(10000));
    QTest::qWait(50);
    EXPECT_EQ(opened(), QStringList{name});
}

TEST_F(OpenWindow, TheSummarysBarAddsUpToAllOfTheTime)
{
    const auto* bar = inspector->findChild<app::StackedBar*>();
    ASSERT_NE(bar, nullptr);
    double sum = 0;
    for (const auto& part : bar->parts()) sum += part.ratio;
    EXPECT_NEAR(sum, 1, 1e-9);
    ASSERT_GE(bar->parts().size(), 2U);
    EXPECT_GE(bar->parts()[0].ratio, bar->parts()[1].ratio);
    EXPECT_FALSE(bar->parts()[0].name.isEmpty());
}

TEST_F(OpenWindow, AKeyShowsTheLogOfWhatWasRead)
{
    auto* log = window->findChild<app::LogDock*>();
    EXPECT_FALSE(log->isVisible());
    QTest::keyClick(window.get(), Qt::Key_F12);
    EXPECT_TRUE(log->isVisible());
    EXPECT_TRUE(log->text().contains("torch_roofline.ncu-rep.xz: read: 38 launches")) << log->text().toStdString();
    EXPECT_TRUE(log->text().contains("of 38 launches: ")) << "cautions\n" << log->text().toStdString();
    window->open({"/nowhere.ncu-rep"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return log->text().contains("nowhere.ncu-rep: "); }, 5000));
}

TEST_F(OpenWindow, TheReportCountsItsPasses)
{
    select(rowOf("flash_fwd"));
    EXPECT_TRUE(panelText("provenance").contains("Passes\t")) << panelText("provenance").toStdString();
    EXPECT_FALSE(panelText("provenance").contains("Passes\t–"));
}

TEST_F(OpenWindow, ANamedKernelStaysSelectedAndTheNameIsUndone)
{
    select(rowOf("flash_fwd"));
    answer<QInputDialog>([](QInputDialog& dialog) { dialog.setTextValue("attention"), dialog.accept(); });
    QTest::keyClick(window.get(), Qt::Key_F2);
    QTest::qWait(50);
    EXPECT_GE(rowOf("attention"), 0);
    EXPECT_TRUE(panelText("header").contains("attention"));
    window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    table->view().setFocus();
    QTest::keyClick(&table->view(), Qt::Key_Z, Qt::ControlModifier);
    QTest::qWait(50);
    EXPECT_EQ(rowOf("attention"), -1);
    EXPECT_GE(rowOf("flash_fwd"), 0);
}

TEST_F(OpenWindow, ClosingAsksForWhatWasEnteredAndNotSaved)
{
    select(0);
    answer<QInputDialog>([](QInputDialog& dialog) { dialog.setTextValue("mine"), dialog.accept(); });
    QTest::keyClick(window.get(), Qt::Key_F2);
    answer<QMessageBox>([](QMessageBox& box) { box.button(QMessageBox::Cancel)->click(); });
    window->close();
    EXPECT_TRUE(window->isVisible());
    answer<QMessageBox>([](QMessageBox& box) { box.button(QMessageBox::Discard)->click(); });
    window->close();
    EXPECT_FALSE(window->isVisible());
}

TEST_F(OpenWindow, SettingsApplyAtOnceAndAreKept)
{
    answer<app::SettingsDialog>([](app::SettingsDialog& dialog) {
        const auto boxes = dialog.findChildren<QComboBox*>();
        for (auto* box : boxes) box->setCurrentIndex(box->count() - 1); // dark, demangled, the report's own
        dialog.findChild<QCheckBox*>()->setChecked(true);
        dialog.accept();
    });
    QTest::keyClick(window.get(), Qt::Key_Comma, Qt::ControlModifier);
    EXPECT_EQ(app::Theme::of(QApplication::palette()).kind(), app::ThemeKind::Dark);
    EXPECT_GE(rowOf("pytorch_flash::flash_fwd_kernel<"), 0);
    window->close();
    app::setAppearance(app::Appearance::System);

    const app::MainWindow again;
    EXPECT_EQ(app::Theme::of(QApplication::palette()).kind(), app::ThemeKind::Dark);
    std::map<QString, QStringList> chosen;
    for (const auto* menu : again.findChildren<app::ChoiceMenu*>()) chosen[menu->title()] = menu->chosen();
    EXPECT_EQ(chosen["&Names"], QStringList("demangled"));
    EXPECT_EQ(chosen["&Roofs"], QStringList("computed"));
    app::setAppearance(app::Appearance::System);
    QSettings().clear();
}

TEST_F(OpenWindow, AButtonCopiesTheFullName)
{
    select(rowOf("flash_fwd"));
    auto* copy = inspector->panel("header")->findChild<QToolButton*>();
    ASSERT_NE(copy, nullptr);
    copy->click();
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith("void pytorch_flash::flash_fwd_kernel<"))
        << QGuiApplication::clipboard()->text().toStdString();
}

TEST_F(OpenWindow, UsedPipesCanBeSwitchedOff)
{
    const auto drawn = [this](const char* name) {
        return std::ranges::any_of(chart->chartScene().roof_hits,
                                   [&](const app::RoofHit& roof) { return roof.name == QLatin1String(name); });
    };
    app::ChoiceMenu* pipes = nullptr;
    for (auto* menu : window->findChildren<app::ChoiceMenu*>())
        if (menu->title() == "&Pipes") pipes = menu;
    ASSERT_NE(pipes, nullptr);
    const auto frame = chart->chartScene().machine_frame;
    const auto all = pipes->chosen();
    ASSERT_TRUE(drawn("BF16 mma.sync"));
    auto fewer = all;
    fewer.removeIf([](const QString& id) { return id.contains("bf16") && id.contains("mma"); });
    pipes->setChosen(fewer);
    EXPECT_FALSE(drawn("BF16 mma.sync"));
    EXPECT_TRUE(drawn("FP32"));
    pipes->setChosen(all + QStringList{"selected"});
    select(rowOf("flash_fwd"));
    EXPECT_TRUE(drawn("BF16 mma.sync"));
    EXPECT_FALSE(drawn("FP32"));
    EXPECT_EQ(chart->chartScene().machine_frame.y_high, frame.y_high);
}

TEST_F(OpenWindow, EachLaunchIsAChoiceOfThePoints)
{
    for (auto* action : window->findChildren<QAction*>())
        if (action->text() == "&Each launch") action->trigger();
    QTest::qWait(50);
    EXPECT_EQ(rows(), 38);
}

TEST_F(OpenWindow, TheTableIsAsWideAsItsColumnsAndTheChartKeepsItsOwn)
{
    window->resize(1440, 900);
    QTest::qWait(50);
    EXPECT_GE(chart->width(), 614);
    EXPECT_GE(table->width(), app::scaledByFont(320) - 2);
    EXPECT_LE(table->width(), app::scaledByFont(500) + 2);
    window->resize(1024, 640);
    QTest::qWait(50);
    EXPECT_GE(chart->width(), 420);
}

TEST(LargeFont, InASmallWindowLeavesAPlotToWorkIn)
{
    const QFont usual = QApplication::font();
    QFont large = usual;
    large.setPointSize(14);
    QApplication::setFont(large);
    QSettings().clear();
    {
        app::MainWindow window;
        window.resize(1024, 640);
        window.show();
        window.open({sampleFile()});
        const auto* chart = window.findChild<app::RooflineView*>();
        EXPECT_TRUE(QTest::qWaitFor([&] { return !chart->data().rows.empty(); }, 20000));
        QTest::qWait(50);
        EXPECT_EQ(window.width(), 1024);
        EXPECT_GE(chart->chartScene().mapping.plot.width(), 320);
        for (const auto* label : window.statusBar()->findChildren<QLabel*>()) {
            EXPECT_TRUE(!label->text().contains(" launches, ") || label->width() >= label->sizeHint().width());
            // The roofs give way, and end in an ellipsis.
            EXPECT_TRUE(label->toolTip().isEmpty() || label->text().endsWith(QChar(0x2026)));
        }
    }
    QApplication::setFont(usual);
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
    const auto list = inspector->findChild<app::SeveralPanel*>()->text().split(u'\n');
    EXPECT_TRUE(list[0].startsWith(QString::number(rows()) + " kernels, ")) << list[0].toStdString();
    for (int row = 0; row < 3; ++row) {
        const auto cells = list[row + 2].split(u'\t'); // below the sum and the head
        EXPECT_EQ(cells.mid(1), QStringList({cell(row, "time"), cell(row, "by"), cell(row, "eff")})) << row;
    }
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
    for (const auto* bar : window->menuBar()->actions())
        for (const auto* action : bar->menu()->actions())
            EXPECT_TRUE(action->isSeparator() || action->text().contains(u'&')) << action->text().toStdString();
    for (const auto* action : menu("P&oints").actions())
        EXPECT_TRUE(action->text().isEmpty() || action->text().contains(u'&')) << action->text().toStdString();
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

TEST_F(OpenWindow, ACopiedPictureHidesFileNamesWhereTheSettingsSaySo)
{
    answer<app::SettingsDialog>([](app::SettingsDialog& dialog) {
        dialog.findChild<QCheckBox*>()->setChecked(true);
        dialog.accept();
    });
    QTest::keyClick(window.get(), Qt::Key_Comma, Qt::ControlModifier);
    trigger("Copy &picture");
    const auto copied = QGuiApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml"));
    const auto picture = [&](const app::ChartData& data) {
        const app::PictureStyle style = {.size = chart->size(), .theme = chart->chartScene().theme};
        return app::chartSvg(app::chartPicture(data, chart->options(), style));
    };
    EXPECT_TRUE(copied == picture(app::withoutFileNames(chart->data())));
    EXPECT_FALSE(copied == picture(chart->data()));
    QSettings().clear();
}

TEST_F(OpenWindow, ExportedDataIsJudgedByTheRoofsOfTheWindow)
{
    const auto listed = [&](core::RoofChoice choice) {
        std::ostringstream text;
        core::listJson(text, *chart->data().rows.front().session, {.choice = choice});
        return QByteArray::fromStdString(text.str());
    };
    const auto exported = [&] { return saved("Export &data…", "kernels.json", 0, "kernels.json"); };
    EXPECT_TRUE(exported() == listed(core::RoofChoice::BestKnown));
    menu("&Roofs").setChosen({QStringLiteral("measured")}); // the report brings none
    EXPECT_TRUE(exported() == listed(core::RoofChoice::Measured));
    EXPECT_FALSE(exported() == listed(core::RoofChoice::BestKnown));
}

TEST_F(OpenWindow, ANameWithoutASuffixGetsThatOfTheTypeChosen)
{
    EXPECT_TRUE(saved("Export &data…", "kernels", 1, "kernels.json").startsWith('{'));
    EXPECT_TRUE(saved("Export &data…", "kernels", 0, "kernels.csv").startsWith("index,"));
    EXPECT_TRUE(saved("Export &data…", "kernels.v2", 1, "kernels.v2").startsWith('{'));
    EXPECT_TRUE(saved("Report (&HTML)…", "review", 0, "review.html").startsWith("<!DOCTYPE html>"));
}

TEST_F(OpenWindow, AFolderOfTheNameTypedInTheProgramsOwnFolderDoesNotMatter)
{
    const QTemporaryDir own;
    ASSERT_TRUE(QDir(own.path()).mkdir(QStringLiteral("kernels")));
    const auto before = QDir::currentPath();
    ASSERT_TRUE(QDir::setCurrent(own.path()));
    EXPECT_TRUE(saved("Export &data…", "kernels", 1, "kernels.json").startsWith('{'));
    QDir::setCurrent(before);
}

TEST_F(OpenWindow, AlgorithmicFiguresAreNotEnteredForSeveralKernelsAtOnce)
{
    menu("&Group by").setChosen({QStringLiteral("session")});
    QTest::qWait(50);
    ASSERT_EQ(rows(), 1);
    select(0);
    bool asked = false;
    QTimer::singleShot(0, qApp, [&] {
        auto* dialog = QApplication::activeModalWidget();
        asked = dialog != nullptr;
        if (dialog) dialog->close();
    });
    emit table->workEntryWanted();
    QTest::qWait(20);
    EXPECT_FALSE(asked);
    const auto buttons = inspector->findChildren<QToolButton*>();
    const auto enter = std::ranges::find(buttons, QStringLiteral("Enter…"), &QToolButton::text);
    ASSERT_NE(enter, buttons.end());
    EXPECT_FALSE((*enter)->isEnabled());
}

TEST_F(OpenWindow, HelpShowsTheExpressionsOfEveryNumber)
{
    trigger("How every &number is made");
    const auto* page = window->findChild<QTextBrowser*>();
    ASSERT_NE(page, nullptr);
    const auto text = page->toPlainText();
    for (const auto* part : {"DRAM read\n", "dram__bytes_read.sum\n", "Issue slots\n", "smsp__inst_executed.sum\n",
                             "lts__lts2xbar_cycles_active.sum * 32 (a lower bound)\n"})
        EXPECT_TRUE(text.contains(QLatin1String(part))) << part;
}

TEST_F(OpenWindow, WhatLimitsAKernelKeepsItsWords)
{
    QTest::qWait(50);
    const auto& filter = static_cast<const app::KernelFilter&>(*table->view().model());
    constexpr int paddingAndChip = 26;
    for (int row = 0; row < rows(); ++row) {
        const auto index = filter.index(row, app::columnOf("by"));
        const int width = table->view().columnWidth(index.column()) - paddingAndChip;
        const auto shown = app::KernelDelegate::shownBinding(filter.row(index), width);
        EXPECT_FALSE(shown.contains(QChar(0x2026))) << shown.toStdString();
    }
    const auto& flash = filter.row(filter.index(rowOf("flash_fwd"), 0));
    EXPECT_EQ(app::KernelDelegate::shownBinding(flash, 1000), "BF16 mma.sync");
    EXPECT_EQ(app::KernelDelegate::shownBinding(flash, app::scaledByFont(80)), "BF16 mma");
}

TEST_F(OpenWindow, NamesKeepTheirEndsAndNoColumnIsCutOff)
{
    auto& view = table->view();
    const auto index = view.model()->index(rowOf("nvjet bf16 [2"), 0);
    const auto shown = app::KernelDelegate::shownText(index, 120);
    EXPECT_TRUE(shown.startsWith("nvj") && shown.endsWith("nnt")) << shown.toStdString();
    window->resize(1600, 900);
    QTest::qWait(50);
    EXPECT_GE(view.columnWidth(0), app::scaledByFont(150));
    window->resize(1024, 640);
    QTest::qWait(50);
    EXPECT_EQ(view.horizontalScrollBar()->maximum(), 0);
    EXPECT_GE(view.columnWidth(0), app::scaledByFont(120));
}

TEST(MainWindow, TheMeasuredGpuThatComesWithItOpensAndIsDrawn)
{
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    app::MainWindow window;
    window.show();
    for (auto* action : window.findChildren<QAction*>())
        if (action->text() == "Open &measured H200") action->trigger();
    auto* chart = window.findChild<app::RooflineView*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !chart->data().devices.empty(); }, 20000));
    EXPECT_TRUE(chart->data().title.startsWith("NVIDIA H200 · roofs measured 2026-12-01"))
        << chart->data().title.toStdString();
    QStringList roofs;
    for (const auto& roof : chart->chartScene().roof_hits) roofs << roof.name;
    for (const char* name : {"DRAM", "L2", "SMEM", "FP64", "FP32", "BF16 wgmma", "FP8 wgmma"})
        EXPECT_TRUE(roofs.contains(QLatin1String(name))) << name;
    EXPECT_FALSE(roofs.contains("BF16 mma.sync")) << "of each type the fastest pipe is enough";
    window.open({sampleFile()});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !chart->data().rows.empty(); }, 20000));
    EXPECT_TRUE(chart->options().extra_pipes.empty()) << "kernels decide which pipes are drawn";
}

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel library in the window: what is chosen, and a run of it with a stand-in for the measuring program.
#include "app/banner_area.h"
#include "app/kernel_table.h"
#include "app/library/family_panel.h"
#include "app/library/kernel_chooser.h"
#include "app/main_window.h"
#include "app/roof_list.h"
#include "app/roofline_view.h"
#include "core/import/importer.h"
#include "fake_capture/fake_library.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>

#include <gmock/gmock.h>

#include <algorithm>

namespace {

using app::KernelChoice;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(KernelChoice, BecomesTheArgumentsOfTheMeasuringProgram)
{
    EXPECT_EQ(app::argumentsOf({}).join(u' '), QStringLiteral("--size large --counters base"));
    const KernelChoice choice{.variants = QStringList{"copy.float4", "matmul.naive"},
                              .size = QStringLiteral("all"),
                              .counters = QStringLiteral("none")};
    EXPECT_EQ(app::argumentsOf(choice).join(u' '),
              QStringLiteral("--size all --no-counters --variant copy.float4 matmul.naive"));
}

TEST(KernelChoice, CountsWhatTheGpuRuns)
{
    const auto families = fake::families();
    core::Device device;
    device.compute_capability = {9, 0};
    const auto all = app::countOf({}, families, &device);
    EXPECT_EQ(all.kernels, 9); // of 7 and 3 steps one needs CC 10.0
    EXPECT_EQ(all.families, 2);
    EXPECT_EQ(app::countOf({.size = QStringLiteral("all")}, families, &device).kernels, 36);
    EXPECT_EQ(app::countOf({.variants = QStringList{"copy.float4"}}, families, &device).kernels, 1);
    EXPECT_EQ(app::countOf({}, families, nullptr).kernels, 10); // a GPU that isn't known refuses nothing
}

TEST(KernelChoice, AStepIsForTheGenerationsThatHaveItsInstructions)
{
    const core::FamilyStep step{.variant = "wgmma", .step = "", .needs = {{9, 0}}, .until = {{9, 0}}};
    core::Device device;
    for (const auto& [here, isFor] :
         {std::pair{core::ComputeCapability{8, 0}, false}, {{9, 0}, true}, {{10, 0}, false}}) {
        device.compute_capability = here;
        EXPECT_EQ(app::isFor(step, &device), isFor) << here.major;
    }
}

class Chooser : public testing::Test {
protected:
    static constexpr auto patience = std::chrono::seconds(15); ///< with a machine that has other work

    void TearDown() override { qunsetenv("FAKE_CAPTURE"); }

    void open(const KernelChoice& choice = {}, const char* way = "", std::chrono::milliseconds silence = patience)
    {
        qputenv("FAKE_CAPTURE", way);
        device.id = device.name = "Fake GPU";
        device.compute_capability = {9, 0};
        chooser = std::make_unique<app::KernelChooser>(&device, choice);
        chooser->show();
        chooser->read(QStringLiteral(RIDGEPOINT_FAKE_CAPTURE), silence);
        tree = chooser->findChild<QTreeWidget*>();
        counters = chooser->findChildren<QComboBox*>().last();
        size = chooser->findChildren<QComboBox*>().first();
    }
    void waitForList() const
    {
        ASSERT_TRUE(QTest::qWaitFor([&] { return tree->topLevelItemCount() == 2 && tree->isVisible(); }, 15'000));
    }
    [[nodiscard]] bool says(const char* words) const
    {
        const auto labels = chooser->findChildren<QLabel*>();
        return QTest::qWaitFor(
            [&] {
                return std::ranges::any_of(labels, [&](const QLabel* label) {
                    return label->isVisible() && label->text().contains(QString::fromUtf8(words));
                });
            },
            5'000);
    }
    [[nodiscard]] QPushButton* button(const char* text) const
    {
        for (auto* each : chooser->findChildren<QPushButton*>())
            if (each->text() == QString::fromUtf8(text)) return each;
        return nullptr;
    }
    /// As a user does it: on the box before the text.
    void tick(QTreeWidgetItem* item) const
    {
        tree->setCurrentItem(item);
        QTest::keyClick(tree, Qt::Key_Space);
    }

    core::Device device;
    std::unique_ptr<app::KernelChooser> chooser;
    QTreeWidget* tree = nullptr;
    QComboBox* size = nullptr;
    QComboBox* counters = nullptr;
};

TEST_F(Chooser, ShowsFamiliesWithTheirFormulaAndStepsAndTicksAll)
{
    open();
    waitForList();
    const auto* matmul = tree->topLevelItem(0);
    EXPECT_EQ(matmul->text(0), QStringLiteral("Matrix product"));
    EXPECT_THAT(matmul->text(1).toStdString(), HasSubstr("2 N^3 FLOP"));
    EXPECT_EQ(matmul->checkState(0), Qt::Checked);
    EXPECT_EQ(matmul->child(1)->text(1), QStringLiteral("Neighbours read neighbouring words"));
    EXPECT_EQ(matmul->child(6)->text(1), QStringLiteral("Reference: cuBLASLt"));
    EXPECT_TRUE(says("9 kernels of 2 families: each is checked and timed, then run again in 2 passes"));
    EXPECT_EQ(chooser->choice(), KernelChoice{});
}

TEST_F(Chooser, GreysWhatTheGpuCannotRun)
{
    open();
    waitForList();
    const auto* tooNew = tree->topLevelItem(0)->child(5);
    EXPECT_TRUE(tooNew->isDisabled());
    EXPECT_EQ(tooNew->text(1), QStringLiteral("needs CC 10.0 · The fifth generation's tensor memory"));
    EXPECT_EQ(tooNew->checkState(0), Qt::Unchecked);
    EXPECT_FALSE(tree->topLevelItem(0)->child(4)->isDisabled()); // CC 9.0
}

TEST_F(Chooser, SpaceTicksAFamilyWithAllItsVariantsAndBack)
{
    open();
    waitForList();
    auto* copy = tree->topLevelItem(1);
    tick(copy);
    EXPECT_EQ(copy->child(0)->checkState(0), Qt::Unchecked);
    tick(copy->child(1));
    EXPECT_EQ(copy->checkState(0), Qt::PartiallyChecked);
    EXPECT_TRUE(says("7 kernels of 2 families"));
    tick(copy);
    EXPECT_EQ(copy->checkState(0), Qt::Checked);
    EXPECT_EQ(copy->child(2)->checkState(0), Qt::Checked);
}

TEST_F(Chooser, AllAndNoneAreOfWhatTheFilterShows)
{
    open();
    waitForList();
    auto* filter = chooser->findChild<QLineEdit*>();
    QTest::mouseClick(button("&None"), Qt::LeftButton);
    EXPECT_TRUE(says("Nothing is chosen."));
    EXPECT_FALSE(button("&Measure")->isEnabled());
    QTest::keyClicks(filter, QStringLiteral("engine")); // a word of one step
    EXPECT_TRUE(tree->topLevelItem(0)->isHidden());
    EXPECT_FALSE(tree->topLevelItem(1)->isHidden());
    EXPECT_TRUE(tree->topLevelItem(1)->child(0)->isHidden());
    EXPECT_TRUE(tree->topLevelItem(1)->isExpanded());
    QTest::mouseClick(button("&All"), Qt::LeftButton);
    EXPECT_EQ(chooser->choice().variants, QStringList{"copy.tma_bulk"});
    filter->clear();
    EXPECT_FALSE(tree->topLevelItem(0)->isHidden());
}

TEST_F(Chooser, TellsHowManyPassesTheCountersTakeOnThisGpu)
{
    open();
    waitForList();
    EXPECT_EQ(counters->itemText(0), QStringLiteral("None: time and algorithmic work"));
    EXPECT_TRUE(counters->itemText(1).endsWith(QStringLiteral(" · 2 passes")));
    EXPECT_TRUE(counters->itemText(2).endsWith(QStringLiteral(" · 15 passes")));
    counters->setCurrentIndex(0);
    EXPECT_TRUE(says("each is checked and timed."));
}

TEST_F(Chooser, SaysWhyThereAreNoCountersAndHowTheyAreAllowed)
{
    device.counters_allowed = false;
    device.counters_obstacle = "administrators only";
    open();
    waitForList();
    EXPECT_TRUE(says("No counters on this GPU, time and algorithmic work alone: administrators only"));
    int asked = 0;
    QObject::connect(chooser.get(), &app::KernelChooser::countersWanted, [&] { ++asked; });
    QTest::mouseClick(button("&How to allow counters…"), Qt::LeftButton);
    EXPECT_EQ(asked, 1);
    counters->setCurrentIndex(0);
    EXPECT_FALSE(button("&How to allow counters…")->isVisible());
}

TEST_F(Chooser, EnterInTheFilterGoesToTheListAndMeasuresNothing)
{
    open();
    waitForList();
    auto* filter = chooser->findChild<QLineEdit*>();
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("nosuch"));
    QTest::keyClick(filter, Qt::Key_Return);
    EXPECT_TRUE(chooser->isVisible());
    EXPECT_TRUE(tree->hasFocus());
}

TEST_F(Chooser, BeginsWithTheChoiceOfLastTime)
{
    const KernelChoice before{
        .variants = QStringList{"copy.float4"}, .size = QStringLiteral("awkward"), .counters = QStringLiteral("full")};
    open(before);
    waitForList();
    EXPECT_EQ(chooser->choice(), before);
    EXPECT_TRUE(says("1 kernel of 1 family: each is checked and timed, then run again in 15 passes"));
    EXPECT_EQ(size->currentText(), QStringLiteral("awkward"));
    EXPECT_GE(size->findText(QStringLiteral("all")), 0);
}

TEST_F(Chooser, SaysWhyThereIsNoList)
{
    open({}, "refuse");
    EXPECT_TRUE(says("The list of kernels can't be read: no NVIDIA driver here; install one."));
}

TEST_F(Chooser, GivesUpAProgramThatHangs)
{
    open({}, "mute", std::chrono::milliseconds(500));
    EXPECT_TRUE(says("Reading the list of kernels…"));
    EXPECT_TRUE(says("doesn't answer"));
}

class LibraryWindow : public testing::Test {
protected:
    void SetUp() override
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings settings;
        settings.clear();
        settings.setValue(QStringLiteral("settings/capture_program"), QStringLiteral(RIDGEPOINT_FAKE_CAPTURE));
        settings.setValue(QStringLiteral("settings/measured_folder"), folder.path());
        makeWindow();
    }
    void TearDown() override { qunsetenv("FAKE_CAPTURE"); }

    void makeWindow()
    {
        window = std::make_unique<app::MainWindow>();
        window->show();
        chart = window->findChild<app::RooflineView*>();
        banners = window->findChild<app::BannerArea*>();
        table = &window->findChild<app::KernelTable*>()->view();
        run = window->findChild<app::RoofList*>(QStringLiteral("run"));
    }
    /// F8, then the button of the dialog.
    void measure(const char* way)
    {
        qputenv("FAKE_CAPTURE", way);
        answerChooser([](app::KernelChooser& chooser) { chooser.accept(); });
    }
    template <typename Answer> void answerChooser(Answer answer)
    {
        QTimer asking;
        asking.setInterval(20);
        QObject::connect(&asking, &QTimer::timeout, [&] {
            auto* chooser = qobject_cast<app::KernelChooser*>(QApplication::activeModalWidget());
            if (!chooser || chooser->findChild<QTreeWidget*>()->topLevelItemCount() == 0) return;
            asking.stop();
            answer(*chooser);
        });
        asking.start();
        for (auto* action : window->findChildren<QAction*>())
            if (action->shortcuts().contains(QKeySequence(Qt::Key_F8))) return action->trigger();
        FAIL() << "no command has F8";
    }
    [[nodiscard]] bool waitForBanner(const char* words) const
    {
        return QTest::qWaitFor([&] { return banner().contains(QString::fromUtf8(words)); }, 20'000);
    }
    [[nodiscard]] QString banner() const { return banners->text(QStringLiteral("measuring")); }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return run->view().model()->index(row, column).data().toString();
    }
    [[nodiscard]] QStringList files() const { return QDir(folder.path()).entryList(QDir::Files); }
    [[nodiscard]] core::Session kept(int place = 0) const
    {
        return core::importFile(folder.filePath(files().at(place)).toStdString());
    }

    QTemporaryDir folder;
    std::unique_ptr<app::MainWindow> window;
    app::RooflineView* chart = nullptr;
    app::BannerArea* banners = nullptr;
    QTreeView* table = nullptr;
    app::RoofList* run = nullptr;
};

TEST_F(LibraryWindow, F8MeasuresAndEveryKernelIsInTableChartAndFile)
{
    measure("");
    ASSERT_TRUE(waitForBanner("9 kernels measured, spread 0.2\u202F%, their results checked; saved."));
    QTest::qWait(50);
    EXPECT_EQ(table->model()->rowCount(), 9);
    EXPECT_TRUE(table->isVisible());
    EXPECT_EQ(chart->data().rows.size(), 9U);
    EXPECT_EQ(kept().kernels.size(), 9U);
    EXPECT_EQ(kept().families.size(), 2U);
    EXPECT_EQ(cell(0, app::RoofModel::Name), QStringLiteral("matmul naive large"));
    EXPECT_EQ(cell(0, app::RoofModel::Rate), QStringLiteral("100\u202Fms"));
    EXPECT_EQ(cell(5, app::RoofModel::Rate), QStringLiteral("skipped"));
}

TEST_F(LibraryWindow, StepsOfTheLadderAreSelectedFromTheInspectorAndByTheViewMenu)
{
    measure("");
    ASSERT_TRUE(waitForBanner("9 kernels measured"));
    QTest::qWait(50);
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::qWait(50);
    const auto current = [&] { return table->currentIndex().siblingAtColumn(0).data().toString(); };
    ASSERT_EQ(current(), QStringLiteral("matmul naive")); // by time
    EXPECT_FALSE(chart->chartScene().ladder.empty());
    auto* panel = window->findChild<app::FamilyPanel*>();
    for (auto* button : panel->findChildren<QPushButton*>())
        if (button->accessibleName() == QStringLiteral("wgmma")) {
            button->setFocus();
            QTest::keyClick(button, Qt::Key_Space);
            break;
        }
    QTest::qWait(50);
    EXPECT_EQ(current(), QStringLiteral("matmul wgmma"));
    QTest::keyClick(chart, Qt::Key_Comma);
    QTest::qWait(50);
    EXPECT_EQ(current(), QStringLiteral("matmul tile64"));
    for (int step = 0; step < 4; ++step) { // to the reference, and no further
        QTest::keyClick(chart, Qt::Key_Period);
        QTest::qWait(50);
    }
    EXPECT_EQ(current(), QStringLiteral("matmul library"));
    table->clearSelection();
    QTest::qWait(50);
    EXPECT_TRUE(chart->chartScene().ladder.empty());
    for (auto* action : window->findChildren<QAction*>())
        if (action->data() == QStringLiteral("matmul")) action->trigger();
    EXPECT_FALSE(chart->chartScene().ladder.empty());
}

TEST_F(LibraryWindow, KernelsAreInTheChartAsTheirFamiliesAreDone)
{
    qputenv("FAKE_CAPTURE", "steady"); // 0.3 s an item: of the other family three are still to come
    measure("steady");
    ASSERT_TRUE(waitForBanner("copy"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return chart->data().rows.size() == 6; }, 5'000));
    EXPECT_TRUE(run->isVisible());
    EXPECT_EQ(files().size(), 1);
    EXPECT_EQ(kept().kernels.size(), 6U); // as it is left when the window is killed
    EXPECT_THAT(banner().toStdString(), HasSubstr(" s left"));
    EXPECT_TRUE(waitForBanner("9 kernels measured"));
}

TEST_F(LibraryWindow, WhatWaitsForItsCountersIsTimedAndNotFailed)
{
    measure("slow");
    ASSERT_TRUE(waitForBanner("Measuring: matmul tile16 large, 3 of 10"));
    QTest::qWait(50);
    EXPECT_EQ(run->view().columnWidth(app::RoofModel::Theory), 0);
    EXPECT_EQ(run->view().columnViewportPosition(app::RoofModel::Spread),
              run->view().columnViewportPosition(app::RoofModel::Rate) +
                  run->view().columnWidth(app::RoofModel::Rate)); // what it has no figures of takes no room
    EXPECT_EQ(cell(0, app::RoofModel::Rate), QStringLiteral("timed"));
    EXPECT_EQ(cell(2, app::RoofModel::Rate), QStringLiteral("running"));
    EXPECT_EQ(cell(3, app::RoofModel::Rate), QStringLiteral("waiting"));
    for (auto* action : window->findChildren<QAction*>())
        if (action->shortcuts().contains(QKeySequence(Qt::CTRL | Qt::Key_Period))) action->trigger();
    ASSERT_TRUE(waitForBanner("Cancelled after 2 of 10 items. 2 kernels are kept."));
    EXPECT_EQ(kept().kernels.size(), 2U);
}

TEST_F(LibraryWindow, AKernelThatFailsIsListedWithItsReasonAndTheRestRunsOn)
{
    measure("fail");
    ASSERT_TRUE(waitForBanner("8 kernels measured"));
    EXPECT_THAT(banner().toStdString(), HasSubstr("1 failed: the list says why."));
    EXPECT_TRUE(run->isVisible());
    EXPECT_EQ(cell(2, app::RoofModel::Rate), QStringLiteral("failed"));
    EXPECT_THAT(run->view().model()->index(2, 0).data(Qt::ToolTipRole).toString().toStdString(),
                HasSubstr("its bytes were not counted"));
}

TEST_F(LibraryWindow, ACrashLosesWhatWasNotReportedAndTheRestCanBeTried)
{
    measure("crash");
    ASSERT_TRUE(waitForBanner("the measuring program stopped (signal 11) during matmul tile16 large."));
    qunsetenv("FAKE_CAPTURE");
    for (auto* button : banners->findChildren<QAbstractButton*>())
        if (button->text() == QStringLiteral("Try the rest")) button->click();
    ASSERT_TRUE(waitForBanner("6 kernels measured"));
    EXPECT_EQ(kept().kernels.size(), 6U);
    EXPECT_EQ(cell(0, app::RoofModel::Rate), QStringLiteral("failed"));
    EXPECT_EQ(cell(2, app::RoofModel::Rate), QStringLiteral("failed"));
    EXPECT_EQ(cell(3, app::RoofModel::Rate), QStringLiteral("25.0\u202Fms"));
}

TEST_F(LibraryWindow, NoMeasurementBeginsBesideAnother)
{
    const auto may = [&] {
        const auto actions = window->findChildren<QAction*>();
        return std::ranges::any_of(actions, [](const QAction* action) {
            return action->shortcuts().contains(QKeySequence(Qt::Key_F8)) && action->isEnabled();
        });
    };
    EXPECT_TRUE(may());
    measure("slow");
    EXPECT_TRUE(QTest::qWaitFor([&] { return !may(); }, 5'000));
    for (auto* action : window->findChildren<QAction*>())
        if (action->text() == QStringLiteral("&Stop")) action->trigger();
    EXPECT_TRUE(QTest::qWaitFor(may, 5'000));
}

TEST_F(LibraryWindow, ASecondRunLeavesTheFirstOpenAndInItsFile)
{
    measure("");
    ASSERT_TRUE(waitForBanner("9 kernels measured"));
    answerChooser([](app::KernelChooser& chooser) {
        auto* tree = chooser.findChild<QTreeWidget*>();
        tree->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        chooser.accept();
    });
    ASSERT_TRUE(waitForBanner("3 kernels measured"));
    QTest::qWait(50);
    EXPECT_EQ(table->model()->rowCount(), 12);
    EXPECT_EQ(files().size(), 2);
}

TEST_F(LibraryWindow, RefusedCountersLeaveTimesAndSayHowTheyAreAllowed)
{
    measure("refused counters");
    ASSERT_TRUE(waitForBanner("9 kernels measured"));
    EXPECT_THAT(banner().toStdString(), HasSubstr("No counters, time and algorithmic work alone: administrators only"));
    const auto buttons = banners->findChildren<QAbstractButton*>();
    EXPECT_TRUE(std::ranges::any_of(
        buttons, [](const auto* button) { return button->text() == QStringLiteral("How to allow counters"); }));
    QTest::qWait(50);
    EXPECT_EQ(chart->data().rows.size(), 9U);
}

TEST_F(LibraryWindow, TheChoiceAndTheSessionAreRememberedForTheNextStart)
{
    qputenv("FAKE_CAPTURE", "");
    answerChooser([](app::KernelChooser& chooser) {
        chooser.findChild<QTreeWidget*>()->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        chooser.findChildren<QComboBox*>().last()->setCurrentIndex(0);
        chooser.accept();
    });
    ASSERT_TRUE(waitForBanner("3 kernels measured"));
    EXPECT_EQ(QSettings().value(QStringLiteral("files/recent")).toStringList(),
              QStringList{folder.filePath(files().at(0))});
    window->close();
    makeWindow();
    answerChooser([](app::KernelChooser& chooser) {
        EXPECT_EQ(chooser.choice().variants, (QStringList{"copy.scalar", "copy.float4", "copy.tma_bulk"}));
        EXPECT_EQ(chooser.choice().counters, QStringLiteral("none"));
        chooser.reject();
    });
}

} // namespace

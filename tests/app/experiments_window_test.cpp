// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments in the window: opening a session that holds some, and a run with a stand-in for the measuring program.
#include "app/banner_area.h"
#include "app/experiments/experiment_list.h"
#include "app/experiments/experiments_page.h"
#include "app/export_dialog.h"
#include "app/inspector.h"
#include "app/main_window.h"
#include "app/measure_dialogs.h"
#include "app/roof_list.h"
#include "app/roofline_view.h"
#include "core/import/importer.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <gmock/gmock.h>

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const QString measured = QStringLiteral(RIDGEPOINT_TEST_DATA "/h200_experiments.ridgepoint.jsonl");

class ExperimentsWindow : public testing::Test {
protected:
    void SetUp() override
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings settings;
        settings.clear();
        settings.setValue(QStringLiteral("settings/capture_program"), QStringLiteral(RIDGEPOINT_FAKE_CAPTURE));
        settings.setValue(QStringLiteral("settings/measured_folder"), folder.path());
        window = std::make_unique<app::MainWindow>();
        window->resize(1440, 900);
        window->show();
        list = window->findChild<app::ExperimentList*>();
        page = window->findChild<app::ExperimentsPage*>();
        inspector = window->findChild<app::Inspector*>();
        chart = window->findChild<app::RooflineView*>();
        banners = window->findChild<app::BannerArea*>();
    }
    void TearDown() override { qunsetenv("FAKE_CAPTURE"); }

    void open(const QString& path)
    {
        window->open({path});
        ASSERT_TRUE(QTest::qWaitFor([&] { return list->chosen() != nullptr; }, 20'000));
    }
    [[nodiscard]] QTabWidget& tabs() const { return *window->findChild<QTabWidget*>(); }
    /// Chooses in the dialog that Measure > Experiments opens; `leaveOut` of the list.
    void measure(const char* way, const char* leaveOut = "")
    {
        qputenv("FAKE_CAPTURE", way);
        QTimer::singleShot(50, qApp, [leaveOut] {
            auto* chooser = qobject_cast<app::RoofChooser*>(QApplication::activeModalWidget());
            ASSERT_NE(chooser, nullptr);
            auto* choices = chooser->findChild<QListWidget*>();
            ASSERT_TRUE(QTest::qWaitFor([&] { return choices->isVisible(); }, 10'000));
            ASSERT_EQ(choices->count(), 2);
            for (int place = 0; place < 2; ++place)
                if (choices->item(place)->text() == QLatin1String(leaveOut))
                    choices->item(place)->setCheckState(Qt::Unchecked);
            chooser->accept();
        });
        for (auto* action : window->findChildren<QAction*>())
            if (action->text() == QStringLiteral("E&xperiments…")) return action->trigger();
        FAIL() << "no such command";
    }
    [[nodiscard]] QString banner() const { return banners->text(QStringLiteral("measuring")); }
    [[nodiscard]] bool waitForBanner(const char* words) const
    {
        return QTest::qWaitFor([&] { return banner().contains(QLatin1String(words)); }, 20'000);
    }
    [[nodiscard]] core::Session keptSession() const
    {
        const auto files = QDir(folder.path()).entryList({QStringLiteral("*.jsonl")}, QDir::Files);
        if (files.size() != 1) return {};
        return core::importFile(folder.filePath(files.front()).toStdString());
    }

    QTemporaryDir folder;
    std::unique_ptr<app::MainWindow> window;
    app::ExperimentList* list = nullptr;
    app::ExperimentsPage* page = nullptr;
    app::Inspector* inspector = nullptr;
    app::RooflineView* chart = nullptr;
    app::BannerArea* banners = nullptr;
};

TEST_F(ExperimentsWindow, ASessionOfExperimentsBringsThemToTheFront)
{
    open(measured);
    EXPECT_TRUE(list->isVisible());
    EXPECT_TRUE(page->isVisible());
    EXPECT_FALSE(inspector->isVisible());
    EXPECT_FALSE(chart->isVisible());
    ASSERT_EQ(list->view().count(), 9);
    EXPECT_EQ(page->view().experiment().about.name, "bank_conflicts");
    list->view().setCurrentRow(2);
    EXPECT_EQ(page->view().experiment().about.name, "grid_size");
}

TEST_F(ExperimentsWindow, TheChartComesBackWithItsInspector)
{
    open(measured);
    tabs().setCurrentIndex(0);
    EXPECT_TRUE(chart->isVisible());
    EXPECT_TRUE(inspector->isVisible());
    EXPECT_FALSE(page->isVisible());
    tabs().setCurrentWidget(list);
    EXPECT_FALSE(inspector->isVisible());
}

TEST_F(ExperimentsWindow, WithoutAnyThePageOffersToMeasureThem)
{
    window->open({QStringLiteral(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return tabs().isVisible(); }, 20'000));
    tabs().setCurrentWidget(list);
    EXPECT_TRUE(page->isVisible());
    EXPECT_TRUE(page->isEmpty());
}

TEST_F(ExperimentsWindow, CopyPictureAndCopyTakeThePlot)
{
    open(measured);
    for (auto* action : window->findChildren<QAction*>())
        if (action->shortcuts().contains(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C))) action->trigger();
    EXPECT_FALSE(QApplication::clipboard()->image().isNull());
}

TEST_F(ExperimentsWindow, ExportDrawsThePlotThatIsShownAndSaysItsCommand)
{
    open(measured);
    QString command;
    QTimer::singleShot(50, qApp, [&] {
        auto* dialog = qobject_cast<app::ExportDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        command = dialog->command();
        EXPECT_EQ(dialog->picture().scene.texts.front().text, page->picture({1600, 1200}, {}).scene.texts.front().text);
        dialog->reject();
    });
    for (auto* action : window->findChildren<QAction*>())
        if (action->shortcuts().contains(QKeySequence(QStringLiteral("Ctrl+E")))) action->trigger();
    const auto name = QString::fromStdString(page->view().experiment().about.name);
    EXPECT_TRUE(command.contains(QStringLiteral("h200_experiments.ridgepoint.jsonl"))) << command.toStdString();
    EXPECT_TRUE(command.endsWith(QStringLiteral("--experiment ") + name)) << command.toStdString();
    EXPECT_FALSE(command.contains(QStringLiteral("--levels")));
}

TEST_F(ExperimentsWindow, MeasuringShowsEachExperimentAndKeepsAllOfThem)
{
    measure("");
    ASSERT_TRUE(waitForBanner("5 points measured")) << banner().toStdString();
    EXPECT_TRUE(page->isVisible());
    ASSERT_EQ(list->view().count(), 2);
    EXPECT_EQ(list->chosen()->about.name, "stride");
    EXPECT_EQ(app::pointCount(*list->chosen()), 4U);
    EXPECT_TRUE(list->chosen()->lines.front().model);
    const auto session = keptSession();
    EXPECT_EQ(session.experiments.size(), 2U);
    EXPECT_EQ(session.curves.size(), 3U); // two lines and a model
    list->view().setCurrentRow(1);
    EXPECT_EQ(app::whyNoCurve(page->view().experiment()), QStringLiteral("One point alone was measured: no curve."));
}

TEST_F(ExperimentsWindow, OnlyThoseThatWereChosenAreMeasured)
{
    measure("", "Grid size and waves");
    ASSERT_TRUE(waitForBanner("4 points measured")) << banner().toStdString();
    EXPECT_EQ(list->view().count(), 1);
}

TEST_F(ExperimentsWindow, CancelInTheMiddleOfASweepKeepsItsPoints)
{
    measure("slow");
    ASSERT_TRUE(waitForBanner("read by stride 4"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return list->chosen() && app::pointCount(*list->chosen()) == 2; }));
    for (auto* action : window->findChildren<QAction*>())
        if (action->shortcuts().contains(QKeySequence(Qt::CTRL | Qt::Key_Period))) action->trigger();
    ASSERT_TRUE(waitForBanner("Cancelled after 2 of 5 items. 2 points are kept.")) << banner().toStdString();
    const auto session = keptSession();
    ASSERT_FALSE(session.curves.empty());
    EXPECT_THAT(session.curves.back().x, ElementsAre(1, 2));
}

TEST_F(ExperimentsWindow, APointThatFailsIsToldAndTheRestRunsOn)
{
    measure("fail");
    ASSERT_TRUE(waitForBanner("4 points measured")) << banner().toStdString();
    EXPECT_THAT(banner().toStdString(), HasSubstr("1 failed"));
    EXPECT_EQ(list->chosen()->problems.size(), 1);
    auto* run = window->findChild<app::RoofList*>(QStringLiteral("run"));
    ASSERT_EQ(run->view().model()->rowCount(), 5);
    EXPECT_EQ(run->view().model()->index(0, app::RoofModel::Rate).data().toString(), QStringLiteral("4.00\u202FTB/s"));
    EXPECT_EQ(run->view().model()->index(2, app::RoofModel::Rate).data().toString(), QStringLiteral("failed"));
}

TEST_F(ExperimentsWindow, ACrashKeepsWhatCameAndTheRestCanBeTried)
{
    measure("crash");
    ASSERT_TRUE(waitForBanner("2 points are kept.")) << banner().toStdString();
    EXPECT_EQ(keptSession().experiments.size(), 2U);
}

} // namespace

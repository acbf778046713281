// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Measure in the window, with a stand-in for the measuring program.
#include "app/banner_area.h"
#include "app/empty_state.h"
#include "app/kernel_table.h"
#include "app/main_window.h"
#include "app/measure_dialogs.h"
#include "app/roof_list.h"
#include "app/roofline_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <gmock/gmock.h>

#include <algorithm>
#include <ctime>
#include <utility>

namespace {

using testing::HasSubstr;

class MeasureWindow : public testing::Test {
protected:
    void SetUp() override
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings settings;
        settings.clear();
        settings.setValue(QStringLiteral("settings/capture_program"), QStringLiteral(RIDGEPOINT_FAKE_CAPTURE));
        settings.setValue(QStringLiteral("settings/measured_folder"), folder.path());
        window = std::make_unique<app::MainWindow>();
        window->show();
        list = window->findChild<app::RoofList*>(QStringLiteral("roofs"));
        chart = window->findChild<app::RooflineView*>();
        banners = window->findChild<app::BannerArea*>();
    }
    void TearDown() override { qunsetenv("FAKE_CAPTURE"); }

    void measure(const char* way)
    {
        qputenv("FAKE_CAPTURE", way);
        trigger(QKeySequence(Qt::Key_F7));
    }
    /// The command with this key, also where the test's window isn't the platform's active one.
    void trigger(const QKeySequence& key)
    {
        for (auto* action : window->findChildren<QAction*>())
            if (action->shortcuts().contains(key)) return action->trigger();
        FAIL() << "no command has " << key.toString().toStdString();
    }
    [[nodiscard]] bool waitForBanner(const char* words) const
    {
        return QTest::qWaitFor([&] { return banner().contains(QLatin1String(words)); }, 20'000);
    }
    [[nodiscard]] QString banner() const { return banners->text(QStringLiteral("measuring")); }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return list->view().model()->index(row, column).data().toString();
    }
    /// Answers the question that comes next with its button of this text.
    static void answer(const char* button)
    {
        QTimer::singleShot(50, qApp, [button] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            ASSERT_NE(question, nullptr);
            for (auto* each : question->buttons())
                if (each->text() == QLatin1String(button)) return each->click();
            FAIL() << "no button " << button;
        });
    }
    void openSample()
    {
        window->open({QStringLiteral(RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz")});
        ASSERT_TRUE(QTest::qWaitFor([&] { return !chart->data().rows.empty(); }, 20'000));
    }

    QTemporaryDir folder;
    std::unique_ptr<app::MainWindow> window;
    app::RoofList* list = nullptr;
    app::RooflineView* chart = nullptr;
    app::BannerArea* banners = nullptr;
};

TEST_F(MeasureWindow, F7MeasuresAndListsEveryItemWithItsResult)
{
    measure("");
    ASSERT_TRUE(waitForBanner("saved for this GPU"));
    EXPECT_TRUE(list->isVisible());
    ASSERT_EQ(list->view().model()->rowCount(), 7);
    EXPECT_EQ(cell(3, app::RoofModel::Name), QStringLiteral("FP32"));
    EXPECT_EQ(cell(3, app::RoofModel::Rate), QStringLiteral("65.9\u202FTFLOP/s"));
    EXPECT_EQ(cell(3, app::RoofModel::Theory), QStringLiteral("99\u202F%"));
    EXPECT_EQ(cell(3, app::RoofModel::Spread), QStringLiteral("±0.4\u202F%"));
    EXPECT_EQ(cell(5, app::RoofModel::Rate), QStringLiteral("142\u202Fns (282 clk)"));
    EXPECT_EQ(cell(6, app::RoofModel::Rate), QStringLiteral("skipped"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return chart->data().title.contains("Fake GPU · roofs measured"); }))
        << chart->data().title.toStdString();
}

TEST_F(MeasureWindow, TheListKeepsItsRatesInSightHoweverNarrowItIs)
{
    measure("");
    ASSERT_TRUE(waitForBanner("saved for this GPU"));
    auto& view = list->view();
    for (const int width : {1024, 1440}) {
        window->resize(width, 640);
        QTest::qWait(50);
        EXPECT_LE(view.columnViewportPosition(app::RoofModel::Theory), view.viewport()->width()) << width;
    }
    const int end = view.columnViewportPosition(app::RoofModel::Clock) + view.columnWidth(app::RoofModel::Clock);
    EXPECT_LE(end, view.viewport()->width()); // the wide one shows all
    EXPECT_LT(list->width(), window->width() * 2 / 5);
}

TEST_F(MeasureWindow, TheRoofBeingMeasuredIsDrawnFaintUntilItsItemEnds)
{
    measure("slow");
    ASSERT_TRUE(waitForBanner("L2 read, 3 of 7"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return chart->data().being_measured.has_value(); }));
    const auto& roofs = chart->chartScene().roofs;
    const auto isFaint = [](const app::SceneStroke& roof) { return std::abs(roof.color.alphaF() - 0.4) < 0.01; };
    EXPECT_EQ(std::ranges::count_if(roofs, isFaint), 1);
    trigger(QKeySequence(Qt::CTRL | Qt::Key_Period));
    ASSERT_TRUE(waitForBanner("Cancelled"));
    QTest::qWait(20);
    EXPECT_EQ(std::ranges::count_if(chart->chartScene().roofs, isFaint), 0);
}

TEST_F(MeasureWindow, AnOpenReportKeepsItsRowsAndSelectionMeanwhile)
{
    openSample();
    auto& table = window->findChild<app::KernelTable*>()->view();
    const int rows = table.model()->rowCount();
    table.setCurrentIndex(table.model()->index(2, 0));
    measure("");
    ASSERT_TRUE(waitForBanner("saved for this GPU"));
    QTest::qWait(20);
    EXPECT_EQ(table.model()->rowCount(), rows);
    EXPECT_EQ(table.currentIndex().row(), 2);
    EXPECT_EQ(chart->data().device.session_number, 1); // the selected kernel is the one of before
}

TEST_F(MeasureWindow, SelectingAKernelBringsItsOwnRoofsBack)
{
    openSample();
    measure("");
    ASSERT_TRUE(waitForBanner("saved for this GPU"));
    QTest::qWait(20);
    EXPECT_EQ(chart->data().device.session_number, 1);
    auto& table = window->findChild<app::KernelTable*>()->view();
    table.setCurrentIndex(table.model()->index(0, 0));
    QTest::qWait(20);
    EXPECT_EQ(chart->data().device.session_number, 0);
    EXPECT_EQ(cell(0, app::RoofModel::Origin), QStringLiteral("computed"));
}

TEST_F(MeasureWindow, ARunWithoutResultsLeavesNoSessionAndTheReportItsRoofs)
{
    openSample();
    const auto title = chart->data().title;
    measure("slow start");
    ASSERT_TRUE(QTest::qWaitFor([&] { return chart->data().device.session_number == 1; }, 20'000));
    trigger(QKeySequence(Qt::CTRL | Qt::Key_Period));
    ASSERT_TRUE(waitForBanner("Cancelled before anything was measured."));
    QTest::qWait(20);
    EXPECT_EQ(chart->data().device.session_number, 0);
    EXPECT_EQ(chart->data().title, title);
    EXPECT_FALSE(window->windowTitle().contains("Fake"));
}

TEST_F(MeasureWindow, ClosingAsksOnceWhileItMeasures)
{
    measure("slow");
    ASSERT_TRUE(waitForBanner("L2 read, 3 of 7"));
    answer("&Go on measuring");
    EXPECT_FALSE(window->close());
    answer("&Stop and close");
    EXPECT_TRUE(window->close());
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 1); // what came is kept
}

/// The longest time that the event loop works away from a timer of 5 ms: of the thread's CPU, for what else the machine
/// does is none of it.
class Heartbeat {
public:
    Heartbeat()
    {
        QObject::connect(&m_beat, &QTimer::timeout, [this] {
            const double now_ms = threadTime_ms();
            m_longest_ms = std::max(m_longest_ms, now_ms - std::exchange(m_last_ms, now_ms));
        });
        m_beat.start(5);
    }
    [[nodiscard]] int longest_ms() const { return static_cast<int>(m_longest_ms); }

private:
    static double threadTime_ms()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
    }

    QTimer m_beat;
    double m_last_ms = threadTime_ms();
    double m_longest_ms = 0;
};

TEST_F(MeasureWindow, AnswersWhileTenThousandItemsAreMeasured)
{
    const Heartbeat heartbeat;
    measure("many");
    ASSERT_TRUE(waitForBanner("saved for this GPU"));
    EXPECT_EQ(list->view().model()->rowCount(), 10'000);
    RecordProperty("longest_ms", heartbeat.longest_ms());
    EXPECT_LT(heartbeat.longest_ms(), 3'000); // 0.5 s in a debug build; 5 s with widgets for every roof
}

TEST_F(MeasureWindow, AnswersWhileALogWithoutEndComes)
{
    const Heartbeat heartbeat;
    measure("chatter");
    ASSERT_TRUE(waitForBanner("saved for this GPU"));
    RecordProperty("longest_ms", heartbeat.longest_ms());
    EXPECT_LT(heartbeat.longest_ms(), 2'000);
}

TEST_F(MeasureWindow, ARefusalIsABannerAndOpensTheLog)
{
    measure("refuse");
    ASSERT_TRUE(waitForBanner("Roofs can't be measured: no NVIDIA driver here; install one."));
}

TEST_F(MeasureWindow, RowsOfTheListAreCopied)
{
    measure("");
    ASSERT_TRUE(waitForBanner("saved for this GPU"));
    list->view().setCurrentIndex(list->view().model()->index(3, 0));
    EXPECT_THAT(list->selectedText().toStdString(), HasSubstr("FP32\t65.9\u202FTFLOP/s\t99\u202F%"));
}

TEST_F(MeasureWindow, TheEmptyWindowSaysWhichGpuIsHere)
{
    window->probeGpus();
    auto* empty = window->findChild<app::EmptyState*>();
    const auto says = [&](const QString& words) {
        const auto labels = empty->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().contains(words); });
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return says(QStringLiteral("Fake GPU · driver 580.0 · counters allowed")); }));
    for (auto* button : empty->findChildren<QPushButton*>())
        if (button->text().startsWith(QStringLiteral("Measure roofs"))) {
            EXPECT_TRUE(button->isVisible());
            button->click();
        }
    EXPECT_TRUE(waitForBanner("saved for this GPU"));
}

TEST(EmptyStateOfRefusedCounters, OffersHowToAllowThem)
{
    app::EmptyState empty;
    core::Device device{.name = "NVIDIA H200"};
    device.counters_allowed = false;
    device.counters_obstacle = "administrators only";
    device.busy_ratio = 0.83;
    empty.showGpus({.devices = {device}, .problem = {}});
    std::string texts;
    for (const auto* label : empty.findChildren<QLabel*>()) texts += label->text().toStdString() + '\n';
    EXPECT_THAT(texts, HasSubstr("NVIDIA H200 · counters refused"));
    EXPECT_THAT(texts, HasSubstr("83\u202F% busy with other work"));
    int shown = 0;
    for (const auto* button : empty.findChildren<QPushButton*>()) shown += !button->isHidden();
    EXPECT_EQ(shown, 3);
}

TEST_F(MeasureWindow, ClosingTheSessionBeingMeasuredAsksOnceAndKeepsWhatCame)
{
    measure("slow");
    ASSERT_TRUE(waitForBanner("L2 read, 3 of 7"));
    answer("&Go on measuring");
    trigger(QKeySequence(Qt::CTRL | Qt::Key_W));
    EXPECT_TRUE(banner().contains(QStringLiteral("Measuring: L2 read")));
    answer("&Stop and close");
    trigger(QKeySequence(Qt::CTRL | Qt::Key_W));
    QTest::qWait(100);
    EXPECT_TRUE(chart->data().devices.empty());
    EXPECT_THAT(banner().toStdString(), HasSubstr("Cancelled after 2 of 7 items. 2 roofs are kept."));
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 1);
}

TEST(RoofChooser, AsksForWhatIsChecked)
{
    app::RoofChooser chooser;
    chooser.setBenchmarks({QStringLiteral("dram_copy"), QStringLiteral("fp64")});
    EXPECT_TRUE(chooser.request().only.isEmpty());
    auto* items = chooser.findChild<QListWidget*>();
    EXPECT_EQ(items->item(0)->text(), QStringLiteral("DRAM copy"));
    items->item(1)->setCheckState(Qt::Checked);
    EXPECT_EQ(chooser.request().only, QStringList{QStringLiteral("fp64")});
    EXPECT_FALSE(chooser.request().thorough);
}

/// The dialog as it reads its list from the stand-in.
class RoofChooserReads : public testing::Test {
protected:
    void TearDown() override { qunsetenv("FAKE_CAPTURE"); }

    void read(const char* way, const char* program = RIDGEPOINT_FAKE_CAPTURE)
    {
        qputenv("FAKE_CAPTURE", way);
        chooser.show();
        chooser.read(QString::fromLatin1(program), std::chrono::milliseconds(300));
    }
    [[nodiscard]] bool says(const char* words) const
    {
        return QTest::qWaitFor(
            [&] {
                const auto labels = chooser.findChildren<QLabel*>();
                return std::ranges::any_of(labels, [&](const QLabel* label) {
                    return label->isVisible() && label->text().contains(QString::fromUtf8(words));
                });
            },
            5'000);
    }

    app::RoofChooser chooser;
};

TEST_F(RoofChooserReads, TheListAsItComes)
{
    read("");
    EXPECT_TRUE(says("Reading the list of roofs…"));
    const auto* items = chooser.findChild<QListWidget*>();
    EXPECT_TRUE(QTest::qWaitFor([&] { return items->isVisible() && items->count() == 7; }, 5'000));
}

TEST_F(RoofChooserReads, NoListFromAProgramThatHangsAndSaysSo)
{
    read("mute");
    EXPECT_TRUE(says("Reading the list of roofs…"));
    EXPECT_TRUE(says("doesn't answer"));
}

TEST_F(RoofChooserReads, NothingWhenItIsCancelledMeanwhile)
{
    read("mute");
    chooser.reject();
    EXPECT_FALSE(chooser.isVisible());
    EXPECT_TRUE(chooser.request().only.isEmpty());
}

TEST_F(RoofChooserReads, WhyThereIsNoList)
{
    read("refuse");
    EXPECT_TRUE(says("The list of roofs can't be read: no NVIDIA driver here; install one."));
}

TEST_F(RoofChooserReads, ThatThereIsNoProgram)
{
    read("", "");
    EXPECT_TRUE(says("ridgepoint-capture isn't here"));
}

} // namespace

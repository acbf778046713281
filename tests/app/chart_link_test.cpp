// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/banner_area.h"
#include "app/choice_menu.h"
#include "app/kernel_table.h"
#include "app/main_window.h"
#include "app/roofline_view.h"
#include "core/event.h"

#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace {

/// A window on a session that is written first.
class ChartLinkTest : public testing::Test {
protected:
    void SetUp() override
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        window = std::make_unique<app::MainWindow>();
        window->show();
        table = &window->findChild<app::KernelTable*>()->view();
        chart = window->findChild<app::RooflineView*>();
        banners = window->findChild<app::BannerArea*>();
    }

    void select(int row)
    {
        table->selectionModel()->setCurrentIndex(table->model()->index(row, 0),
                                                 QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QTest::qWait(20);
    }

    /// Texts of all banners, by the ends of their keys.
    [[nodiscard]] QString banner(const char* key) const
    {
        return banners->text(folder.filePath(QStringLiteral("made-up.ridgepoint.jsonl")) + QLatin1String(key));
    }

    void open(const core::Session& session)
    {
        const QString path = folder.filePath(QStringLiteral("made-up.ridgepoint.jsonl"));
        std::ofstream file(path.toStdString());
        core::writeSession(file, session);
        file.close();
        window->open({path});
        ASSERT_TRUE(QTest::qWaitFor([&] { return !chart->data().rows.empty(); }, 20000));
    }

    QTemporaryDir folder;
    std::unique_ptr<app::MainWindow> window;
    QTreeView* table = nullptr;
    app::RooflineView* chart = nullptr;
    app::BannerArea* banners = nullptr;
};

core::Session sessionOf(int kernels, int names)
{
    core::Session session;
    session.sources.push_back({.file = "made-up", .tool = "Ridgepoint"});
    session.devices.push_back({.id = "gpu", .name = "GPU"});
    session.ceilings = {{.resource = {core::ResourceKind::Fp32}, .rate_per_s = 1e13, .device_id = "gpu"},
                        {.resource = {core::ResourceKind::Dram}, .rate_per_s = 1e12, .device_id = "gpu"}};
    for (int i = 0; i < kernels; ++i) {
        core::KernelMeasurement kernel{.index = static_cast<std::uint64_t>(i),
                                       .name = "kernel" + std::to_string(i % names),
                                       .device_id = "gpu",
                                       .duration_s = 1e-3};
        kernel.declared_work = {{{core::ResourceKind::Fp32}, 1e9, core::Basis::Measured, "test"},
                                {{core::ResourceKind::Dram}, 1e8 * (1 + i), core::Basis::Measured, "test"}};
        session.kernels.push_back(kernel);
    }
    return session;
}

TEST_F(ChartLinkTest, UnfoldingAHeadingShowsItsLaunchesAsDots)
{
    open(sessionOf(6, 2));
    ASSERT_EQ(chart->data().rows.size(), 2U);
    table->expand(table->model()->index(0, 0));
    ASSERT_TRUE(QTest::qWaitFor([&] { return chart->data().rows.size() == 5; }));
    EXPECT_EQ(chart->data().rows[0].fold, app::RowFold::Unfolded);
    EXPECT_EQ(chart->data().rows[1].fold, app::RowFold::Inside);
    for (const app::SceneMarker& marker : chart->chartScene().markers) {
        EXPECT_EQ(marker.fill == app::MarkerFill::Hollow, marker.row == 0) << marker.row;
        EXPECT_EQ(marker.radius == 3, marker.row >= 1 && marker.row <= 3) << marker.row;
    }
    EXPECT_EQ(chart->chartScene().counts.launches, 6); // none counts twice

    table->selectionModel()->setCurrentIndex(table->model()->index(1, 0, table->model()->index(0, 0)),
                                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    ASSERT_TRUE(QTest::qWaitFor([&] { return chart->options().selected == std::vector{2}; }));
    table->collapse(table->model()->index(0, 0));
    EXPECT_TRUE(QTest::qWaitFor([&] { return chart->data().rows.size() == 2; }));
}

TEST_F(ChartLinkTest, OfMoreThanAThousandKernelsTheBindingLevelIsTheDefault)
{
    open(sessionOf(1001, 1001));
    EXPECT_TRUE(chart->options().binding_level_only);
    QTest::keyClick(chart, Qt::Key_5); // the user's choice stays
    EXPECT_FALSE(chart->options().binding_level_only);
    table->sortByColumn(0, Qt::AscendingOrder);
    QTest::qWait(50);
    EXPECT_FALSE(chart->options().binding_level_only);
}

TEST_F(ChartLinkTest, AThousandKernelsShowAllLevels)
{
    open(sessionOf(1000, 1000));
    EXPECT_FALSE(chart->options().binding_level_only);
}

/// Two kernels of one name, one on each device; the second device is five times faster.
core::Session twoDevices()
{
    core::Session session = sessionOf(2, 1);
    session.devices.push_back({.id = "fast", .name = "Fast GPU"});
    session.kernels[1].device_id = "fast";
    session.ceilings.push_back({.resource = {core::ResourceKind::Fp32}, .rate_per_s = 5e13, .device_id = "fast"});
    session.ceilings.push_back({.resource = {core::ResourceKind::Dram}, .rate_per_s = 5e12, .device_id = "fast"});
    return session;
}

double drawnPipe(const app::RooflineView& chart)
{
    for (const app::RoofHit& roof : chart.chartScene().roof_hits)
        if (roof.name == QStringLiteral("FP32")) return roof.ceiling.rate_per_s;
    return 0;
}

TEST_F(ChartLinkTest, TheRoofsAreThoseOfTheSelectedKernelsDevice)
{
    open(twoDevices());
    ASSERT_EQ(chart->data().rows.size(), 2U); // devices aren't summed up
    EXPECT_DOUBLE_EQ(drawnPipe(*chart), 1e13);
    EXPECT_TRUE(chart->data().title.startsWith(QStringLiteral("GPU, Fast GPU · GPU: ")));
    for (const app::KernelRow& row : chart->data().rows) { // 10 and 5 FLOP/byte under 1 and 5 TB/s
        const bool isFast = row.kernel().device_id == "fast";
        EXPECT_DOUBLE_EQ(*row.analysis.points.front().attainable_flop_per_s, isFast ? 5 * 5e12 : 10 * 1e12);
    }
    const int fast = chart->data().rows[0].kernel().device_id == "fast" ? 0 : 1;
    select(fast);
    ASSERT_TRUE(QTest::qWaitFor([&] { return drawnPipe(*chart) == 5e13; }));
    EXPECT_TRUE(chart->data().title.contains(QStringLiteral("· Fast GPU: ")));
    EXPECT_EQ(chart->options().selected, std::vector{fast});
    select(1 - fast);
    EXPECT_TRUE(QTest::qWaitFor([&] { return drawnPipe(*chart) == 1e13; }));
}

TEST_F(ChartLinkTest, ADeviceCanBeChosenForGood)
{
    open(twoDevices());
    for (auto* menu : window->findChildren<app::ChoiceMenu*>())
        if (menu->title() == QStringLiteral("&Device")) menu->setChosen({QStringLiteral("1")});
    EXPECT_DOUBLE_EQ(drawnPipe(*chart), 5e13);
    for (const int row : {0, 1}) {
        select(row);
        EXPECT_DOUBLE_EQ(drawnPipe(*chart), 5e13) << row;
    }
}

TEST_F(ChartLinkTest, PointsThatMeanNothingAreDrawnOnRequestOnly)
{
    core::Session session = sessionOf(2, 2);
    session.sources[0].replay_mode = "range";
    session.kernels[0].process_id = 1;
    session.kernels[1].process_id = 2;
    open(session);
    EXPECT_TRUE(chart->chartScene().markers.empty());
    EXPECT_TRUE(banner("#replay").startsWith(QStringLiteral("Range replay of several processes")));
    EXPECT_EQ(chart->data().empty_reason, banner("#replay"));
    EXPECT_EQ(chart->data().rows.front().time_s, 1e-3); // kept
    for (auto* button : banners->findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("Draw anyway")) button->click();
    EXPECT_FALSE(chart->chartScene().markers.empty());
    EXPECT_EQ(banner("#replay"), QString());
}

TEST_F(ChartLinkTest, ASessionWithoutAnyCeilingSaysSo)
{
    core::Session session = sessionOf(1, 1);
    session.ceilings.clear();
    open(session);
    EXPECT_TRUE(banner("#roofs").startsWith(QStringLiteral("No roofs: ")));
    EXPECT_TRUE(chart->chartScene().roof_hits.empty());
    EXPECT_EQ(chart->chartScene().machine_frame, app::Frame());
}

TEST_F(ChartLinkTest, ASessionWithACeilingSaysNothing)
{
    open(sessionOf(1, 1));
    EXPECT_EQ(banner("#roofs"), QString());
    EXPECT_EQ(banner("#replay"), QString());
}

TEST(OpenDevices, AGpuHasANumberOnlyWhereItsSessionHasAnotherOfItsName)
{
    const auto open = [](std::vector<core::Device> devices, const char* path) {
        auto session = std::make_shared<core::Session>();
        session->devices = std::move(devices);
        return app::analysed(session, QString::fromLatin1(path));
    };
    const core::Device first{.id = "0", .name = "X1"};
    const core::Device second{.id = "1", .name = "X1"};
    const std::vector one = {open({first}, "/a"), open({first}, "/b")};
    const auto devices = app::openDevices(one);
    EXPECT_EQ(devices[1].name, QStringLiteral("X1"));
    EXPECT_EQ(devices[0].label, QStringLiteral("X1 · a"));
    EXPECT_EQ(devices[1].label, QStringLiteral("X1 · b"));
    app::ChartData data;
    app::addMachine(data, one, devices[1].device);
    EXPECT_EQ(data.title, QStringLiteral("X1 · no roofs"));
    const std::vector two = {open({first, second}, "/a")};
    EXPECT_EQ(app::openDevices(two)[1].label, QStringLiteral("X1, GPU 2"));
    app::addMachine(data, two, app::openDevices(two)[1].device);
    EXPECT_EQ(data.title, QStringLiteral("X1 · X1, GPU 2: no roofs"));
}

} // namespace

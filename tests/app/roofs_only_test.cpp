// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roofs_only.h"

#include "app/chart_data.h"
#include "app/chart_pages.h"
#include "app/choice_menu.h"
#include "app/default_pipes.h"
#include "app/kernel_table.h"
#include "app/main_window.h"
#include "app/roofline_view.h"
#include "app/session_summary.h"
#include "chart_fixture.h"
#include "core/event.h"
#include "scene_checks.h"

#include <QLabel>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace {

using chart_test::ceiling;

/// As measuring a GPU without a datasheet leaves it: three mixes of SMEM within 1 %, pipes of both pages, and no
/// kernel.
core::Session measuredSession()
{
    core::Session session;
    session.sources = {{.tool = "Ridgepoint", .tool_version = "0.1.0"}};
    session.devices = {{.id = "0",
                        .name = "Made-up GPU",
                        .compute_capability = core::ComputeCapability{9, 0},
                        .sm_count = 132,
                        .max_sm_clock_hz = 1.98e9}};
    using enum core::Origin;
    session.ceilings = {ceiling("dram", 4.63e12, Measured, "read"),
                        ceiling("dram", 4.39e12, Measured, "triad"),
                        ceiling("l2_read", 9.38e12, Measured),
                        ceiling("shared", 33.23e12, Measured, "read"),
                        ceiling("shared", 33.36e12, Measured, "ldmatrix"),
                        ceiling("shared", 33.40e12, Measured, "write"),
                        ceiling("fp32", 65.9e12, Measured),
                        ceiling("tensor_bf16_fp32_wgmma", 847e12, Measured),
                        ceiling("tensor_fp8_fp32_wgmma", 1569e12, Measured),
                        ceiling("tensor_int8_int32_wgmma", 1790e12, Measured)};
    for (auto& each : session.ceilings) each.device_id = "0";
    return session;
}

QStringList roofNames(const app::ChartScene& scene)
{
    QStringList names;
    for (const auto& roof : scene.roof_hits) names << roof.name;
    names.sort();
    return names;
}

app::ChartScene sceneOf(const core::Session& session, app::Axis axis = app::Axis::Flop)
{
    const auto open = app::analysed(std::make_shared<const core::Session>(session), QStringLiteral("h200.jsonl"));
    const auto data = app::chartData(open, {.axis = axis});
    return app::buildChartScene(data, chart_test::look(), {.extra_pipes = app::defaultPipes(data.roofs.ceilings)});
}

TEST(RoofsOnly, TheDefaultPipesOfThePageAreDrawn)
{
    const auto session = measuredSession();
    EXPECT_EQ(roofNames(sceneOf(session)), QStringList({"BF16 wgmma", "DRAM", "FP32", "FP8 wgmma", "L2", "SMEM"}));
    EXPECT_EQ(roofNames(sceneOf(session, app::Axis::Op)), QStringList({"DRAM", "INT8 wgmma", "L2", "SMEM"}));
}

TEST(RoofsOnly, SharedMemoryIsOneLineAtItsFastestReadAndDramABand)
{
    const auto scene = sceneOf(measuredSession());
    EXPECT_EQ(scene.bands.size(), 1U);
    const auto shared =
        std::ranges::find(scene.roof_hits, QStringLiteral("SMEM"), [](const auto& roof) { return roof.name; });
    ASSERT_NE(shared, scene.roof_hits.end());
    EXPECT_EQ(shared->ceiling.access_mix, "ldmatrix"); // 33.36 TB/s; the write's 33.40 aren't read
    EXPECT_TRUE(
        std::ranges::any_of(scene.texts, [](const auto& text) { return text.text.startsWith("DRAM 4.39–4.63"); }));
}

TEST(RoofsOnly, ManyLabelsTouchNothing)
{
    auto session = measuredSession();
    // Two of a rate each.
    for (const char* pipe : {"fp16", "fp64", "tensor_fp64_fp64_mma", "tensor_bf16_fp32_mma", "tensor_tf32_fp32_mma",
                             "tensor_tf32_fp32_wgmma", "tensor_fp16_fp16_mma", "tensor_fp16_fp16_wgmma",
                             "tensor_fp16_fp32_mma", "tensor_fp16_fp32_wgmma", "tensor_bf16_fp32_sparse_wgmma"})
        session.ceilings.push_back(ceiling(pipe, 3e13 * static_cast<double>(session.ceilings.size() / 2)));
    for (auto& each : session.ceilings) each.device_id = "0";
    const auto open = app::analysed(std::make_shared<const core::Session>(session), QStringLiteral("h200.jsonl"));
    app::ChartOptions options;
    for (const auto& each : session.ceilings) options.extra_pipes.push_back(each.resource);
    for (const double height : {420.0, 500.0, 750.0, 900.0})
        chart_test::expectNothingTouches(
            app::buildChartScene(app::chartData(open), chart_test::look(height * 4 / 3, height), options),
            "roofs alone, " + std::to_string(height));
    // Names of roofs that are one line leave the plot its width: they are counted.
    const auto scene = app::buildChartScene(app::chartData(open), chart_test::look(600, 450), options);
    EXPECT_GT(scene.mapping.plot.width(), 300);
    EXPECT_TRUE(std::ranges::any_of(scene.texts, [](const auto& text) { return text.text.contains(" (+"); }));
}

TEST(RoofsOnly, PipesThatShareALabelAreOneLine)
{
    auto session = measuredSession();
    const auto lines = [&] { return sceneOf(session).roofs.size(); };
    const auto before = lines();
    session.ceilings.push_back(ceiling("fp16", 66.2e12)); // a pixel from FP32's 66.0
    session.ceilings.back().device_id = session.ceilings.front().device_id;
    EXPECT_EQ(lines(), before);
    EXPECT_TRUE(roofNames(sceneOf(session)).contains(QStringLiteral("FP16"))) << "it is still found under the pointer";
    session.ceilings.back().rate_per_s = 100e12;
    EXPECT_EQ(lines(), before + 1);
}

TEST(RoofsOnly, AreCountedByOriginAndGpu)
{
    auto session = measuredSession();
    const auto textOf = [](const core::Session& each) {
        const std::vector sessions{app::analysed(std::make_shared<const core::Session>(each), QStringLiteral("a"))};
        return app::roofsText(sessions).toStdString();
    };
    EXPECT_EQ(textOf(session), "10 roofs measured on Made-up GPU");
    session.ceilings.push_back(ceiling("fp64", 33e12, core::Origin::Computed));
    session.devices.push_back(session.devices.front());
    session.devices.back().id = "another";
    EXPECT_EQ(textOf(session), "11 roofs of 2 GPUs");
}

/// A window on such a session, written first.
class RoofsOnlyWindow : public testing::Test {
protected:
    void SetUp() override
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        const QString path = folder.filePath(QStringLiteral("h200.ridgepoint.jsonl"));
        std::ofstream file(path.toStdString());
        core::writeSession(file, measuredSession());
        file.close();
        window.show();
        window.open({path});
        ASSERT_TRUE(QTest::qWaitFor([&] { return !chart.chartScene().roof_hits.empty(); }, 20000));
        QTest::qWait(50); // laid out
    }

    [[nodiscard]] QStringList texts(const QWidget& widget) const
    {
        QStringList texts;
        for (const auto* label : widget.findChildren<QLabel*>())
            if (label->isVisible()) texts << label->text();
        return texts;
    }

    QTemporaryDir folder;
    app::MainWindow window;
    app::RooflineView& chart = *window.findChild<app::RooflineView*>();
};

TEST_F(RoofsOnlyWindow, TheWindowCountsRoofsInsteadOfLaunches)
{
    EXPECT_TRUE(texts(*window.statusBar()).contains("10 roofs measured on Made-up GPU"));
    const auto summary = texts(*window.findChild<app::SessionSummary*>());
    EXPECT_TRUE(summary.contains("h200.ridgepoint.jsonl · 10 roofs")) << summary.join(u'|').toStdString();
    EXPECT_TRUE(summary.filter(QStringLiteral("Select a kernel")).isEmpty());
    const auto* table = window.findChild<app::KernelTable*>();
    EXPECT_FALSE(table->isVisible()) << "its list of roofs is in front";
    window.findChild<QTabWidget*>()->setCurrentIndex(0);
    EXPECT_FALSE(table->view().isVisible());
    const auto said = texts(*table).join(u'|');
    EXPECT_TRUE(said.contains("No kernels: this session holds 10 roofs measured on Made-up GPU."))
        << said.toStdString();
    EXPECT_FALSE(said.contains("launches")) << said.toStdString();
}

TEST_F(RoofsOnlyWindow, PipesCanBeSwitchedOffAndIntegersHaveTheirPage)
{
    auto menus = window.findChildren<app::ChoiceMenu*>();
    const auto pipes = std::ranges::find(menus, QStringLiteral("&Pipes"), &QMenu::title);
    ASSERT_NE(pipes, menus.end());
    auto chosen = (*pipes)->chosen();
    EXPECT_EQ(chosen.size(), 4); // of both pages
    chosen.removeOne(QStringLiteral("fp32"));
    (*pipes)->setChosen(chosen);
    EXPECT_EQ(roofNames(chart.chartScene()), QStringList({"BF16 wgmma", "DRAM", "FP8 wgmma", "L2", "SMEM"}));
    auto* pages = window.findChild<app::ChartPages*>()->findChild<QTabBar*>();
    EXPECT_TRUE(pages->isVisible());
    pages->setCurrentIndex(static_cast<int>(app::Axis::Op));
    EXPECT_EQ(roofNames(chart.chartScene()), QStringList({"DRAM", "INT8 wgmma", "L2", "SMEM"}));
}

TEST_F(RoofsOnlyWindow, AReportBringsTheTableBackAndItsOwnPipes)
{
    window.open({QStringLiteral(RIDGEPOINT_SAMPLES "/kernels_full.ncu-rep.xz")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !chart.data().rows.empty(); }, 20000));
    EXPECT_TRUE(window.findChild<app::KernelTable*>()->view().isVisible());
    EXPECT_FALSE(roofNames(chart.chartScene()).contains("FP8 wgmma")); // no kernel uses it
}

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
// The chart of real reports: the bundled samples.
#include "app/chart_data.h"
#include "core/import/importer.h"

#include "chart_fixture.h"
#include "scene_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace {

using namespace chart_test;

class ChartOfReport : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        const auto file = std::string(RIDGEPOINT_TEST_DATA "/../../resources/samples/") + GetParam() + ".ncu-rep.xz";
        open = app::analysed(std::make_shared<const core::Session>(core::importFile(file)), QString());
        data = app::chartData(open);
    }

    app::OpenSession open;
    app::ChartData data;
};

TEST_P(ChartOfReport, NoTextTouchesAnythingWithAnyKernelSelected)
{
    for (const QSizeF size : {QSizeF(640, 520), QSizeF(1000, 750)})
        for (int row = -1; row < static_cast<int>(data.rows.size()); ++row) {
            app::ChartOptions options;
            if (row >= 0) options.selected = {row};
            expectNothingTouches(app::buildChartScene(data, look(size.width(), size.height()), options),
                                 std::to_string(int(size.width())) + " wide, row " + std::to_string(row));
        }
}

TEST_P(ChartOfReport, EveryDrawnKernelHasItsPipesRoof)
{
    const app::ChartScene scene = app::buildChartScene(data, look(), {});
    for (const app::SceneMarker& marker : scene.markers) {
        const auto& analysis = data.rows[static_cast<std::size_t>(marker.row)].analysis;
        if (analysis.points.empty()) continue; // in the strip
        const auto isOwn = [&](const app::RoofHit& roof) { return roof.ceiling.resource == *analysis.charted_pipe; };
        EXPECT_TRUE(std::ranges::any_of(scene.roof_hits, isOwn)) << core::toString(*analysis.charted_pipe);
    }
}

TEST_P(ChartOfReport, NoPointLiesAboveItsRoofWithoutAReason)
{
    for (const app::KernelRow& row : data.rows)
        for (const core::RooflinePoint& point : row.analysis.points) {
            const bool above = point.flop_per_s > 1.03 * point.attainable_flop_per_s.value_or(point.flop_per_s);
            EXPECT_TRUE(!above || point.above_roof_reason) << row.short_name.toStdString();
        }
}

TEST_P(ChartOfReport, TheFrameIsThatOfAnH200)
{
    EXPECT_EQ(app::buildChartScene(data, look(), {}).machine_frame, (app::Frame{-2, 4, 10, 16}));
}

TEST_P(ChartOfReport, EveryLaunchIsCountedOnce)
{
    const app::ChartCounts counts = app::buildChartScene(data, look(), {}).counts;
    EXPECT_EQ(counts.drawn + counts.strip + counts.elsewhere + counts.off_frame + counts.not_drawn, counts.launches);
    EXPECT_EQ(counts.launches, static_cast<int>(open.session->kernels.size()));
}

INSTANTIATE_TEST_SUITE_P(H200, ChartOfReport, testing::Values("torch_roofline", "kernels_full"),
                         [](const auto& report) { return std::string(report.param); });

TEST(ChartOfTwoProcesses, TheFrameIsThatOfAnH200ThoughItHasNoTensorPeaks)
{
    const std::filesystem::path file = RIDGEPOINT_CORPUS "/h200/two_processes.ncu-rep.xz";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file << ": real reports are kept apart";
    const auto open = app::analysed(std::make_shared<const core::Session>(core::importFile(file.string())), QString());
    const app::ChartScene scene = app::buildChartScene(app::chartData(open), look(), {});
    EXPECT_EQ(scene.machine_frame, (app::Frame{-2, 4, 10, 16}));
}

TEST(ChartOfMeasuredSession, DramIsABandAndRoofsAreSolid)
{
    const auto open = app::analysed(
        std::make_shared<const core::Session>(core::importFile(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl")),
        QString());
    const app::ChartScene scene = app::buildChartScene(app::chartData(open), look(), {});
    EXPECT_EQ(scene.bands.size(), 1U);
    EXPECT_TRUE(std::ranges::all_of(scene.roofs, [](const auto& roof) { return roof.dash == app::Dash::Solid; }));
    EXPECT_EQ(scene.counts.drawn, 2);
    EXPECT_EQ(scene.counts.strip, 1);
}

/// The bundled PyTorch report under roofs that were measured.
class ChartUnderMeasuredRoofs : public testing::Test {
protected:
    ChartUnderMeasuredRoofs()
    {
        const auto measured = core::importFile(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl");
        auto session = core::importFile(RIDGEPOINT_TEST_DATA "/../../resources/samples/torch_roofline.ncu-rep.xz");
        session.ceilings = measured.ceilings;
        for (core::Ceiling& ceiling : session.ceilings) ceiling.device_id.clear();
        open = app::analysed(std::make_shared<const core::Session>(std::move(session)), QString());
        data = app::chartData(open);
    }

    /// Lines in a level's colour, whatever their opacity.
    [[nodiscard]] static std::vector<app::SceneStroke> linesOf(const app::ChartScene& scene, core::Level level)
    {
        std::vector<app::SceneStroke> lines;
        const QRgb color = scene.theme.color(level).rgb();
        std::ranges::copy_if(scene.roofs, std::back_inserter(lines),
                             [&](const app::SceneStroke& stroke) { return stroke.color.rgb() == color; });
        return lines;
    }

    app::OpenSession open;
    app::ChartData data;
};

TEST_F(ChartUnderMeasuredRoofs, LevelsAreSolidAndDramIsABand)
{
    const app::ChartScene scene = app::buildChartScene(data, look(), {});
    EXPECT_EQ(scene.bands.size(), 1U);
    EXPECT_EQ(linesOf(scene, core::Level::Dram).size(), 2U); // both edges of the band
    for (const core::Level level : {core::Level::Dram, core::Level::L2, core::Level::Shared}) {
        const auto lines = linesOf(scene, level);
        EXPECT_FALSE(lines.empty()) << core::toString(level);
        EXPECT_TRUE(std::ranges::all_of(lines, [](const auto& line) { return line.dash == app::Dash::Solid; }))
            << core::toString(level);
    }
    // Only FP32 and FP64 were measured: the tensor pipes keep the dashes of the report's own peaks.
    EXPECT_TRUE(std::ranges::none_of(scene.roof_hits, [](const app::RoofHit& roof) {
        return roof.ceiling.resource.kind == core::ResourceKind::Tensor &&
               roof.ceiling.origin != core::Origin::Computed;
    }));
}

TEST_F(ChartUnderMeasuredRoofs, TheSelectedKernelsMixIsTheStrongEdgeAndIsNamed)
{
    int looked = 0;
    for (int row = 0; row < static_cast<int>(data.rows.size()); ++row) {
        const auto& analysis = data.rows[static_cast<std::size_t>(row)].analysis;
        const auto dram = std::ranges::find_if(
            analysis.ceilings, [](const auto& c) { return c.resource.kind == core::ResourceKind::Dram; });
        if (analysis.points.empty() || dram == analysis.ceilings.end()) continue;
        app::ChartOptions options;
        options.selected = {row};
        const app::ChartScene scene = app::buildChartScene(data, look(), options);
        const auto lines = linesOf(scene, core::Level::Dram);
        EXPECT_TRUE(std::ranges::any_of(lines, [](const auto& line) { return line.width == 2; })) << row;
        // Its label, or the key where the label finds no room, names the mix.
        const QString mix = QString::fromStdString(dram->access_mix);
        const bool named = std::ranges::any_of(
            scene.texts, [&](const app::SceneText& text) { return text.text.startsWith("DRAM " + mix); });
        looked += named;
        expectNothingTouches(scene, "row " + std::to_string(row));
    }
    EXPECT_GT(looked, 10);
}

} // namespace

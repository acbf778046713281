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
        data = app::chartData(open, app::Grouping::Name);
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
    EXPECT_EQ(counts.drawn + counts.strip + counts.off_frame + counts.not_drawn, counts.launches);
    EXPECT_EQ(counts.launches, static_cast<int>(open.session->kernels.size()));
}

INSTANTIATE_TEST_SUITE_P(H200, ChartOfReport, testing::Values("torch_roofline", "kernels_full"),
                         [](const auto& report) { return std::string(report.param); });

TEST(ChartOfTwoProcesses, TheFrameIsThatOfAnH200ThoughItHasNoTensorPeaks)
{
    const std::filesystem::path file = RIDGEPOINT_CORPUS "/h200/two_processes.ncu-rep.xz";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file << ": real reports are kept apart";
    const auto open = app::analysed(std::make_shared<const core::Session>(core::importFile(file.string())), QString());
    const app::ChartScene scene = app::buildChartScene(app::chartData(open, app::Grouping::Name), look(), {});
    EXPECT_EQ(scene.machine_frame, (app::Frame{-2, 4, 10, 16}));
}

TEST(ChartOfMeasuredSession, DramIsABandAndRoofsAreSolid)
{
    const auto open = app::analysed(
        std::make_shared<const core::Session>(core::importFile(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl")),
        QString());
    const app::ChartScene scene = app::buildChartScene(app::chartData(open, app::Grouping::Name), look(), {});
    EXPECT_EQ(scene.bands.size(), 1U);
    EXPECT_TRUE(std::ranges::all_of(scene.roofs, [](const auto& roof) { return roof.dash == app::Dash::Solid; }));
    EXPECT_EQ(scene.counts.drawn, 2);
    EXPECT_EQ(scene.counts.strip, 1);
}

} // namespace

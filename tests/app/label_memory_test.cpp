// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of roofs keep their place while it is free: they don't jump when the data, the selection or the zoom change.
#include "app/roofline_view.h"

#include "chart_fixture.h"

#include <QTest>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using app::ChartScene;
using core::Level;

app::OrientedBox labelOf(const ChartScene& scene, const char* name)
{
    const auto found = std::ranges::find_if(
        scene.texts, [&](const app::SceneText& text) { return text.text.startsWith(QLatin1String(name)); });
    EXPECT_NE(found, scene.texts.end()) << name;
    return found == scene.texts.end() ? app::OrientedBox() : found->box;
}

/// How far the L2 roof's label went, in pixels.
double moved(const ChartScene& from, const ChartScene& to)
{
    return QLineF(labelOf(from, "L2 ").centre, labelOf(to, "L2 ").centre).length();
}

/// The fixture's kernels and one whose point lies under the L2 roof's label of a scene.
app::ChartData withPointUnderLabel(const ChartScene& scene)
{
    app::ChartData data = chart_test::h200Data();
    const QPointF at = labelOf(scene, "L2 ").centre;
    app::KernelRow row = data.rows[4];
    row.analysis.points.resize(1);
    row.analysis.points[0].intensity_flop_per_byte = scene.mapping.intensity(at.x());
    row.analysis.points[0].flop_per_s = scene.mapping.flopPerS(at.y());
    row.analysis.zero_byte_levels.clear();
    data.rows.push_back(row);
    return data;
}

ChartScene sceneOf(const app::ChartData& data, const ChartScene* before, std::optional<app::Frame> zoom = {})
{
    app::ChartLook look = chart_test::look();
    look.zoom = zoom;
    if (before) look.label_places = before->label_places;
    return app::buildChartScene(data, look, {});
}

constexpr double samePlace = 0.5; // pixels

TEST(LabelMemory, ALabelStaysWhereABetterPlaceBecomesFree)
{
    const ChartScene first = sceneOf(chart_test::h200Data(), nullptr);
    const ChartScene evaded = sceneOf(withPointUnderLabel(first), &first);
    EXPECT_GT(moved(first, evaded), 8) << "its place was taken";
    EXPECT_GT(moved(evaded, sceneOf(chart_test::h200Data(), nullptr)), 8) << "without memory it goes back";
    EXPECT_LT(moved(evaded, sceneOf(chart_test::h200Data(), &evaded)), samePlace);
}

TEST(LabelMemory, WhilePanningALabelStaysOnItsPartOfTheRoof)
{
    const ChartScene first = sceneOf(chart_test::h200Data(), nullptr);
    const auto at = [](const ChartScene& scene) {
        return std::ranges::find(scene.label_places, Level::L2, &app::RoofLabelPlace::level)->intensity;
    };
    ChartScene before = first;
    for (int step = 1; step <= 5; ++step) {
        const double shift = 0.1 * step;
        const app::Frame frame = {-2 - shift, 4 - shift, 10, 16};
        const ChartScene panned = sceneOf(chart_test::h200Data(), &before, frame);
        EXPECT_NEAR(at(panned) / at(first), 1, 1e-6) << step;
        before = panned;
    }
    EXPECT_GT(std::abs(at(sceneOf(chart_test::h200Data(), nullptr, before.mapping.frame)) / at(first) - 1), 0.1)
        << "without memory it would have slid along";
}

TEST(LabelMemory, OutOfTheFrameItFindsANewPlace)
{
    const ChartScene first = sceneOf(chart_test::h200Data(), nullptr);
    const ChartScene far = sceneOf(chart_test::h200Data(), &first, app::Frame{0, 4, 12, 16});
    EXPECT_TRUE(far.mapping.plot.contains(labelOf(far, "L2 ").centre));
}

TEST(LabelMemory, TheViewRemembersUntilItsSizeChanges)
{
    app::RooflineView view;
    view.resize(1000, 750);
    view.setData(chart_test::h200Data());
    view.show();
    QTest::qWait(10);
    const ChartScene first = view.chartScene();
    view.setData(withPointUnderLabel(first));
    const ChartScene evaded = view.chartScene();
    EXPECT_GT(moved(first, evaded), 8);
    view.setData(chart_test::h200Data());
    EXPECT_LT(moved(evaded, view.chartScene()), samePlace);
    view.setSelection({3}, 3); // a kernel of the strip: nothing of it meets the label
    EXPECT_LT(moved(evaded, view.chartScene()), samePlace);
    view.resize(1001, 750);
    view.resize(1000, 750);
    QTest::qWait(10);
    view.setSelection({}, {});
    EXPECT_LT(moved(first, view.chartScene()), samePlace);
}

} // namespace

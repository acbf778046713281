// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_axis.h"

#include "app/hover_card.h"
#include "app/launch_counts.h"

#include "chart_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using app::Axis;
using core::Level;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

core::RooflinePoint point(const char* pipe, Level level, double intensity, double perS)
{
    return {.level = level,
            .pipe = chart_test::resource(pipe),
            .intensity_flop_per_byte = intensity,
            .flop_per_s = perS,
            .attainable_flop_per_s = 1428e12};
}

/// An INT8 matmul; as core leaves it, it also has shares of its levels' roofs.
app::KernelRow int8Row(const app::ChartData& data)
{
    app::KernelRow row = data.rows.front();
    row.short_name = QStringLiteral("igemm s8");
    row.analysis = {};
    row.analysis.integer_pipe = chart_test::resource("tensor_int8_mma");
    row.analysis.integer_points = {point("tensor_int8_mma", Level::Dram, 3030, 500e12),
                                   point("tensor_int8_mma", Level::L2, 310, 500e12)};
    row.analysis.strip = {{Level::Dram, 0.04, 0.17e12}};
    row.analysis.zero_byte_levels = {Level::L2};
    return row;
}

/// The six kernels of the fixture and the matmul, on a page.
app::ChartData page(Axis axis)
{
    app::ChartData data = chart_test::h200Data();
    data.rows.push_back(int8Row(data));
    data.roofs.ceilings.push_back(chart_test::ceiling("tensor_int8_mma", 1428e12, core::Origin::Computed));
    data.launches = 7;
    data.axis = axis;
    for (app::KernelRow& row : data.rows) row = app::onAxis(row, axis);
    return data;
}

std::vector<std::string> texts(const app::ChartScene& scene)
{
    std::vector<std::string> all;
    for (const app::SceneText& text : scene.texts) all.push_back(text.text.simplified().toStdString());
    return all;
}

std::vector<std::string> countsOf(const app::ChartData& data)
{
    const app::ChartScene scene = app::buildChartScene(data, chart_test::look(), {});
    std::vector<std::string> all;
    for (const app::LaunchCount& part : app::launchCounts(data, scene.counts)) all.push_back(part.text.toStdString());
    return all;
}

TEST(ChartAxis, IntegerKernelsAreOnTheirPageAlone)
{
    const app::ChartData flop = page(Axis::Flop);
    EXPECT_THAT(flop.rows.back().analysis.points, IsEmpty());
    EXPECT_THAT(flop.rows.back().analysis.strip, IsEmpty());
    EXPECT_THAT(flop.rows.back().analysis.zero_byte_levels, IsEmpty());
    EXPECT_EQ(flop.rows.front().analysis.points.size(), 3U);

    const app::ChartData op = page(Axis::Op);
    EXPECT_EQ(op.rows.back().analysis.points.size(), 2U);
    EXPECT_THAT(op.rows.back().analysis.zero_byte_levels, ElementsAre(Level::L2));
    for (std::size_t i = 0; i + 1 < op.rows.size(); ++i) {
        EXPECT_THAT(op.rows[i].analysis.points, IsEmpty()) << i;
        EXPECT_THAT(op.rows[i].analysis.strip, IsEmpty()) << i;
        EXPECT_THAT(op.rows[i].analysis.zero_byte_levels, IsEmpty()) << i;
    }
}

TEST(ChartAxis, AKernelWithFlopAndIntegersIsOnBoth)
{
    app::KernelRow both = int8Row(chart_test::h200Data());
    both.analysis.charted_pipe = chart_test::resource("fp32");
    both.analysis.points = {point("fp32", Level::Dram, 2, 1e12)};
    EXPECT_FALSE(app::isElsewhere(both.analysis, Axis::Flop));
    EXPECT_FALSE(app::isElsewhere(both.analysis, Axis::Op));
    EXPECT_EQ(app::onAxis(both, Axis::Flop).analysis.points[0].flop_per_s, 1e12);
    EXPECT_EQ(app::onAxis(both, Axis::Op).analysis.points[0].flop_per_s, 500e12);
}

TEST(ChartAxis, EachPageHasItsOwnSpreadOfAGroup)
{
    app::KernelRow both = int8Row(chart_test::h200Data());
    both.spread.levels = {{.level = Level::Dram, .flop_per_s = {.median = 1e12}}};
    both.spread.integer_levels = {{.level = Level::Dram, .flop_per_s = {.median = 500e12}}};
    EXPECT_EQ(app::onAxis(both, Axis::Flop).spread.levels[0].flop_per_s.median, 1e12);
    EXPECT_EQ(app::onAxis(both, Axis::Op).spread.levels[0].flop_per_s.median, 500e12);
}

TEST(ChartAxis, UncountedFlopAreNotNone)
{
    app::ChartData data = chart_test::h200Data();
    EXPECT_THAT(texts(app::buildChartScene(data, chart_test::look(), {})), testing::Contains("no FLOP"));
    data.rows[3].flop_unknown = 1; // the copy, in the strip
    EXPECT_THAT(countsOf(data), testing::Contains("1 with FLOP not collected"));
    EXPECT_THAT(countsOf(data), Not(testing::Contains(testing::HasSubstr("without FLOP"))));
    EXPECT_THAT(texts(app::buildChartScene(data, chart_test::look(), {})), testing::Contains("no FLOP known"));
}

TEST(ChartAxis, ThePageSaysWhatItCounts)
{
    const auto flop = texts(app::buildChartScene(page(Axis::Flop), chart_test::look(), {}));
    EXPECT_THAT(flop, testing::Contains("Performance, FLOP/s"));
    const app::ChartScene scene = app::buildChartScene(page(Axis::Op), chart_test::look(), {});
    const auto op = texts(scene);
    EXPECT_THAT(op, testing::Contains("Performance, OP/s"));
    EXPECT_THAT(op, testing::Contains("Arithmetic intensity, OP/byte at the point’s level"));
    EXPECT_THAT(op, Not(testing::Contains(testing::HasSubstr("FLOP"))));
    EXPECT_FALSE(scene.strip);
}

TEST(ChartAxis, OnlyRoofsOfThePageAreDrawn)
{
    app::ChartOptions options;
    options.extra_pipes = {chart_test::resource("fp64"), chart_test::resource("int_mad")};
    app::ChartData data = page(Axis::Op);
    data.roofs.ceilings.push_back(chart_test::ceiling("int_mad", 33.5e12, core::Origin::Computed));
    data.roofs.ceilings.push_back(chart_test::ceiling("fp64", 33e12, core::Origin::Computed));
    std::vector<std::string> pipes;
    for (const app::RoofHit& roof : app::buildChartScene(data, chart_test::look(), options).roof_hits)
        if (!core::isMemory(roof.ceiling.resource)) pipes.push_back(core::toString(roof.ceiling.resource));
    EXPECT_THAT(pipes, testing::UnorderedElementsAre("tensor_int8_mma", "int_mad"));
}

TEST(ChartAxis, LaunchesOfTheOtherPageAreCounted)
{
    EXPECT_THAT(countsOf(page(Axis::Flop)), ElementsAre("4 drawn", "1 without FLOP", "1 integer", "1 off frame"));
    EXPECT_THAT(countsOf(page(Axis::Op)), ElementsAre("1 drawn", "6 on FLOP/s"));
}

TEST(ChartAxis, TheFooterCountsAsTheStatusBarDoes)
{
    for (const Axis axis : app::allAxes) {
        const app::ChartData data = page(axis);
        app::ChartLook look = chart_test::look(1400, 900);
        look.footer = app::Footer::Provenance;
        const app::ChartScene scene = app::buildChartScene(data, look, {});
        QString wanted;
        for (const app::LaunchCount& part : app::launchCounts(data, scene.counts)) wanted += part.text + ", ";
        const auto footer = std::ranges::find_if(
            scene.texts, [&](const app::SceneText& text) { return text.text.contains("7 launches: " + wanted); });
        EXPECT_NE(footer, scene.texts.end()) << wanted.toStdString();
    }
}

TEST(ChartAxis, TheCardOfAnIntegerKernelSpeaksOfOperations)
{
    const QString card = app::plainText(app::kernelCard(page(Axis::Op), 6, {}));
    EXPECT_TRUE(card.contains(QStringLiteral("500\u202FTOP/s"))) << card.toStdString();
    EXPECT_TRUE(card.contains(QStringLiteral("310\u202FOP/byte"))) << card.toStdString();
    EXPECT_FALSE(card.contains(QStringLiteral("FLOP"))) << card.toStdString();
}

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hover_card.h"

#include "app/above_roof_text.h"

#include "chart_fixture.h"

#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using core::Level;

/// The card's line about a level, narrow spaces as "_".
std::string lineOf(const app::ChartData& data, int row, Level level)
{
    for (const app::CardLine& line : app::kernelCard(data, row, {}))
        if (line.level == level)
            return QString(line.text + QStringLiteral(" | ") + line.right).replace(u'\u202F', u'_').toStdString();
    return {};
}

TEST(HoverCard, AShareIsOfTheRoofStraightAboveThePoint)
{
    app::ChartData data = chart_test::h200Data();
    // Flash: 218 of 612 TFLOP/s is 36 %, beyond every ridge.
    data.rows[0].analysis.ceilings.push_back(chart_test::ceiling("l2_read", 9.9e12));
    EXPECT_EQ(lineOf(data, 0, Level::L2), "L2 94.7_FLOP/byte | 36_% of the BF16 mma.sync roof");
    // The kernel in L2: 2 of 3 x 9.9 = 29.7 TFLOP/s is 7 %, under the line that the chart draws.
    data.rows[4].analysis.ceilings = {chart_test::ceiling("l2_read", 9.9e12), chart_test::ceiling("fp32", 66.9e12)};
    EXPECT_EQ(lineOf(data, 4, Level::L2), "L2 3.00_FLOP/byte | 7_% of the L2 read roof");
}

TEST(HoverCard, InTheStripAShareIsThatOfTheBars)
{
    const app::ChartData data = chart_test::h200Data();
    EXPECT_EQ(lineOf(data, 3, Level::Dram), "DRAM 3.50_TB/s | 77_% of the DRAM roof");
    EXPECT_EQ(lineOf(data, 3, Level::L2), "L2 3.60_TB/s | 36_% of the closest L2 roof");
}

TEST(HoverCard, ARoofsMethodAndDateAreShownWithoutControlCharacters)
{
    app::RoofHit roof;
    roof.ceiling = chart_test::ceiling("fp32", 66.9e12);
    roof.ceiling.method = "FMA\x1b[31m\u202E chain";
    roof.ceiling.date = "\x07 2026";
    const QString card = app::plainText(app::roofCard(roof));
    EXPECT_TRUE(card.contains(QStringLiteral("FMA\uFFFD[31m\uFFFD chain"))) << card.toStdString();
    EXPECT_TRUE(card.contains(QStringLiteral("\uFFFD 2026"))) << card.toStdString();
}

TEST(HoverCard, AGroupTellsItsLaunchesTimeAndSpread)
{
    app::ChartData data = chart_test::h200Data();
    app::KernelRow& row = data.rows[2];
    row.launches.assign(412, 0);
    row.time_s = 3.1e-3;
    row.spread.duration_s = core::Spread{1e-3, 0.96e-3, 1.04e-3, 412};
    const QString card = app::plainText(app::kernelCard(data, 2, {})).replace(u'\u202F', u'_');
    EXPECT_TRUE(card.contains(QStringLiteral("412_launches, 3.10_ms, p10–p90 ±4.0_%")) ||
                card.contains(QStringLiteral("412 launches, 3.10_ms, p10–p90 ±4.0_%")))
        << card.toStdString();
}

TEST(HoverCard, ABadgeOverTheStripTellsShareAndReason)
{
    app::ChartData data = chart_test::h200Data();
    data.rows[3].analysis.strip[0].share_ratio = 1.3;
    data.rows[3].analysis.strip[0].above_roof_reason = core::AboveRoofReason::ClockUnreliable;
    const app::SceneBadge badge = {app::SceneBadge::Kind::OverStrip, Level::Dram, {}, {3}};
    const QString card = app::plainText(app::badgeCard(data, badge));
    EXPECT_TRUE(card.contains(QStringLiteral("copy f16, 130")));
    EXPECT_TRUE(card.contains(app::aboveRoofText(core::AboveRoofReason::ClockUnreliable)));
}

TEST(HoverCard, EveryReasonAboveTheRoofHasItsWords)
{
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<core::AboveRoofReason>>([](auto reason) {
        app::ChartData data = chart_test::h200Data();
        data.rows[0].analysis.points[0].above_roof_reason = reason.value;
        const QString words = app::aboveRoofText(reason.value);
        EXPECT_FALSE(words.isEmpty()) << reason.name;
        EXPECT_TRUE(app::plainText(app::kernelCard(data, 0, {})).contains(words)) << reason.name;
    });
}

TEST(HoverCard, AShareAboveTheRoofHasItsReason)
{
    app::ChartData data = chart_test::h200Data();
    data.rows[3].analysis.strip[0].above_roof_reason = core::AboveRoofReason::OtherAccessMix;
    const QString words = app::aboveRoofText(core::AboveRoofReason::OtherAccessMix);
    EXPECT_TRUE(app::plainText(app::kernelCard(data, 3, {})).contains(words));
}

TEST(HoverCard, TheKeysEllipsisNamesWhatItStandsFor)
{
    const app::ChartScene narrow = app::buildChartScene(chart_test::h200Data(), chart_test::look(420, 400), {});
    ASSERT_FALSE(narrow.key_rest.isEmpty());
    EXPECT_FALSE(narrow.key_ellipsis.isEmpty());
    EXPECT_TRUE(app::plainText(app::keyCard(narrow)).contains(narrow.key_rest.back()));
    const app::ChartScene wide = app::buildChartScene(chart_test::h200Data(), chart_test::look(1600, 1200), {});
    EXPECT_TRUE(wide.key_rest.isEmpty());
}

} // namespace

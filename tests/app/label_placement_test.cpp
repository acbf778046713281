// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/label_placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <random>

namespace {

using app::Obstacles;
using app::OrientedBox;

TEST(SpreadLabels, LabelsThatFitStayWhereTheyAre)
{
    const std::vector<double> wishes = {100, 20, 60};
    EXPECT_EQ(app::spreadLabels(wishes, 16, 0, 200), wishes);
}

TEST(SpreadLabels, NeighboursThatOverlapAreCentredOnTheirMean)
{
    // 50 and 54 share the mean 52: 44 and 60 are 16 apart around it.
    const auto places = app::spreadLabels(std::vector<double>{54, 50}, 16, 0, 200);
    EXPECT_DOUBLE_EQ(places[1], 44);
    EXPECT_DOUBLE_EQ(places[0], 60);
}

TEST(SpreadLabels, APoolThatGrowsIntoTheNextTakesItIn)
{
    // 50, 50, 60: the first two would end at 58, so all three stand around the mean of their wishes, 53.33.
    const auto places = app::spreadLabels(std::vector<double>{50, 50, 60}, 16, 0, 200);
    EXPECT_NEAR(places[0], 53.333 - 16, 1e-3);
    EXPECT_NEAR(places[1], 53.333, 1e-3);
    EXPECT_NEAR(places[2], 53.333 + 16, 1e-3);
}

TEST(SpreadLabels, LabelsStayInsideTheirEdges)
{
    const auto low = app::spreadLabels(std::vector<double>{1, 2, 3}, 16, 0, 200);
    EXPECT_DOUBLE_EQ(low[0], 8);
    const auto high = app::spreadLabels(std::vector<double>{199, 198, 197}, 16, 0, 200);
    EXPECT_DOUBLE_EQ(high[0], 192);
}

TEST(SpreadLabels, RandomLabelsNeverOverlap)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> anywhere(0, 300);
    for (int round = 0; round < 200; ++round) {
        std::vector<double> wishes(12);
        for (double& wish : wishes) wish = anywhere(random);
        auto places = app::spreadLabels(wishes, 16, 0, 300);
        std::ranges::sort(places);
        for (std::size_t i = 1; i < places.size(); ++i) ASSERT_GE(places[i] - places[i - 1], 16 - 1e-9);
        ASSERT_GE(places.front(), 8);
        ASSERT_LE(places.back(), 292);
    }
}

TEST(OrientedBox, TurnedBoxesMeetOnlyWhereTheyOverlap)
{
    const OrientedBox upright = {{0, 0}, 10, 10, 0};
    const OrientedBox turned = {{20, 0}, 10, 2, std::numbers::pi / 4};
    EXPECT_FALSE(upright.meets(turned)); // its corner reaches x = 20 - 7.07 - 1.41 = 11.5
    EXPECT_TRUE(upright.meets({{18, 0}, 10, 2, std::numbers::pi / 4}));
    EXPECT_TRUE(upright.meets({{0, 0}, 1, 1, 1})); // inside
}

TEST(Obstacles, TheGridFindsWhatComparingWithEveryBoxFinds)
{
    std::mt19937 random(11);
    std::uniform_real_distribution<double> place(-100, 700), size(1, 40), angle(-3, 3);
    const auto box = [&] {
        return OrientedBox{{place(random), place(random)}, size(random), size(random), angle(random)};
    };
    Obstacles obstacles;
    std::vector<OrientedBox> all(60);
    for (OrientedBox& obstacle : all) obstacles.add(obstacle = box());
    for (int i = 0; i < 2000; ++i) {
        const OrientedBox probe = box();
        ASSERT_EQ(obstacles.meets(probe),
                  std::ranges::any_of(all, [&](const OrientedBox& other) { return other.meets(probe); }));
    }
}

app::LineLabelWish roofLabel(double width)
{
    return {.line = {0, 600, 600, 0}, .width = width, .height = 16, .inside = QRectF(2, 2, 596, 596)};
}

TEST(PlaceAlongLine, AnEmptyPlotPutsItAboveNearAFifthOfTheLine)
{
    const auto box = app::placeAlongLine(roofLabel(120), Obstacles());
    ASSERT_TRUE(box);
    EXPECT_LT(box->centre.y(), 600 - box->centre.x()); // above
    const double along = QLineF(QPointF(0, 600), box->centre).length() / QLineF(0, 600, 600, 0).length();
    EXPECT_NEAR(along, 0.22, 0.02);
}

TEST(PlaceAlongLine, ALongerLabelThanTheLineFindsNoPlace)
{
    EXPECT_FALSE(app::placeAlongLine(roofLabel(900), Obstacles()));
}

TEST(PlaceAlongLine, RandomCloudsNeverTouchALabel)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> anywhere(0, 600), radius(3.5, 11);
    int placed = 0;
    for (int round = 0; round < 60; ++round) {
        Obstacles obstacles;
        std::vector<OrientedBox> points(static_cast<std::size_t>(50 + round * 10));
        for (OrientedBox& point : points) {
            const double half = radius(random) + 3;
            obstacles.add(point = OrientedBox{{anywhere(random), anywhere(random)}, half, half, 0});
        }
        const auto box = app::placeAlongLine(roofLabel(120), obstacles);
        if (!box) continue;
        ++placed;
        for (const OrientedBox& point : points) ASSERT_FALSE(box->meets(point));
        ASSERT_TRUE(QRectF(2, 2, 596, 596).contains(box->bounds()));
    }
    EXPECT_GT(placed, 20);
}

} // namespace

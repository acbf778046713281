// SPDX-License-Identifier: Apache-2.0
#include "core/statistics.h"

#include "core/error.h"
#include "core/figure.h"

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(Statistics, PercentileLiesBetweenItsNeighbours)
{
    EXPECT_DOUBLE_EQ(percentile({4, 1, 3, 2}, 0.5), 2.5);
    EXPECT_DOUBLE_EQ(percentile({10, 20, 30, 40, 50}, 0.1), 14); // rank 0.4: 10 + 0.4 * 10
    EXPECT_DOUBLE_EQ(percentile({7}, 0.9), 7);
}

TEST(Curve, HasValuesBetweenItsPointsAndNoneOutside)
{
    const Curve curve{.x = {8, 16, 32}, .y = {100, 200, 220}};
    EXPECT_EQ(valueAt(curve, 8), 100);
    EXPECT_EQ(valueAt(curve, 12), 150);
    EXPECT_EQ(valueAt(curve, 32), 220);
    EXPECT_FALSE(valueAt(curve, 7));
    EXPECT_FALSE(valueAt(curve, 33));
    EXPECT_FALSE(valueAt({}, 8));
}

TEST(Statistics, PercentileOfNothingIsAnError)
{
    EXPECT_THROW(percentile({}, 0.5), Error);
}

TEST(Statistics, SpreadHoldsMedianTailsAndCount)
{
    const auto spread = spreadOf({5, 1, 2, 3, 4});
    EXPECT_EQ(spread, (Spread{.median = 3, .p10 = 1.4, .p90 = 4.6, .n = 5}));
}

TEST(Statistics, QuantilesLieBetweenNeighboursInProportion)
{
    // 0, 1, .. 10: p10 is the second, p90 the last but one.
    std::vector<double> eleven;
    for (int i = 10; i >= 0; --i) eleven.push_back(i);
    EXPECT_EQ(spreadOf(eleven), (Spread{5, 1, 9, 11}));
    // Of two values a tenth and nine tenths of the way.
    EXPECT_EQ(spreadOf({20, 10}), (Spread{15, 11, 19, 2}));
    EXPECT_EQ(spreadOf({7}), (Spread{7, 7, 7, 1}));
}

TEST(Statistics, TheRatioIsHalfOfTheRangeOverTheMedian)
{
    EXPECT_EQ(halfSpreadRatio({.median = 10, .p10 = 9, .p90 = 12, .n = 5}), 0.15); // (12 - 9) / 2 / 10
    EXPECT_EQ(halfSpreadRatio({.median = 0, .p10 = 0, .p90 = 1, .n = 5}), std::nullopt);
}

} // namespace
} // namespace core

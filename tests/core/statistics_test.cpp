// SPDX-License-Identifier: Apache-2.0
#include "core/statistics.h"

#include "core/error.h"

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(Statistics, PercentileLiesBetweenItsNeighbours)
{
    EXPECT_DOUBLE_EQ(percentile({4, 1, 3, 2}, 0.5), 2.5);
    EXPECT_DOUBLE_EQ(percentile({10, 20, 30, 40, 50}, 0.1), 14); // rank 0.4: 10 + 0.4 * 10
    EXPECT_DOUBLE_EQ(percentile({7}, 0.9), 7);
}

TEST(Statistics, PercentileOfNothingIsAnError)
{
    EXPECT_THROW(percentile({}, 0.5), Error);
}

TEST(Statistics, SpreadHoldsMedianTailsAndCount)
{
    const auto spread = spreadOf({5, 1, 2, 3, 4});
    EXPECT_EQ(spread, (Spread{.median = 3, .p10 = 1.4, .p90 = 4.6, .n = 5}));
    EXPECT_DOUBLE_EQ(spreadRatio(spread), (4.6 - 1.4) / 2 / 3);
}

} // namespace
} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/counter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace core;

TEST(Name, EqualTextsShareOneIdAndKeepTheirText)
{
    EXPECT_EQ(Name("dram__bytes.sum"), Name("dram__bytes.sum"));
    EXPECT_NE(Name("dram__bytes.sum"), Name("dram__bytes.avg"));
    EXPECT_EQ(Name("dram__bytes.sum").text(), "dram__bytes.sum");
    EXPECT_EQ(Name().text(), "");
}

TEST(CounterValue, NaNIsNoNumberButKeepsItsBits)
{
    const CounterValue nan(std::numeric_limits<double>::quiet_NaN());
    EXPECT_FALSE(nan.number());
    ASSERT_TRUE(nan.real());
    EXPECT_TRUE(std::isnan(*nan.real()));
    EXPECT_EQ(nan, CounterValue(std::numeric_limits<double>::quiet_NaN()));
}

TEST(CounterValue, WholeNumbersBeyondADoubleStayExact)
{
    const std::uint64_t beyond = (1ULL << 53U) + 1;
    EXPECT_EQ(CounterValue(beyond).whole(), beyond);
}

TEST(CounterSet, FirstOfTwoValuesOfANameIsKept)
{
    CounterSet counters;
    counters.add(Name("gpu__time_duration.sum"), 6944.0);
    counters.add(Name("a"), Name("text"));
    counters.add(Name("gpu__time_duration.sum"), 6880.0);
    counters.finish();
    EXPECT_EQ(counters.number(Name("gpu__time_duration.sum")), 6944.0);
    EXPECT_EQ(counters.text(Name("a")), "text");
    EXPECT_EQ(counters.number(Name("missing")), std::nullopt);
    EXPECT_EQ(counters.all().size(), 2U);
}

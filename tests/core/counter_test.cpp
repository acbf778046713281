// SPDX-License-Identifier: Apache-2.0
#include "core/counter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

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

TEST(Name, ManyThreadsAgreeOnEveryName)
{
    constexpr std::size_t names = 2000;
    std::vector<std::vector<Name>> seen(4);
    {
        std::vector<std::jthread> threads;
        for (auto& mine : seen)
            threads.emplace_back([&mine] {
                for (std::size_t i = 0; i < names; ++i) mine.emplace_back("thread_test_" + std::to_string(i));
            });
    }
    for (const auto& other : seen) EXPECT_EQ(other, seen.front());
    for (std::size_t i = 0; i < names; ++i) EXPECT_EQ(seen.front()[i].text(), "thread_test_" + std::to_string(i));
}

TEST(CounterValue, KnowsOnlyTheKindItWasWrittenAs)
{
    EXPECT_EQ(CounterValue(2.5).number(), 2.5);
    EXPECT_EQ(CounterValue(2.5).whole(), std::nullopt);
    EXPECT_EQ(CounterValue(std::uint64_t{7}).number(), 7.0);
    EXPECT_EQ(CounterValue(std::uint64_t{7}).real(), std::nullopt);
    EXPECT_EQ(CounterValue(Name("PolicySpread")).text(), "PolicySpread");
    EXPECT_EQ(CounterValue(Name("PolicySpread")).number(), std::nullopt);
    EXPECT_EQ(CounterValue().number(), std::nullopt);
    EXPECT_EQ(CounterValue(std::numeric_limits<double>::infinity()).number(), std::nullopt);
}

TEST(CounterValue, EqualNumbersOfDifferentKindsDiffer)
{
    EXPECT_NE(CounterValue(1.0), CounterValue(std::uint64_t{1}));
    EXPECT_NE(CounterValue(0.0), CounterValue(-0.0)); // bitwise
}

TEST(CounterSet, ACountMayBeWrittenAsAReal)
{
    CounterSet counters;
    counters.add(Name("whole"), std::uint64_t{1} << 60U);
    counters.add(Name("real"), 1024.0);
    counters.add(Name("fraction"), 0.5);
    counters.add(Name("negative"), -1.0);
    counters.add(Name("nan"), std::numeric_limits<double>::quiet_NaN());
    counters.add(Name("too big"), 0x1p64);
    counters.add(Name("word"), Name("all"));
    counters.finish();
    EXPECT_EQ(counters.count(Name("whole")), 1ULL << 60U);
    EXPECT_EQ(counters.count(Name("real")), 1024U);
    for (const auto* none : {"fraction", "negative", "nan", "too big", "word", "missing"})
        EXPECT_EQ(counters.count(Name(none)), std::nullopt) << none;
}

TEST(CounterSet, InstancesAreFoundByNameAndTheFirstOfTwoIsKept)
{
    CounterSet counters;
    counters.addInstances(Name("opcodes"), {{Name("FFMA"), 3.0}, {Name("FADD"), 1.0}});
    counters.addInstances(Name("addresses"), {{std::uint64_t{16}, std::uint64_t{9}}});
    counters.addInstances(Name("opcodes"), {{Name("MUFU"), 2.0}});
    counters.finish();
    const std::vector<Instance> expected{{Name("FFMA"), 3.0}, {Name("FADD"), 1.0}};
    EXPECT_TRUE(std::ranges::equal(counters.instances(Name("opcodes")), expected));
    EXPECT_TRUE(counters.instances(Name("missing")).empty());
    EXPECT_EQ(counters.allInstanced().size(), 2U);
    EXPECT_EQ(counters.find(Name("opcodes")), nullptr); // instances alone are no value
    EXPECT_FALSE(counters.empty());
}

TEST(CounterSet, OrderOfAddingDoesNotMatter)
{
    CounterSet forwards;
    forwards.add(Name("a"), 1.0);
    forwards.add(Name("b"), 2.0);
    forwards.finish();
    CounterSet backwards;
    backwards.add(Name("b"), 2.0);
    backwards.add(Name("a"), 1.0);
    backwards.finish();
    EXPECT_EQ(forwards, backwards);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/counter_model.h"

#include <gtest/gtest.h>

namespace {

app::CounterModel& filled(app::CounterModel& model)
{
    core::CounterSet counters;
    counters.add(core::Name("zebra__cycles.sum"), core::CounterValue(1234567.25));
    counters.add(core::Name("gpu__time_duration.sum"), core::CounterValue(std::uint64_t{42}));
    counters.add(core::Name("alpha__text"), core::CounterValue(core::Name("kernel")));
    counters.finish();
    model.setCounters(std::move(counters));
    return model;
}

TEST(CounterModel, CountersThatAreUsedComeFirst)
{
    app::CounterModel owned;
    const auto& model = filled(owned);
    EXPECT_EQ(model.index(0, 0).data().toString(), "gpu__time_duration.sum");
    EXPECT_EQ(model.index(0, 1).data().toString(), "42");
    EXPECT_EQ(model.index(0, 2).data().toString(), "ns");
}

TEST(CounterModel, SearchTakesPartsAndStars)
{
    app::CounterModel owned;
    auto& model = filled(owned);
    model.setSearch("CYCLES");
    EXPECT_EQ(model.rowCount(), 1);
    model.setSearch("gpu*sum");
    EXPECT_EQ(model.rowCount(), 1);
    model.setSearch("gpu.*sum");
    EXPECT_EQ(model.rowCount(), 0) << "a dot is a dot";
    model.setSearch({});
    EXPECT_EQ(model.rowCount(), model.total());
}

TEST(CounterModel, ShowsTextsWithoutControlCharacters)
{
    core::CounterSet counters;
    counters.add(core::Name("odd\x1b[2J"), core::CounterValue(core::Name("va\x07lue")));
    counters.finish();
    app::CounterModel model;
    model.setCounters(std::move(counters));
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("odd\uFFFD[2J"));
    EXPECT_EQ(model.index(0, 1).data().toString(), QStringLiteral("va\uFFFDlue"));
    EXPECT_EQ(model.index(0, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("va\uFFFDlue"));
}

TEST(CounterModel, CopiesAllDigits)
{
    app::CounterModel owned;
    auto& model = filled(owned);
    model.setSearch("zebra");
    EXPECT_EQ(model.nameAndValue(0), "zebra__cycles.sum=1234567.25");
}

} // namespace

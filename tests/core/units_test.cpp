// SPDX-License-Identifier: Apache-2.0
#include "core/units.h"

#include "corpus.h"

#include <boost/algorithm/string/replace.hpp>
#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace core;

namespace {

/// NVIDIA's units of every name in the truth files. Five derived metrics have one unit in one file, another in another.
std::map<std::string, std::set<std::string>> unitsOfTheCorpus()
{
    std::map<std::string, std::set<std::string>> units;
    for (const auto& file : std::filesystem::directory_iterator(test::corpus / "h200")) {
        if (!file.path().string().ends_with(".truth.json.xz")) continue;
        // Python wrote them, which spells a value that isn't a number as JSON doesn't allow.
        const auto text = boost::algorithm::replace_all_copy(test::unpacked(file), "NaN", "null");
        const auto launches = boost::json::parse(text);
        for (const auto& launch : launches.as_array()) {
            for (const auto& [name, metric] : launch.at("metrics").as_object())
                units[name].emplace(metric.at("unit").as_string());
        }
    }
    return units;
}

} // namespace

TEST(CounterUnit, FollowsQuantityAndRollUp)
{
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"gpu__time_duration.sum", "ns"},
        {"dram__bytes.sum", "byte"},
        {"dram__bytes.sum.per_second", "byte/s"},
        {"dram__bytes.sum.peak_sustained", "byte/cycle"},
        {"dram__bytes.sum.pct_of_peak_sustained_elapsed", "%"},
        {"sm__cycles_elapsed.avg", "cycle"},
        {"sm__cycles_elapsed.avg.per_second", "hz"},
        {"smsp__inst_executed.sum", "inst"},
        {"sm__inst_executed.avg.per_cycle_active", "inst/cycle"},
        {"smsp__warps_active.avg.per_cycle_active", "warp"},
        {"lts__t_sector_hit_rate.pct", "%"},
        {"launch__registers_per_thread", "register/thread"},
        {"device__attribute_max_warps_per_multiprocessor", ""},
    };
    for (const auto& [name, unit] : cases) EXPECT_EQ(counterUnit(name), unit) << name;
}

TEST(CounterUnit, ScopeOfACounterDoesNotChangeItsUnit)
{
    for (const std::string scope : {"", "pmsampling:", "breakdown:", "TPC.TriageCompute."})
        EXPECT_EQ(counterUnit(scope + "sm__cycles_active.avg"), "cycle") << scope;
}

TEST(CounterUnit, IsEmptyWhereTheNameDoesNotTell)
{
    for (const auto* name : {"", ".", "*", "no such counter", "vendor__things.sum", "vendor__things.sum.per_second"})
        EXPECT_EQ(counterUnit(name), "") << name;
}

TEST(CounterUnit, IsNvidiasForEveryNameOfTheCorpus)
{
    if (!exists(test::corpus)) GTEST_SKIP() << "no corpus at " << test::corpus;
    const auto units = unitsOfTheCorpus();
    EXPECT_EQ(units.size(), 2294U);
    std::size_t namesWithUnit = 0;
    for (const auto& [name, expected] : units) {
        EXPECT_TRUE(expected.contains(std::string(counterUnit(name))))
            << name << " is in '" << *expected.begin() << "', not in '" << counterUnit(name) << "'";
        namesWithUnit += expected.contains("") ? 0U : 1U;
    }
    EXPECT_EQ(namesWithUnit, 1393U);
}

// SPDX-License-Identifier: Apache-2.0
#include "core/own_counters.h"

#include "core/counter.h"
#include "core/metrics.h"

#include <gmock/gmock.h>

#include <set>

using namespace core;
using testing::Contains;
using testing::Not;

TEST(OwnCounters, AreThoseThatTheTablesReadEachOnce)
{
    std::set<std::string_view> names;
    for (const auto& counter : ownCounters()) {
        EXPECT_TRUE(names.insert(counter.name).second) << counter.name;
        EXPECT_TRUE(isWantedCounter(counter.name)) << counter.name;
    }
}

TEST(OwnCounters, OfTheBaseLevelTakeTheDenseOperationsOfTheTypesThatAreAsked)
{
    const std::string family = "sm__ops_path_tensor_op_";
    const std::vector<std::string> chip = {
        family + "hgmma_src_bf16_dst_fp32_sparsity_off", family + "hgmma_src_bf16_dst_fp32_sparsity_on",
        family + "hmma_src_bf16_dst_fp32_sparsity_off", family + "hgmma_src_tf32_dst_fp32_sparsity_off"};
    const std::vector<std::string> inputs = {"fp8", "bf16"};
    const auto names = ownCounterNames(CounterLevel::Base, chip, inputs);
    EXPECT_THAT(names, Contains(chip[0] + ".sum"));
    EXPECT_THAT(names, Contains(chip[0] + ".sum.peak_sustained"));
    EXPECT_THAT(names, Not(Contains(chip[1] + ".sum")));
    EXPECT_THAT(names, Contains(chip[2] + ".sum"));
    EXPECT_THAT(names, Not(Contains(chip[3] + ".sum")));
}

TEST(OwnCounters, TakeOfTheTensorPipeWhatCountsEachOperationOnceAndOnlyWhenAllIsAsked)
{
    const std::string family = "sm__ops_path_tensor_";
    const std::vector<std::string> chip = {"dram__bytes", family + "src_bf16_dst_fp32",
                                           family + "op_hgmma_src_bf16_dst_fp32_sparsity_off",
                                           family + "op_hgmma_src_bf16_dst_fp32_sparsity_on"};
    const auto all = ownCounterNames(CounterLevel::Full, chip);
    EXPECT_THAT(all, Contains(chip[2] + ".sum"));
    EXPECT_THAT(all, Contains(chip[3] + ".sum.peak_sustained"));
    EXPECT_THAT(all, Not(Contains(chip[1] + ".sum"))); // the total of both
    for (const auto& name : ownCounterNames(CounterLevel::Base, chip)) EXPECT_FALSE(name.starts_with(family)) << name;
}

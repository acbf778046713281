// SPDX-License-Identifier: Apache-2.0
#include "core/own_counters.h"

#include "core/counter.h"
#include "core/metrics.h"

#include <gmock/gmock.h>

#include <algorithm>
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

namespace {

struct CounterOf {
    const char* name;
    double value;
};

/// What the tables make of these counters on a GPU of CC 9.0.
MeasuredWork workOf(std::initializer_list<CounterOf> counters)
{
    const Device device{.id = "gpu", .compute_capability = ComputeCapability{9, 0}};
    KernelMeasurement kernel{.device_id = "gpu", .duration_s = 1e-3};
    for (const auto& counter : counters) kernel.counters.add(Name(counter.name), counter.value);
    kernel.counters.finish();
    return measuredWork(kernel, &device);
}

const Work* find(const MeasuredWork& measured, ResourceKind kind)
{
    const auto found = std::ranges::find(measured.work, kind, [](const Work& work) { return work.resource.kind; });
    return found == measured.work.end() ? nullptr : &*found;
}

constexpr CounterOf noWavefronts{"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", 0};
constexpr CounterOf noSharedInstructions{"smsp__sass_inst_executed_op_shared.sum", 0};
constexpr CounterOf noTma{"smsp__sass_inst_executed_op_tma.sum", 0};
constexpr CounterOf someForPeers{"smsp__sass_inst_executed_op_dshared.sum", 16};

} // namespace

TEST(OwnCounters, TellTheBytesThatTheCopyEngineAddsToMemory)
{
    const auto measured = workOf({noWavefronts,
                                  noSharedInstructions,
                                  {"l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum", 0},
                                  {"l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum", 0},
                                  {"l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_red.sum", 4096}});
    ASSERT_TRUE(find(measured, ResourceKind::Shared));
    EXPECT_EQ(find(measured, ResourceKind::Shared)->amount, 4096);
    EXPECT_EQ(find(measured, ResourceKind::Shared)->basis, Basis::Measured);
}

TEST(OwnCounters, TellWhatGoesIntoTheSharedMemoryOfOtherSmsAndIsNotOfL1)
{
    const auto measured =
        workOf({noWavefronts,
                noSharedInstructions,
                noTma,
                someForPeers,
                {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", 1024},
                {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_atom.sum", 256},   // half are answers
                {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_tma_st.sum", 128}, // and out of its own
                {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_tma_red.sum", 64}, // likewise
                {"l1tex__t_sectors.sum", 100},
                {"l1tex__t_sectors_pipe_lsu_mem_dshared.sum", 40}});
    ASSERT_TRUE(find(measured, ResourceKind::Shared));
    EXPECT_EQ(find(measured, ResourceKind::Shared)->amount, 1024 - 128 + 128 + 64);
    EXPECT_EQ(find(measured, ResourceKind::Shared)->basis, Basis::LowerBound); // conflicts of banks there aren't seen
    EXPECT_EQ(find(measured, ResourceKind::L1)->amount, 60 * 32);
    EXPECT_EQ(find(measured, ResourceKind::L1)->basis, Basis::Measured);
}

TEST(OwnCounters, NeverCallAKernelOnOtherSmsSharedMemoryOneWithout)
{
    const auto measured =
        workOf({noWavefronts, noSharedInstructions, noTma, someForPeers, {"l1tex__t_sectors.sum", 100}});
    EXPECT_FALSE(find(measured, ResourceKind::Shared));
    EXPECT_EQ(find(measured, ResourceKind::L1)->basis, Basis::UpperBound);
}

TEST(OwnCounters, AFewBarriersAtOtherSmsLeaveWhatIsCountedMeasured)
{
    const auto measured = workOf({{"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", 1000},
                                  noTma,
                                  someForPeers,
                                  {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", 512},
                                  {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_atom.sum", 0},
                                  {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_tma_st.sum", 0},
                                  {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_tma_red.sum", 0}});
    EXPECT_EQ(find(measured, ResourceKind::Shared)->amount, 1000 * 128 + 512);
    EXPECT_EQ(find(measured, ResourceKind::Shared)->basis, Basis::Measured);
}

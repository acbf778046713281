// SPDX-License-Identifier: Apache-2.0
// Integer operations have points of their own, at OP/byte and OP/s; they are never FLOP.
#include "core/aggregate.h"
#include "core/listing_json.h"
#include "core/roofline.h"
#include "core/summary.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace core;

namespace {

const Resource int8{.kind = ResourceKind::Tensor, .tensor = {.input = "int8", .path = TensorPath::Mma}};

/// 1 ms on 10 SMs at 1 GHz: 1e6 bytes of DRAM, 4e9 OP of the INT8 tensor pipe, whose roof is 8 TOP/s.
Session int8Session(double fma)
{
    Session session;
    session.devices.push_back({.id = "gpu", .compute_capability = ComputeCapability{9, 0}, .sm_count = 10});
    KernelMeasurement kernel{.device_id = "gpu", .duration_s = 1e-3};
    const std::pair<const char*, double> counters[] = {
        {"sm__ops_path_tensor_op_imma_src_int8_sparsity_off.sum", 4e9},
        {"sm__ops_path_tensor_op_imma_src_int8_sparsity_off.sum.peak_sustained", 8000},
        {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", fma},
        {"sm__pipe_alu_cycles_active.sum.pct_of_peak_sustained_elapsed", 70},
        {"dram__bytes.sum", 1e6},
        {"dram__bytes.sum.peak_sustained", 1000},
        {"dram__cycles_elapsed.avg.per_second", 1e9},
        {"smsp__cycles_elapsed.avg.per_second", 1e9}};
    for (const auto& [name, value] : counters) kernel.counters.add(Name(name), value);
    kernel.counters.finish();
    session.kernels.push_back(std::move(kernel));
    return session;
}

KernelAnalysis analysed(const Session& session)
{
    return analyse(session, session.kernels.front());
}

const Ceiling* roofOf(const std::vector<Ceiling>& roofs, ResourceKind kind)
{
    const auto found = std::ranges::find(roofs, kind, [](const Ceiling& roof) { return roof.resource.kind; });
    return found == roofs.end() ? nullptr : &*found;
}

} // namespace

TEST(IntegerPoints, StandAtOperationsOverBytesAndNeverAmongThoseOfFlop)
{
    const auto analysis = analysed(int8Session(0));
    EXPECT_TRUE(analysis.points.empty());
    EXPECT_FALSE(analysis.charted_pipe);
    EXPECT_EQ(analysis.integer_pipe, int8);
    ASSERT_EQ(analysis.integer_points.size(), 1U);
    EXPECT_EQ(analysis.integer_points[0].level, Level::Dram);
    EXPECT_EQ(analysis.integer_points[0].intensity_flop_per_byte, 4000);
    EXPECT_EQ(analysis.integer_points[0].flop_per_s, 4e12);
    EXPECT_EQ(analysis.integer_points[0].attainable_flop_per_s, 8e12);
}

TEST(IntegerPoints, AKernelWithBothHasAPointOfEach)
{
    const auto analysis = analysed(int8Session(1e6));
    ASSERT_EQ(analysis.points.size(), 1U);
    EXPECT_EQ(analysis.points[0].flop_per_s, 2e9);
    ASSERT_EQ(analysis.integer_points.size(), 1U);
    EXPECT_EQ(analysis.integer_points[0].flop_per_s, 4e12);
}

TEST(IntegerPoints, AreListedInJsonByTheNamesOfTheirUnits)
{
    const auto json = [](const Session& session) {
        return kernelJson(session.kernels[0], summarise(session, session.kernels[0]), "k");
    };
    const auto both = json(int8Session(1e6));
    EXPECT_NE(both.find(R"("points":[{"level":"dram","pipe":"fp32","intensity_flop_per_byte")"), std::string::npos);
    const auto* points = R"("integer_points":[{"level":"dram","pipe":"tensor_int8_mma","intensity_op_per_byte":4E3,)"
                         R"("op_per_s":4E12,"attainable_op_per_s":8000000000000,"basis":"measured"}])";
    EXPECT_NE(both.find(points), std::string::npos) << both;
    auto none = int8Session(1e6);
    none.kernels[0].counters = {};
    EXPECT_EQ(json(none).find("integer_points"), std::string::npos);
}

TEST(IntegerPoints, OfAGroupAreSumsOverSumsAndTheAluShareIsNoOperation)
{
    const auto one = analysed(int8Session(0));
    const LaunchAnalysis both[] = {{&one, 1e-3}, {&one, 1e-3}};
    const auto group = aggregate(both);
    EXPECT_EQ(group.integer_pipe, int8); // its ALU share, 70 %, is larger than the 50 % of the tensor pipe
    ASSERT_EQ(group.integer_points.size(), 1U);
    EXPECT_DOUBLE_EQ(group.integer_points[0].flop_per_s, 4e12);
    EXPECT_TRUE(group.points.empty());
}

TEST(IntegerPoints, BothInt32PipesHaveRoofs)
{
    // 10 SMs at 1 GHz: 64 instructions a clock of the ALU, 64 multiply-adds of two operations.
    const auto roofs = machineRoofs(int8Session(0), "gpu").ceilings;
    ASSERT_TRUE(roofOf(roofs, ResourceKind::Alu));
    EXPECT_EQ(roofOf(roofs, ResourceKind::Alu)->rate_per_s, 640e9);
    ASSERT_TRUE(roofOf(roofs, ResourceKind::IntMad));
    EXPECT_EQ(roofOf(roofs, ResourceKind::IntMad)->rate_per_s, 1280e9);
}

TEST(BindingLevel, IsTheMemoryClosestToItsOwnRoof)
{
    // At 1e12 OP/s: DRAM moves 100 GB/s of 1 TB/s, L2 1 TB/s of 4 TB/s.
    KernelAnalysis analysis;
    EXPECT_EQ(bindingLevel(analysis), std::nullopt);
    analysis.points = {{.level = Level::Dram, .intensity_flop_per_byte = 10, .flop_per_s = 1e12},
                       {.level = Level::L2, .intensity_flop_per_byte = 1, .flop_per_s = 1e12}};
    analysis.ceilings = {{.resource = {ResourceKind::Dram}, .rate_per_s = 1e12},
                         {.resource = {ResourceKind::L2Read}, .rate_per_s = 4e12}};
    EXPECT_EQ(bindingLevel(analysis), Level::L2);
    analysis.ceilings[1].rate_per_s = 40e12;
    EXPECT_EQ(bindingLevel(analysis), Level::Dram);
}

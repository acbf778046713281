// SPDX-License-Identifier: Apache-2.0
#include "core/roofline.h"

#include "core/above_roof.h"
#include "core/roofs.h"

#include <gmock/gmock.h>

#include <limits>

using namespace core;
using testing::DoubleNear;

namespace {

/// A made-up GPU with round numbers: 10 SMs at 1 GHz, 1 TB/s of DRAM (1000 B a clock at 1 GHz), 2.56 TFLOP/s of FP32.
Session sessionOf(std::vector<std::pair<std::string, double>> counters, double duration_s)
{
    Session session;
    session.devices.push_back({.id = "gpu",
                               .name = "GPU",
                               .compute_capability = ComputeCapability{9, 0},
                               .sm_count = 10,
                               .max_sm_clock_hz = 1e9});
    KernelMeasurement kernel{.name = "k", .device_id = "gpu", .duration_s = duration_s};
    counters.insert(counters.end(), {{"dram__bytes.sum.peak_sustained", 1000},
                                     {"dram__cycles_elapsed.avg.per_second", 1e9},
                                     {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", 1280},
                                     {"smsp__cycles_elapsed.avg.per_second", 1e9}});
    for (const auto& [name, value] : counters) kernel.counters.add(Name(name), value);
    kernel.counters.finish();
    session.kernels.push_back(std::move(kernel));
    return session;
}

std::vector<std::pair<std::string, double>> floatCounters(double add, double mul, double fma)
{
    const std::string base = "smsp__sass_thread_inst_executed_op_";
    return {{base + "fadd_pred_on.sum", add}, {base + "fmul_pred_on.sum", mul}, {base + "ffma_pred_on.sum", fma}};
}

/// Of shared memory, 128 bytes each.
std::pair<std::string, double> wavefronts(double count)
{
    return {"memory_l1_wavefronts_shared", count};
}

Work workOf(const KernelAnalysis& analysis, const char* resource)
{
    for (const auto& work : analysis.work)
        if (toString(work.resource) == resource) return work;
    ADD_FAILURE() << "no work on " << resource;
    return {};
}

bool knows(const KernelAnalysis& analysis, const char* resource)
{
    return std::ranges::any_of(analysis.work, [&](const Work& work) { return toString(work.resource) == resource; });
}

KernelAnalysis analyseFirst(const Session& session)
{
    return analyse(session, session.kernels.front());
}

} // namespace

TEST(Roofline, AlgorithmicWorkIsKeptApartAndChangesNoFigure)
{
    auto session = sessionOf(floatCounters(0, 0, 1e6), 1e-3);
    session.kernels.front().counters.add(Name("dram__bytes_read.sum"), 4e6);
    session.kernels.front().counters.add(Name("dram__bytes_write.sum"), 4e6);
    session.kernels.front().counters.finish();
    const auto before = analyseFirst(session);
    ASSERT_EQ(before.points.size(), 1U);
    const Work bytes{*parseResource("dram"), 1e6, Basis::Algorithmic, "n"};
    session.kernels.front().declared_work = {bytes, {*parseResource("fp32"), 1e12, Basis::Algorithmic, "2*n"}};
    const auto after = analyseFirst(session);
    EXPECT_EQ(after.algorithmic_work.front(), bytes);
    EXPECT_EQ(after.work, before.work);
    EXPECT_EQ(after.points.front().intensity_flop_per_byte, before.points.front().intensity_flop_per_byte);
    EXPECT_EQ(after.efficiency_ratio, before.efficiency_ratio);
}

TEST(Roofline, AFusedMultiplyAddIsTwoFlop)
{
    const auto analysis = analyseFirst(sessionOf(floatCounters(1, 2, 3), 1e-3));
    EXPECT_EQ(workOf(analysis, "fp32").amount, 9);
}

TEST(Roofline, KernelOnTheRidgeIsBoundByBoth)
{
    // Ridge: 2.56 TFLOP/s / 1 TB/s = 2.56 FLOP/byte. 1 ms at both roofs: 1e9 bytes and 2.56e9 FLOP.
    auto counters = floatCounters(0, 0, 1.28e9);
    counters.emplace_back("dram__bytes.sum", 1e9);
    const auto analysis = analyseFirst(sessionOf(counters, 1e-3));
    ASSERT_EQ(analysis.points.size(), 1U);
    EXPECT_EQ(analysis.points[0].intensity_flop_per_byte, 2.56);
    EXPECT_EQ(analysis.points[0].attainable_flop_per_s, 2.56e12);
    EXPECT_NEAR(analysis.times[0].share_ratio, 1, 1e-12);
    EXPECT_NEAR(analysis.times[1].share_ratio, 1, 1e-12);
    EXPECT_FALSE(analysis.points[0].above_roof_reason);
}

TEST(Roofline, ThreePerCentAboveTheRoofNeedsAReason)
{
    auto counters = floatCounters(0, 0, 1.4e9); // 2.8 TFLOP/s under a roof of 2.56
    counters.emplace_back("dram__bytes.sum", 1e6);
    EXPECT_EQ(analyseFirst(sessionOf(counters, 1e-3)).points.at(0).above_roof_reason, AboveRoofReason::PassesDisagree);
    for (auto& [name, value] : counters) value /= 100;
    EXPECT_EQ(analyseFirst(sessionOf(counters, 1e-5)).points.at(0).above_roof_reason, AboveRoofReason::ClockUnreliable);
}

TEST(Roofline, ZeroBytesAreAnEdgeBadgeNotAPointAtInfinity)
{
    auto counters = floatCounters(0, 0, 1e6);
    counters.emplace_back("dram__bytes.sum", 0);
    const auto analysis = analyseFirst(sessionOf(counters, 1e-3));
    EXPECT_TRUE(analysis.points.empty());
    EXPECT_THAT(analysis.zero_byte_levels, testing::ElementsAre(Level::Dram));
}

TEST(Roofline, WithoutFlopTheKernelStandsInTheStrip)
{
    auto counters = floatCounters(0, 0, 0);
    counters.emplace_back("dram__bytes.sum", 5e8);
    const auto analysis = analyseFirst(sessionOf(counters, 1e-3));
    EXPECT_TRUE(analysis.points.empty());
    ASSERT_EQ(analysis.strip.size(), 1U);
    EXPECT_NEAR(analysis.strip[0].share_ratio, 0.5, 1e-12);
    EXPECT_EQ(workOf(analysis, "fp32").amount, 0); // a known zero stays
}

TEST(Roofline, AStripShareOverItsRoofHasAReason)
{
    const auto strip = [](double bytes, double duration_s) {
        auto counters = floatCounters(0, 0, 0);
        counters.emplace_back("dram__bytes.sum", bytes); // the roof is 1 TB/s
        return analyseFirst(sessionOf(counters, duration_s)).strip.at(0);
    };
    EXPECT_FALSE(strip(1.02e9, 1e-3).above_roof_reason);
    EXPECT_EQ(strip(1.2e9, 1e-3).above_roof_reason, AboveRoofReason::PassesDisagree);
    EXPECT_EQ(strip(1.2e7, 1e-5).above_roof_reason, AboveRoofReason::ClockUnreliable);
}

TEST(Roofline, UnknownFlopAreAbsentNotZero)
{
    const auto analysis = analyseFirst(sessionOf({{"dram__bytes.sum", 5e8}}, 1e-3));
    EXPECT_FALSE(knows(analysis, "fp32"));
    EXPECT_THAT(analysis.absent, testing::Contains(Absence{"fp32", AbsenceReason::NotCollected}));
}

TEST(Roofline, FailedCollectionIsToldFromNotCollected)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto analysis = analyseFirst(sessionOf({{"dram__bytes.sum", nan}}, 1e-3));
    EXPECT_FALSE(knows(analysis, "dram"));
    EXPECT_THAT(analysis.absent, testing::Contains(Absence{"dram", AbsenceReason::CollectionFailed}));
}

TEST(Roofline, WhatFailedIsToldWhereverItIs)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto absentOf = [](std::vector<std::pair<std::string, double>> counters) {
        return analyseFirst(sessionOf(std::move(counters), 1e-3)).absent;
    };
    const auto failed = [](const char* what) {
        return testing::Contains(Absence{what, AbsenceReason::CollectionFailed});
    };
    const auto tensor = absentOf({{"sm__ops_path_tensor_op_hgmma_src_bf16_dst_fp32_sparsity_off.sum", 1e9},
                                  {"sm__ops_path_tensor_op_hgmma_src_fp16_dst_fp32_sparsity_off.sum", nan}});
    EXPECT_THAT(tensor, failed("tensor_fp16_fp32_wgmma"));
    EXPECT_THAT(absentOf({{"l1tex__t_sectors.sum", nan}}), failed("l1"));
    EXPECT_THAT(absentOf({{"l1tex__t_sectors.sum", -32}}), failed("l1"));
    EXPECT_THAT(absentOf({{"dram__bytes_read.sum", -1e8}, {"dram__bytes_write.sum", 1e8}}), failed("dram_read"));
    EXPECT_THAT(absentOf({{"dram__bytes_read.sum", -1e8}, {"dram__bytes_write.sum", 1e8}}), failed("dram"));
    EXPECT_THAT(absentOf({{"dram__bytes_read.sum", 1e8}, {"dram__bytes_write.sum", nan}}), failed("dram_write"));
    EXPECT_THAT(absentOf({{"sm__inst_executed_pipe_xu.sum.pct_of_peak_sustained_elapsed", nan}}), failed("xu"));
    EXPECT_THAT(absentOf({{"dram__bytes.sum", nan}, {"dram__bytes_read.sum", 1e8}, {"dram__bytes_write.sum", 1e8}}),
                testing::Not(failed("dram")))
        << "both directions tell it";
}

TEST(Roofline, AShareFarAboveItsPeakIsAFailedCollection)
{
    const std::string percent = ".sum.pct_of_peak_sustained_elapsed";
    const auto isShare = [](const KernelAnalysis& analysis, const char* resource) {
        return std::ranges::any_of(analysis.times,
                                   [&](const ResourceTime& time) { return toString(time.resource) == resource; });
    };
    const auto failed = [](const char* what) {
        return testing::Contains(Absence{what, AbsenceReason::CollectionFailed});
    };
    const auto xu = analyseFirst(sessionOf({{"sm__inst_executed_pipe_xu" + percent, 150}}, 1e-3));
    EXPECT_FALSE(isShare(xu, "xu"));
    EXPECT_THAT(xu.absent, failed("xu"));
    const auto pipe = analyseFirst(sessionOf(
        {{"l1tex__data_pipe_lsu_wavefronts" + percent, 90}, {"l1tex__data_pipe_tex_wavefronts" + percent, 90}}, 1e-3));
    EXPECT_FALSE(isShare(pipe, "l1_shared")) << "nor is it one half of the sum";
    EXPECT_THAT(pipe.absent, failed("l1_shared"));
}

TEST(Roofline, ATimeOverItsRoofHasAReason)
{
    const std::string percent = ".sum.pct_of_peak_sustained_elapsed";
    const auto analysis = analyseFirst(
        sessionOf({{"sm__inst_executed_pipe_xu" + percent, 106}, {"sm__inst_executed" + percent, 102}}, 1e-3));
    ASSERT_EQ(analysis.times.size(), 2U);
    EXPECT_EQ(analysis.times[0].above_roof_reason, AboveRoofReason::PassesDisagree);
    EXPECT_FALSE(analysis.times[1].above_roof_reason);
    const auto above = aboveRoofs(analysis);
    ASSERT_EQ(above.size(), 1U);
    EXPECT_EQ(above[0].pipe, parseResource("xu"));
    EXPECT_FALSE(above[0].level);
}

TEST(Roofline, WhatAProgramCountedIsNotMissing)
{
    auto session = sessionOf({{"dram__bytes.sum", 5e8}}, 1e-3);
    session.kernels[0].declared_work = {{.resource = *parseResource("fp32"), .amount = 1e9}};
    const auto absent = analyseFirst(session).absent;
    EXPECT_THAT(absent, testing::Not(testing::Contains(Absence{"fp32", AbsenceReason::NotCollected})));
    EXPECT_THAT(absent, testing::Contains(Absence{"fp64", AbsenceReason::NotCollected}));
}

TEST(Roofline, AnL1SumThatLacksAPartIsUnknown)
{
    const std::string part = "l1tex__t_sectors_pipe_lsu_mem_";
    std::vector<std::pair<std::string, double>> counters = {{part + "global_op_ld.sum", 1000},
                                                            {part + "global_op_st.sum", 1000},
                                                            {part + "local_op_ld.sum", 0},
                                                            {part + "local_op_st.sum", 0}};
    EXPECT_TRUE(knows(analyseFirst(sessionOf(counters, 1e-3)), "l1"));
    counters.emplace_back(part + "global_op_red.sum", std::numeric_limits<double>::quiet_NaN());
    EXPECT_FALSE(knows(analyseFirst(sessionOf(counters, 1e-3)), "l1"));
}

TEST(Roofline, HalfCountersWithoutOpcodesAreAnUpperBoundAndNoPoint)
{
    const std::string base = "smsp__sass_thread_inst_executed_op_";
    auto counters = floatCounters(0, 0, 0);
    counters.insert(counters.end(), {{base + "hadd_pred_on.sum", 10},
                                     {base + "hmul_pred_on.sum", 0},
                                     {base + "hfma_pred_on.sum", 5},
                                     {"dram__bytes.sum", 1e6}});
    const auto analysis = analyseFirst(sessionOf(counters, 1e-3));
    EXPECT_EQ(workOf(analysis, "fp16").basis, Basis::UpperBound);
    EXPECT_EQ(workOf(analysis, "fp16").amount, 40); // 2 x 10 + 4 x 5
    EXPECT_TRUE(analysis.points.empty());
    ASSERT_TRUE(analysis.fp16_upper_bound);
    EXPECT_EQ(analysis.strip.size(), 1U);
}

TEST(Roofline, ConversionsAndConstantMovesAreNoHalfArithmetic)
{
    auto session = sessionOf(floatCounters(0, 0, 0), 1e-3);
    auto& counters = session.kernels[0].counters;
    counters.addInstances(Name("sass__thread_inst_executed_true_per_opcode_with_modifier_all"),
                          {{Name("HADD2.F32"), 100.0}, {Name("HFMA2.MMA"), 7.0}});
    counters.finish();
    EXPECT_EQ(workOf(analyseFirst(session), "fp16").amount, 0);
    EXPECT_EQ(workOf(analyseFirst(session), "fp16").basis, Basis::Measured);
}

TEST(Roofline, MatrixHalfInstructionsCountOnceThereIsHalfArithmetic)
{
    auto session = sessionOf({}, 1e-3);
    auto& counters = session.kernels[0].counters;
    counters.addInstances(Name("sass__thread_inst_executed_true_per_opcode_with_modifier_all"),
                          {{Name("HMUL2"), 1.0}, {Name("HFMA2"), 2.0}, {Name("HFMA2.MMA"), 3.0}});
    counters.finish();
    EXPECT_EQ(workOf(analyseFirst(session), "fp16").amount, 22); // 2 x 1 + 4 x 2 + 4 x 3
}

TEST(Roofline, TensorTotalsAreNotCountedBesideTheirLeaves)
{
    const std::string base = "sm__ops_path_tensor_";
    const auto session = sessionOf({{base + "src_bf16_dst_fp32.sum", 100},
                                    {base + "op_hgmma_src_bf16_dst_fp32_sparsity_off.sum", 60},
                                    {base + "op_hmma_src_bf16_dst_fp32_sparsity_off.sum", 40},
                                    {base + "src_fp8_sparsity_off.sum", 5},
                                    {base + "src_fp64.sum", 7}},
                                   1e-3);
    const auto analysis = analyseFirst(session);
    EXPECT_EQ(workOf(analysis, "tensor_bf16_fp32_wgmma").amount, 60);
    EXPECT_EQ(workOf(analysis, "tensor_bf16_fp32_mma").amount, 40);
    EXPECT_EQ(workOf(analysis, "tensor_fp8").amount, 5);
    EXPECT_EQ(workOf(analysis, "tensor_fp64").amount, 7);
    EXPECT_FALSE(knows(analysis, "tensor_bf16_fp32"));
}

TEST(Roofline, TmaHidesTheL1Level)
{
    const auto session = sessionOf({{"l1tex__t_sectors.sum", 380},
                                    {"l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum", 1.6e9},
                                    {"l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum", 0},
                                    {"memory_l1_wavefronts_shared", 10}},
                                   1e-3);
    const auto analysis = analyseFirst(session);
    EXPECT_FALSE(knows(analysis, "l1"));
    EXPECT_THAT(analysis.absent, testing::Contains(Absence{"l1", AbsenceReason::TmaBypassesL1}));
    EXPECT_EQ(workOf(analysis, "shared").amount, 1280 + 1.6e9);
}

TEST(Roofline, SharedBytesAreALowerBoundWhereTcgen05Ran)
{
    const auto session = sessionOf({{"sm__ops_path_tensor_op_utchmma_src_bf16_dst_fp32_sparsity_off.sum", 1e6},
                                    {"l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum", 0},
                                    {"l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum", 0},
                                    {"memory_l1_wavefronts_shared", 10}},
                                   1e-3);
    EXPECT_EQ(workOf(analyseFirst(session), "shared").basis, Basis::LowerBound);
}

TEST(Roofline, SharesOfDramAndFp64SpeakWhereNoAmountWasCollected)
{
    const auto analysis =
        analyseFirst(sessionOf({{"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", 86.5},
                                {"sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_elapsed", 12}},
                               1e-3));
    EXPECT_EQ(toString(*analysis.binding), "dram");
    EXPECT_NEAR(*analysis.efficiency_ratio, 0.865, 1e-12);
    EXPECT_EQ(toString(analysis.times.at(1).resource), "fp64");
    EXPECT_TRUE(analysis.strip.empty()); // a share gives no bytes
}

TEST(Roofline, SharesOfComputedPeaksJudgeNothingWhereOtherRoofsAreAskedFor)
{
    const auto session = sessionOf({{"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", 86.5}}, 1e-3);
    const auto analysis = analyse(session, session.kernels[0], RoofChoice::Measured);
    EXPECT_FALSE(analysis.binding);
    EXPECT_TRUE(analysis.times.empty());
    EXPECT_THAT(analysis.without_roof, testing::ElementsAre(Resource{ResourceKind::Dram}));
}

TEST(Roofline, SmClockAboveTheDeviceMaximumIsCappedAndSaid)
{
    auto session = sessionOf(floatCounters(0, 0, 1e6), 1e-3);
    session.devices[0].max_sm_clock_hz = 0.9e9;
    const auto analysis = analyseFirst(session);
    EXPECT_EQ(analysis.sm_clock_hz, 0.9e9);
    EXPECT_TRUE(analysis.sm_clock_capped);
}

TEST(Roofline, MeasuredRoofGoesBeforeComputedAndScalesWithTheSmClock)
{
    auto session = sessionOf(floatCounters(0, 0, 1e6), 1e-3);
    session.ceilings.push_back(
        {.resource = {ResourceKind::Fp32}, .rate_per_s = 5e12, .origin = Origin::Measured, .sm_clock_hz = 2e9});
    const auto analysis = analyseFirst(session);
    ASSERT_FALSE(analysis.times.empty());
    EXPECT_EQ(analysis.times[0].origin, Origin::Measured);
    EXPECT_EQ(analysis.times[0].rate_per_s, 2.5e12); // 5e12 at 2 GHz is 2.5e12 at the launch's 1 GHz
    EXPECT_EQ(analyse(session, session.kernels[0], RoofChoice::Computed).times[0].rate_per_s, 2.56e12);
}

TEST(Roofline, AComputedRoofOfExactlyThisLaunchGoesBeforeAnothersAndDatasheetsAreLast)
{
    const auto session = sessionOf(floatCounters(0, 0, 1e6), 1e-3);
    const std::vector<Ceiling> others = {
        {.resource = {ResourceKind::Fp32}, .rate_per_s = 9e12, .origin = Origin::Computed, .sm_clock_hz = 1e9},
        {.resource = {ResourceKind::Fp32}, .rate_per_s = 8e12, .origin = Origin::Datasheet, .sm_clock_hz = 2e9}};
    const auto rate = [&](RoofChoice choice) {
        return analyse(session, session.kernels[0], choice, others).times.at(0).rate_per_s;
    };
    EXPECT_EQ(rate(RoofChoice::BestKnown), 2.56e12);
    EXPECT_EQ(rate(RoofChoice::Datasheet), 4e12); // 8e12 at 2 GHz is 4e12 at the launch's 1 GHz
    EXPECT_EQ(machineRoofs(session, "gpu", RoofChoice::All, others).ceilings.size(),
              machineRoofs(session, "gpu", RoofChoice::BestKnown, others).ceilings.size() + 1);
}

TEST(Roofline, DatasheetsStandAsPrintedBesideBetterKnownRoofs)
{
    const auto session = sessionOf(floatCounters(0, 0, 1e6), 1e-3);
    const std::vector<Ceiling> datasheet = {
        {.resource = {ResourceKind::Fp32}, .rate_per_s = 8e12, .origin = Origin::Datasheet, .sm_clock_hz = 2e9}};
    const auto rate = [&](RoofChoice choice) {
        for (const auto& roof : machineRoofs(session, "gpu", choice, datasheet).ceilings)
            if (roof.origin == Origin::Datasheet) return roof.rate_per_s;
        return 0.0;
    };
    EXPECT_EQ(rate(RoofChoice::All), 8e12);
    EXPECT_EQ(rate(RoofChoice::Datasheet), 4e12) << "at the launches' clock, as they are judged";
}

TEST(Roofline, RoofsMeasuredOnAGpuWithoutKernelsAreItsOwnBesideAnotherWithSome)
{
    auto session = sessionOf(floatCounters(0, 0, 1e6), 1e-3);
    session.devices.push_back({.id = "other", .name = "Other GPU"});
    session.ceilings = {{.resource = {ResourceKind::Fp32}, .rate_per_s = 5e12, .origin = Origin::Measured}};
    session.ceilings[0].device_id = "other";
    const auto roofs = machineRoofs(session, "other");
    ASSERT_EQ(roofs.ceilings.size(), 1U);
    EXPECT_EQ(roofs.ceilings[0].rate_per_s, 5e12);
}

TEST(Roofline, DramIsJudgedByTheMixNearestItsReadShare)
{
    auto session = sessionOf({{"dram__bytes_read.sum", 8.3e8}, {"dram__bytes_write.sum", 1.7e8}}, 1e-3);
    for (const auto& [mix, rate] : {std::pair("read", 0.95e12), std::pair("triad", 0.8e12), std::pair("copy", 0.85e12)})
        session.ceilings.push_back(
            {.resource = {ResourceKind::Dram}, .rate_per_s = rate, .origin = Origin::Measured, .access_mix = mix});
    // 83 % reads: triad reads 67 %, a pure read 100 %: triad is nearer by a hair (16 against 17 points).
    EXPECT_EQ(analyseFirst(session).times.at(0).rate_per_s, 0.8e12);
}

TEST(Roofline, WhereTheDramMixIsUnknownTheFastestBoundsAndNoneIsNamed)
{
    auto session = sessionOf({{"dram__bytes.sum", 1e9}}, 1e-3);
    for (const auto& [mix, rate] : {std::pair("read", 0.95e12), std::pair("write", 0.96e12)})
        session.ceilings.push_back(
            {.resource = {ResourceKind::Dram}, .rate_per_s = rate, .origin = Origin::Measured, .access_mix = mix});
    const auto analysis = analyseFirst(session);
    EXPECT_EQ(analysis.times.at(0).rate_per_s, 0.96e12);
    EXPECT_EQ(ownLevelRoof(analysis, Level::Dram)->access_mix, "");
}

TEST(Roofline, MixesOfSharedMemoryAreNotThoseOfDram)
{
    auto session = sessionOf({{"dram__bytes_read.sum", 0}, {"dram__bytes_write.sum", 1e8}, wavefronts(1e6)}, 1e-3);
    for (const auto& [mix, rate] : {std::pair("read", 1.2e12), std::pair("write", 1.1e12)})
        session.ceilings.push_back(
            {.resource = {ResourceKind::Shared}, .rate_per_s = rate, .origin = Origin::Measured, .access_mix = mix});
    EXPECT_EQ(ownLevelRoof(analyseFirst(session), Level::Shared)->rate_per_s, 1.2e12);
}

TEST(Roofline, TheDataPipeIsJudgedByWhatWasMeasuredOfSharedMemoryOrL1)
{
    // 128 B x 10 SMs x 1 GHz are 1.28 TB/s; 1e6 wavefronts of 128 B.
    auto session = sessionOf(
        {wavefronts(1e6), {"l1tex__data_pipe_lsu_wavefronts.sum", 1e6}, {"l1tex__data_pipe_tex_wavefronts.sum", 0}},
        1e-3);
    session.ceilings = {{.resource = {ResourceKind::L1}, .rate_per_s = 1.0e12, .origin = Origin::Measured}};
    const auto rate = [&](RoofChoice choice) {
        const auto analysis = analyse(session, session.kernels[0], choice);
        const auto time = std::ranges::find(analysis.times, Resource{ResourceKind::L1Shared}, &ResourceTime::resource);
        return time == analysis.times.end() ? std::nullopt : time->rate_per_s;
    };
    EXPECT_EQ(rate(RoofChoice::BestKnown), 1.0e12);
    session.ceilings.push_back({.resource = {ResourceKind::Shared}, .rate_per_s = 1.1e12, .origin = Origin::Measured});
    EXPECT_EQ(rate(RoofChoice::BestKnown), 1.1e12);
    EXPECT_EQ(rate(RoofChoice::Measured), 1.1e12);
    EXPECT_EQ(rate(RoofChoice::Computed), 1.28e12);
}

TEST(Roofline, AShareOfThePeakIsTakenToTheMeasuredRoof)
{
    auto session = sessionOf({{"l1tex__data_pipe_lsu_wavefronts.sum.pct_of_peak_sustained_elapsed", 50}}, 1e-3);
    session.ceilings = {{.resource = {ResourceKind::Shared}, .rate_per_s = 1.0e12, .origin = Origin::Measured}};
    for (const auto choice : {RoofChoice::BestKnown, RoofChoice::Measured}) {
        const auto analysis = analyse(session, session.kernels[0], choice);
        ASSERT_EQ(analysis.binding, Resource{ResourceKind::L1Shared});
        EXPECT_DOUBLE_EQ(*analysis.efficiency_ratio, 0.64); // 50 % of 1.28 TB/s, of 1.0
        EXPECT_EQ(analysis.times[0].origin, Origin::Measured);
        EXPECT_TRUE(analysis.without_roof.empty());
    }
    EXPECT_DOUBLE_EQ(*analyse(session, session.kernels[0], RoofChoice::Computed).efficiency_ratio, 0.5);
}

TEST(Roofline, LinksFollowNoClockOfTheGpu)
{
    const Ceiling link{.resource = {ResourceKind::HostLink}, .rate_per_s = 55e9, .sm_clock_hz = 2e9};
    EXPECT_EQ(atClocks(link, {.sm_hz = 1e9}).rate_per_s, 55e9);
    EXPECT_EQ(ownClock(link), std::nullopt);
}

TEST(Roofline, InATieCountedWorkGoesBeforeAShare)
{
    auto counters = floatCounters(0, 0, 6.4e8); // half of 1.28e9 FMA in 1 ms: 50 %
    counters.emplace_back("l1tex__data_pipe_lsu_wavefronts.sum.pct_of_peak_sustained_elapsed", 50.2);
    const auto analysis = analyseFirst(sessionOf(counters, 1e-3));
    EXPECT_EQ(toString(*analysis.binding), "fp32");
    EXPECT_THAT(*analysis.efficiency_ratio, DoubleNear(0.5, 1e-12));
}

TEST(Roofline, ChartClockIsTheMedianOfLaunchesOverFiftyMicroseconds)
{
    auto session = sessionOf(floatCounters(0, 0, 1e6), 1e-3);
    session.devices[0].max_sm_clock_hz = 3e9;
    const auto add = [&session](double clock_hz, double duration_s) {
        KernelMeasurement kernel{.device_id = "gpu", .duration_s = duration_s};
        kernel.counters.add(Name("smsp__cycles_elapsed.avg.per_second"), clock_hz);
        kernel.counters.finish();
        session.kernels.push_back(std::move(kernel));
    };
    add(2e9, 1e-3);
    add(1.5e9, 1e-3);
    add(2.9e9, 40e-6); // too short for the median
    const auto roofs = machineRoofs(session, "gpu");
    EXPECT_EQ(roofs.sm_clock_hz, 1.5e9);
    EXPECT_EQ(roofs.lowest_sm_clock_hz, 1e9);
    EXPECT_EQ(roofs.highest_sm_clock_hz, 2.9e9);
}

TEST(Roofline, RoofsWithoutKernelsAreDrawnAsTheyWereMeasured)
{
    Session session;
    session.devices = {{.id = "gpu", .max_sm_clock_hz = 2e9}, {.id = "other"}};
    const Resource tensor = *parseResource("tensor_bf16_fp32_wgmma");
    session.ceilings = {{.resource = tensor, .rate_per_s = 850e12, .origin = Origin::Measured, .device_id = "gpu"},
                        {.resource = tensor, .rate_per_s = 1e12, .origin = Origin::Measured, .device_id = "other"}};
    EXPECT_EQ(machineRoofs(session, "gpu").sm_clock_hz, std::nullopt); // not the device's maximum
    session.ceilings[0].sm_clock_hz = 1.6e9;
    const auto roofs = machineRoofs(session, "gpu");
    ASSERT_EQ(roofs.ceilings.size(), 1U);
    EXPECT_EQ(roofs.ceilings[0].rate_per_s, 850e12);
    EXPECT_EQ(roofs.sm_clock_hz, 1.6e9);
    session.ceilings.push_back({.resource = {ResourceKind::Fp32}, .rate_per_s = 66e12, .origin = Origin::Measured});
    session.ceilings.back().sm_clock_hz = 1.98e9;
    EXPECT_EQ(machineRoofs(session, "gpu").sm_clock_hz, std::nullopt); // no one clock is that of both
}

TEST(Roofline, RangesWithOpcodesOnlyHaveTheirFlopFromThem)
{
    auto session = sessionOf({}, 1e-3);
    session.kernels[0].kind = ResultKind::Range;
    session.kernels[0].counters.addInstances(Name("sass__thread_inst_executed_true_per_opcode_with_modifier_all"),
                                             {{Name("FADD"), 5.0}, {Name("FFMA.FTZ"), 4.0}});
    session.kernels[0].counters.finish();
    EXPECT_EQ(workOf(analyseFirst(session), "fp32").amount, 13);
}

TEST(Roofline, GraphsHaveNoFlopBecauseTheirZerosAreFalse)
{
    auto session = sessionOf(floatCounters(0, 0, 0), 1e-3);
    session.kernels[0].kind = ResultKind::Graph;
    const auto analysis = analyseFirst(session);
    EXPECT_FALSE(knows(analysis, "fp32"));
    EXPECT_THAT(analysis.absent, testing::Contains(Absence{"fp32", AbsenceReason::FalseZero}));
}

TEST(Roofline, WhereCountersAndTimeAreOfDifferentRunsNothingIsJudged)
{
    auto counters = floatCounters(1e9, 0, 0);
    counters.push_back({"dram__bytes.sum", 5e8});
    auto session = sessionOf(counters, 1e-3);
    session.sources.push_back({.replay_mode = "application"});
    session.kernels[0].process_id = 1;
    const auto one = analyseFirst(session);
    EXPECT_TRUE(one.binding && one.efficiency_ratio && !one.throughput_meaningless);
    session.kernels.push_back({.name = "other", .device_id = "gpu", .process_id = 2});
    const auto two = analyseFirst(session);
    EXPECT_TRUE(two.throughput_meaningless);
    EXPECT_FALSE(two.binding);
    EXPECT_FALSE(two.efficiency_ratio);
    EXPECT_TRUE(two.times.empty());
    EXPECT_EQ(two.work, one.work); // amounts don't need the time
    EXPECT_EQ(two.points.size(), one.points.size());
}

TEST(Roofline, FlopThatWereNotCollectedAreNotNone)
{
    EXPECT_TRUE(isFlopUnknown(analyseFirst(sessionOf({{"dram__bytes.sum", 5e8}}, 1e-3))));
    KernelAnalysis counted{.work = {{.resource = *parseResource("fp32")}}}; // none were executed
    counted.absent = {{"l1", AbsenceReason::NotCollected}};
    EXPECT_FALSE(isFlopUnknown(counted));
    counted.absent.push_back({"fp64", AbsenceReason::FalseZero});
    EXPECT_TRUE(isFlopUnknown(counted));
    counted.charted_pipe = parseResource("fp32");
    EXPECT_FALSE(isFlopUnknown(counted));
}

TEST(AboveRoof, IsOfPointsIntegerPointsAndShares)
{
    using enum AboveRoofReason;
    KernelAnalysis analysis;
    analysis.points = {{.level = Level::Dram}, {.level = Level::L2, .above_roof_reason = PassesDisagree}};
    EXPECT_EQ(aboveRoofs(analysis).size(), 1U);
    analysis.integer_points = {
        {.level = Level::L1, .flop_per_s = 3, .attainable_flop_per_s = 2, .above_roof_reason = MeasuredRoofLow}};
    analysis.strip = {{.level = Level::Shared, .share_ratio = 1.2, .above_roof_reason = ClockUnreliable},
                      {.level = Level::Dram, .share_ratio = 0.9}};
    const auto above = aboveRoofs(analysis);
    ASSERT_EQ(above.size(), 3U);
    EXPECT_EQ(above[0].reason, PassesDisagree);
    EXPECT_EQ(above[1].reason, MeasuredRoofLow);
    EXPECT_EQ(above[1].share_ratio, 1.5);
    EXPECT_EQ(above[2].level, Level::Shared);
    EXPECT_EQ(above[2].share_ratio, 1.2);
    EXPECT_FALSE(above[2].pipe);
}

TEST(Roofline, WithoutTmaInstructionsItsBytesAreKnownToBeNone)
{
    auto session = sessionOf({{"smsp__sass_inst_executed_op_tma.sum", 0},
                              {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", 10},
                              {"l1tex__t_sectors.sum", 100}},
                             1e-3);
    const auto analysis = analyseFirst(session);
    EXPECT_EQ(workOf(analysis, "shared").basis, Basis::Measured);
    EXPECT_EQ(workOf(analysis, "shared").amount, 1280);
    EXPECT_EQ(workOf(analysis, "l1").amount, 3200);
}

TEST(Roofline, WithTmaInstructionsWhoseBytesAreNotCountedL1IsUnknownAndSharedABound)
{
    auto session = sessionOf({{"smsp__sass_inst_executed_op_tma.sum", 7},
                              {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", 10},
                              {"l1tex__t_sectors.sum", 100}},
                             1e-3);
    const auto analysis = analyseFirst(session);
    EXPECT_EQ(workOf(analysis, "shared").basis, Basis::LowerBound);
    EXPECT_FALSE(knows(analysis, "l1"));
}

TEST(Roofline, TheClockOfTheTimedRunGoesBeforeThatOfTheCounters)
{
    auto session = sessionOf({}, 1e-3);
    session.kernels.front().sm_clock_hz = 0.8e9; // of at most 1 GHz; the counters say 1 GHz
    EXPECT_EQ(launchClocks(session.kernels.front(), &session.devices.front()).sm_hz, 0.8e9);
}

TEST(Roofline, AKernelOfTheLibraryWithoutCountersIsJudgedByWhatItsMathematicsNeeds)
{
    auto session = sessionOf({}, 1e-3);
    session.ceilings.push_back(
        {.resource = {.kind = ResourceKind::Dram}, .rate_per_s = 1e12, .origin = Origin::Measured, .device_id = "gpu"});
    auto& kernel = session.kernels.front();
    kernel.counters = {};
    kernel.declared_work = {{{.kind = ResourceKind::DramRead}, 4e8, Basis::Algorithmic, "algorithm"},
                            {{.kind = ResourceKind::DramWrite}, 1e8, Basis::Algorithmic, "algorithm"}};
    EXPECT_FALSE(knows(analyseFirst(session), "dram_read")); // of another's kernel it is a second count, no measure
    kernel.library = LibraryStep{.family = "triad"};
    const auto analysis = analyseFirst(session);
    EXPECT_EQ(workOf(analysis, "dram_read").basis, Basis::Algorithmic);
    EXPECT_EQ(analysis.algorithmic_work.size(), 2U);
    EXPECT_THAT(analysis.efficiency_ratio, testing::Optional(DoubleNear(0.5, 1e-9))); // 0.5 GB in 1 ms of 1 TB/s
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict.h"

#include "app/above_roof_text.h"

#include "app/format.h"

#include <gtest/gtest.h>

namespace {

using core::ResourceKind;

core::ResourceTime time(ResourceKind kind, double share)
{
    return {.resource = {.kind = kind},
            .time_s = share * 1e-3,
            .share_ratio = share,
            .work = share * 1e9,
            .rate_per_s = 1e12};
}

/// A kernel of 1 ms whose resources take these shares of it, largest first.
app::Verdict verdict(std::vector<core::ResourceTime> times)
{
    app::KernelRow row{.time_s = 1e-3};
    row.analysis.binding = times.front().resource;
    row.analysis.efficiency_ratio = times.front().share_ratio;
    row.analysis.times = std::move(times);
    return app::verdictOf(row);
}

/// Without the narrow spaces of numbers.
std::string plain(QString text)
{
    return text.replace(app::narrowSpace, u' ').toStdString();
}

TEST(Verdict, SaysLimitedByFromEightyPerCentOn)
{
    const auto words = verdict({time(ResourceKind::Dram, 0.94), time(ResourceKind::Fp32, 0.41)});
    EXPECT_EQ(plain(words.sentence), "Limited by DRAM: 940 GB/s of 1.00 TB/s, 94 % of its roof.");
    // 1 / 0.41 = 2.439, rounded down.
    EXPECT_EQ(plain(words.evidence), "Next is the FP32 pipe at 41 %. Moving fewer bytes can gain at most 2.43×.");
}

TEST(Verdict, SaysCloseToFromSixtyPerCentOn)
{
    const auto words = verdict({time(ResourceKind::Fp32, 0.7), time(ResourceKind::Dram, 0.3)});
    EXPECT_EQ(plain(words.sentence),
              "Close to the roof of the FP32 pipe: 700 GFLOP/s of 1.00 TFLOP/s, 70 % of its roof.");
    // 1 / 0.3: with less work for the pipe the kernel meets DRAM's roof next.
    EXPECT_EQ(plain(words.evidence), "Next is DRAM at 30 %. Only fewer or cheaper operations help; at most 3.33×.");
}

TEST(Verdict, LessWorkGainsUpToTheNextRoofWhateverLimits)
{
    using enum ResourceKind;
    for (const auto first : {Dram, Fp32, Issue}) {
        const auto words = verdict({time(first, 0.85), time(Fp64, 0.75)});
        EXPECT_TRUE(words.evidence.endsWith("at most 1.33×.")) << words.evidence.toStdString(); // 1 / 0.75
    }
}

TEST(Verdict, TellsNoGainOfLessWorkWhereNoOtherRoofIsKnown)
{
    EXPECT_EQ(verdict({time(ResourceKind::Fp32, 0.9)}).evidence, "Only fewer or cheaper operations help.");
    EXPECT_TRUE(verdict({time(ResourceKind::Issue, 0.9)}).evidence.isEmpty());
    EXPECT_TRUE(verdict({time(ResourceKind::Dram, 0.9)}).evidence.isEmpty());
}

TEST(Verdict, SaysThatNoRoofIsNearBelow)
{
    const auto words = verdict({time(ResourceKind::Fp32, 0.36), time(ResourceKind::Dram, 0.31)});
    EXPECT_EQ(plain(words.sentence), "No roof is near: the FP32 pipe is closest at 36 %.");
    EXPECT_EQ(plain(words.evidence),
              "Next is DRAM at 31 %. Reaching the roof of the FP32 pipe could gain at most 2.77×.");
}

TEST(Verdict, NamesBothRoofsWhenBothAreNear)
{
    const auto words = verdict({time(ResourceKind::Dram, 0.91), time(ResourceKind::Fp32, 0.88)});
    EXPECT_EQ(plain(words.sentence), "DRAM (91 %) and the FP32 pipe (88 %) are both near their roofs.");
}

TEST(Verdict, DoubtsTheRoofOfAKernelAboveIt)
{
    EXPECT_EQ(plain(verdict({time(ResourceKind::Dram, 1.06)}).sentence),
              "106 % of the DRAM roof: its amount, its roof or the clock is off, the report doesn't tell which.");
    EXPECT_EQ(plain(verdict({time(ResourceKind::Dram, 1.02)}).sentence),
              "Limited by DRAM: 1.02 TB/s of 1.00 TB/s, 102 % of its roof.");
}

TEST(Verdict, GivesTheReasonForAKernelAboveItsRoof)
{
    app::KernelRow row{.time_s = 1e-3};
    row.analysis.times = {time(ResourceKind::Dram, 1.06)};
    row.analysis.binding = row.analysis.times.front().resource;
    row.analysis.points = {{.level = core::Level::L2, .above_roof_reason = core::AboveRoofReason::PassesDisagree},
                           {.level = core::Level::Dram, .above_roof_reason = core::AboveRoofReason::OtherAccessMix}};
    EXPECT_EQ(plain(app::verdictOf(row).sentence),
              "106 % of the DRAM roof: the roof was measured with another mix of reads and writes.");
}

TEST(Verdict, GivesTheReasonOfIntegerPointsAndOfSharesToo)
{
    app::KernelRow row{.time_s = 1e-3};
    row.analysis.times = {time(ResourceKind::Dram, 1.06)};
    row.analysis.binding = row.analysis.times.front().resource;
    row.analysis.strip = {{.level = core::Level::Dram, .above_roof_reason = core::AboveRoofReason::OtherAccessMix}};
    EXPECT_TRUE(
        app::verdictOf(row).sentence.endsWith(app::aboveRoofText(core::AboveRoofReason::OtherAccessMix) + u'.'));
    row.analysis.integer_points = {
        {.level = core::Level::Dram, .above_roof_reason = core::AboveRoofReason::PassesDisagree}};
    EXPECT_TRUE(
        app::verdictOf(row).sentence.endsWith(app::aboveRoofText(core::AboveRoofReason::PassesDisagree) + u'.'));
}

TEST(Verdict, JudgesNothingWhereCountersAndTimeAreOfDifferentRuns)
{
    app::KernelRow row{.time_s = 1e-3};
    row.analysis.throughput_meaningless = true;
    EXPECT_EQ(app::verdictOf(row).sentence, "Can't tell: counters and time are of different runs.");
    EXPECT_TRUE(app::verdictOf(row).collect.isEmpty());
}

TEST(Verdict, JudgesByThePercentageThatIsShown)
{
    EXPECT_TRUE(verdict({time(ResourceKind::Dram, 0.796)}).sentence.startsWith("Limited by DRAM"));
    EXPECT_TRUE(verdict({time(ResourceKind::Dram, 0.794)}).sentence.startsWith("Close to"));
    EXPECT_TRUE(verdict({time(ResourceKind::Dram, 0.595)}).sentence.startsWith("Close to"));
    EXPECT_TRUE(verdict({time(ResourceKind::Dram, 1.034)}).sentence.startsWith("Limited by"));
}

TEST(Verdict, PromisesNoGainWhereItWouldBeChance)
{
    EXPECT_TRUE(verdict({time(ResourceKind::Dram, 0.04)}).evidence.isEmpty());
    app::KernelRow brief{.time_s = 3e-6};
    brief.analysis.times = {time(ResourceKind::Dram, 0.4)};
    brief.analysis.binding = brief.analysis.times.front().resource;
    brief.analysis.clock_unreliable = true;
    EXPECT_TRUE(app::verdictOf(brief).evidence.isEmpty());
}

TEST(Verdict, CannotTellWithoutAnyRoofAndSaysWhatToCollect)
{
    app::KernelRow row{.time_s = 1e-3};
    row.analysis.absent = {{"dram", core::AbsenceReason::NotCollected}};
    const auto words = app::verdictOf(row);
    EXPECT_TRUE(words.sentence.startsWith("Can't tell"));
    EXPECT_EQ(words.collect, "ncu --set roofline --section MemoryWorkloadAnalysis_Tables -o report ./app");
}

TEST(Verdict, NamesWhatWasNotCounted)
{
    app::KernelRow row{.time_s = 1e-3};
    row.analysis.times = {time(ResourceKind::Dram, 0.9)};
    row.analysis.binding = row.analysis.times.front().resource;
    row.analysis.absent = {{"l2_write", core::AbsenceReason::NotCollected},
                           {"tensor", core::AbsenceReason::NotCollected},
                           {"stalls", core::AbsenceReason::NotCollected}};
    EXPECT_EQ(app::verdictOf(row).unseen, "Not counted: L2 write, tensor.");
    row.analysis.without_roof = {{ResourceKind::L2Read}, {ResourceKind::Shared}};
    EXPECT_EQ(app::verdictOf(row).unseen, "Not counted: L2 write, tensor. No roof known: L2 read, SMEM.");
}

TEST(Verdict, CountsIssueSlotsByClockAndSm)
{
    core::Session session;
    session.devices = {{.id = "0", .sm_count = 132}};
    session.kernels = {{.device_id = "0"}};
    app::KernelRow row{.session = &session, .launches = {0}, .time_s = 1e-3};
    row.analysis.times = {time(ResourceKind::Issue, 0.98), time(ResourceKind::Dram, 0.3)};
    row.analysis.times.front().rate_per_s = 4 * 132 * 1.7e9;
    row.analysis.binding = row.analysis.times.front().resource;
    row.analysis.sm_clock_hz = 1.7e9;
    const auto words = app::verdictOf(row);
    EXPECT_EQ(plain(words.sentence), "Limited by issue slots: 98 % of 4 instructions a clock and SM.");
    EXPECT_EQ(plain(words.evidence),
              "Next is DRAM at 30 %. Fewer instructions per result can gain at most 3.33×."); // 1 / 0.3
    row.analysis.sm_clock_hz.reset();
    EXPECT_EQ(plain(app::verdictOf(row).sentence), "Limited by issue slots: 98 % of the roof.");
}

} // namespace

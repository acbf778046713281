// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/missing_data.h"

#include "core/resource.h"
#include "core/summary.h"

#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

TEST(MissingData, EveryReasonOfAbsenceHasWords)
{
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<core::AbsenceReason>>(
        [](auto reason) { EXPECT_FALSE(app::reasonText(reason.value).isEmpty()) << reason.name; });
}

/// What core says of a launch without a single counter, on a GPU with tensor cores.
std::vector<core::Absence> absentWithoutCounters()
{
    core::Session session;
    session.devices = {{.id = "0", .name = "NVIDIA H200", .compute_capability = core::ComputeCapability{9, 0}}};
    session.kernels = {{.name = "bare", .device_id = "0"}};
    return core::summarise(session, session.kernels.front()).absent;
}

TEST(MissingData, EverythingThatCoreMissesHasWordsAndACommand)
{
    const auto absent = absentWithoutCounters();
    for (const auto* expected : {"tensor", "dram", "occupancy", "waves", "stalls"})
        EXPECT_NE(std::ranges::find(absent, expected, &core::Absence::what), absent.end()) << expected;
    for (const auto& [what, reason] : absent) {
        const auto words = app::missing(what, reason);
        EXPECT_NE(words.text, app::reasonText(reason)) << what;
        EXPECT_TRUE(words.command.startsWith("ncu --")) << what;
    }
}

TEST(MissingData, ResourcesHaveNamesOthersDont)
{
    EXPECT_EQ(app::absentResource("tensor"), "tensor");
    EXPECT_EQ(app::absentResource("dram_read"), "DRAM read");
    EXPECT_TRUE(app::absentResource("stalls").isEmpty());
}

TEST(MissingData, NoCommandWhereNoneWouldHelp)
{
    EXPECT_TRUE(app::missing("l1", core::AbsenceReason::TmaBypassesL1).command.isEmpty());
    EXPECT_TRUE(app::missing("waves", core::AbsenceReason::NotForRanges).command.isEmpty());
}

TEST(MissingData, OneCommandCollectsAllThatIsMissing)
{
    const core::Absence absent[] = {{"l2_write", core::AbsenceReason::NotCollected},
                                    {"l1", core::AbsenceReason::NotCollected},
                                    {"stalls", core::AbsenceReason::NotCollected},
                                    {"waves", core::AbsenceReason::NotForRanges}};
    EXPECT_EQ(app::collectCommand(absent),
              "ncu --set roofline --section MemoryWorkloadAnalysis_Tables --section WarpStateStats -o report ./app");
    EXPECT_TRUE(app::collectCommand({}).isEmpty());
}

/// A report of one section alone would lack time and FLOP: no point could be drawn.
TEST(MissingData, EveryCommandMakesAReportThatCanBeDrawn)
{
    for (const auto& row : app::missingRows()) {
        const auto command = app::missing(row.what).command;
        EXPECT_TRUE(command.startsWith("ncu --set roofline ")) << command.toStdString();
        EXPECT_EQ(command.count("--set"), 1) << command.toStdString();
    }
}

} // namespace

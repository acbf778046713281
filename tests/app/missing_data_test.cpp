// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/missing_data.h"

#include "core/resource.h"

#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <gtest/gtest.h>

namespace {

TEST(MissingData, EveryReasonOfAbsenceHasWords)
{
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<core::AbsenceReason>>(
        [](auto reason) { EXPECT_FALSE(app::reasonText(reason.value).isEmpty()) << reason.name; });
}

TEST(MissingData, EverythingThatCanBeAbsentHasWordsAndACommand)
{
    for (const auto* what : {"dram",
                             "dram_read",
                             "l2",
                             "l2_write",
                             "l2_fabric",
                             "l1",
                             "shared",
                             "l1_shared",
                             "fp64",
                             "fp32",
                             "fp16",
                             "alu",
                             "int_mad",
                             "xu",
                             "issue",
                             "tensor_bf16_fp32_wgmma",
                             "duration",
                             "occupancy",
                             "waves",
                             "stalls",
                             "achieved_occupancy",
                             "points"}) {
        const auto words = app::missing(what);
        EXPECT_FALSE(words.text.isEmpty()) << what;
        EXPECT_TRUE(words.command.startsWith("ncu --")) << what;
    }
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
              "ncu --section MemoryWorkloadAnalysis_Tables --section WarpStateStats -o report ./app");
    EXPECT_TRUE(app::collectCommand({}).isEmpty());
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
// The sample reports that come with Ridgepoint open as they are shipped: compressed.
#include "core/error.h"
#include "core/import/importer.h"

#include <gmock/gmock.h>

namespace core {
namespace {

const std::filesystem::path samples = RIDGEPOINT_SAMPLES;

TEST(Samples, TorchRooflineHasItsLaunches)
{
    const auto session = importFile(samples / "torch_roofline.ncu-rep.xz");
    EXPECT_EQ(session.kernels.size(), 38U);
    EXPECT_THAT(session.notes, testing::IsEmpty());
}

TEST(Samples, SessionIsNamedAfterTheFileThatWasOpened)
{
    const auto session = importFile(samples / "torch_roofline.ncu-rep.xz");
    ASSERT_EQ(session.sources.size(), 1U);
    EXPECT_EQ(session.sources.front().file, "torch_roofline.ncu-rep.xz");
}

TEST(Samples, AllCountersCanBeReadAfterOpening)
{
    const auto session = importFile(samples / "kernels_full.ncu-rep.xz");
    ASSERT_EQ(session.kernels.size(), 21U);
    const auto counters = session.allCounters(session.kernels.at(11));
    // Not among those that the metrics ask for, which are read when opening.
    EXPECT_FALSE(session.kernels.at(11).counters.number(Name("inst_executed")));
    EXPECT_EQ(counters.number(Name("inst_executed")), 303148032.0);
}

} // namespace
} // namespace core

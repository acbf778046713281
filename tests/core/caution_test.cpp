// SPDX-License-Identifier: Apache-2.0
#include "core/caution.h"

#include "tests/core/launch_fixture.h"

#include <gmock/gmock.h>

using namespace core;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// One kernel on a GPU with 60 MB of L2, seen by Nsight Compute.
Session sessionOf(std::optional<std::string> cacheControl)
{
    Session session;
    session.sources.push_back({.tool = "Nsight Compute", .cache_control = std::move(cacheControl)});
    session.devices.push_back({.id = "gpu", .l2_bytes = 60'000'000});
    session.kernels.push_back({.device_id = "gpu", .process_id = 1});
    return session;
}

std::vector<Caution> cautionsOf(const Session& session, std::vector<Work> work)
{
    return cautions(session, session.kernels[0], KernelAnalysis{.work = std::move(work)});
}

Work dram(double bytes)
{
    return {.resource = {ResourceKind::Dram}, .amount = bytes};
}
Work l2(double bytes)
{
    return {.resource = {ResourceKind::L2}, .amount = bytes};
}

} // namespace

TEST(Caution, AFootprintThatFitsL2HasColdCachesUnlessTheyWereKept)
{
    EXPECT_THAT(cautionsOf(sessionOf("all"), {dram(30e6)}), ElementsAre(Caution::ColdCaches));
    EXPECT_THAT(cautionsOf(sessionOf({}), {dram(30e6)}), ElementsAre(Caution::ColdCaches)); // unknown: it may be so
    EXPECT_THAT(cautionsOf(sessionOf("none"), {dram(30e6)}), IsEmpty());
    EXPECT_THAT(cautionsOf(sessionOf("all"), {dram(41e6)}), IsEmpty()); // two thirds of 60 MB are 40
}

TEST(Caution, ColdCachesAreNoMatterWhereDramIsIdle)
{
    const auto session = sessionOf("all");
    const KernelAnalysis analysis{.work = {dram(30e6)},
                                  .times = {{.resource = {ResourceKind::Dram}, .share_ratio = 0.05}}};
    EXPECT_THAT(cautions(session, session.kernels[0], analysis), IsEmpty());
}

TEST(Caution, DramMayMoveTwiceTheBytesOfL2ButNotMore)
{
    EXPECT_THAT(cautionsOf(sessionOf("none"), {dram(200e6), l2(100e6)}), IsEmpty());
    EXPECT_THAT(cautionsOf(sessionOf("none"), {dram(220e6), l2(100e6)}), ElementsAre(Caution::DramAboveL2));
}

TEST(Caution, ALowerBoundOfL2ProvesNothing)
{
    auto readsOnly = l2(10e6);
    readsOnly.basis = Basis::LowerBound;
    EXPECT_THAT(cautionsOf(sessionOf("none"), {dram(220e6), readsOnly}), IsEmpty());
}

TEST(Caution, ApplicationReplayOfSeveralProcessesMeansNothing)
{
    auto session = sessionOf("none");
    const auto cautionsOfFirst = [&session] {
        return cautions(session, session.kernels[0], analyse(session, session.kernels[0]));
    };
    session.sources[0].replay_mode = "application";
    EXPECT_THAT(cautionsOfFirst(), IsEmpty());
    session.kernels.push_back({.device_id = "gpu", .process_id = 2});
    EXPECT_THAT(cautionsOfFirst(), ElementsAre(Caution::ReplayMeaningless));
    session.sources[0].replay_mode = "kernel";
    EXPECT_THAT(cautionsOfFirst(), IsEmpty());
}

TEST(Caution, RangeReplayOfSeveralProcessesMeansNothing)
{
    auto session = sessionOf("none");
    session.sources[0].replay_mode = "range";
    EXPECT_FALSE(throughputIsMeaningless(session, 0));
    session.kernels.push_back({.device_id = "gpu", .process_id = 2});
    EXPECT_TRUE(throughputIsMeaningless(session, 0));
    EXPECT_FALSE(throughputIsMeaningless(session, 1)); // no such source
    session.kernels[1].source = 1;                     // another file's process
    EXPECT_FALSE(throughputIsMeaningless(session, 0));
}

TEST(Caution, MoreWarpsThanTheLaunchAllowsAreTold)
{
    Session session = sessionOf("none");
    session.devices = {h200()};
    auto kernel = kernelOf({.threads = 128, .registers = 255}); // 8 of 64 warps: 12.5 %
    const auto cautionsAt = [&](double percent) {
        session.kernels = {kernel};
        add(session.kernels[0], "sm__warps_active.avg.pct_of_peak_sustained_active", percent);
        return cautions(session, session.kernels[0], {});
    };
    EXPECT_THAT(cautionsAt(12.5), IsEmpty());
    EXPECT_THAT(cautionsAt(13.1), ElementsAre(Caution::AchievedAboveTheoretical));
}

TEST(Caution, EachHasASentence)
{
    for (const auto caution :
         {Caution::DramAboveL2, Caution::ColdCaches, Caution::ReplayMeaningless, Caution::AchievedAboveTheoretical})
        EXPECT_FALSE(cautionText(caution).empty());
}

// SPDX-License-Identifier: Apache-2.0
// Sessions of thousands of devices, launches and ceilings: what is found in them, and that it doesn't take long.
#include "core/session_index.h"

#include "core/listing.h"

#include <gmock/gmock.h>

#include <chrono>
#include <sstream>

namespace core {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Ceiling dram(double rate_per_s, const std::string& device, std::optional<double> clock_hz = std::nullopt)
{
    Ceiling ceiling{.resource = {ResourceKind::Dram}, .rate_per_s = rate_per_s, .origin = Origin::Measured};
    ceiling.access_mix = "read";
    ceiling.memory_clock_hz = clock_hz;
    ceiling.device_id = device;
    return ceiling;
}

/// Launches on devices of their own, each with a ceiling of its own and one for all devices.
Session manyOfAll(std::size_t count)
{
    Session session;
    session.sources = {{.file = "a.ncu-rep", .tool = "Nsight Compute", .replay_mode = "application"}};
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = std::to_string(i);
        session.devices.push_back({.id = id, .name = "GPU"});
        session.ceilings.push_back(dram(1e12 + static_cast<double>(i), id));
        session.ceilings.push_back(dram(1e12 + static_cast<double>(i), ""));
        KernelMeasurement kernel{.index = i, .name = "copy", .device_id = id, .duration_s = 1e-3};
        kernel.process_id = 7;
        kernel.counters.add(Name("dram__bytes_read.sum"), 1e9);
        kernel.counters.finish();
        session.kernels.push_back(std::move(kernel));
    }
    return session;
}

TEST(SessionIndex, FindsWhatBelongsToADevice)
{
    auto session = manyOfAll(2);
    session.devices.push_back({.id = "0", .name = "again"});
    const SessionIndex index(session);
    EXPECT_EQ(index.device("0"), &session.devices[0]);
    EXPECT_EQ(index.device("2"), nullptr);
    EXPECT_THAT(index.kernels("1"), ElementsAre(&session.kernels[1]));
    EXPECT_THAT(index.kernels("2"), IsEmpty());
    EXPECT_THAT(index.ceilings("1"), ElementsAre(&session.ceilings[1], &session.ceilings[2], &session.ceilings[3]));
    EXPECT_THAT(index.ceilings("2"), ElementsAre(&session.ceilings[1], &session.ceilings[3]));
}

TEST(SessionIndex, ADeviceWithoutRoofsOfAnOriginHasThoseOfAnotherOfItsModel)
{
    Session session;
    session.devices = {{.id = "0", .name = "NVIDIA H200"}, {.id = "1", .name = "H200"}, {.id = "2", .name = "A100"}};
    session.ceilings = {dram(4, "0"), dram(3, "1")};
    session.ceilings[1].origin = Origin::Datasheet;
    const SessionIndex index(session);
    EXPECT_THAT(index.ceilings("0"), ElementsAre(&session.ceilings[0], &session.ceilings[1]));
    EXPECT_THAT(index.strongestCeilings("1"), ElementsAre(&session.ceilings[1], &session.ceilings[0]));
    EXPECT_THAT(index.ceilings("2"), IsEmpty());
}

TEST(SessionIndex, KernelsAreListedUnderTheRoofsOfAnotherGpuOfTheirModel)
{
    auto session = manyOfAll(2);
    session.ceilings = {dram(2e12, "0")};
    std::ostringstream list;
    listJson(list, session);
    EXPECT_EQ(analyse(session, session.kernels[1]).times.at(0).rate_per_s, 2e12);
    const auto count = [text = list.str()](const std::string& words) {
        int found = 0;
        for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count("\"efficiency_ratio\":5E-1"), 2) << list.str();
    EXPECT_EQ(count("\"rate_per_s\":2E12,\"origin\""), 1) << "the roof is listed where it is from";
}

TEST(SessionIndex, KeepsTheCeilingsThatCanBeTheBestAtSomeClock)
{
    const std::vector<Ceiling> ceilings = {dram(3, "", 3), dram(2, "", 1), dram(1, "", 2), dram(1, ""), dram(2, "")};
    EXPECT_THAT(strongest(std::span(ceilings)), ElementsAre(ceilings[0], ceilings[1], ceilings[4]));
}

TEST(SessionIndex, EachLaunchIsJudgedByTheStrongestRoofOfItsDevice)
{
    const auto session = manyOfAll(3);
    EXPECT_EQ(analyse(session, session.kernels[0]).times.at(0).rate_per_s, 1e12 + 2); // that of no device by name
}

/// What takes seconds for 5,000 of each where every launch looks through the session, is done in a moment here.
TEST(SessionIndex, ManyDevicesLaunchesAndCeilingsAreListedInTimeThatGrowsAsTheyDo)
{
    const auto session = manyOfAll(5000);
    const auto begin = std::chrono::steady_clock::now();
    std::ostringstream table;
    listTable(table, session);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
    EXPECT_EQ(std::ranges::count(table.str(), '\n'), 5001);
}

} // namespace
} // namespace core

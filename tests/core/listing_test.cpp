// SPDX-License-Identifier: Apache-2.0
#include "core/listing.h"

#include "core/json.h"

#include <boost/json/value.hpp>
#include <gmock/gmock.h>

#include <sstream>

namespace core {
namespace {

using testing::HasSubstr;
using testing::Not;

Session sessionOf(const std::string& name)
{
    Session session;
    session.kernels.push_back({.name = name, .function = name, .mangled = name});
    return session;
}

using Print = void (*)(std::ostream&, const Session&, const ListedRoofs&);

std::string listed(Print print, const Session& session, const ListedRoofs& roofs = {})
{
    std::ostringstream out;
    print(out, session, roofs);
    return out.str();
}

TEST(Listing, TableShowsNoControlCharactersOfNamesAndNotes)
{
    auto session = sessionOf("red\x1B[31m\nnext\u202Etxet");
    session.notes = {"note\x07\u2066"};
    const auto table = listed(listTable, session);
    EXPECT_THAT(table, HasSubstr("red\uFFFD[31m next\uFFFDtxet"));
    EXPECT_THAT(table, HasSubstr("note: note\uFFFD\uFFFD\n"));
    for (const auto* control : {"\x1B", "\x07", "\u202E", "\u2066"}) EXPECT_THAT(table, Not(HasSubstr(control)));
}

TEST(Listing, ANameIsNoFormulaInACsvAndExactInJson)
{
    for (const std::string name : {"=1+1", "+1", "-1", "@sum", "\tx"}) {
        EXPECT_THAT(listed(listCsv, sessionOf(name)), HasSubstr(",'" + name + ","));
        EXPECT_THAT(listed(listJson, sessionOf(name)), Not(HasSubstr("'")));
    }
    auto session = sessionOf("\u202Ename");
    session.kernels[0].duration_s = -1; // nothing that is measured, but a number
    EXPECT_THAT(listed(listCsv, session), HasSubstr(",-1,"));
    EXPECT_THAT(listed(listJson, session), HasSubstr("\u202Ename"));
}

TEST(Listing, TableAlignsNamesOfOtherScripts)
{
    const auto latin = listed(listTable, sessionOf("kernel"));
    const auto cyrillic = listed(listTable, sessionOf("ядро12"));
    EXPECT_EQ(cyrillic.size(), latin.size() + 4); // four letters of two bytes
}

TEST(Listing, TableTellsLaunchesOfOneNameApartByTheirShapes)
{
    auto session = sessionOf("strided");
    session.kernels.push_back(session.kernels.front());
    session.kernels[0].launch = Launch{.grid = {4096, 1, 1}, .block = {256, 1, 1}};
    session.kernels[1].launch = Launch{.grid = {16, 2, 1}, .block = {256, 1, 1}};
    const auto table = listed(listTable, session);
    EXPECT_THAT(table, HasSubstr("strided, grid 4096 "));
    EXPECT_THAT(table, HasSubstr("strided, grid 16x2 "));
    EXPECT_THAT(table, Not(HasSubstr("block")));
    session.kernels.pop_back();
    EXPECT_THAT(listed(listTable, session), Not(HasSubstr("grid")));
}

TEST(Listing, TableSaysWhereDramWasNotSeen)
{
    auto session = sessionOf("kernel");
    session.kernels[0].duration_s = 1e-3;
    EXPECT_THAT(listed(listTable, session), HasSubstr("DRAM not collected"));
    session.kernels[0].declared_work = {{{ResourceKind::Dram}, 1e6, Basis::Measured, "test"}};
    EXPECT_THAT(listed(listTable, session), Not(HasSubstr("DRAM not collected")));
}

TEST(Listing, WhereCountersAndTimeAreOfDifferentRunsNoShareIsListed)
{
    auto session = sessionOf("kernel");
    session.ceilings = {{.resource = {ResourceKind::Dram}, .rate_per_s = 1e12, .device_id = "gpu"}};
    session.devices = {{.id = "gpu"}};
    session.sources = {{.replay_mode = "range"}};
    session.kernels[0].device_id = "gpu";
    session.kernels[0].duration_s = 1e-3;
    session.kernels[0].process_id = 1;
    session.kernels[0].declared_work = {{{ResourceKind::Dram}, 1.2e9, Basis::Measured, "test"}};
    EXPECT_THAT(listed(listTable, session), HasSubstr("120 %"));
    EXPECT_THAT(listed(listJson, session), HasSubstr("\"above_roof_reason\":")); // of the strip
    session.kernels.push_back({.name = "other", .device_id = "gpu", .process_id = 2});
    EXPECT_THAT(listed(listTable, session), Not(HasSubstr("120 %")));
    EXPECT_THAT(listed(listTable, session), HasSubstr("counters and time are of different runs"));
    EXPECT_THAT(listed(listJson, session), Not(HasSubstr("share_ratio")));
}

TEST(Listing, TheTableHasRoomForLargeIndices)
{
    auto session = sessionOf("kernel");
    session.kernels[0].index = 1'234'567;
    EXPECT_THAT(listed(listTable, session), HasSubstr("1234567 kernel"));
}

TEST(Listing, CeilingsBelongToDevicesOfTheList)
{
    Session session;
    session.devices = {{.id = "gpu", .name = "GPU"}};
    const Ceiling datasheet{
        .resource = {ResourceKind::Dram}, .rate_per_s = 1e12, .origin = Origin::Datasheet, .device_id = "model"};
    const auto text = listed(listJson, session, {.others = {{"gpu", {datasheet}}}});
    EXPECT_THAT(text, HasSubstr("\"device_id\":\"gpu\""));
    EXPECT_THAT(text, Not(HasSubstr("\"model\"")));
}

TEST(Listing, CsvQuotesCommasQuotesAndLineBreaks)
{
    EXPECT_THAT(listed(listCsv, sessionOf("a,\"b\"\nc")), HasSubstr("\"a,\"\"b\"\"\nc\""));
    EXPECT_THAT(listed(listCsv, sessionOf("red\x1B[31m")), HasSubstr("red\uFFFD[31m"));
}

TEST(Listing, NamesThatArentUtf8LeaveAValidCsvAndJson)
{
    const auto session = sessionOf("bad\xFF\xC3(");
    EXPECT_THAT(listed(listCsv, session), Not(HasSubstr("\xFF")));
    EXPECT_NO_THROW((void)parseJson(listed(listJson, session)));
}

TEST(Listing, JudgesByTheRoofsGiven)
{
    auto session = sessionOf("kernel");
    session.devices = {{.id = "0", .name = "GPU"}};
    session.kernels[0].device_id = "0";
    session.kernels[0].duration_s = 1e-3;
    session.kernels[0].declared_work = {{{ResourceKind::Dram}, 1e9, Basis::Measured, "test"}};
    const auto efficiency = [&](const ListedRoofs& roofs) {
        return parseJson(listed(listJson, session, roofs)).at("kernels").at(0).as_object().contains("efficiency_ratio");
    };
    EXPECT_FALSE(efficiency({}));
    ListedRoofs roofs;
    roofs.others["0"] = {{.resource = {ResourceKind::Dram}, .rate_per_s = 2e12, .origin = Origin::Measured}};
    // 1 GB at 2 TB/s takes 0.5 ms of 1 ms.
    EXPECT_THAT(listed(listCsv, session, roofs), HasSubstr(",dram,0.5,"));
    EXPECT_THAT(listed(listTable, session, roofs), HasSubstr("50 %"));
    EXPECT_EQ(parseJson(listed(listJson, session, roofs)).at("ceilings").as_array().size(), 1U);
    roofs.choice = RoofChoice::Computed;
    EXPECT_FALSE(efficiency(roofs));
}

} // namespace
} // namespace core

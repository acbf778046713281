// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"
#include "core/event.h"
#include "core/import/event_log.h"
#include "core/import/ncu_report.h"
#include "corpus.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

using namespace core;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

Session read(std::string_view text, const ImportOptions& options = {})
{
    return readEventLog(text, "a.ridgepoint.jsonl", options);
}

std::string errorOf(std::string_view text)
{
    try {
        read(text);
        return "no error";
    } catch (const Error& error) {
        return error.what();
    }
}

Session smallSession()
{
    Session session;
    session.sources = {{.file = "a.ncu-rep", .tool = "Nsight Compute", .tool_version = "2025.3"}};
    session.devices = {{.id = "0 NVIDIA H200", .name = "NVIDIA H200", .sm_count = 132}};
    Ceiling ceiling;
    ceiling.rate_per_s = 4.8e12;
    session.ceilings = {ceiling};
    for (std::uint64_t i = 0; i < 3; ++i) {
        KernelMeasurement kernel;
        kernel.index = i;
        kernel.name = "copy<ядро>";
        kernel.counters.add(Name("dram__bytes_read.sum"), 268451328.0);
        kernel.counters.add(Name("launch__grid_size"), std::uint64_t{42});
        kernel.counters.addInstances(Name("sass"), {{std::uint64_t{16}, 0.25}, {Name("FFMA"), std::uint64_t{3}}});
        kernel.counters.finish();
        session.kernels.push_back(kernel);
    }
    session.notes = {"Block 3 was lost."};
    return session;
}

std::string textOf(const Session& session)
{
    std::ostringstream out;
    writeSession(out, session);
    return out.str();
}

constexpr std::string_view start = "{\"event\":\"session_started\",\"format\":1}\n";
constexpr std::string_view end = "{\"event\":\"session_finished\"}\n";

} // namespace

TEST(EventLog, IsRecognisedByItsFirstLine)
{
    EXPECT_TRUE(isEventLog(start));
    EXPECT_TRUE(isEventLog(R"({ "format" : 7, "event" : "session_started" })"));
    EXPECT_TRUE(isEventLog(std::string(start) + "garbage"));
    EXPECT_TRUE(isEventLog("{\"event\":\"session_started\"}\r\n"));
    for (const auto* other : {"", "\n", "NVR\0", "[]", "{}", "{\"event\":\"session_st", "\"event\"",
                              "{\"event\":\"note\"}", "\"ID\",\"Process ID\"\n"})
        EXPECT_FALSE(isEventLog(other)) << other;
}

TEST(EventLog, AByteOrderMarkAndBlankLinesBeforeItAreNoLoss)
{
    const std::string mark = "\xEF\xBB\xBF";
    const auto text = textOf(smallSession());
    for (const auto& before : {mark, std::string("\n\n"), std::string(" \t\r\n \n"), mark + "\r\n\n  "}) {
        EXPECT_TRUE(isEventLog(before + text));
        EXPECT_EQ(read(before + text).kernels, smallSession().kernels);
        EXPECT_EQ(read(before + text).notes, smallSession().notes);
        EXPECT_FALSE(isEventLog(before));
        EXPECT_FALSE(isEventLog(before + "garbage\n" + text));
    }
    EXPECT_EQ(read(text + mark + text).notes.size(), 2U); // two files put together
}

TEST(EventLog, SavedSessionComesBackEqual)
{
    const auto session = smallSession();
    const auto back = read(textOf(session));
    EXPECT_EQ(back.sources, session.sources);
    EXPECT_EQ(back.devices, session.devices);
    EXPECT_EQ(back.ceilings, session.ceilings);
    EXPECT_EQ(back.kernels, session.kernels);
    EXPECT_EQ(back.notes, session.notes);
}

TEST(EventLog, CutShortAtAnyByteKeepsWhatWasWhole)
{
    const auto text = textOf(smallSession());
    const auto firstLineLength = text.find('\n');
    const auto whole = read(text);
    for (std::size_t length = firstLineLength; length + 1 < text.size(); ++length) {
        const auto head = text.substr(0, length);
        const auto session = read(head);
        // A line counts as whole with or without its line break: at its last brace it has one line more than breaks.
        const auto lines = std::ranges::count(head, '\n') + (head.back() == '}' && text[length] == '\n' ? 1 : 0);
        const auto kernels = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(lines - 4, 0, 3));
        ASSERT_EQ(session.kernels.size(), kernels) << length;
        ASSERT_TRUE(std::equal(session.kernels.begin(), session.kernels.end(), whole.kernels.begin())) << length;
        if (lines < 9) {
            ASSERT_THAT(session.notes.back(), HasSubstr("ends early")) << length;
        }
    }
    for (std::size_t length = 0; length < firstLineLength; ++length)
        ASSERT_THAT(errorOf(text.substr(0, length)), AllOf(HasSubstr("a.ridgepoint.jsonl"), HasSubstr("line 1")));
}

TEST(EventLog, GarbageLinesAreLeftOutWithANote)
{
    const auto session = read(std::string(start) +
                              "\x7f"
                              "ELF\n\r\n{\"event\":\"note\",\"text\":\"kept\"}\r\n" +
                              "{\"event\":\"hologram\"}\n" + std::string(end));
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("Line 2 was left out: invalid JSON at byte 0"), "kept",
                                           HasSubstr("Line 5 was left out: holds an event that")));
}

TEST(EventLog, JoinedSessionsKeepWhatIsTheirOwn)
{
    auto first = smallSession();
    first.kernels.resize(1);
    first.kernels[0].device_id = first.devices[0].id;
    auto second = first;
    second.sources[0].file = "b.ncu-rep";
    second.devices[0].sm_count = 78; // another GPU by the same id
    second.ceilings[0].device_id = second.devices[0].id;
    const auto joined = read(textOf(first) + textOf(second) + textOf(first));
    ASSERT_EQ(joined.devices.size(), 2U) << "the third has the device of the first";
    ASSERT_EQ(joined.kernels.size(), 3U);
    const auto fileOf = [&](const KernelMeasurement& kernel) { return joined.sources.at(kernel.source).file; };
    const auto smsOf = [&](const KernelMeasurement& kernel) { return joined.device(kernel.device_id)->sm_count; };
    const std::optional<std::uint32_t> sms[] = {132, 78, 132};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(joined.kernels[i].index, i);
        EXPECT_EQ(fileOf(joined.kernels[i]), i == 1 ? "b.ncu-rep" : "a.ncu-rep");
        EXPECT_EQ(smsOf(joined.kernels[i]), sms[i]);
    }
    EXPECT_EQ(joined.ceilings.at(1).device_id, joined.kernels[1].device_id);
}

TEST(EventLog, AThousandGarbageLinesGiveAFewNotes)
{
    std::string text(start);
    for (int i = 0; i < 1000; ++i) text += "garbage\n";
    const auto session = read(text + std::string(end));
    ASSERT_EQ(session.notes.size(), 11U);
    EXPECT_EQ(session.notes.back(), "990 more lines were left out.");
}

TEST(EventLog, NothingWholeIsAnErrorThatSaysWhereAndWhatToDo)
{
    EXPECT_THAT(errorOf(""), AllOf(HasSubstr("a.ridgepoint.jsonl"), HasSubstr("line 1: is empty"), HasSubstr("again")));
    EXPECT_THAT(errorOf("\n\ngarbage\n{\"ev"), HasSubstr("line 3: invalid JSON"));
}

TEST(EventLog, IsReadFromAFileAsFromMemory)
{
    const auto file = std::filesystem::path(testing::TempDir()) / "IsReadFromAFileAsFromMemory.ridgepoint.jsonl";
    std::ofstream(file, std::ios::binary) << textOf(smallSession());
    EXPECT_EQ(readEventLog(file, {}).kernels, smallSession().kernels);
    std::filesystem::remove(file);
    EXPECT_THROW(readEventLog(file, {}), Error);
    EXPECT_THROW(readEventLog(testing::TempDir(), {}), Error);
}

TEST(EventLog, LinesLongerThanTheReadBufferComeBackWhole)
{
    Session session;
    session.notes = {std::string(300'000, 'x'), "short", std::string(65'536, 'y')};
    EXPECT_EQ(read(textOf(session)).notes, session.notes);
}

TEST(EventLog, AHoleBeyondTheLimitOfALineIsLeftOut)
{
    const auto file = std::filesystem::path(testing::TempDir()) / "AHoleBeyondTheLimit.ridgepoint.jsonl";
    std::ofstream(file, std::ios::binary) << start;
    std::filesystem::resize_file(file, start.size() + (std::uintmax_t{1} << 28U) + 1);
    std::ofstream(file, std::ios::binary | std::ios::app) << '\n' << end;
    EXPECT_THAT(readEventLog(file, {}).notes, ElementsAre("Line 2 was left out: is longer than 256 MB."));
    std::filesystem::remove(file);
}

TEST(EventLog, StoppedReadingIsAnError)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(read(textOf(smallSession()), {.stop = stop.get_token()}), Error);
}

TEST(EventLog, ProgressRisesToOne)
{
    double last = 0;
    read(textOf(smallSession()), {.progress = [&](double share) {
             EXPECT_GE(share, last);
             last = share;
         }});
    EXPECT_EQ(last, 1.0);
}

/// Of every report of the corpus: kernels of each version, with NaN, text, instances and ranges.
TEST(EventLog, EveryCounterOfRealReportsComesBackBitForBit)
{
    if (!exists(test::corpus)) GTEST_SKIP() << "no corpus at " << test::corpus;
    std::size_t counters = 0;
    for (const auto* name :
         {"graph", "kernels_basic", "kernels_full", "pm", "range", "torch_roofline", "two_processes"}) {
        const auto report = test::unpacked(test::corpus / "h200" / (std::string(name) + ".ncu-rep.xz"));
        const auto session = readNcuReport(report, name, {});
        const auto back = read(textOf(session));
        EXPECT_EQ(back.sources, session.sources);
        EXPECT_EQ(back.devices, session.devices);
        ASSERT_EQ(back.kernels.size(), session.kernels.size());
        for (std::size_t i = 0; i < back.kernels.size(); ++i) {
            auto expected = session.kernels[i];
            expected.counters = session.allCounters(expected);
            EXPECT_TRUE(back.kernels[i] == expected) << name << ", launch " << i;
            counters += expected.counters.all().size();
        }
    }
    EXPECT_GT(counters, 130'000U); // that they hold
}

TEST(EventLog, RandomMutantsGiveASessionOrAnError)
{
    const auto text = textOf(smallSession());
    std::mt19937 random(2);
    int sessions = 0;
    for (int i = 0; i < 2000; ++i) {
        auto mutant = text;
        for (auto changes = 1 + random() % 8; changes > 0; --changes) {
            const auto at = random() % mutant.size();
            switch (random() % 3) {
            case 0: mutant[at] = static_cast<char>(random()); break;
            case 1: mutant.erase(at, 1 + random() % 40); break;
            default: mutant.insert(at, mutant.substr(random() % mutant.size(), random() % 40)); break;
            }
        }
        try {
            const auto session = read(mutant);
            for (const auto& kernel : session.kernels) ASSERT_LT(kernel.source, session.sources.size());
            for (const auto& ceiling : session.ceilings) ASSERT_GT(ceiling.rate_per_s, 0);
            ++sessions;
        } catch (const Error& error) {
            ASSERT_THAT(error.what(), HasSubstr("a.ridgepoint.jsonl"));
        }
    }
    EXPECT_GT(sessions, 1900); // nearly all keep at least one whole line
}

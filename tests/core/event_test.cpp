// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"
#include "core/event.h"

#include "core/damaged_launch.h"

#include <gmock/gmock.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <sstream>

using namespace core;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

using Limits = std::numeric_limits<double>;

double doubleOf(std::uint64_t bits)
{
    return std::bit_cast<double>(bits);
}

/// Values that naive JSON changes: signed zero, denormals, extremes, NaN payloads, sums that round.
std::vector<CounterValue> awkwardValues()
{
    constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
    return {0.0,
            -0.0,
            1.0,
            0.1 + 0.2,
            1e23,
            -1e-7,
            9007199254740993.0,
            Limits::denorm_min(),
            Limits::min() - Limits::denorm_min(),
            Limits::max(),
            Limits::infinity(),
            -Limits::infinity(),
            Limits::quiet_NaN(),
            doubleOf(0xfff8000000000001),
            doubleOf(0x7ff0000000000001),
            std::uint64_t{0},
            (std::uint64_t{1} << 53U) + 1,
            (std::uint64_t{1} << 63U),
            largest,
            Name("text"),
            Name(""),
            CounterValue()};
}

CounterSet countersOf(const std::vector<CounterValue>& values)
{
    CounterSet counters;
    std::vector<Instance> instances;
    for (std::size_t i = 0; i < values.size(); ++i) {
        counters.add(Name("counter " + std::to_string(i)), values[i]);
        instances.push_back({values[i], values[values.size() - 1 - i]});
    }
    counters.addInstances(Name("sm__inst.sum"), instances);
    counters.addInstances(Name("empty"), {});
    counters.finish();
    return counters;
}

KernelMeasurement fullKernel()
{
    KernelMeasurement kernel;
    kernel.index = 7;
    kernel.kind = ResultKind::CommandList;
    kernel.name = "void scale<(int)8>(float *, \"quoted\\\", \t\n\x01)";
    kernel.function = "scale";
    kernel.mangled = "_Z5scale";
    kernel.alias = "my \"scale\"";
    kernel.device_id = "0 NVIDIA H200";
    kernel.launch = Launch{{1, 2, 3}, {128, 1, 1}, Dim3{2, 1, 1}, 32, 0, 204800};
    kernel.duration_s = 6.9439999999999996e-06;
    kernel.declared_work = {{*parseResource("tensor_fp8_sparse"), 0.1, Basis::LowerBound, "2*m*n*k"},
                            {*parseResource("dram_read"), 0, Basis::UpperBound, ""}};
    kernel.counters = countersOf(awkwardValues());
    kernel.source = 3;
    kernel.clocks_locked = false;
    kernel.process_id = std::numeric_limits<std::uint64_t>::max();
    kernel.context = 1;
    kernel.stream = 0;
    kernel.ranges = {"outer", "内側"};
    return kernel;
}

Device fullDevice()
{
    return {.id = "GPU-1",
            .uuid = "GPU-1",
            .name = "NVIDIA H200",
            .compute_capability = {{9, 0}},
            .sm_count = 132,
            .max_sm_clock_hz = 1.98e9,
            .max_memory_clock_hz = 3.201e9,
            .memory_bus_bits = 6144,
            .memory_bytes = 150754820096,
            .l2_bytes = 62914560,
            .warp_size = 32,
            .max_warps_per_sm = 64,
            .max_blocks_per_sm = 32,
            .max_threads_per_block = 1024,
            .registers_per_sm = 65536,
            .registers_per_block = 65536,
            .shared_bytes_per_sm = 233472,
            .shared_bytes_per_block_optin = 232448,
            .reserved_shared_bytes_per_block = 1024,
            .ecc = true,
            .mig = false,
            .power_limit_w = 700,
            .driver = "580.159",
            .runtime = "13.0"};
}

Ceiling fullCeiling()
{
    Ceiling ceiling;
    ceiling.resource = *parseResource("tensor_bf16_fp32_wgmma");
    ceiling.rate_per_s = 963e12;
    ceiling.origin = Origin::Measured;
    ceiling.access_mix = "triad";
    ceiling.samples = Spread{963e12, 962e12, 964.5e12, 30};
    ceiling.sm_clock_hz = 1.755e9;
    ceiling.l2_clock_hz = 1.71e9;
    ceiling.memory_clock_hz = 3.2e9;
    ceiling.power_w = 612.5;
    ceiling.temperature_c = -0.0;
    ceiling.throttle_reasons = {"power", "thermal"};
    ceiling.throttled_ratio = 0.15;
    ceiling.method = "wgmma.m64n256k16";
    ceiling.date = "2026-11-30T19:00:00Z";
    ceiling.device_id = "GPU-1";
    return ceiling;
}

Figure fullFigure()
{
    return {.name = "latency_l2",
            .value = 143e-9,
            .unit = "s",
            .clocks = 283,
            .samples = Spread{143e-9, 142e-9, 144e-9, 15},
            .sm_clock_hz = 1.98e9,
            .memory_clock_hz = 3.2e9,
            .power_w = 140,
            .throttle_reasons = {"sw_power_cap"},
            .method = "one warp",
            .date = "2026-11-30T19:00:00Z",
            .device_id = "GPU-1"};
}

Source fullSource()
{
    return {"a.ncu-rep", "Nsight Compute", "2025.3.1.0", "kernel", "none", "all", "580.159", "2026-11-30T19:00:00Z"};
}

std::vector<Event> everyEvent()
{
    return {
        SessionStarted{},
        SessionStarted{2},
        fullSource(),
        Source{},
        fullDevice(),
        Device{},
        fullCeiling(),
        fullFigure(),
        Curve{"dram_read_by_occupancy", "warps_per_sm", "byte/s", {8, 16}, {3.5e12, 4.4e12}, "LDG.128", "", "GPU-1"},
        Curve{.name = "read_by_stride",
              .x = {1, 2},
              .y = {4e12, 2e12},
              .experiment = "stride",
              .label = "reads",
              .origin = Origin::Computed,
              .p10 = {3e12, 1e12},
              .p90 = {5e12, 3e12},
              .n = {9, 9}},
        Experiment{"stride",
                   "Stride",
                   {"Stride", "floats", Scale::Log},
                   {"Bandwidth", "byte/s", Scale::Log},
                   "1 / x",
                   "See.",
                   {{64, "a sector"}},
                   {{4.5e12, "DRAM"}},
                   "GPU-1"},
        fullKernel(),
        KernelMeasurement{},
        Progress{"dram read", 3, 23},
        Skipped{"fp4", "not on this GPU"},
        Failed{"dram", "out of memory"},
        Note{"Block 3 was lost."},
        SessionFinished{}};
}

Event roundTrip(const Event& event)
{
    const auto line = toJsonLine(event);
    const auto back = parseEvent(line);
    if (!back) throw Error(line, "isn't read back");
    return *back;
}

} // namespace

TEST(Event, EveryTypeComesBackBitForBit)
{
    for (const auto& event : everyEvent()) EXPECT_EQ(roundTrip(event), event) << toJsonLine(event);
}

TEST(Event, TensOfThousandsOfRandomDoublesComeBackBitForBit)
{
    std::mt19937_64 random(1);
    std::vector<CounterValue> values;
    for (int i = 0; i < 20'000; ++i) {
        values.emplace_back(doubleOf(random()));
        values.emplace_back(random());
        values.emplace_back(static_cast<double>(random() % 1'000'000'000) / 997.0);
    }
    KernelMeasurement kernel;
    kernel.counters = countersOf(values);
    EXPECT_TRUE(roundTrip(kernel) == Event(kernel));
}

TEST(Event, IsOneLineThatStartsWithItsTag)
{
    EXPECT_EQ(toJsonLine(SessionStarted{}), R"({"event":"session_started","format":1})");
    EXPECT_EQ(toJsonLine(SessionFinished{}), R"({"event":"session_finished"})");
    EXPECT_EQ(toJsonLine(Progress{"dram", 1, 2}), R"({"event":"progress","name":"dram","done":1,"total":2})");
    for (const auto& event : everyEvent()) {
        EXPECT_THAT(toJsonLine(event), StartsWith("{\"event\":\""));
        EXPECT_EQ(toJsonLine(event).find('\n'), std::string::npos);
    }
}

TEST(Event, SpellsEnumeratorsResourcesAndCountersAsDocumented)
{
    const auto line = toJsonLine(fullKernel());
    EXPECT_THAT(line, HasSubstr(R"("kind":"command_list")"));
    EXPECT_THAT(line, HasSubstr(R"("resource":"tensor_fp8_sparse","amount":0.1,"basis":"lower_bound")"));
    EXPECT_THAT(line, HasSubstr(R"("counter 1":-0.0)"));
    EXPECT_THAT(line, HasSubstr(R"("counter 2":1.0)"));
    EXPECT_THAT(line, HasSubstr(R"("counter 12":{"bits":"7ff8000000000000"})"));
    EXPECT_THAT(line, HasSubstr(R"("counter 15":0,)"));
    EXPECT_THAT(line, HasSubstr(R"("counter 18":18446744073709551615)"));
    EXPECT_THAT(line, HasSubstr(R"("counter 19":"text")"));
    EXPECT_THAT(line, HasSubstr(R"("counter 21":null)"));
    EXPECT_THAT(line, HasSubstr(R"("counter_instances":{"sm__inst.sum":[[0.0,null],)"));
}

TEST(Event, LeavesOutWhatIsAbsent)
{
    EXPECT_EQ(toJsonLine(Source{}), R"({"event":"source","file":"","tool":"","tool_version":""})");
}

TEST(Event, LongAndForeignNamesComeBack)
{
    KernelMeasurement kernel;
    for (int i = 0; i < 4000; ++i) kernel.name += static_cast<char>('a' + i % 26);
    kernel.function = "ядро_カーネル_🚀_\u2028";
    kernel.mangled = std::string("nul\0inside", 10);
    EXPECT_EQ(roundTrip(kernel), Event(kernel));
}

TEST(Event, BytesThatAreNotUtf8BecomeReplacementCharacters)
{
    const auto back = roundTrip(Note{"a\xff"
                                     "b \xe2\x82 cut"});
    EXPECT_EQ(std::get<Note>(back).text.substr(0, 5), "a\uFFFDb");
    EXPECT_EQ(roundTrip(back), back);
}

TEST(Event, UnknownTypeIsNoEvent)
{
    EXPECT_EQ(parseEvent(R"({"event":"telemetry","format":1})"), std::nullopt);
    EXPECT_EQ(parseEvent(R"({"format":1})"), std::nullopt);
}

TEST(Event, UnknownKeysAreIgnoredAndMissingOnesKeepTheirDefault)
{
    const auto event = parseEvent(R"({"x":{"y":[1,null]},"total":5,"event":"progress"})");
    EXPECT_EQ(event, Event(Progress{"", 0, 5}));
    EXPECT_EQ(parseEvent(R"({"event":"session_started"})"), Event(SessionStarted{1}));
}

TEST(Event, NullIsAsGoodAsNoKeyForAnOptional)
{
    EXPECT_EQ(parseEvent(R"({"event":"device","id":"a","ecc":null})"), Event(Device{.id = "a"}));
}

TEST(Event, WholeNumberCountsAsDouble)
{
    const auto event = parseEvent(R"({"event":"ceiling","resource":"l2","rate_per_s":5500000000000,"power_w":-1})");
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<Ceiling>(*event).rate_per_s, 5.5e12);
    EXPECT_EQ(std::get<Ceiling>(*event).power_w, -1.0);
}

TEST(Event, LinesThatCannotBeReadSayWhy)
{
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"", "invalid JSON at byte 0"},
        {"{\"event\":\"note\"", "invalid JSON at byte 15"},
        {R"({"event":"note"} {})", "invalid JSON"},
        {"[1]", "expected a JSON object"},
        {R"({"event":7})", "event: expected a string"},
        {R"({"event":"note","text":7})", "text: expected a string"},
        {R"({"event":"progress","done":-1})", "done: expected a whole number"},
        {R"({"event":"progress","done":1.5})", "done: expected a whole number"},
        {R"({"event":"device","sm_count":4294967296})", "sm_count: expected a whole number of at most 4294967295"},
        {R"({"event":"device","ecc":1})", "ecc: expected true or false"},
        {R"({"event":"device","power_limit_w":"700"})", "power_limit_w: expected a number"},
        {R"({"event":"device","power_limit_w":{"bits":"xyz"}})", "power_limit_w: expected a number"},
        {R"({"event":"ceiling","resource":"l9","rate_per_s":1})", "resource: unknown resource 'l9'"},
        {R"({"event":"ceiling","resource":"l2"})", "rate_per_s: expected a number above 0"},
        {R"({"event":"experiment","x":{"scale":"square"}})", "x: scale: unknown value 'square'"},
        {R"({"event":"kernel_measurement","kind":"Kernel"})", "kind: unknown value 'Kernel'"},
        {R"({"event":"kernel_measurement","launch":{"grid":[1,2]}})", "launch: grid: expected 3 elements"},
        {R"({"event":"kernel_measurement","counters":[]})", "counters: expected an object"},
    };
    for (const auto& [line, message] : cases) {
        try {
            parseEvent(line);
            ADD_FAILURE() << line;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(message)) << line;
        }
    }
}

TEST(AddEvent, DeviceWithAKnownIdReplacesIt)
{
    Session session;
    addTo(session, Device{.id = "a", .name = "first"});
    addTo(session, Device{.id = "b", .name = "other"});
    addTo(session, Device{.id = "a", .name = "second"});
    ASSERT_EQ(session.devices.size(), 2U);
    EXPECT_EQ(session.devices[0].name, "second");
}

TEST(AddEvent, SkippedAndFailedBecomeNotesAndProgressChangesNothing)
{
    Session session;
    addTo(session, Progress{"dram", 1, 2});
    addTo(session, Skipped{"fp4", "not on this GPU"});
    addTo(session, Failed{"dram", "out of memory"});
    addTo(session, Note{"A note."});
    addTo(session, SessionFinished{});
    EXPECT_THAT(session.notes, ElementsAre("fp4: not on this GPU", "dram: out of memory", "A note."));
    EXPECT_TRUE(session.kernels.empty());
}

TEST(AddEvent, EventsThatSayNothingLeaveNoEmptyNote)
{
    Session session;
    addTo(session, Note{});
    addTo(session, Skipped{});
    addTo(session, Failed{"dram", ""});
    EXPECT_THAT(session.notes, ElementsAre("An item without a name: was skipped", "dram: failed"));
}

TEST(AddEvent, ANewerFormatIsNoted)
{
    Session session;
    addTo(session, SessionStarted{1});
    EXPECT_TRUE(session.notes.empty());
    addTo(session, SessionStarted{2});
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("newer version of Ridgepoint (format 2)")));
}

TEST(AddEvent, KernelOfALostSourceGetsOneWithoutAName)
{
    Session session;
    addTo(session, Source{.file = "a.ncu-rep"});
    KernelMeasurement kernel;
    kernel.source = 4'000'000'000;
    addTo(session, kernel);
    addTo(session, kernel);
    kernel.source = 0;
    addTo(session, kernel);
    EXPECT_THAT(session.sources, ElementsAre(Source{.file = "a.ncu-rep"}, Source{}));
    EXPECT_EQ(session.kernels[0].source, 1U);
    EXPECT_EQ(session.kernels[1].source, 1U);
    EXPECT_EQ(session.kernels[2].source, 0U);
}

namespace {

struct TwoCounters : CounterReader {
    CounterSet read(std::uint64_t kernelIndex) const override
    {
        CounterSet counters;
        counters.add(Name("a"), kernelIndex);
        counters.add(Name("b"), 0.5);
        counters.finish();
        return counters;
    }
};

/// A report with one damaged launch, or one that is gone.
struct Unreadable : TwoCounters {
    std::optional<std::uint64_t> damaged; ///< none: every launch

    CounterSet read(std::uint64_t kernelIndex) const override
    {
        if (damaged.value_or(kernelIndex) == kernelIndex) throw Error("a.ncu-rep", "block 3 is cut short");
        return TwoCounters::read(kernelIndex);
    }
};

Session threeKernels(std::optional<std::uint64_t> damaged)
{
    Session session;
    for (std::uint32_t index = 0; index < 3; ++index) {
        session.kernels.push_back({.index = index});
        session.kernels.back().counters.add(Name("in use"), 1.5);
        session.kernels.back().counters.finish();
    }
    auto reader = std::make_shared<Unreadable>();
    reader->damaged = damaged;
    session.counter_reader = reader;
    return session;
}

} // namespace

TEST(WriteSession, ADamagedLaunchCostsItsOtherCountersAndNoOtherLaunch)
{
    const auto session = threeKernels(1);
    std::stringstream text;
    const auto lost = writeSession(text, session);
    EXPECT_THAT(lost, ElementsAre(HasSubstr("launch 1 has only the counters that its figures use")));

    Session back;
    for (std::string line; std::getline(text, line);) addTo(back, *parseEvent(line));
    ASSERT_EQ(back.kernels.size(), 3U);
    EXPECT_EQ(back.kernels[0].counters, TwoCounters().read(0));
    EXPECT_EQ(back.kernels[1].counters, session.kernels[1].counters);
    EXPECT_EQ(back.kernels[2].counters, TwoCounters().read(2));
    EXPECT_THAT(lost, ElementsAre(HasSubstr("block 3 is cut short"))); // for the user's eyes: it may hold a path
    EXPECT_THAT(back.notes, ElementsAre("launch 1 has only the counters that its figures use: the report couldn't be "
                                        "read again."));
}

TEST(WriteSession, AReportThatIsGoneIsAnError)
{
    std::stringstream text;
    EXPECT_THROW(writeSession(text, threeKernels({})), Error);
}

TEST(WriteSession, AReportThatIsDamagedInEachLaunchIsWrittenAsFarAsItWasRead)
{
    struct Damaged : CounterReader {
        CounterSet read(std::uint64_t) const override { throw DamagedLaunch("a.ncu-rep", "is damaged"); }
    };
    auto session = threeKernels({});
    session.counter_reader = std::make_shared<Damaged>();
    std::stringstream text;
    EXPECT_EQ(writeSession(text, session).size(), 3U);
    Session back;
    for (std::string line; std::getline(text, line);) addTo(back, *parseEvent(line));
    ASSERT_EQ(back.kernels.size(), 3U);
    EXPECT_EQ(back.kernels[2].counters, session.kernels[2].counters);
}

TEST(WriteSession, HoldsAllCountersOfAllKernels)
{
    Session session;
    session.sources = {fullSource()};
    session.kernels.resize(2);
    session.kernels[1].index = 1;
    session.counter_reader = std::make_shared<TwoCounters>();
    std::stringstream text;
    writeSession(text, session);

    Session back;
    for (std::string line; std::getline(text, line);) addTo(back, *parseEvent(line));
    ASSERT_EQ(back.kernels.size(), 2U);
    EXPECT_EQ(back.kernels[1].counters, TwoCounters().read(1));
}

TEST(Event, AKernelOfTheLibraryComesBackWithItsPlaceInTheLadder)
{
    KernelMeasurement kernel{.index = 3, .name = "scale", .duration_s = 2e-6};
    kernel.duration_samples = Spread{.median = 2e-6, .p10 = 1.9e-6, .p90 = 2.2e-6, .n = 15};
    kernel.sm_clock_hz = 1.98e9;
    kernel.library = LibraryStep{"scale", "float4", "large", 1, false};
    EXPECT_EQ(std::get<KernelMeasurement>(*parseEvent(toJsonLine(kernel))), kernel);
    EXPECT_THROW(parseEvent(R"({"event":"kernel_measurement","sm_clock_hz":0.0})"), Error);
}

TEST(Event, AFamilyIsKeptOnceAndWrittenBeforeItsKernels)
{
    const Family family{.name = "scale",
                        .title = "Scale",
                        .formula = "y = a*x",
                        .source = "__global__ void scale();\n",
                        .steps = {{"float4", "Wider loads.", ComputeCapability{9, 0}, true}},
                        .sizes = {{"small", "1 Mi elements"}}};
    Session session;
    addTo(session, Family{.name = "scale"});
    addTo(session, family);
    EXPECT_THAT(session.families, ElementsAre(family));
    session.kernels.resize(1);
    std::stringstream text;
    writeSession(text, session);
    EXPECT_LT(text.str().find(R"("event":"family")"), text.str().find(R"("event":"kernel_measurement")"));
    Session back;
    for (std::string line; std::getline(text, line);) addTo(back, *parseEvent(line));
    EXPECT_EQ(back.families, session.families);
}

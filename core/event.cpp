// SPDX-License-Identifier: Apache-2.0
#include "core/event.h"

#include "core/damaged_launch.h"
#include "core/described_json.h"
#include "core/plausible.h"

#include <boost/json/object.hpp>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <span>

namespace core {

// A counter's kind is its JSON type: a whole number has neither '.' nor 'e', a double has one of them.

static void writeJson(std::string& out, const CounterValue& value)
{
    switch (value.kind()) {
    case CounterValue::Kind::Missing: out += "null"; break;
    case CounterValue::Kind::Real: writeJson(out, *value.real()); break;
    case CounterValue::Kind::Whole: writeJson(out, *value.whole()); break;
    case CounterValue::Kind::Text: writeJson(out, *value.text()); break;
    }
}

static void readJson(const boost::json::value& json, CounterValue& value)
{
    if (json.is_null()) {
        value = {};
    } else if (const auto* text = json.if_string()) {
        value = Name({text->data(), text->size()});
    } else if (const auto* small = json.if_int64(); small && *small >= 0) {
        value = static_cast<std::uint64_t>(*small);
    } else if (const auto* large = json.if_uint64()) {
        value = *large;
    } else {
        double real = 0;
        readJson(json, real);
        value = real;
    }
}

// Instances are pairs in an object of their own:
// "counters":{"a":1.0},"counter_instances":{"a":[[correlation,value],...]}

constexpr std::string_view instancesKey = "counter_instances";

static void writeInstances(std::string& out, const CounterSet& counters)
{
    writeKey(out, instancesKey);
    out += '{';
    for (const auto& [name, instances] : counters.allInstanced()) {
        writeKey(out, name.text());
        out += '[';
        for (const auto& instance : instances) {
            if (out.back() != '[') out += ',';
            writeJson(out, std::array{instance.correlation, instance.value});
        }
        out += ']';
    }
    out += '}';
}

static void writeMember(std::string& out, std::string_view key, const CounterSet& counters)
{
    writeKey(out, key);
    out += '{';
    for (const auto& counter : counters.all()) writeMember(out, counter.name().text(), counter.value());
    out += '}';
    if (!counters.allInstanced().empty()) writeInstances(out, counters);
}

static const boost::json::object* objectAt(const boost::json::object& object, std::string_view key)
{
    const auto* json = object.if_contains({key.data(), key.size()});
    if (json && !json->is_object()) throw Error(std::string(key), "expected an object");
    return json ? &json->get_object() : nullptr;
}

static std::vector<Instance> instancesOf(const boost::json::value& json)
{
    std::vector<std::array<CounterValue, 2>> pairs;
    readJson(json, pairs);
    std::vector<Instance> instances;
    instances.reserve(pairs.size());
    for (const auto& [correlation, value] : pairs) instances.push_back({correlation, value});
    return instances;
}

static void readMember(const boost::json::object& object, std::string_view key, CounterSet& counters)
{
    counters = {};
    if (const auto* values = objectAt(object, key)) {
        counters.reserve(values->size());
        for (const auto& [name, json] : *values) {
            CounterValue value;
            readJson(json, value);
            counters.add(Name({name.data(), name.size()}), value);
        }
    }
    if (const auto* instanced = objectAt(object, instancesKey)) {
        for (const auto& [name, json] : *instanced)
            counters.addInstances(Name({name.data(), name.size()}), instancesOf(json));
    }
    counters.finish();
}

namespace {

/// Tags in the order of Event's alternatives.
constexpr std::string_view tags[] = {"session_started", "source",  "device",     "plan",   "ceiling",
                                     "figure",          "curve",   "experiment", "family", "kernel_measurement",
                                     "progress",        "skipped", "failed",     "note",   "session_finished"};
static_assert(std::size(tags) == std::variant_size_v<Event>);

/// An event of this type with its defaults.
Event eventOf(std::size_t type)
{
    return boost::mp11::mp_with_index<std::variant_size_v<Event>>(
        type, [](auto index) { return Event(std::in_place_index<index>); });
}

void checkPositive(const char* name, std::optional<double> value)
{
    if (value && (!isQuantity(*value) || *value == 0)) throw Error(name, "expected a number above 0");
}

template <typename T> void checkInvariants(const T&) {}

void checkInvariants(const Ceiling& ceiling)
{
    checkPositive("rate_per_s", ceiling.rate_per_s);
    checkPositive("sm_clock_hz", ceiling.sm_clock_hz);
    checkPositive("l2_clock_hz", ceiling.l2_clock_hz);
    checkPositive("memory_clock_hz", ceiling.memory_clock_hz);
}

void checkInvariants(const Progress& progress)
{
    if (progress.so_far) checkInvariants(*progress.so_far);
}

void checkInvariants(const Figure& figure)
{
    checkPositive("value", figure.value);
}

void checkInvariants(const Curve& curve)
{
    if (curve.x.size() != curve.y.size()) throw Error("curve", "needs as many y as x");
    if (!std::ranges::is_sorted(curve.x)) throw Error("curve", "needs its x in order");
    const auto fits = [&](const auto& values) { return values.empty() || values.size() == curve.x.size(); };
    if (!fits(curve.n) || curve.p10.size() != curve.n.size() || curve.p90.size() != curve.n.size())
        throw Error("curve", "needs as many p10, p90 and n as points, or none");
    if (curve.experiment.empty()) return;
    for (const auto* values : {&curve.x, &curve.y, &curve.p10, &curve.p90})
        if (!std::ranges::all_of(*values, isQuantity)) throw Error("curve", "needs values of 0 or more");
}

void checkInvariants(const Experiment& experiment)
{
    for (const auto* marks : {&experiment.x_marks, &experiment.y_marks})
        for (const auto& mark : *marks) checkPositive("value", mark.value);
}

void checkInvariants(const Device& device)
{
    checkPositive("max_sm_clock_hz", device.max_sm_clock_hz);
    checkPositive("max_memory_clock_hz", device.max_memory_clock_hz);
}

void checkInvariants(const KernelMeasurement& kernel)
{
    checkPositive("duration_s", kernel.duration_s);
    checkPositive("sm_clock_hz", kernel.sm_clock_hz);
    if (kernel.launch && !isLaunchable(*kernel.launch)) throw Error("launch", "is beyond what a GPU can run");
    for (const auto& work : kernel.declared_work)
        if (!isQuantity(work.amount)) throw Error("declared_work", "needs amounts of 0 or more");
}

/// The source that a kernel names by index. Where it was lost, one without a name stands for it.
std::uint32_t knownSource(Session& session, std::uint64_t index)
{
    if (index < session.sources.size()) return static_cast<std::uint32_t>(index);
    if (session.sources.empty() || session.sources.back() != Source{}) session.sources.emplace_back();
    return static_cast<std::uint32_t>(session.sources.size() - 1);
}

/// The place of a device that a further session brings: of the same one, else of a new one with an id of its own.
std::size_t placeOfJoined(Session& session, Device device)
{
    const auto id = device.id;
    for (int number = 2;; ++number) {
        const auto known = std::ranges::find(session.devices, device.id, &Device::id);
        if (known == session.devices.end()) break;
        if (*known == device) return static_cast<std::size_t>(known - session.devices.begin());
        device.id = id + " (" + std::to_string(number) + ")";
    }
    session.devices.push_back(std::move(device));
    return session.devices.size() - 1;
}

/// One overload for each event that adds something to a session.
struct Adder {
    Session& session;
    SessionPart& part;

    void operator()(const SessionStarted& started) const
    {
        if (++part.starts > 1)
            part = {.starts = part.starts,
                    .first_source = session.sources.size(),
                    .first_curve = session.curves.size(),
                    .first_index = part.next_index,
                    .next_index = part.next_index,
                    .devices = {}};
        if (started.format <= SessionStarted{}.format) return;
        session.notes.push_back("Written by a newer version of Ridgepoint (format " + std::to_string(started.format) +
                                "): what this one doesn't know was left out.");
    }
    void operator()(const Source& source) const { session.sources.push_back(source); }
    void operator()(const Device& device) const
    {
        const auto [place, isNew] = part.devices.try_emplace(device.id, session.devices.size());
        if (isNew && part.starts > 1) {
            place->second = placeOfJoined(session, device);
        } else if (isNew) {
            session.devices.push_back(device);
        } else {
            auto& known = session.devices[place->second];
            const auto id = known.id;
            known = device;
            known.id = id;
        }
    }
    void operator()(const Ceiling& ceiling) const { session.ceilings.push_back(withKnownDevice(ceiling)); }
    void operator()(const Figure& figure) const { session.figures.push_back(withKnownDevice(figure)); }
    void operator()(const Curve& curve) const
    {
        const auto points = withKnownDevice(curve);
        const auto own = std::span(session.curves).subspan(part.first_curve);
        const auto line = std::ranges::find_if(own, [&](const Curve& known) { return isSameLine(known, points); });
        if (curve.experiment.empty() || line == own.end())
            session.curves.push_back(points);
        else
            addPoints(*line, points);
    }
    void operator()(const Experiment& experiment) const
    {
        const auto known = withKnownDevice(experiment);
        std::erase_if(session.experiments, [&](const Experiment& before) {
            return before.name == known.name && before.device_id == known.device_id;
        });
        session.experiments.push_back(known);
    }
    void operator()(const Family& family) const
    {
        std::erase_if(session.families, [&](const Family& known) { return known.name == family.name; });
        session.families.push_back(family);
    }
    void operator()(const KernelMeasurement& kernel) const
    {
        auto& added = session.kernels.emplace_back(withKnownDevice(kernel));
        added.source = knownSource(session, part.first_source + kernel.source);
        added.index += part.first_index;
        part.next_index = std::max(part.next_index, added.index + 1);
    }
    void operator()(const Skipped& skipped) const { addNote(skipped.name, skipped.reason, "was skipped"); }
    void operator()(const Failed& failed) const { addNote(failed.name, failed.message, "failed"); }
    void operator()(const Note& note) const
    {
        if (!note.text.empty()) session.notes.push_back(note.text);
    }
    void operator()(const Plan&) const {}
    void operator()(const Progress&) const {}
    void operator()(const SessionFinished&) const {}

private:
    /// otherwise: what happened, where nothing says more.
    void addNote(const std::string& name, const std::string& why, const char* otherwise) const
    {
        session.notes.push_back((name.empty() ? "An item without a name" : name) + ": " +
                                (why.empty() ? otherwise : why));
    }

    /// The same with the id that its device has in the session.
    template <typename T> [[nodiscard]] T withKnownDevice(T value) const
    {
        if (const auto place = part.devices.find(value.device_id); place != part.devices.end())
            value.device_id = session.devices[place->second].id;
        return value;
    }
};

} // namespace

std::string toJsonLine(const Event& event)
{
    std::string line = "{";
    writeMember(line, "event", tags[event.index()]);
    std::visit([&](const auto& value) { writeMembers(line, value); }, event);
    return line + '}';
}

std::optional<Event> parseEvent(std::string_view line)
{
    const auto json = parseJson(line);
    if (!json.is_object()) throw Error("expected a JSON object");
    std::string tag;
    readMember(json.get_object(), "event", tag);
    const auto known = std::ranges::find(tags, tag);
    if (known == std::end(tags)) return std::nullopt;
    auto event = eventOf(static_cast<std::size_t>(known - std::begin(tags)));
    const auto readValue = [&](auto& value) {
        readJson(json, value);
        checkInvariants(value);
    };
    std::visit(readValue, event);
    return event;
}

SessionBuilder::SessionBuilder(Session& session) : m_session(session)
{
    for (std::size_t i = 0; i < session.devices.size(); ++i) m_part.devices.try_emplace(session.devices[i].id, i);
}

void SessionBuilder::add(const Event& event)
{
    std::visit(Adder{m_session, m_part}, event);
}

void addTo(Session& session, const Event& event)
{
    SessionBuilder(session).add(event);
}

std::vector<std::string> writeSession(std::ostream& out, const Session& session)
{
    const auto writeLine = [&](const Event& event) { out << toJsonLine(event) << '\n'; };
    std::vector<std::string> lost;
    auto notes = session.notes;
    std::size_t gone = 0;
    writeLine(SessionStarted{});
    for (const auto& source : session.sources) writeLine(source);
    for (const auto& device : session.devices) writeLine(device);
    for (const auto& ceiling : session.ceilings) writeLine(ceiling);
    for (const auto& figure : session.figures) writeLine(figure);
    for (const auto& experiment : session.experiments) writeLine(experiment);
    for (const auto& curve : session.curves) writeLine(curve);
    for (const auto& family : session.families) writeLine(family);
    for (auto kernel : session.kernels) {
        try {
            kernel.counters = session.allCounters(kernel);
        } catch (const Error& error) {
            const auto what =
                "launch " + std::to_string(kernel.index) + " has only the counters that its figures use: ";
            lost.push_back(what + error.what());
            notes.push_back(what + "the report couldn't be read again."); // the error may hold a path: not for a file
            gone += dynamic_cast<const DamagedLaunch*>(&error) ? 0 : 1;
            if (gone == session.kernels.size()) throw; // not a damaged launch, but a report that is gone
        }
        writeLine(kernel);
    }
    for (const auto& note : notes) writeLine(Note{note});
    writeLine(SessionFinished{});
    return lost;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
// What capture prints, one JSON object a line, and what a saved session consists of: the same lines.
//
//   {"event":"device","id":"0 NVIDIA H200","name":"NVIDIA H200","sm_count":132}
//   {"event":"kernel_measurement","index":0,"kind":"kernel",...,
//    "counters":{"dram__bytes.sum":1.0,"launch__grid_size":8},
//    "counter_instances":{"sass__inst_executed_per_opcode":[["FFMA",12],...]},...}
//
// A key is a field's name; absent optionals are left out; enumerators are in snake_case, resources by their name. A
// number with '.' or 'e' is a double, one without is whole; {"bits":"7ff8000000000000"} is a double that JSON can't
// spell, null a counter without a value.
#pragma once

#include "core/session.h"

#include <boost/describe/class.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace core {

struct SessionStarted {
    int format = 1;
    friend bool operator==(const SessionStarted&, const SessionStarted&) = default;
};
BOOST_DESCRIBE_STRUCT(SessionStarted, (), (format))

/// What is going to be measured, in order: a reader shows what is still to come.
struct Plan {
    std::vector<std::string> items;
    std::optional<std::uint64_t> passes; ///< in which counters are read, of each the work runs again; none: no counters
    friend bool operator==(const Plan&, const Plan&) = default;
};
BOOST_DESCRIBE_STRUCT(Plan, (), (items, passes))

struct Progress {
    std::string name; ///< what is being measured
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::optional<Ceiling> so_far; ///< of a roof: by the repeats until now; it is reported anew when it is done
    friend bool operator==(const Progress&, const Progress&) = default;
};
BOOST_DESCRIBE_STRUCT(Progress, (), (name, done, total, so_far))

/// An expected absence, e.g. a pipe that this GPU doesn't have.
struct Skipped {
    std::string name;
    std::string reason;
    friend bool operator==(const Skipped&, const Skipped&) = default;
};
BOOST_DESCRIBE_STRUCT(Skipped, (), (name, reason))

struct Failed {
    std::string name;
    std::string message;
    friend bool operator==(const Failed&, const Failed&) = default;
};
BOOST_DESCRIBE_STRUCT(Failed, (), (name, message))

struct Note {
    std::string text;
    friend bool operator==(const Note&, const Note&) = default;
};
BOOST_DESCRIBE_STRUCT(Note, (), (text))

struct SessionFinished {
    friend bool operator==(const SessionFinished&, const SessionFinished&) = default;
};
BOOST_DESCRIBE_STRUCT(SessionFinished, (), ())

using Event = std::variant<SessionStarted, Source, Device, Plan, Ceiling, Figure, Curve, Experiment, Family,
                           KernelMeasurement, Progress, Skipped, Failed, Note, SessionFinished>;

/// One line without its line break, valid JSON in UTF-8. Numbers come back bit for bit; bytes of a text that aren't
/// UTF-8 become U+FFFD.
std::string toJsonLine(const Event& event);

/// The event of one line; none for an event of an unknown type (a newer format: skip it with a note).
/// Unknown keys are ignored, missing ones keep their default. Throws Error if the line isn't a JSON object or a value
/// is not of its field's type or range.
std::optional<Event> parseEvent(std::string_view line);

/// One of the sessions that the events hold: most often the only one, but `cat a b` joins two.
struct SessionPart {
    std::size_t starts = 0;       ///< session_started so far
    std::size_t first_source = 0; ///< place of the source that its kernels call 0
    std::size_t first_curve = 0;  ///< place of its first
    std::uint64_t first_index = 0;
    std::uint64_t next_index = 0;                         ///< above those of all kernels
    std::unordered_map<std::string, std::size_t> devices; ///< places by the id that its events use
};

/// Adds one event after another to a session.
class SessionBuilder {
public:
    explicit SessionBuilder(Session& session); ///< which outlives it
    /// Adds what the event tells to the session: a device, family or experiment that is known replaces it, a line of an
    /// experiment gets further points, what was skipped or failed becomes a note, plan, progress and the end change
    /// nothing. With a further session_started another session begins: its sources, indices and devices are its own,
    /// but for a device that is known with the same content.
    void add(const Event& event);

private:
    Session& m_session;
    SessionPart m_part;
};
/// A lone event.
void addTo(Session& session, const Event& event);

/// Writes the session as lines, all counters of all kernels included. Returns a note for each kernel whose counters
/// can't be read: it is written with those that the session holds. Throws Error if that is so for every kernel.
std::vector<std::string> writeSession(std::ostream& out, const Session& session);

} // namespace core

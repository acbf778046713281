// SPDX-License-Identifier: GPL-3.0-or-later
// A run of ridgepoint-capture as its events tell it: the session so far, and what each item has come to.
#pragma once

#include "app/measure_subject.h"
#include "app/roof_rows.h"
#include "core/event.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace app {

class CaptureRun {
public:
    explicit CaptureRun(Subject subject = Subject::Roofs) : m_subject(subject) {}

    void apply(const core::Event& event);

    [[nodiscard]] const core::Session& session() const { return m_session; }
    [[nodiscard]] const std::vector<RoofRow>& rows() const { return m_rows; } ///< in the order of measuring
    [[nodiscard]] Subject subject() const { return m_subject; }
    /// The item under way, by its name in the plan; empty before the first and after the last.
    [[nodiscard]] const std::string& running() const { return m_progress.name; }
    [[nodiscard]] std::uint64_t done() const; ///< items that have a result, or a reason for none
    [[nodiscard]] std::uint64_t total() const { return m_rows.size(); }
    [[nodiscard]] const std::optional<core::Ceiling>& soFar() const { return m_progress.so_far; }

    /// Items that are over; their results may come later.
    [[nodiscard]] std::uint64_t over() const { return std::min<std::uint64_t>(m_progress.done, total()); }

    /// What else it said for people: why there are no counters.
    [[nodiscard]] const QStringList& remarks() const { return m_remarks; }

    /// Whether something is, and has neither a result nor a reason for none.
    [[nodiscard]] bool isUnderWay() const;

    /// No more events come: what was under way waits again, what waited for its counters has failed.
    void end();

private:
    /// The row under way; nullptr between items and for streams without a plan.
    RoofRow* current();
    [[nodiscard]] std::optional<std::size_t> place() const;                          ///< of the row under way
    [[nodiscard]] std::optional<std::size_t> placeOf(const std::string& item) const; ///< none: not in the plan
    void settle(RoofRow row);
    void settle(const std::string& item, RoofRow row);
    void leave(RoofRow& row) const;

    void take(const core::Plan& plan);
    void take(const core::Progress& progress);
    void take(const core::Ceiling& ceiling);
    void take(const core::Figure& figure);
    void take(const core::Curve& curve);
    void take(const core::KernelMeasurement& kernel);
    void take(const core::Skipped& skipped);
    void take(const core::Failed& failed);
    void take(const core::Note& note);
    template <typename Other> void take(const Other& /*changesTheSessionAlone*/) {}

    Subject m_subject;
    core::Session m_session;
    std::unordered_map<std::string, std::size_t> m_places; ///< in m_rows, of the plan's items
    std::vector<RoofRow> m_rows;
    core::Progress m_progress;
    QStringList m_remarks;
};

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// A run of ridgepoint-capture as its events tell it: the session so far, and what each item has come to.
#pragma once

#include "app/roof_rows.h"
#include "core/event.h"

namespace app {

class RoofRun {
public:
    void apply(const core::Event& event);

    [[nodiscard]] const core::Session& session() const { return m_session; }
    [[nodiscard]] const std::vector<RoofRow>& rows() const { return m_rows; } ///< in the order of measuring
    /// The item under way, by its benchmark's name; empty before the first and after the last.
    [[nodiscard]] const std::string& running() const { return m_progress.name; }
    [[nodiscard]] std::uint64_t done() const; ///< items that have a result, or a reason for none
    [[nodiscard]] std::uint64_t total() const { return m_rows.size(); }
    [[nodiscard]] const std::optional<core::Ceiling>& soFar() const { return m_progress.so_far; }

    /// Whether an item has neither a result nor a reason for none.
    [[nodiscard]] bool isUnderWay() const;

    void end(); ///< no more events come: what was under way waits again

private:
    /// The row under way; nullptr between items and for streams without a plan.
    RoofRow* current();
    [[nodiscard]] std::optional<std::size_t> place() const; ///< of the row under way
    void settle(RoofRow row);

    void take(const core::Plan& plan);
    void take(const core::Progress& progress);
    void take(const core::Ceiling& ceiling);
    void take(const core::Figure& figure);
    void take(const core::Curve& curve);
    void take(const core::Skipped& skipped);
    void take(const core::Failed& failed);
    template <typename Other> void take(const Other& /*changesTheSessionAlone*/) {}

    core::Session m_session;
    std::vector<RoofRow> m_rows;
    core::Progress m_progress;
};

} // namespace app

// SPDX-License-Identifier: Apache-2.0
// What becomes of the items of a run: each has a result, or is skipped or failed with its reason.
#pragma once

#include "kernels/capture/event_stream.h"

#include <cstddef>
#include <functional>
#include <string>

namespace capture {

/// What became of a run.
enum class Outcome { Finished, SomeFailed, Cancelled, ContextLost };

struct RunResult {
    Outcome outcome = Outcome::Finished;
    std::string last_item; ///< of ContextLost: run again with continue_after = this
};

class ItemLog {
public:
    explicit ItemLog(EventStream& events) : m_events(events) {}

    void skip(const std::string& name, const std::string& reason);
    void fail(const std::string& name, const std::string& message);
    void haveResults(std::size_t items) { m_done += items; }
    /// Of an earlier process.
    void haveFailed() { m_anyFailed = true; }

    /// Does the work of an item, which may come to a fault, a failed check, or too little memory: skipped or failed.
    /// remedy: for too little memory. Whether the context survived.
    bool guard(const std::string& name, const std::string& remedy, const std::function<void()>& work);

    /// Writes how the run ended. earlier: items that a process before this one did; of: "items", "points".
    [[nodiscard]] RunResult end(std::size_t earlier, std::size_t total, const char* of, bool isCancelled) const;

    [[nodiscard]] std::size_t done() const { return m_done; } ///< items that have a result, or a reason for none

private:
    EventStream& m_events;
    bool m_anyFailed = false;
    std::size_t m_done = 0;
};

} // namespace capture

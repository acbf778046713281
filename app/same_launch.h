// SPDX-License-Identifier: GPL-3.0-or-later
// What was changed for launches, and to which launches of a file that was read again it belongs.
#pragma once

#include "app/kernel_entry.h"
#include "core/session.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace app {

/// By which a launch is known again in another version of its file: launches are added, left out and timed anew.
struct LaunchIdentity {
    /// What launches of one kind have in common.
    struct Kind {
        std::string name; ///< the full one
        core::Dim3 grid = {};
        core::Dim3 block = {};

        friend auto operator<=>(const Kind&, const Kind&) = default;
    };
    Kind kind;
    std::size_t place = 0; ///< among those of its kind
    std::size_t count = 0; ///< of its kind
    std::optional<std::uint64_t> process_id;
    std::optional<double> duration_s;
};

/// What was changed for one launch; a part that wasn't is left as the file has it.
struct EntryChange {
    LaunchIdentity launch;
    std::string shown_name; ///< for messages
    std::optional<std::optional<std::string>> alias;
    std::optional<std::vector<core::Work>> declared_work;
    bool alias_is_of_name = false; ///< all launches of the name have this alias now
    bool work_is_of_kind = false;  ///< all launches of the kind have this work now
};

using Entries = std::map<std::uint32_t, KernelEntry>; ///< by the kernel's place in its session

/// The way from some entries to others; the session has those that neither names.
std::vector<EntryChange> changesOf(const core::Session& session, const Entries& from, const Entries& to);

struct ChangedEntries {
    Entries entries;                 ///< of the launches that change
    std::vector<std::string> nobody; ///< names of launches that aren't there any more, with a change
};

/// The session's entries with the changes. A launch is the same where as many of its kind are there, or where its time
/// is that of one alone. A name that all launches had is that of new ones, too; so is work that all of a kind had.
ChangedEntries changed(const core::Session& session, const std::vector<EntryChange>& changes);

} // namespace app

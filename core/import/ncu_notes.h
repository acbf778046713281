// SPDX-License-Identifier: Apache-2.0
// What was lost while a report was read, as sentences for the user.
#pragma once

#include "core/import/ncu_container.h"

#include <string>
#include <vector>

namespace core::ncu {

/// Everything that didn't go as it should.
struct Losses {
    std::string file;
    std::uint64_t file_bytes = 0;
    std::size_t results_read = 0;
    std::optional<Damage> container; ///< where the walk over the blocks ended too early
    std::vector<Damage> results;     ///< launches that were left out
    std::uint64_t nameless_counters = 0;
    std::uint64_t unknown_records = 0;
    bool changed = false; ///< another program wrote to the file meanwhile
    std::string tool_version;
};

/// One sentence or two for each loss; empty if nothing was lost.
std::vector<std::string> lossNotes(const Losses& losses);

/// 18 204, with narrow spaces between groups of three.
std::string grouped(std::uint64_t number);

} // namespace core::ncu

// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the commands that take one of a few words.
#pragma once

#include "core/roofline.h"

#include <boost/program_options.hpp>

#include <string>
#include <string_view>

namespace app {

/// A mistake in the command line: exit code 2.
struct UsageError {
    std::string problem;
};

template <typename Value> struct Word {
    std::string_view word;
    Value value;
};

constexpr Word<core::RoofChoice> roofWords[] = {{"best", core::RoofChoice::BestKnown},
                                                {"measured", core::RoofChoice::Measured},
                                                {"computed", core::RoofChoice::Computed},
                                                {"datasheet", core::RoofChoice::Datasheet},
                                                {"all", core::RoofChoice::All}};

/// The value that the option's word stands for. Throws UsageError for a word outside the table.
template <typename Table>
auto parseWord(const Table& table, const boost::program_options::variables_map& given, const std::string& option)
{
    const auto& word = given[option].as<std::string>();
    std::string known;
    for (const auto& row : table) {
        if (row.word == word) return row.value;
        known += (known.empty() ? "" : ", ") + std::string(row.word);
    }
    throw UsageError{"--" + option + " is one of " + known + "; not '" + word + "'"};
}

} // namespace app

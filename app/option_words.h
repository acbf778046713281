// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands share of their command lines: arguments, and options that take one of a few words.
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

constexpr auto roofsFromHelp = "measured session whose roofs to judge by, of the same GPU model";

/// The arguments of a command that takes options and one file, as "file". Throws boost::program_options::error.
inline boost::program_options::variables_map parseArguments(int argc, char** argv,
                                                            const boost::program_options::options_description& options)
{
    namespace po = boost::program_options;
    po::options_description all;
    all.add(options).add_options()("file", po::value<std::string>());
    const auto place = po::positional_options_description().add("file", 1);
    po::variables_map given;
    po::store(po::command_line_parser(argc, argv).options(all).positional(place).run(), given);
    return given;
}

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

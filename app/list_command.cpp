// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/list_command.h"

#include "core/error.h"
#include "core/import/importer.h"
#include "core/listing.h"

#include <boost/program_options.hpp>

#include <iostream>
#include <map>

namespace app {
namespace {

namespace po = boost::program_options;

enum class Notes { Included, Apart }; ///< where the notes of a session go: into the output, or to stderr

struct Format {
    void (*print)(std::ostream&, const core::Session&, const core::ListedRoofs&);
    Notes notes;
};
const std::map<std::string, Format> formats = {{"table", {core::listTable, Notes::Included}},
                                               {"csv", {core::listCsv, Notes::Apart}},
                                               {"json", {core::listJson, Notes::Included}}};

/// Throws core::Error for a file that can't be read, and for a list that can't be written.
void list(const std::string& file, const Format& format)
{
    const auto session = core::importFile(file);
    format.print(std::cout, session, {});
    if (!std::cout.flush())
        throw core::Error("The list can't be written whole: the disk is full or the output closed.");
    if (format.notes == Notes::Included) return;
    for (const auto& note : session.notes) std::cerr << "note: " << note << '\n';
}

int usage(const std::string& problem)
{
    std::cerr << "ridgepoint list: " << problem << "; try `ridgepoint list --help`\n";
    return 2;
}

} // namespace

int listCommand(int argc, char** argv)
{
    po::options_description options("Usage: ridgepoint list FILE [--format table|csv|json]\n\n"
                                    "Prints the kernels of a report or session as the window's table shows them.\n\n"
                                    "Options");
    options.add_options()("help,h", "show this text")("format,f", po::value<std::string>()->default_value("table"),
                                                      "table, csv or json");
    po::options_description all;
    all.add(options).add_options()("file", po::value<std::string>());
    po::variables_map given;
    try {
        po::store(po::command_line_parser(argc, argv)
                      .options(all)
                      .positional(po::positional_options_description().add("file", 1))
                      .run(),
                  given);
    } catch (const po::error& error) {
        return usage(error.what());
    }
    if (given.count("help") > 0) {
        std::cout << options;
        return 0;
    }
    if (given.count("file") == 0) return usage("no file given");
    const auto format = formats.find(given["format"].as<std::string>());
    if (format == formats.end())
        return usage("--format is one of table, csv, json; not '" + given["format"].as<std::string>() + "'");
    try {
        list(given["file"].as<std::string>(), format->second);
    } catch (const core::Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}

} // namespace app

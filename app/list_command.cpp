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

using Printer = void (*)(std::ostream&, const core::Session&);
const std::map<std::string, Printer> printers = {
    {"table", core::listTable}, {"csv", core::listCsv}, {"json", core::listJson}};

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
    const auto printer = printers.find(given["format"].as<std::string>());
    if (printer == printers.end()) return usage("unknown format '" + given["format"].as<std::string>() + "'");
    try {
        printer->second(std::cout, core::importFile(given["file"].as<std::string>()));
    } catch (const core::Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}

} // namespace app

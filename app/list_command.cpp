// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/list_command.h"

#include "app/experiments/shown_experiment.h"
#include "app/no_points.h"
#include "app/open_session.h"
#include "app/option_words.h"
#include "app/roofs_only.h"
#include "app/standard_output.h"
#include "core/error.h"
#include "core/import/importer.h"
#include "core/listing.h"
#include "core/shown_text.h"

#include <boost/program_options.hpp>

#include <iostream>
#include <memory>
#include <sstream>

namespace app {
namespace {

namespace po = boost::program_options;

/// Whether something of a session is in the output; else it is told on stderr.
enum class Place { Output, Apart };

struct Format {
    void (*print)(std::ostream&, const core::Session&, const core::ListedRoofs&);
    Place notes;
    Place roofs;
};
constexpr Word<Format> formats[] = {{"table", {core::listTable, Place::Output, Place::Apart}},
                                    {"csv", {core::listCsv, Place::Apart, Place::Apart}},
                                    {"json", {core::listJson, Place::Output, Place::Output}}};

/// Why the list is empty, or judges nothing.
void explain(const OpenSession& open, const Format& format)
{
    const bool showsRoofs = format.roofs == Place::Output && !open.session->ceilings.empty();
    if (open.session->kernels.empty() && !showsRoofs && open.session->experiments.empty())
        std::cerr << noKernelsListedText(open).toStdString() << '\n';
    if (const auto names = experimentNames(*open.session); !names.empty())
        std::cerr << "experiments: " << names << "; `ridgepoint render --experiment NAME` draws one\n";
    if (const auto text = noRoofsOfOriginText(open); !text.isEmpty()) std::cerr << text.toStdString() << '\n';
    if (format.notes == Place::Output) return;
    for (const auto& note : open.session->notes) std::cerr << "note: " << core::shownText(note) << '\n';
}

/// roofsFile: another file with roofs; empty: none. Throws core::Error for a file that can't be read, and for a list
/// that can't be written.
void list(const std::string& file, const Format& format, core::RoofChoice choice, const std::string& roofsFile)
{
    OpenSession open{.path = QString::fromStdString(file),
                     .session = std::make_shared<const core::Session>(core::importFile(file)),
                     .roof_choice = choice};
    if (!roofsFile.empty()) open.other_roofs = roofsFrom(roofsFile, *open.session);
    printWhole("The list", [&](std::ostream& out) { format.print(out, *open.session, listedRoofs(open)); });
    explain(open, format);
}

int usage(const std::string& problem)
{
    std::cerr << "ridgepoint list: " << problem << "; try `ridgepoint list --help`\n";
    return 2;
}

/// For --help.
po::options_description listOptions()
{
    po::options_description options("Usage: ridgepoint list FILE [options]\n\n"
                                    "Prints the kernels of a report or session as the window's table shows them.\n\n"
                                    "Options");
    const auto text = [](const char* otherwise) { return po::value<std::string>()->default_value(otherwise); };
    auto add = options.add_options();
    add("help,h", "show this text");
    add("format,f", text("table"), "table, csv or json");
    add("roofs", text("best"), "to judge by: best known; only those measured, computed, datasheet; or all");
    add("roofs-from", text(""), roofsFromHelp);
    return options;
}

} // namespace

int listCommand(int argc, char** argv)
{
    const auto options = listOptions();
    try {
        const auto given = parseArguments(argc, argv, options);
        if (given.count("help") > 0) {
            std::ostringstream text;
            text << options;
            return printText(text.str());
        }
        if (given.count("file") == 0) return usage("no file given");
        const auto format = parseWord(formats, given, "format");
        list(given["file"].as<std::string>(), format, parseWord(roofWords, given, "roofs"),
             given["roofs-from"].as<std::string>());
        return 0;
    } catch (const po::error& error) {
        return usage(error.what());
    } catch (const UsageError& error) {
        return usage(error.problem);
    } catch (const core::Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render_command.h"

#include "app/chart_data.h"
#include "app/image_export.h"
#include "core/error.h"
#include "core/import/importer.h"

#include <QGuiApplication>
#include <QLoggingCategory>
#include <QRegularExpression>

#include <boost/program_options.hpp>

#include <iostream>
#include <memory>

namespace app {
namespace {

namespace po = boost::program_options;

/// A mistake in the command line: exit code 2.
struct UsageError {
    std::string problem;
};

struct RenderRequest {
    std::string file;
    QString output;
    ImageFormat format = ImageFormat::Png;
    QSizeF size;
    ThemeKind theme = ThemeKind::Light;
    std::set<core::Level> levels;
    std::vector<std::uint32_t> selected; ///< launches, by their place in the report
    Grouping grouping = Grouping::Name;
    bool letters = false;
    bool hide_files = false;
};

po::options_description describedOptions()
{
    po::options_description options(
        "Usage: ridgepoint render FILE -o OUT.{png,svg,pdf} [options]\n\n"
        "Draws the roofline of a report or session, as the window shows it, with a footer of provenance.\n\n"
        "Options");
    options.add_options()("help,h", "show this text")("output,o", po::value<std::string>(),
                                                      "the picture; its extension says the format")(
        "size", po::value<std::string>()->default_value("1000x750"), "width x height; a PNG has twice the pixels")(
        "theme", po::value<std::string>()->default_value("light"), "light or dark")(
        "select", po::value<std::string>()->default_value(""), "launches to select, as in 9 or 3,9,12")(
        "levels", po::value<std::string>()->default_value("dram,l2,shared"), "of dram, l2, l1, shared")(
        "group", po::value<std::string>()->default_value("name"), "name: one bubble a kernel name; none: each launch")(
        "letters", "the level's letter in large points, for black-and-white print")(
        "hide-files", "leave the report's name out of titles and footer");
    return options;
}

QSizeF parseSize(const std::string& text)
{
    static const QRegularExpression pattern(QStringLiteral("^(\\d{1,5})x(\\d{1,5})$"));
    const auto match = pattern.match(QString::fromStdString(text));
    const QSizeF size(match.captured(1).toDouble(), match.captured(2).toDouble());
    if (!match.hasMatch() || size.width() < 320 || size.height() < 320 || size.width() > 10000 || size.height() > 10000)
        throw UsageError{"--size needs WIDTHxHEIGHT, each 320 to 10000, not '" + text + "'"};
    return size;
}

ThemeKind parseTheme(const std::string& text)
{
    if (text == "light") return ThemeKind::Light;
    if (text == "dark") return ThemeKind::Dark;
    throw UsageError{"--theme is light or dark, not '" + text + "'"};
}

std::set<core::Level> parseLevels(const std::string& text)
{
    std::set<core::Level> levels;
    for (const QString& name : QString::fromStdString(text).split(u',')) {
        const auto level = core::parseLevel(name.trimmed().toStdString());
        if (!level) throw UsageError{"unknown level '" + name.toStdString() + "'; there are dram, l2, l1 and shared"};
        levels.insert(*level);
    }
    return levels;
}

std::vector<std::uint32_t> parseLaunches(const std::string& text)
{
    std::vector<std::uint32_t> launches;
    if (text.empty()) return launches;
    for (const QString& number : QString::fromStdString(text).split(u',')) {
        bool ok = false;
        launches.push_back(number.trimmed().toUInt(&ok));
        if (!ok) throw UsageError{"--select needs launch numbers, not '" + number.toStdString() + "'"};
    }
    return launches;
}

Grouping parseGrouping(const std::string& text)
{
    if (text == "name") return Grouping::Name;
    if (text == "none") return Grouping::None;
    throw UsageError{"--group is name or none, not '" + text + "'"};
}

RenderRequest parse(const po::variables_map& given)
{
    if (given.count("file") == 0) throw UsageError{"no file given"};
    if (given.count("output") == 0) throw UsageError{"no picture given: -o OUT.png"};
    RenderRequest request;
    request.file = given["file"].as<std::string>();
    request.output = QString::fromStdString(given["output"].as<std::string>());
    const auto format = imageFormatOf(request.output);
    if (!format) throw UsageError{"'" + request.output.toStdString() + "' doesn't end in .png, .svg or .pdf"};
    request.format = *format;
    request.size = parseSize(given["size"].as<std::string>());
    request.theme = parseTheme(given["theme"].as<std::string>());
    request.levels = parseLevels(given["levels"].as<std::string>());
    request.grouping = parseGrouping(given["group"].as<std::string>());
    request.letters = given.count("letters") > 0;
    request.hide_files = given.count("hide-files") > 0;
    request.selected = parseLaunches(given["select"].as<std::string>());
    return request;
}

/// Places of the rows that hold the wanted launches. Throws core::Error for a launch that isn't there.
std::vector<int> rowsOf(const RenderRequest& request, const ChartData& data)
{
    std::vector<int> rows;
    for (const std::uint32_t launch : request.selected) {
        const auto row = std::ranges::find_if(data.rows, [&](const KernelRow& candidate) {
            return std::ranges::find(candidate.launches, launch) != candidate.launches.end();
        });
        if (row == data.rows.end()) throw core::Error(request.file, "has no launch " + std::to_string(launch));
        rows.push_back(static_cast<int>(row - data.rows.begin()));
    }
    return rows;
}

void render(const RenderRequest& request)
{
    const OpenSession session = analysed(std::make_shared<const core::Session>(core::importFile(request.file)),
                                         QString::fromStdString(request.file));
    ChartData data = chartData(session, request.grouping);
    if (request.hide_files) data = withoutFileNames(std::move(data));
    ChartOptions options;
    options.levels = request.levels;
    options.letters = request.letters;
    options.selected = rowsOf(request, data);
    const PictureStyle style = {.size = request.size, .theme = Theme(request.theme)};
    exportChart(chartPicture(data, options, style), request.output, request.format);
}

int usage(const std::string& problem)
{
    std::cerr << "ridgepoint render: " << problem << "; try `ridgepoint render --help`\n";
    return 2;
}

po::variables_map parseArguments(int argc, char** argv)
{
    po::options_description all = describedOptions();
    all.add_options()("file", po::value<std::string>());
    po::variables_map given;
    po::store(po::command_line_parser(argc, argv)
                  .options(all)
                  .positional(po::positional_options_description().add("file", 1))
                  .run(),
              given);
    return given;
}

} // namespace

int renderCommand(int argc, char** argv)
{
    try {
        const po::variables_map given = parseArguments(argc, argv);
        if (given.count("help") > 0) {
            std::cout << describedOptions();
            return 0;
        }
        const RenderRequest request = parse(given);
        qputenv("QT_QPA_PLATFORM", "offscreen"); // nothing is shown: no display is needed, nor asked for
        // A session without XDG_RUNTIME_DIR is no news for a picture.
        QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
        int qtArguments = 1;
        const QGuiApplication application(qtArguments, argv);
        render(request);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render_request.h"

#include "app/kernel_filter.h"
#include "app/verdict_column.h"

#include <QRegularExpression>
#include <QStringList>

#include <cmath>

namespace app {
namespace {

namespace po = boost::program_options;

constexpr Word<ThemeKind> themes[] = {{"light", ThemeKind::Light}, {"dark", ThemeKind::Dark}};
constexpr Word<Grouping> groupings[] = {{"name", Grouping::Name}, {"none", Grouping::None}};
constexpr Word<Axis> axes[] = {{"flop", Axis::Flop}, {"op", Axis::Op}};
constexpr Word<PointSize> pointSizes[] = {{"time", PointSize::ByTimeShare}, {"equal", PointSize::Equal}};

QSizeF parseSize(const std::string& text)
{
    static const QRegularExpression pattern(QStringLiteral("^(\\d{1,5})x(\\d{1,5})$"));
    const auto match = pattern.match(QString::fromStdString(text));
    const QSizeF size(match.captured(1).toDouble(), match.captured(2).toDouble());
    constexpr double least = 320;
    constexpr double most = 10000;
    constexpr double mostPixels = 25e6; // of a PNG four times as many: 400 MB while it is drawn
    const auto isGood = [&](double side) { return side >= least && side <= most; };
    if (!match.hasMatch() || !isGood(size.width()) || !isGood(size.height()))
        throw UsageError{"--size needs WIDTHxHEIGHT, each 320 to 10000, not '" + text + "'"};
    if (size.width() * size.height() > mostPixels)
        throw UsageError{"--size allows 25 million pixels at most, as in 5000x5000, not '" + text + "'"};
    return size;
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
    for (const QString& number : QString::fromStdString(text).split(u',')) {
        bool ok = false;
        launches.push_back(number.trimmed().toUInt(&ok));
        if (!ok) throw UsageError{"--select needs launch numbers, not '" + number.toStdString() + "'"};
    }
    return launches;
}

std::vector<core::Resource> parsePipes(const std::string& text)
{
    std::vector<core::Resource> pipes;
    for (const QString& name : QString::fromStdString(text).split(u',', Qt::SkipEmptyParts)) {
        const auto pipe = core::parseResource(name.trimmed().toStdString());
        if (!pipe || core::isMemory(*pipe))
            throw UsageError{"--pipes: unknown pipe '" + name.toStdString() + "'; as in fp32,tensor_bf16_fp32_wgmma"};
        pipes.push_back(*pipe);
    }
    return pipes;
}

/// The exponents that one axis of the frame can reach; far more than any machine needs.
struct Reach {
    double low;
    double high;
};
constexpr Reach intensityReach = {-9, 9};
constexpr Reach rateReach = {0, 21};
constexpr double leastDecades = 0.01; // less than any mark of an axis apart

bool isWithin(double low, double high, const Reach& reach)
{
    return low >= reach.low && high <= reach.high && high - low >= leastDecades;
}

/// "0.1..100,1e12..1e15": FLOP/byte, then FLOP/s.
std::optional<Frame> parseZoom(const std::string& text)
{
    if (text.empty()) return std::nullopt;
    const QStringList ends =
        QString::fromStdString(text).replace(QStringLiteral(".."), QStringLiteral(",")).split(u',');
    double exponents[4] = {};
    bool isGood = ends.size() == 4;
    for (qsizetype i = 0; isGood && i < 4; ++i) {
        const double value = ends[i].toDouble(&isGood);
        isGood = isGood && value > 0 && std::isfinite(value);
        if (isGood) exponents[i] = std::log10(value);
    }
    const Frame frame = {exponents[0], exponents[1], exponents[2], exponents[3]};
    isGood = isGood && isWithin(frame.x_low, frame.x_high, intensityReach);
    if (!isGood || !isWithin(frame.y_low, frame.y_high, rateReach))
        throw UsageError{"--zoom needs FLOP/byte within 1e-9..1e9 and FLOP/s within 1..1e21, lower end first, as in "
                         "0.1..100,1e12..1e15, not '" +
                         text + "'"};
    return frame;
}

} // namespace

po::options_description renderOptions()
{
    po::options_description options(
        "Usage: ridgepoint render FILE -o OUT.{png,svg,pdf} [options]\n\n"
        "Draws the roofline of a report or session, as the window shows it, with a footer of provenance.\n\n"
        "Options");
    const auto text = [](const char* otherwise) { return po::value<std::string>()->default_value(otherwise); };
    auto add = options.add_options();
    add("help,h", "show this text");
    add("output,o", po::value<std::string>(), "the picture; its extension says the format");
    add("size", text("1000x750"), "width x height; a PNG has twice the pixels");
    add("theme", text("light"), "light or dark");
    add("select", text(""), "launches to select, as in 9 or 3,9,12");
    add("axis", text(""), "flop or op: the page; not given, that of the launches to select");
    add("levels", text("dram,l2,shared"), "of dram, l2, l1, shared");
    add("binding-only", "one point a kernel: the level closest to its roof");
    add("all-levels", "every level's point, also of more than 1000 kernels");
    add("group", text("name"), "name: one bubble a kernel name; none: each launch");
    add("filter", text(""), "kernels to draw, in the filter field's language, as in 'time>100us softmax'");
    add("roofs", text("best"), "best known; only those measured, computed, datasheet; or all, one line an origin");
    add("roofs-from", text(""), roofsFromHelp);
    add("pipes", text(""), "roofs shown though no kernel needs them, as in fp64,tensor_fp8");
    add("points", text("time"), "time: area by share of the time; equal");
    add("zoom", text(""), "part of the frame, FLOP/byte and FLOP/s (or OP), as in 0.1..100,1e12..1e15");
    add("ladder", text(""), "the steps of this family of the kernel library, as arrows from one to the next");
    add("name-largest", "names beside the five kernels with most time");
    add("draw-anyway", "points, too, of reports whose replay makes throughput meaningless");
    add("letters", "the level's letter in large points, for black-and-white print");
    add("verdict", "the selected kernel's verdict in a column at the right");
    add("experiment", text(""), "draw this experiment of the session in place of the roofline, as in stride");
    add("hide-files", "leave the report's name out of titles and footer");
    return options;
}

std::optional<RenderRequest> parseRenderRequest(int argc, char** argv)
{
    const po::variables_map given = parseArguments(argc, argv, renderOptions());
    if (given.count("help") > 0) return std::nullopt;
    const auto text = [&](const char* option) { return given[option].as<std::string>(); };
    if (given.count("file") == 0) throw UsageError{"no file given"};
    if (given.count("output") == 0) throw UsageError{"no picture given: -o OUT.png"};
    RenderRequest request;
    request.file = text("file");
    request.roofs_from = text("roofs-from");
    request.output = QString::fromStdString(text("output"));
    const auto format = imageFormatOf(request.output);
    if (!format) throw UsageError{"'" + request.output.toStdString() + "' doesn't end in .png, .svg or .pdf"};
    request.format = *format;
    request.style = {.size = parseSize(text("size")),
                     .theme = Theme(parseWord(themes, given, "theme")),
                     .zoom = parseZoom(text("zoom")),
                     .side_column = given.count("verdict") > 0 ? SideColumn::Verdict : SideColumn::None};
    request.query = {.grouping = parseWord(groupings, given, "group"),
                     .roofs = parseWord(roofWords, given, "roofs"),
                     .filter = QString::fromStdString(text("filter"))};
    const auto filter = core::parseFilter(text("filter"), filterFields());
    for (const auto* problems : {&filter.problems, &filter.unfinished})
        if (!problems->empty()) throw UsageError{"--filter: " + problems->front().message};
    if (!text("axis").empty()) request.axis = parseWord(axes, given, "axis");
    request.options.levels = parseLevels(text("levels"));
    request.options.binding_level_only = given.count("binding-only") > 0;
    request.options.extra_pipes = parsePipes(text("pipes"));
    request.options.point_size = parseWord(pointSizes, given, "points");
    if (!text("ladder").empty()) request.options.ladder = text("ladder");
    request.options.name_largest = given.count("name-largest") > 0;
    if (given.count("draw-anyway") > 0) request.query.meaningless = Meaningless::Drawn;
    request.options.letters = given.count("letters") > 0;
    if (!given["select"].defaulted()) request.selected = parseLaunches(text("select"));
    if (given.count("verdict") > 0 && request.selected.empty())
        throw UsageError{"--verdict needs a kernel: --select N"};
    if (given.count("verdict") > 0 && request.style.size.width() < leastWidthWithVerdict)
        throw UsageError{"--verdict needs a --size of at least 640 pixels in width"};
    request.all_levels = given.count("all-levels") > 0;
    request.hide_files = given.count("hide-files") > 0;
    request.experiment = text("experiment");
    if (!given["experiment"].defaulted() && request.experiment.empty())
        throw UsageError{"--experiment needs a name; `ridgepoint list` tells them"};
    return request;
}

} // namespace app

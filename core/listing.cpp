// SPDX-License-Identifier: Apache-2.0
#include "core/listing.h"

#include "core/enum_name.h"
#include "core/json.h"
#include "core/kernel_name.h"
#include "core/listing_json.h"
#include "core/shown_text.h"
#include "core/summary.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iomanip>
#include <map>
#include <ostream>
#include <set>
#include <sstream>

namespace core {
namespace {

struct ListedKernel {
    const KernelMeasurement& kernel;
    const KernelSummary& summary;
    std::string short_name;
};

std::string text(double value)
{
    char buffer[32];
    const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value).ptr;
    return {std::begin(buffer), end};
}

std::string text(std::optional<double> value)
{
    return value ? text(*value) : std::string();
}

std::string text(const Dim3& size)
{
    return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
}

std::optional<double> intensity(const KernelSummary& summary, Level level)
{
    const auto found = std::ranges::find(summary.analysis.points, level, &RooflinePoint::level);
    return found == summary.analysis.points.end() ? std::nullopt : std::optional(found->intensity_flop_per_byte);
}

std::optional<double> bytes(const KernelSummary& summary, Level level)
{
    const auto work = levelBytes(summary.analysis.work, level);
    return work ? std::optional(work->amount) : std::nullopt;
}

std::optional<double> flopRate(const KernelSummary& summary)
{
    const auto& analysis = summary.analysis;
    if (analysis.points.empty() || analysis.throughput_meaningless) return std::nullopt;
    return analysis.points.front().flop_per_s;
}

/// A column of the CSV: header as the field is named everywhere, SI base units, full digits.
struct Column {
    std::string_view header;
    std::string (*cell)(const ListedKernel&);
};

constexpr Column columns[] = {
    {"index", [](const ListedKernel& row) { return std::to_string(row.kernel.index); }},
    {"kind", [](const ListedKernel& row) { return enumName(row.kernel.kind); }},
    {"short_name", [](const ListedKernel& row) { return formulaFree(row.short_name); }},
    {"name", [](const ListedKernel& row) { return formulaFree(row.kernel.name); }},
    {"grid", [](const ListedKernel& row) { return row.kernel.launch ? text(row.kernel.launch->grid) : ""; }},
    {"block", [](const ListedKernel& row) { return row.kernel.launch ? text(row.kernel.launch->block) : ""; }},
    {"duration_s", [](const ListedKernel& row) { return text(row.kernel.duration_s); }},
    {"binding",
     [](const ListedKernel& row) {
         return row.summary.analysis.binding ? toString(*row.summary.analysis.binding) : std::string();
     }},
    {"efficiency_ratio", [](const ListedKernel& row) { return text(row.summary.analysis.efficiency_ratio); }},
    {"pipe",
     [](const ListedKernel& row) {
         return row.summary.analysis.charted_pipe ? toString(*row.summary.analysis.charted_pipe) : std::string();
     }},
    {"flop_per_s", [](const ListedKernel& row) { return text(flopRate(row.summary)); }},
    {"dram_bytes", [](const ListedKernel& row) { return text(bytes(row.summary, Level::Dram)); }},
    {"l2_bytes", [](const ListedKernel& row) { return text(bytes(row.summary, Level::L2)); }},
    {"l1_bytes", [](const ListedKernel& row) { return text(bytes(row.summary, Level::L1)); }},
    {"shared_bytes", [](const ListedKernel& row) { return text(bytes(row.summary, Level::Shared)); }},
    {"dram_intensity_flop_per_byte", [](const ListedKernel& row) { return text(intensity(row.summary, Level::Dram)); }},
    {"l2_intensity_flop_per_byte", [](const ListedKernel& row) { return text(intensity(row.summary, Level::L2)); }},
    {"theoretical_occupancy_ratio",
     [](const ListedKernel& row) {
         return row.summary.occupancy ? text(row.summary.occupancy->theoretical_ratio) : std::string();
     }},
    {"waves",
     [](const ListedKernel& row) { return row.summary.waves ? text(row.summary.waves->waves) : std::string(); }},
};

/// Nothing that a terminal obeys; line breaks and tabs are data.
std::string withoutControls(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        const bool isControl =
            (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r') || c == '\x7F';
        out += isControl ? "\uFFFD" : std::string(1, c);
    }
    return out;
}

std::string quoted(const std::string& raw)
{
    const auto cell = withoutControls(validUtf8(raw));
    if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
    std::string out = "\"";
    for (const char c : cell) out.append(c == '"' ? 2 : 1, c);
    return out + '"';
}

/// Calls `use` with each kernel of the session in order.
template <typename Use> void forEachKernel(const Session& session, const ListedRoofs& roofs, Use use)
{
    const auto names = shortNames(session);
    const SessionIndex index(session);
    auto others = roofs.others;
    for (auto& [id, ceilings] : others) ceilings = strongest(std::span<const Ceiling>(ceilings));
    for (std::size_t i = 0; i < session.kernels.size(); ++i) {
        const auto& kernel = session.kernels[i];
        const auto summary = summarise(index, kernel, roofs.choice, others[kernel.device_id]);
        use(ListedKernel{kernel, summary, names[i]});
    }
}

/// "167 us": three significant digits, with the prefix that a person would use.
std::string humanTime(std::optional<double> seconds)
{
    if (!seconds) return "-";
    constexpr std::pair<double, const char*> units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {0, "ns"}};
    const auto* unit = std::ranges::find_if(units, [&](const auto& row) { return *seconds >= row.first; });
    const double value = *seconds / (unit->first > 0 ? unit->first : 1e-9);
    std::ostringstream out;
    out << std::fixed << std::setprecision(value < 9.995 ? 2 : value < 99.95 ? 1 : 0) << value << ' ' << unit->second;
    return out.str();
}

std::optional<double> shareOf(std::optional<double> duration_s, double total_s)
{
    if (!duration_s || total_s <= 0) return std::nullopt;
    return *duration_s / total_s;
}

std::string humanPercent(std::optional<double> ratio)
{
    if (!ratio) return "-";
    if (*ratio > 0 && *ratio < 0.01) return "<1 %"; // as in the window
    return std::to_string(std::lround(*ratio * 100)) + " %";
}

/// Code points of UTF-8.
std::size_t characters(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0U) != 0x80U; }));
}

/// `text` and spaces up to `width` characters of UTF-8.
std::string padded(std::string text, std::size_t width)
{
    text.append(width - std::min(width, characters(text)), ' ');
    return text;
}

/// "262144", "16x2x16": axes of one at the end are left out.
std::string shortText(const Dim3& size)
{
    auto all = std::to_string(size[0]);
    if (size[1] > 1 || size[2] > 1) all += "x" + std::to_string(size[1]);
    return size[2] > 1 ? all + "x" + std::to_string(size[2]) : all;
}

/// The shapes that launches of one name have.
struct Shapes {
    std::set<Dim3> grids;
    std::set<Dim3> blocks;
};

/// Short names; where launches of one name differ in grid or block, with those: "strided, grid 4096".
std::vector<std::string> namesWithShapes(const Session& session)
{
    auto names = shortNames(session);
    std::map<std::string, Shapes> shapes;
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = shownText(names[i]);
        if (!session.kernels[i].launch) continue;
        shapes[names[i]].grids.insert(session.kernels[i].launch->grid);
        shapes[names[i]].blocks.insert(session.kernels[i].launch->block);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& launch = session.kernels[i].launch;
        if (!launch) continue;
        const auto& [grids, blocks] = shapes.at(names[i]);
        if (grids.size() > 1) names[i] += ", grid " + shortText(launch->grid);
        if (blocks.size() > 1) names[i] += ", block " + shortText(launch->block);
    }
    return names;
}

std::size_t nameWidth(const std::vector<std::string>& names)
{
    constexpr std::size_t least = 40;
    constexpr std::size_t gap = 2;
    std::size_t widest = least;
    for (const auto& name : names) widest = std::max(widest, characters(name));
    return widest + gap;
}

int indexWidthOf(const Session& session)
{
    std::uint64_t largest = 0;
    for (const auto& kernel : session.kernels) largest = std::max(largest, kernel.index);
    constexpr int least = 6;
    return std::max(least, static_cast<int>(std::to_string(largest).size()) + 1);
}

/// Neither bytes nor a share of time: what limits the kernel was looked for without DRAM.
bool isDramUnseen(const KernelAnalysis& analysis)
{
    return !levelBytes(analysis.work, Level::Dram) &&
           std::ranges::none_of(analysis.times, [](const ResourceTime& time) {
               const auto kind = time.resource.kind;
               return kind == ResourceKind::Dram || kind == ResourceKind::DramRead || kind == ResourceKind::DramWrite;
           });
}

/// "fp32, alu": what some kernel works on and nothing tells the rate of.
std::string namesOf(const std::set<Resource>& resources)
{
    std::string names;
    for (const auto& resource : resources) names += (names.empty() ? "" : ", ") + toString(resource);
    return names;
}

/// What to know before believing a line of the table.
std::string_view remark(const KernelAnalysis& analysis)
{
    if (analysis.throughput_meaningless) return "  counters and time are of different runs";
    return isDramUnseen(analysis) ? "  DRAM not collected" : "";
}

} // namespace

std::span<const Ceiling> ListedRoofs::othersOf(const std::string& deviceId) const
{
    const auto found = others.find(deviceId);
    return found == others.end() ? std::span<const Ceiling>() : found->second;
}

void listTable(std::ostream& out, const Session& session, const ListedRoofs& roofs)
{
    double total_s = 0;
    for (const auto& kernel : session.kernels) total_s += kernel.duration_s.value_or(0);
    const auto names = namesWithShapes(session);
    const auto width = nameWidth(names);
    const auto indexWidth = indexWidthOf(session);
    if (!session.kernels.empty())
        out << std::left << std::setw(indexWidth) << "index" << padded("name", width) << std::right << std::setw(10)
            << "time" << std::setw(8) << "share"
            << "  " << std::left << std::setw(28) << "limited by" << std::right << std::setw(6) << "eff." << '\n';
    std::size_t place = 0;
    std::set<Resource> roofless;
    forEachKernel(session, roofs, [&](const ListedKernel& row) {
        roofless.insert(row.summary.analysis.without_roof.begin(), row.summary.analysis.without_roof.end());
        const auto share = shareOf(row.kernel.duration_s, total_s);
        const auto& analysis = row.summary.analysis;
        out << std::left << std::setw(indexWidth) << row.kernel.index << padded(names[place++], width) << std::right
            << std::setw(10) << humanTime(row.kernel.duration_s) << std::setw(8) << humanPercent(share) << "  "
            << std::left << std::setw(28) << (analysis.binding ? toString(*analysis.binding) : "-") << std::right
            << std::setw(6) << humanPercent(analysis.efficiency_ratio) << remark(analysis) << '\n';
    });
    if (!roofless.empty()) out << "note: no roof known, so not judged by: " << namesOf(roofless) << '\n';
    for (const auto& note : session.notes) out << "note: " << shownText(note) << '\n';
}

void listCsv(std::ostream& out, const Session& session, const ListedRoofs& roofs)
{
    for (const auto& column : columns) out << (&column == columns ? "" : ",") << column.header;
    out << '\n';
    forEachKernel(session, roofs, [&](const ListedKernel& row) {
        for (const auto& column : columns) out << (&column == columns ? "" : ",") << quoted(column.cell(row));
        out << '\n';
    });
}

void listJson(std::ostream& out, const Session& session, const ListedRoofs& roofs)
{
    out << "{\"devices\":" << devicesJson(session) << ",\n\"ceilings\":" << ceilingsJson(session, roofs)
        << ",\n\"notes\":" << notesJson(session) << ",\n\"kernels\":[";
    bool first = true;
    forEachKernel(session, roofs, [&](const ListedKernel& row) {
        out << (first ? "\n" : ",\n") << kernelJson(row.kernel, row.summary, row.short_name);
        first = false;
    });
    out << "\n]}\n";
}

} // namespace core

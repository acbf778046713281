// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_groups.h"

#include "app/chart_title.h"
#include "app/format.h"
#include "app/resource_name.h"
#include "app/shown_text.h"
#include "core/aggregate.h"
#include "core/kernel_name.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace app {
namespace {

using Places = std::vector<std::uint32_t>;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::kernelGroups", text);
}

/// Launches that share a heading, in order of first appearance.
struct Heading {
    QString title;
    Places launches = {};
};

double durationOf(const OpenSession& open, std::uint32_t place)
{
    return open.session->kernels[place].duration_s.value_or(0);
}

std::optional<EfficiencyRange> efficiencyRange(std::span<const core::LaunchAnalysis> parts)
{
    std::optional<EfficiencyRange> range;
    for (const auto& part : parts) {
        const auto& efficiency = part.analysis->efficiency_ratio;
        if (!efficiency) continue;
        if (!range) range = {*efficiency, *efficiency};
        range = {std::min(range->lowest_ratio, *efficiency), std::max(range->highest_ratio, *efficiency)};
    }
    return range;
}

/// What is counted by launches, since launches of one name may differ.
void countLaunch(KernelRow& row, const core::KernelAnalysis& analysis, const core::KernelMeasurement& kernel)
{
    if (analysis.points.empty() && analysis.fp16_upper_bound)
        ++row.conversions;
    else if (core::isFlopUnknown(analysis))
        ++row.flop_unknown;
    for (const auto caution : core::cautions(*row.session, kernel, analysis)) ++row.cautions[caution];
}

KernelRow rowOf(const OpenSession& open, int number, const Places& places, const QString& title)
{
    KernelRow row{.session = open.session.get(), .session_number = number, .launches = places, .short_name = title};
    row.curves = curvesFor(open, row.kernel().device_id);
    std::vector<core::LaunchAnalysis> parts;
    for (const auto place : places) {
        parts.push_back({&open.analyses[place], durationOf(open, place)});
        row.time_s += parts.back().duration_s;
        countLaunch(row, open.analyses[place], open.session->kernels[place]);
    }
    row.analysis = core::aggregate(parts);
    row.efficiency_range = efficiencyRange(parts);
    row.spread = core::launchSpread(parts);
    row.share_ratio = open.time_s > 0 ? row.time_s / open.time_s : 0;
    return row;
}

KernelRow launchRow(const OpenSession& open, int number, std::uint32_t place)
{
    return rowOf(open, number, {place}, open.short_names[place]);
}

/// Headings by a text of each launch.
template <typename Key> std::vector<Heading> headingsBy(const OpenSession& open, const Places& places, Key key)
{
    std::vector<Heading> headings;
    std::map<std::string, std::size_t> known;
    for (const auto place : places) {
        const auto [entry, isNew] = known.try_emplace(key(place), headings.size());
        if (isNew) headings.push_back({.title = open.short_names[place]});
        headings[entry->second].launches.push_back(place);
    }
    return headings;
}

std::string shapeKey(const core::KernelMeasurement& kernel)
{
    if (!kernel.launch) return {};
    return (dimensionsText(kernel.launch->grid) + u'/' + dimensionsText(kernel.launch->block)).toStdString();
}

double meanDuration(const OpenSession& open, const Places& places)
{
    double sum = 0;
    for (const auto place : places) sum += durationOf(open, place);
    return sum / static_cast<double>(places.size());
}

/// "262144", "16×2×16": without gaps, so that it reads as one size.
QString plainDimensions(const core::Dim3& size)
{
    return dimensionsText(size).remove(narrowSpace);
}

/// Adds to each title in what the shapes differ: "copy · grid 512", "copy · grid 512, block 128".
void addShapes(const OpenSession& open, std::vector<Heading>& shapes)
{
    const auto launchOf = [&](const Heading& shape) -> const auto&
    {
        return open.session->kernels[shape.launches.front()].launch;
    };
    const auto differ = [&](core::Dim3 core::Launch::*size) {
        return std::ranges::any_of(shapes, [&, first = launchOf(shapes.front())](const Heading& shape) {
            const auto& launch = launchOf(shape);
            return launch && first && (*launch).*size != (*first).*size;
        });
    };
    const bool grids = differ(&core::Launch::grid);
    const bool blocks = differ(&core::Launch::block);
    for (auto& shape : shapes) {
        const auto& launch = launchOf(shape);
        if (!launch) continue;
        QStringList parts;
        if (grids) parts << tr("grid %1").arg(plainDimensions(launch->grid));
        if (blocks) parts << tr("block %1").arg(plainDimensions(launch->block));
        if (!parts.isEmpty()) shape.title += QStringLiteral(" · ") + parts.join(QStringLiteral(", "));
    }
}

/// The heading as it is, or one for each grid and block where their mean times are more than twice apart.
std::vector<Heading> splitByShape(const OpenSession& open, const Heading& heading)
{
    constexpr double apart = 2;
    auto shapes =
        headingsBy(open, heading.launches, [&](std::uint32_t place) { return shapeKey(open.session->kernels[place]); });
    if (shapes.size() < 2) return {heading};
    const auto [fastest, slowest] =
        std::ranges::minmax(shapes, {}, [&](const Heading& shape) { return meanDuration(open, shape.launches); });
    if (meanDuration(open, slowest.launches) <= apart * meanDuration(open, fastest.launches)) return {heading};
    addShapes(open, shapes);
    return shapes;
}

/// " · NVIDIA A100" where the session has several devices.
QString deviceSuffix(const OpenSession& open, std::uint32_t place)
{
    const auto& devices = open.session->devices;
    const auto own = std::ranges::find(devices, open.session->kernels[place].device_id, &core::Device::id);
    if (devices.size() < 2 || own == devices.end()) return {};
    return QStringLiteral(" · ") + deviceLabel(devices, static_cast<std::size_t>(own - devices.begin()));
}

/// Each device has its own roofs, so its launches have their own headings; so has each size of a library's kernel.
std::vector<Heading> byName(const OpenSession& open, const Places& all)
{
    const auto nameAndDevice = [&](std::uint32_t place) {
        const auto& kernel = open.session->kernels[place];
        const auto step = kernel.library ? core::itemName(kernel) : std::string();
        return kernel.name + '\n' + kernel.device_id + '\n' + step;
    };
    std::vector<Heading> headings;
    for (const auto& heading : headingsBy(open, all, nameAndDevice))
        for (auto& shape : splitByShape(open, heading)) {
            shape.title += deviceSuffix(open, shape.launches.front());
            headings.push_back(std::move(shape));
        }
    return headings;
}

std::vector<Heading> titled(std::vector<Heading> headings, const auto& title)
{
    for (auto& heading : headings) heading.title = title(heading.launches.front());
    return headings;
}

std::vector<Heading> byFamily(const OpenSession& open, const Places& all)
{
    const auto family = [&](std::uint32_t place) {
        return QString::fromStdString(std::string(core::familyOf(open.short_names[place].toStdString())));
    };
    return titled(headingsBy(open, all, [&](auto place) { return family(place).toStdString(); }), family);
}

std::vector<Heading> byBinding(const OpenSession& open, const Places& all)
{
    const auto title = [&](std::uint32_t place) {
        const auto& binding = open.analyses[place].binding;
        return binding ? resourceName(*binding) : tr("unknown");
    };
    return titled(headingsBy(open, all, [&](auto place) { return title(place).toStdString(); }), title);
}

std::vector<Heading> byRange(const OpenSession& open, const Places& all)
{
    const auto title = [&](std::uint32_t place) {
        const auto& ranges = open.session->kernels[place].ranges;
        return ranges.empty() ? tr("no range") : shownText(ranges.front());
    };
    return titled(headingsBy(open, all, [&](auto place) { return title(place).toStdString(); }), title);
}

std::vector<Heading> bySession(const OpenSession& open, const Places& all)
{
    return {{.title = open.fileName(), .launches = all}};
}

std::vector<Heading> none(const OpenSession& open, const Places& all)
{
    std::vector<Heading> headings;
    for (const auto place : all) headings.push_back({open.short_names[place], {place}});
    return headings;
}

struct GroupingRow {
    Grouping grouping;
    std::vector<Heading> (*headings)(const OpenSession& open, const Places& all);
    std::size_t smallest; ///< launches that are worth a heading
};

constexpr GroupingRow groupings[] = {
    {Grouping::None, none, 2},         {Grouping::Name, byName, 2},   {Grouping::Family, byFamily, 1},
    {Grouping::Binding, byBinding, 1}, {Grouping::Range, byRange, 1}, {Grouping::Session, bySession, 1},
};

} // namespace

QString dimensionsText(const core::Dim3& size)
{
    const std::ptrdiff_t axes = size[2] > 1 ? 3 : (size[1] > 1 ? 2 : 1);
    QStringList texts;
    for (const auto axis : std::span(size).first(static_cast<std::size_t>(axes)))
        texts << count(static_cast<double>(axis));
    return texts.join(QChar(0x00D7));
}

std::vector<RowGroup> groupRows(std::span<const OpenSession> sessions, Grouping grouping)
{
    const auto& way = *std::ranges::find(groupings, grouping, &GroupingRow::grouping);
    std::vector<RowGroup> rows;
    for (int number = 0; const auto& open : sessions) {
        Places all(open.session->kernels.size());
        for (std::uint32_t place = 0; place < all.size(); ++place) all[place] = place;
        for (const auto& heading : way.headings(open, all)) {
            auto& group = rows.emplace_back(RowGroup{.row = rowOf(open, number, heading.launches, heading.title)});
            if (heading.launches.size() < way.smallest) continue;
            for (const auto place : heading.launches) group.launches.push_back(launchRow(open, number, place));
        }
        ++number;
    }
    return rows;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Which roofs a chart shows: its levels, and the pipe of every kernel that it draws.
#include "app/chart_builder.h"
#include "app/format.h"
#include "app/resource_name.h"
#include "app/shown_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

namespace app {
namespace {

constexpr std::size_t fullRoofs = 6; // more pipes: those with little time become stubs
constexpr double fullRoofShare = 0.01;

using Kind = core::ResourceKind;

struct LevelSource {
    core::Level level;
    std::array<Kind, 2> kinds; ///< the first that has a ceiling of the best known origin is the level's roof
};

constexpr LevelSource levelSources[] = {
    {core::Level::Dram, {Kind::Dram, Kind::DramRead}},
    {core::Level::L2, {Kind::L2Read, Kind::L2}},
    {core::Level::L1, {Kind::L1, Kind::L1Shared}},
    {core::Level::Shared, {Kind::Shared, Kind::L1Shared}},
};

/// Of one resource and origin: more than one for DRAM's access mixes.
using Ceilings = std::vector<const core::Ceiling*>;

/// The ceilings that match, by origin, the best known first; only that one unless all are asked for.
template <typename Filter> std::vector<Ceilings> byOrigin(const core::MachineRoofs& roofs, Filter matches)
{
    std::map<int, Ceilings> ranked;
    for (const core::Ceiling& ceiling : roofs.ceilings)
        if (ceiling.rate_per_s > 0 && matches(ceiling)) ranked[core::originRank(ceiling.origin)].push_back(&ceiling);
    std::vector<Ceilings> groups;
    for (auto& [rank, ceilings] : ranked) {
        groups.push_back(std::move(ceilings));
        if (roofs.choice != core::RoofChoice::All) break;
    }
    return groups;
}

Roof roofOf(const Ceilings& ceilings)
{
    const auto [lowest, highest] = std::ranges::minmax(ceilings, {}, &core::Ceiling::rate_per_s);
    Roof roof;
    roof.resource = highest->resource;
    roof.rate_per_s = highest->rate_per_s;
    roof.lowest_rate_per_s = lowest->rate_per_s;
    roof.origin = highest->origin;
    roof.ceiling = *highest;
    return roof;
}

bool hasPointsAt(const ChartData& data, core::Level level)
{
    return std::ranges::any_of(data.rows, [&](const KernelRow& row) {
        return std::ranges::any_of(row.analysis.points, [&](const auto& point) { return point.level == level; });
    });
}

/// Whether no session has a kernel that chooses among the roofs.
bool hasRoofsOnly(const ChartData& data)
{
    return data.rows.empty() && data.launches == 0;
}

/// A band of access mixes is for DRAM, whose mixes differ by 10 to 15 %. Below it the mixes of one resource, SMEM's
/// read, write and ldmatrix, use the same data path and differ by less than 1 %: one line, the fastest read.
void keepFastestRead(Ceilings& ceilings)
{
    ceilings = {*std::ranges::max_element(ceilings, {}, [](const core::Ceiling* ceiling) {
        return std::pair(ceiling->access_mix != "write", ceiling->rate_per_s);
    })};
}

/// Measured before computed, whatever the kind; then the kinds in their order.
std::vector<Roof> levelRoofs(const ChartData& data, const LevelSource& source)
{
    const auto isWanted = [&](const core::Ceiling& ceiling) {
        return std::ranges::find(source.kinds, ceiling.resource.kind) != source.kinds.end();
    };
    const auto rank = [&](const core::Ceiling* ceiling) {
        return std::ranges::find(source.kinds, ceiling->resource.kind) - source.kinds.begin();
    };
    std::vector<Roof> roofs;
    for (Ceilings& ceilings : byOrigin(data.roofs, isWanted)) {
        const auto best = rank(*std::ranges::min_element(ceilings, {}, rank));
        std::erase_if(ceilings, [&](const core::Ceiling* ceiling) { return rank(ceiling) != best; });
        if (source.level != core::Level::Dram) keepFastestRead(ceilings);
        Roof& roof = roofs.emplace_back(roofOf(ceilings));
        roof.level = source.level;
        roof.name = levelName(source.level);
    }
    return roofs;
}

struct UsedPipe {
    core::Resource pipe;
    double share_ratio = 0; ///< of the time, by its kernels
    bool asked_for = false; ///< selected, hovered or turned on: never a stub
};

/// Whether a row ran on the device whose roofs are drawn.
bool isOfShownDevice(const ChartData& data, const KernelRow& row)
{
    if (data.device.id.empty() || !row.session) return true;
    return row.session_number == data.device.session_number && row.kernel().device_id == data.device.id;
}

std::vector<UsedPipe> usedPipes(const ChartData& data, const ChartOptions& options)
{
    std::vector<UsedPipe> used;
    const auto add = [&](const core::Resource& pipe, double share, bool askedFor) {
        auto found = std::ranges::find(used, pipe, &UsedPipe::pipe);
        if (found == used.end()) found = used.insert(used.end(), UsedPipe{pipe});
        found->share_ratio += share;
        found->asked_for |= askedFor;
    };
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const KernelRow& row = data.rows[i];
        if (!isOfShownDevice(data, row)) continue;
        if (!row.analysis.charted_pipe || (row.analysis.points.empty() && row.analysis.zero_byte_levels.empty()))
            continue;
        const int place = static_cast<int>(i);
        const bool asked =
            std::ranges::find(options.selected, place) != options.selected.end() || options.hovered == place;
        add(*row.analysis.charted_pipe, row.fold == RowFold::Inside ? 0 : row.share_ratio, asked);
    }
    for (const core::Resource& pipe : options.extra_pipes)
        if (counts(data.axis, pipe)) add(pipe, 0, true);
    std::erase_if(used, [&](const UsedPipe& pipe) {
        if (options.selected_pipes_only && !pipe.asked_for) return true;
        return std::ranges::find(options.hidden_pipes, pipe.pipe) != options.hidden_pipes.end();
    });
    return used;
}

/// Several pipes of one name (accumulate types that the name leaves out) with one rate are one roof.
void addPipeRoof(std::vector<Roof>& roofs, Roof roof)
{
    const auto same = std::ranges::find_if(roofs, [&](const Roof& other) {
        return other.name == roof.name && other.origin == roof.origin &&
               std::abs(other.rate_per_s / roof.rate_per_s - 1) < 0.005;
    });
    if (same == roofs.end())
        roofs.push_back(std::move(roof));
    else
        same->stub &= roof.stub;
}

/// As kernels are judged: a roof that leaves out path or accumulate type stands for all, an exact one goes first.
std::vector<Ceilings> pipeCeilings(const ChartData& data, const core::Resource& pipe)
{
    auto groups = byOrigin(data.roofs, [&](const core::Ceiling& c) { return core::roofMatches(c.resource, pipe); });
    const auto isExact = [&](const core::Ceiling* ceiling) { return ceiling->resource == pipe; };
    for (Ceilings& ceilings : groups)
        if (std::ranges::any_of(ceilings, isExact)) std::erase_if(ceilings, std::not_fn(isExact));
    return groups;
}

std::vector<Roof> pipeRoofs(const ChartData& data, const ChartOptions& options)
{
    const std::vector<UsedPipe> used = usedPipes(data, options);
    std::vector<Roof> roofs;
    for (const UsedPipe& pipe : used)
        for (const Ceilings& ceilings : pipeCeilings(data, pipe.pipe)) {
            Roof roof = roofOf(ceilings);
            roof.name = resourceName(pipe.pipe);
            roof.short_name = shortResourceName(pipe.pipe);
            roof.stub = used.size() > fullRoofs && !pipe.asked_for && pipe.share_ratio < fullRoofShare;
            addPipeRoof(roofs, std::move(roof));
        }
    return roofs;
}

/// Whether one of the selected kernels has this roof above it.
bool concerns(const Roof& roof, const KernelRow& row)
{
    if (!roof.level) return row.analysis.charted_pipe && resourceName(*row.analysis.charted_pipe) == roof.name;
    return std::ranges::any_of(row.analysis.points, [&](const auto& point) { return point.level == *roof.level; }) ||
           std::ranges::any_of(row.analysis.strip, [&](const auto& share) { return share.level == *roof.level; });
}

/// With a selection, roofs that don't hold the selected kernels step back.
void dimOthers(std::vector<Roof>& roofs, const ChartData& data, const ChartOptions& options)
{
    if (options.selected.empty()) return;
    for (Roof& roof : roofs)
        roof.faint = std::ranges::none_of(
            options.selected, [&](int i) { return concerns(roof, data.rows[static_cast<std::size_t>(i)]); });
}

/// DRAM's band: the edge that the selected kernel is judged by becomes the strong line.
void emphasiseMix(std::vector<Roof>& roofs, const ChartData& data, const KernelRow* row)
{
    if (!row) return;
    const auto judged = std::ranges::find_if(row->analysis.ceilings, [](const core::Ceiling& ceiling) {
        return levelOf(ceiling.resource) == core::Level::Dram && !ceiling.access_mix.empty();
    });
    if (judged == row->analysis.ceilings.end()) return;
    for (Roof& roof : roofs) {
        if (roof.level != core::Level::Dram || roof.lowest_rate_per_s >= roof.rate_per_s) continue;
        for (const core::Ceiling& ceiling : data.roofs.ceilings)
            if (ceiling.resource.kind == judged->resource.kind && ceiling.access_mix == judged->access_mix &&
                ceiling.origin == roof.origin)
                roof.mix_rate_per_s = ceiling.rate_per_s;
        roof.mix = shownText(judged->access_mix);
        if (const auto share = core::dramReadShare(row->analysis.work)) roof.mix_reads = percent(share);
    }
}

/// The roof that is being measured, beside those that are known; none on a page that doesn't have its level or pipe.
void addUnsettled(std::vector<Roof>& roofs, const ChartData& data, const ChartOptions& options)
{
    if (!data.being_measured) return;
    Roof roof = roofOf({&*data.being_measured});
    roof.level = levelOf(roof.resource);
    if (roof.level ? !options.levels.contains(*roof.level) : !counts(data.axis, roof.resource)) return;
    roof.name = roof.level ? levelName(*roof.level) : resourceName(roof.resource);
    roof.unsettled = true;
    roofs.push_back(std::move(roof));
}

} // namespace

std::vector<Roof> chooseRoofs(const ChartData& data, const ChartOptions& options, const KernelRow* focus)
{
    std::vector<Roof> roofs;
    for (const LevelSource& source : levelSources) {
        if (!options.levels.contains(source.level)) continue;
        if (source.level == core::Level::L1 && !hasPointsAt(data, core::Level::L1) && !hasRoofsOnly(data)) continue;
        std::ranges::move(levelRoofs(data, source), std::back_inserter(roofs));
    }
    for (Roof& roof : pipeRoofs(data, options)) roofs.push_back(std::move(roof));
    addUnsettled(roofs, data, options);
    dimOthers(roofs, data, options);
    emphasiseMix(roofs, data, focus);
    return roofs;
}

} // namespace app

// SPDX-License-Identifier: Apache-2.0
// The roofs that a kernel was judged by, at its own clocks: chart, card and headroom end at these.
#include "core/roof_candidates.h"

#include <algorithm>

namespace core {
namespace {

template <typename Matches> const Ceiling* find(const KernelAnalysis& analysis, Matches matches)
{
    const auto found = std::ranges::find_if(analysis.ceilings, matches, &Ceiling::resource);
    return found == analysis.ceilings.end() ? nullptr : &*found;
}

const Ceiling* find(const KernelAnalysis& analysis, ResourceKind kind)
{
    return find(analysis, [kind](const Resource& roof) { return roof.kind == kind; });
}

ResourceKind kindOf(Level level)
{
    switch (level) {
    case Level::Dram: return ResourceKind::Dram;
    case Level::L2: return ResourceKind::L2Read; // its line in the chart
    case Level::L1: return ResourceKind::L1;
    case Level::Shared: break;
    }
    return ResourceKind::Shared;
}

} // namespace

const Ceiling* ownPipeRoof(const KernelAnalysis& analysis)
{
    if (!analysis.charted_pipe) return nullptr;
    const Resource& pipe = *analysis.charted_pipe;
    if (const auto* exact = find(analysis, [&](const Resource& roof) { return roof == pipe; })) return exact;
    return find(analysis, [&](const Resource& roof) { return roofMatches(roof, pipe); });
}

const Ceiling* ownLevelRoof(const KernelAnalysis& analysis, Level level)
{
    return bestSharedRoof(kindOf(level), [&](ResourceKind kind) { return find(analysis, kind); });
}

std::optional<Level> bindingLevel(const KernelAnalysis& analysis)
{
    if (analysis.points.empty()) return std::nullopt;
    const auto share = [&](const RooflinePoint& point) {
        const auto* roof = ownLevelRoof(analysis, point.level);
        return roof ? point.flop_per_s / point.intensity_flop_per_byte / roof->rate_per_s : 0;
    };
    return std::ranges::max_element(analysis.points, {}, share)->level;
}

} // namespace core

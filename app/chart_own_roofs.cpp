// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_own_roofs.h"

#include <algorithm>

namespace app {
namespace {

using Kind = core::ResourceKind;

template <typename Matches> const core::Ceiling* find(const core::KernelAnalysis& analysis, Matches matches)
{
    const auto found = std::ranges::find_if(analysis.ceilings, matches, &core::Ceiling::resource);
    return found == analysis.ceilings.end() ? nullptr : &*found;
}

Kind kindOf(core::Level level)
{
    switch (level) {
    case core::Level::Dram: return Kind::Dram;
    case core::Level::L2: return Kind::L2Read; // its line in the chart
    case core::Level::L1: return Kind::L1;
    case core::Level::Shared: break;
    }
    return Kind::Shared;
}

} // namespace

const core::Ceiling* ownPipeRoof(const core::KernelAnalysis& analysis)
{
    if (!analysis.charted_pipe) return nullptr;
    const core::Resource& pipe = *analysis.charted_pipe;
    if (const auto* exact = find(analysis, [&](const core::Resource& roof) { return roof == pipe; })) return exact;
    return find(analysis, [&](const core::Resource& roof) { return core::roofMatches(roof, pipe); });
}

const core::Ceiling* ownLevelRoof(const core::KernelAnalysis& analysis, core::Level level)
{
    const core::Ceiling* own = find(analysis, [&](const core::Resource& roof) { return roof.kind == kindOf(level); });
    if (level == core::Level::Dram || level == core::Level::L2) return own;
    // L1 and shared memory have one data pipe: where more is known of it, it is their roof.
    const core::Ceiling* pipe = find(analysis, [](const core::Resource& roof) { return roof.kind == Kind::L1Shared; });
    if (!own || !pipe) return own ? own : pipe;
    return core::originRank(pipe->origin) < core::originRank(own->origin) ? pipe : own;
}

} // namespace app

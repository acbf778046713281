// SPDX-License-Identifier: Apache-2.0
// How far the launches of a group lie apart.
#pragma once

#include "core/aggregate.h"
#include "core/statistics.h"

#include <optional>
#include <span>
#include <vector>

namespace core {

/// Of the launches that have a point at this level.
struct LevelSpread {
    Level level = Level::Dram;
    Spread intensity_flop_per_byte;
    Spread flop_per_s;
};

struct LaunchSpread {
    std::optional<Spread> duration_s; ///< of the launches whose time is known
    std::vector<LevelSpread> levels;
    std::vector<LevelSpread> integer_levels; ///< of the points of integer operations
};

/// Nothing of fewer than two launches.
LaunchSpread launchSpread(std::span<const LaunchAnalysis> launches);

} // namespace core

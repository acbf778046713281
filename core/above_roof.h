// SPDX-License-Identifier: Apache-2.0
// What of a kernel lies above its roof: its points, those of integer operations and its shares of bandwidth.
#pragma once

#include "core/roofline.h"

#include <optional>
#include <vector>

namespace core {

struct AboveRoof {
    Level level = Level::Dram;
    std::optional<Resource> pipe;      ///< of a point; none: a share of bandwidth
    std::optional<double> share_ratio; ///< of the roof
    AboveRoofReason reason = AboveRoofReason::PassesDisagree;
};

/// Points first, by level; empty where nothing lies above.
std::vector<AboveRoof> aboveRoofs(const KernelAnalysis& analysis);

} // namespace core

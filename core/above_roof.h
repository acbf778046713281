// SPDX-License-Identifier: Apache-2.0
// What of a kernel lies above its roof: its points, those of integer operations, its shares of bandwidth and of time.
#pragma once

#include "core/roofline.h"

#include <optional>
#include <vector>

namespace core {

struct AboveRoof {
    std::optional<Level> level;        ///< of a point or a share of bandwidth; none: a share of time
    std::optional<Resource> pipe;      ///< of a point; of a share of time its resource; none: a share of bandwidth
    std::optional<double> share_ratio; ///< of the roof
    AboveRoofReason reason = AboveRoofReason::PassesDisagree;
};

/// Points first, by level; shares of time only where nothing else lies above: they say the same again. Empty where
/// nothing lies above.
std::vector<AboveRoof> aboveRoofs(const KernelAnalysis& analysis);

} // namespace core

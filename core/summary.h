// SPDX-License-Identifier: Apache-2.0
// All that is known and derived of one kernel, and all that is not, with its reason.
#pragma once

#include "core/caution.h"
#include "core/occupancy.h"
#include "core/roofline.h"
#include "core/stalls.h"
#include "core/waves.h"

#include <optional>
#include <vector>

namespace core {

struct KernelSummary {
    KernelAnalysis analysis;
    std::optional<OccupancyBudget> occupancy;
    std::optional<double> achieved_occupancy_ratio; ///< of a graph too: over all its kernels
    std::optional<WaveAnalysis> waves;
    std::optional<StallBreakdown> stalls;
    std::vector<Caution> cautions;
    std::vector<Absence> absent; ///< of the analysis and of the panels: "occupancy", "achieved_occupancy", ...
};

KernelSummary summarise(const SessionIndex& index, const KernelMeasurement& kernel,
                        RoofChoice choice = RoofChoice::BestKnown, std::span<const Ceiling> otherRoofs = {});
/// The same of a lone kernel: the whole session is looked through for it.
KernelSummary summarise(const Session& session, const KernelMeasurement& kernel,
                        RoofChoice choice = RoofChoice::BestKnown, std::span<const Ceiling> otherRoofs = {});

} // namespace core

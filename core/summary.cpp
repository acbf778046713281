// SPDX-License-Identifier: Apache-2.0
#include "core/summary.h"

namespace core {
namespace {

/// Occupancy and waves belong to one launch: a range or graph has none, whatever its counters say.
AbsenceReason launchReason(const KernelMeasurement& kernel)
{
    return kernel.kind == ResultKind::Kernel ? AbsenceReason::NotCollected : AbsenceReason::NotForRanges;
}

/// Counts over a graph mean something, over a range with its gaps they don't.
AbsenceReason rangeReason(const KernelMeasurement& kernel)
{
    return kernel.kind == ResultKind::Range ? AbsenceReason::NotForRanges : AbsenceReason::NotCollected;
}

} // namespace

KernelSummary summarise(const SessionIndex& index, const KernelMeasurement& kernel, RoofChoice choice,
                        std::span<const Ceiling> otherRoofs)
{
    KernelSummary summary{.analysis = analyse(index, kernel, choice, otherRoofs)};
    const auto& sources = index.session().sources;
    const auto* source = kernel.source < sources.size() ? &sources[kernel.source] : nullptr;
    const auto* device = index.device(kernel.device_id);
    const auto grant = source ? sharedGrant(*source) : SharedGrant::Launch;
    if (device) summary.occupancy = occupancyBudget(kernel, *device, grant);
    if (kernel.kind != ResultKind::Range) summary.achieved_occupancy_ratio = achievedOccupancy(kernel);
    if (device) summary.waves = waveAnalysis(kernel, *device, grant);
    summary.stalls = stallBreakdown(kernel);
    summary.cautions = cautions(source, device, kernel, summary.analysis);
    summary.absent = summary.analysis.absent;
    const auto explain = [&summary](bool known, const char* what, AbsenceReason reason) {
        if (!known) summary.absent.push_back({what, reason});
    };
    explain(summary.occupancy.has_value(), "occupancy", launchReason(kernel));
    explain(summary.achieved_occupancy_ratio.has_value(), "achieved_occupancy",
            achievedOccupancyFailed(kernel) ? AbsenceReason::CollectionFailed : rangeReason(kernel));
    explain(summary.waves.has_value(), "waves", launchReason(kernel));
    explain(summary.stalls.has_value(), "stalls", rangeReason(kernel));
    return summary;
}

KernelSummary summarise(const Session& session, const KernelMeasurement& kernel, RoofChoice choice,
                        std::span<const Ceiling> otherRoofs)
{
    return summarise(SessionIndex(session), kernel, choice, otherRoofs);
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/summary.h"

namespace core {
namespace {

/// Occupancy and waves belong to one launch: a range or graph has none, whatever its counters say.
AbsenceReason launchReason(const KernelMeasurement& kernel)
{
    return kernel.kind == ResultKind::Kernel ? AbsenceReason::NotCollected : AbsenceReason::NotForRanges;
}

} // namespace

KernelSummary summarise(const Session& session, const KernelMeasurement& kernel, RoofChoice choice,
                        std::span<const Ceiling> otherRoofs)
{
    KernelSummary summary{.analysis = analyse(session, kernel, choice, otherRoofs)};
    summary.occupancy = occupancyBudget(session, kernel);
    summary.waves = waveAnalysis(session, kernel);
    summary.stalls = stallBreakdown(kernel);
    summary.absent = summary.analysis.absent;
    if (!summary.occupancy)
        summary.absent.push_back({"occupancy", launchReason(kernel)});
    else if (!summary.occupancy->achieved_ratio)
        summary.absent.push_back({"achieved_occupancy", AbsenceReason::NotCollected});
    if (!summary.waves) summary.absent.push_back({"waves", launchReason(kernel)});
    if (!summary.stalls) summary.absent.push_back({"stalls", AbsenceReason::NotCollected});
    return summary;
}

} // namespace core

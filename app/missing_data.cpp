// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/missing_data.h"

#include "app/resource_name.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace app {
namespace {

using core::AbsenceReason;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::missingData", text);
}

// Section names of Nsight Compute 2025.3.
// clang-format off
constexpr MissingRow table[] = {
    {"flop", QT_TRANSLATE_NOOP("app::missingData", "Not collected: FLOP counters."), "--set roofline"},
    {"points", QT_TRANSLATE_NOOP("app::missingData", "No bytes at any level: no point can be drawn."), "--section MemoryWorkloadAnalysis_Tables"},
    {"dram", QT_TRANSLATE_NOOP("app::missingData", "Not collected: DRAM traffic."), "--section MemoryWorkloadAnalysis_Tables"},
    {"dram_read", QT_TRANSLATE_NOOP("app::missingData", "Not collected: DRAM reads."), "--section MemoryWorkloadAnalysis_Tables"},
    {"dram_write", QT_TRANSLATE_NOOP("app::missingData", "Not collected: DRAM writes."), "--section MemoryWorkloadAnalysis_Tables"},
    {"l2", QT_TRANSLATE_NOOP("app::missingData", "Not collected: L2 traffic."), "--section MemoryWorkloadAnalysis_Tables"},
    {"l2_read", QT_TRANSLATE_NOOP("app::missingData", "Not collected: L2 reads."), "--section MemoryWorkloadAnalysis_Tables"},
    {"l2_write", QT_TRANSLATE_NOOP("app::missingData", "Not collected: L2 writes."), "--section MemoryWorkloadAnalysis_Tables"},
    {"l2_atomic", QT_TRANSLATE_NOOP("app::missingData", "Not collected: L2 atomics."), "--section MemoryWorkloadAnalysis_Tables"},
    {"l2_fabric", QT_TRANSLATE_NOOP("app::missingData", "Not collected: traffic between the L2 halves."), "--section MemoryWorkloadAnalysis_Tables"},
    {"l1", QT_TRANSLATE_NOOP("app::missingData", "Not collected: L1 traffic."), "--section MemoryWorkloadAnalysis_Tables"},
    {"shared", QT_TRANSLATE_NOOP("app::missingData", "Not collected: shared-memory traffic."), "--section SourceCounters"},
    {"l1_shared", QT_TRANSLATE_NOOP("app::missingData", "Not collected: use of the L1 and shared-memory data pipe."), "--section MemoryWorkloadAnalysis_Tables"},
    {"pipe", QT_TRANSLATE_NOOP("app::missingData", "Not collected: operations of this pipe."), "--set roofline"},
    {"tensor", QT_TRANSLATE_NOOP("app::missingData", "Not collected: tensor operations."), "--set roofline"},
    {"issue", QT_TRANSLATE_NOOP("app::missingData", "Not collected: issue slots."), "--section InstructionStats --section SchedulerStats"},
    {"alu", QT_TRANSLATE_NOOP("app::missingData", "Not collected: integer operations."), "--section ComputeWorkloadAnalysis"},
    {"int_mad", QT_TRANSLATE_NOOP("app::missingData", "Not collected: integer multiply-adds."), "--section ComputeWorkloadAnalysis"},
    {"xu", QT_TRANSLATE_NOOP("app::missingData", "Not collected: special functions."), "--section ComputeWorkloadAnalysis"},
    {"duration", QT_TRANSLATE_NOOP("app::missingData", "Not collected: the duration. Nothing can be judged without it."), "--section SpeedOfLight"},
    {"occupancy", QT_TRANSLATE_NOOP("app::missingData", "Not collected: what limits the resident blocks."), "--section Occupancy --section LaunchStats"},
    {"achieved_occupancy", QT_TRANSLATE_NOOP("app::missingData", "Not collected: achieved occupancy."), "--section Occupancy"},
    {"waves", QT_TRANSLATE_NOOP("app::missingData", "Not collected: launch shape and blocks per SM."), "--section Occupancy --section LaunchStats"},
    {"busy", QT_TRANSLATE_NOOP("app::missingData", "Not collected: how busy each SM was (from Nsight Compute 2024.3). The bound alone is shown."), "--section WorkloadDistribution"},
    {"stalls", QT_TRANSLATE_NOOP("app::missingData", "Not collected: why warps wait."), "--section WarpStateStats"},
    {"roof", QT_TRANSLATE_NOOP("app::missingData", "This report brings no roofs for this kernel's resources."), "--set roofline"},
    {"counters", QT_TRANSLATE_NOOP("app::missingData", "No counters: this source holds none for this kernel."), "--set roofline"},
};

struct ReasonRow {
    AbsenceReason reason;
    const char* text;
};
constexpr ReasonRow reasons[] = {
    {AbsenceReason::NotCollected, QT_TRANSLATE_NOOP("app::missingData", "Not collected.")},
    {AbsenceReason::FalseZero, QT_TRANSLATE_NOOP("app::missingData", "Written as 0, but never collected: graph results don't carry it.")},
    {AbsenceReason::TmaBypassesL1, QT_TRANSLATE_NOOP("app::missingData", "TMA copies bypass L1: its counters don't see them.")},
    {AbsenceReason::CollectionFailed, QT_TRANSLATE_NOOP("app::missingData", "Collection failed for this kernel (the tool wrote NaN). Profile it again.")},
    {AbsenceReason::NoBytesAtAnyLevel, QT_TRANSLATE_NOOP("app::missingData", "No level counted any byte.")},
    {AbsenceReason::NotForRanges, QT_TRANSLATE_NOOP("app::missingData", "Doesn't exist for ranges and graphs: it belongs to single launches.")},
};
// clang-format on

/// A panel's or a resource's row; pipes share one.
const MissingRow* rowOf(std::string_view what)
{
    const auto found = std::ranges::find(table, what, &MissingRow::what);
    if (found != std::end(table)) return &*found;
    return core::parseResource(what) ? std::ranges::find(table, "pipe", &MissingRow::what) : nullptr;
}

/// Collects these and what every chart needs: a section asked for alone comes without time, FLOP and bytes. Empty where
/// nothing has to be collected.
QString commandFor(QStringList options)
{
    if (options.isEmpty()) return {};
    const auto needed = QStringLiteral("--set roofline");
    options.removeAll(needed);
    options.prepend(needed);
    return QStringLiteral("ncu %1 -o report ./app").arg(options.join(u' '));
}

bool canBeCollected(AbsenceReason reason)
{
    return reason == AbsenceReason::NotCollected || reason == AbsenceReason::FalseZero ||
           reason == AbsenceReason::CollectionFailed || reason == AbsenceReason::NoBytesAtAnyLevel;
}

/// "--section A --section B" as its two options.
QStringList optionsOf(std::string_view options)
{
    QStringList list;
    const auto words = QString::fromUtf8(options.data(), static_cast<qsizetype>(options.size())).split(u' ');
    for (qsizetype i = 0; i + 1 < words.size(); i += 2) list << words[i] + u' ' + words[i + 1];
    return list;
}

} // namespace

std::span<const MissingRow> missingRows()
{
    return table;
}

Missing missing(std::string_view what, AbsenceReason reason)
{
    const auto* row = rowOf(what);
    if (!row) return {reasonText(reason), {}};
    if (reason == AbsenceReason::NotCollected) return {tr(row->text), commandFor(optionsOf(row->options))};
    return {reasonText(reason), canBeCollected(reason) ? commandFor(optionsOf(row->options)) : QString()};
}

QString reasonText(AbsenceReason reason)
{
    const auto found = std::ranges::find(reasons, reason, &ReasonRow::reason);
    return found == std::end(reasons) ? QString() : tr(found->text);
}

QString absentResource(std::string_view what)
{
    if (what == "tensor") return tr("tensor"); // no pipe of its own: none of them was counted
    const auto resource = core::parseResource(what);
    return resource ? resourceName(*resource) : QString();
}

QStringList roofless(const KernelRow& row)
{
    QStringList names;
    for (const auto& resource : row.analysis.without_roof) names << resourceName(resource);
    return names;
}

QString collectCommand(std::span<const core::Absence> absent)
{
    QStringList options;
    for (const auto& [what, reason] : absent) {
        const auto* row = rowOf(what);
        if (!row || !canBeCollected(reason)) continue;
        for (const auto& option : optionsOf(row->options))
            if (!options.contains(option)) options << option;
    }
    options.sort();
    return commandFor(options);
}

} // namespace app

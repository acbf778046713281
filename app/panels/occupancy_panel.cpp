// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/occupancy_panel.h"

#include "app/format.h"
#include "core/occupancy.h"

#include <algorithm>

namespace app {
namespace {

using core::OccupancyLimiter;

struct LimiterRow {
    OccupancyLimiter limiter;
    const char* name;
};

/// In the ledger's order: what runs out most often first.
constexpr LimiterRow limiterRows[] = {
    {OccupancyLimiter::Registers, QT_TRANSLATE_NOOP("app::OccupancyPanel", "Registers")},
    {OccupancyLimiter::Shared, QT_TRANSLATE_NOOP("app::OccupancyPanel", "Shared")},
    {OccupancyLimiter::Warps, QT_TRANSLATE_NOOP("app::OccupancyPanel", "Warps")},
    {OccupancyLimiter::Blocks, QT_TRANSLATE_NOOP("app::OccupancyPanel", "Blocks")},
    {OccupancyLimiter::Barriers, QT_TRANSLATE_NOOP("app::OccupancyPanel", "Barriers")},
};

QString amountText(OccupancyLimiter limiter, std::optional<std::uint64_t> amount)
{
    if (!amount) return enDash;
    const auto value = static_cast<double>(*amount);
    return limiter == OccupancyLimiter::Shared ? capacity(value) : count(value);
}

std::vector<Cell> ledgerLine(const core::OccupancyBudget& budget, const core::OccupancyRow& row, const QString& name)
{
    const bool limits = std::ranges::count(budget.limiters, row.limiter) > 0;
    const auto role = limits ? TextRole::Strong : TextRole::Base;
    const auto cell = [&](std::optional<std::uint64_t> amount) { return Cell{amountText(row.limiter, amount), role}; };
    return {{name, role, Token::Ink, Qt::AlignLeft},
            cell(row.used),
            cell(row.granted),
            cell(core::left(row)),
            cell(row.per_block),
            {limits ? QStringLiteral("◀") : QString(), TextRole::Small, Token::Ink, Qt::AlignHCenter}};
}

QString sharedNote(const core::OccupancyBudget& budget)
{
    const auto row = std::ranges::find(budget.rows, OccupancyLimiter::Shared, &core::OccupancyRow::limiter);
    if (row == budget.rows.end() || !row->granted || !budget.device_shared_bytes) return {};
    if (*row->granted >= *budget.device_shared_bytes) return {};
    return OccupancyPanel::tr("Shared memory is the carve-out of this launch; the device can give %1 to an SM.")
        .arg(capacity(static_cast<double>(*budget.device_shared_bytes)));
}

/// How near to its best DRAM comes with so many warps; empty where that wasn't measured on this GPU's model.
QString bandwidthNote(std::span<const core::Curve> curves, std::uint64_t warps)
{
    const auto curve = std::ranges::find(curves, "dram_read_by_occupancy", &core::Curve::name);
    if (curve == curves.end() || curve->y.empty()) return {};
    const auto rate = core::valueAt(*curve, static_cast<double>(warps));
    if (!rate) return {};
    return OccupancyPanel::tr("With %1 an SM plain DRAM reads were measured at %2 on this GPU model, %3 of their best.")
        .arg(counted(warps, OccupancyPanel::tr("1 warp"), OccupancyPanel::tr("%1 warps")), bandwidth(rate),
             percent(*rate / std::ranges::max(curve->y)));
}

} // namespace

void OccupancyPanel::fill(const KernelRow& row)
{
    const auto& kernel = longestLaunch(row);
    const auto budget = core::occupancyBudget(*row.session, kernel);
    if (!budget) {
        if (const auto achieved =
                kernel.kind == core::ResultKind::Range ? std::nullopt : core::achievedOccupancy(kernel))
            addText(tr("Achieved %1, over all kernels of the graph").arg(finePercent(achieved)));
        return addMissing("occupancy", row);
    }

    const auto warps = budget->blocks_per_sm * budget->warps_per_block;
    const auto blocks = counted(budget->blocks_per_sm, tr("1 block"), tr("%1 blocks"));
    setKeyFigure(tr("%1 · %2 of %3 warps").arg(blocks).arg(warps).arg(budget->max_warps_per_sm));
    const auto achieved = budget->achieved_ratio ? finePercent(budget->achieved_ratio) : QString(enDash);
    addText(tr("Theoretical %1, achieved %2").arg(finePercent(budget->theoretical_ratio), achieved), TextRole::Base,
            Token::Ink);
    std::vector<std::vector<Cell>> table;
    auto& head = table.emplace_back();
    head.push_back({tr("per SM"), TextRole::Small, Token::Text3, Qt::AlignLeft});
    for (const auto& title : {tr("used"), tr("granted"), tr("left"), tr("one more"), tr("limit")})
        head.push_back({title, TextRole::Small, Token::Text3});
    for (const auto& [limiter, name] : limiterRows) {
        const auto found = std::ranges::find(budget->rows, limiter, &core::OccupancyRow::limiter);
        if (found != budget->rows.end()) table.push_back(ledgerLine(*budget, *found, tr(name)));
    }
    addTable(table);
    addText(sharedNote(*budget), TextRole::Small, Token::Text3);
    addText(bandwidthNote(row.curves, warps), TextRole::Small, Token::Text2);
}

} // namespace app

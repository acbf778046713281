// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/work_panel.h"

#include "app/amounts.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <algorithm>
#include <iterator>

namespace app {
namespace {

/// What stands behind an amount that isn't an exact count.
QString mark(core::Basis basis)
{
    switch (basis) {
    case core::Basis::LowerBound: return QStringLiteral("≥ ");
    case core::Basis::UpperBound: return QStringLiteral("≤ ");
    case core::Basis::Estimate: return QStringLiteral("~ ");
    case core::Basis::Measured:
    case core::Basis::Algorithmic: break;
    }
    return {};
}

bool isAlgorithmic(const core::Work& work)
{
    return work.basis == core::Basis::Algorithmic;
}

/// One line: a name, and its amount by counters and by the maths.
struct Line {
    QString name;
    std::optional<core::Work> measured;
    std::optional<core::Work> algorithmic;
};

QString workText(const std::optional<core::Work>& work)
{
    if (!work) return enDash;
    return mark(work->basis) + amountText(work->resource, work->amount, Precision::Full);
}

QString ratioText(const Line& line)
{
    if (!line.measured || !line.algorithmic || line.algorithmic->amount <= 0) return enDash;
    return plain(line.measured->amount / line.algorithmic->amount);
}

std::vector<Line> linesOf(const KernelRow& row)
{
    std::vector<core::Work> measured;
    std::vector<core::Work> algorithmic;
    std::ranges::partition_copy(row.analysis.work, std::back_inserter(algorithmic), std::back_inserter(measured),
                                isAlgorithmic);
    std::vector<Line> lines;
    for (const auto level : core::allLevels)
        lines.push_back({levelName(level), core::levelBytes(measured, level), core::levelBytes(algorithmic, level)});
    for (const auto& work : measured) {
        if (core::isMemory(work.resource) || work.amount <= 0) continue;
        const auto same = std::ranges::find(algorithmic, work.resource, &core::Work::resource);
        lines.push_back(
            {resourceName(work.resource), work, same == algorithmic.end() ? std::nullopt : std::optional(*same)});
    }
    return lines;
}

} // namespace

void WorkPanel::fill(const KernelRow& row)
{
    const auto lines = linesOf(row);
    const bool hasAlgorithmic =
        std::ranges::any_of(lines, [](const Line& line) { return line.algorithmic.has_value(); });
    std::vector<std::vector<Cell>> table{
        {{QString(), TextRole::Small, Token::Text3, Qt::AlignLeft}, {tr("measured"), TextRole::Small, Token::Text3}}};
    if (hasAlgorithmic)
        for (const auto& title : {tr("algorithmic"), tr("ratio")})
            table.front().push_back({title, TextRole::Small, Token::Text3});
    for (const auto& line : lines) {
        auto& cells = table.emplace_back();
        cells.push_back({line.name, TextRole::Base, Token::Ink, Qt::AlignLeft});
        cells.push_back({workText(line.measured)});
        if (!hasAlgorithmic) continue;
        cells.push_back({workText(line.algorithmic), TextRole::Base, Token::Text2});
        cells.push_back({ratioText(line), TextRole::Base, Token::Text2});
    }
    addTable(table);
    if (!hasAlgorithmic)
        addText(tr("– algorithmic figures are not known for imported kernels."), TextRole::Small, Token::Text3);
    if (std::ranges::none_of(row.analysis.work, [](const auto& work) { return core::isFloatingPoint(work.resource); }))
        addMissing("flop", row);
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/work_panel.h"

#include "app/amounts.h"
#include "app/format.h"
#include "app/kernel_entries.h"
#include "app/library/ladder.h"
#include "app/resource_name.h"
#include "app/shown_text.h"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>
#include <map>

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
    const auto& measured = row.analysis.work;
    const auto& algorithmic = row.analysis.algorithmic_work;
    const auto isMeasured = [&](const core::Resource& pipe) {
        return std::ranges::any_of(measured,
                                   [&](const auto& work) { return work.resource == pipe && work.amount > 0; });
    };
    std::vector<Line> lines;
    for (const auto level : core::allLevels)
        lines.push_back({levelName(level), core::levelBytes(measured, level), core::levelBytes(algorithmic, level)});
    for (const auto& work : measured) {
        if (core::isMemory(work.resource) || work.amount <= 0) continue;
        const auto same = std::ranges::find(algorithmic, work.resource, &core::Work::resource);
        lines.push_back(
            {resourceName(work.resource), work, same == algorithmic.end() ? std::nullopt : std::optional(*same)});
    }
    for (const auto& work : algorithmic)
        if (!core::isMemory(work.resource) && !isMeasured(work.resource))
            lines.push_back({resourceName(work.resource), std::nullopt, work});
    return lines;
}

/// Where the algorithmic figures come from, each source once.
QString origins(const KernelRow& row)
{
    QStringList formulas;
    for (const auto& work : row.analysis.algorithmic_work)
        if (!work.from.empty()) formulas << shownText(work.from);
    formulas.removeDuplicates();
    const auto entered = WorkPanel::tr("Algorithmic figures were entered");
    return formulas.isEmpty() ? entered + u'.' : entered + QStringLiteral(": ") + formulas.join(QStringLiteral(", "));
}

/// Why levels have no bytes: a sentence for each reason with the levels, and the command that would collect them.
std::vector<Missing> missingLevels(const KernelRow& row)
{
    struct Lack {
        QStringList levels = {};
        std::vector<core::Absence> absences = {};
    };
    std::map<core::AbsenceReason, Lack> lacks;
    for (const auto& absence : row.analysis.absent) {
        const auto resource = core::parseResource(absence.what);
        const auto level = resource ? levelOf(*resource) : std::nullopt;
        if (!level || core::levelBytes(row.analysis.work, *level)) continue;
        auto& lack = lacks[absence.reason];
        lack.absences.push_back(absence);
        if (!lack.levels.contains(levelName(*level))) lack.levels << levelName(*level);
    }
    std::vector<Missing> notes;
    for (const auto& [reason, lack] : lacks)
        notes.push_back({lack.levels.join(QStringLiteral(", ")) + QStringLiteral(": ") + reasonText(reason),
                         collectCommand(lack.absences)});
    return notes;
}

} // namespace

void WorkPanel::fill(const KernelRow& row)
{
    const auto lines = linesOf(row);
    const bool hasAlgorithmic = !row.analysis.algorithmic_work.empty();
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
    if (stepOf(row))
        addText(tr("Algorithmic figures are what the family's formula needs: inputs read once, outputs written once."),
                TextRole::Small, Token::Text3);
    else
        addEntry(hasAlgorithmic ? origins(row) : tr("– Algorithmic figures are not known for imported kernels."), row);
    if (std::ranges::none_of(row.analysis.work, [](const auto& work) { return core::isFloatingPoint(work.resource); }))
        addMissing("flop", row);
    for (const auto& note : missingLevels(row)) addMissing(note);
}

/// A sentence about the algorithmic figures, with a button to enter them.
void WorkPanel::addEntry(const QString& sentence, const KernelRow& row)
{
    auto* words = new StyledLabel(TextRole::Small, Token::Text3);
    words->setText(sentence);
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    auto* enter = new QToolButton;
    enter->setText(tr("Enter…"));
    enter->setEnabled(hasOneName(row));
    enter->setToolTip(enter->isEnabled() ? tr("Enter algorithmic bytes and FLOP")
                                         : tr("These launches are of several kernels: select one of them"));
    connect(enter, &QToolButton::clicked, this, &WorkPanel::entryWanted);
    auto* line = new QWidget;
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins({});
    layout->addWidget(words, 1);
    layout->addWidget(enter, 0, Qt::AlignTop);
    add(line, sentence);
}

} // namespace app

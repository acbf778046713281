// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/panel.h"

#include "app/missing_note.h"
#include "core/summary.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace app {

const core::KernelMeasurement& longestLaunch(const KernelRow& row)
{
    const auto place = *std::ranges::max_element(
        row.launches, {}, [&](std::uint32_t launch) { return row.session->kernels[launch].duration_s.value_or(0); });
    return row.session->kernels[place];
}

Panel::Panel(QWidget* parent) : QWidget(parent), m_content(new QVBoxLayout)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    m_content->setSpacing(8);
    layout->addLayout(m_content);
}

void Panel::showRow(const KernelRow& row)
{
    while (auto* item = m_content->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_keyFigure.clear();
    m_text.clear();
    fill(row);
}

void Panel::add(QWidget* widget, const QString& copyText)
{
    m_content->addWidget(widget);
    m_text << copyText;
}

void Panel::addText(const QString& text, TextRole role, Token token)
{
    if (text.isEmpty()) return;
    auto* label = new StyledLabel(role, token);
    label->setText(text);
    label->setWordWrap(true);
    add(label, text);
}

void Panel::addMissing(std::string_view what, core::AbsenceReason reason)
{
    addMissing(missing(what, reason));
}

void Panel::addMissing(const Missing& words)
{
    add(new MissingNote(words), words.text + u' ' + words.command);
}

void Panel::addMissing(std::string_view what, const KernelRow& row)
{
    const auto reasonIn = [what](const std::vector<core::Absence>& absent) {
        const auto found = std::ranges::find(absent, what, &core::Absence::what);
        return found == absent.end() ? std::nullopt : std::optional(found->reason);
    };
    auto reason = reasonIn(row.analysis.absent);
    if (!reason) reason = reasonIn(core::summarise(*row.session, longestLaunch(row)).absent);
    addMissing(what, reason.value_or(core::AbsenceReason::NotCollected));
}

void Panel::addTable(const std::vector<std::vector<Cell>>& rows, int stretchColumn)
{
    auto* table = new QWidget;
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(stretchColumn, 1);
    QStringList lines;
    for (int y = 0; const auto& row : rows) {
        QStringList line;
        for (int x = 0; const auto& cell : row) {
            auto* label = new StyledLabel(cell.role, cell.token);
            label->setText(cell.text);
            label->setAlignment(cell.alignment | Qt::AlignBaseline);
            grid->addWidget(label, y, x++);
            line << cell.text;
        }
        lines << line.join(u'\t');
        ++y;
    }
    add(table, lines.join(u'\n'));
}

} // namespace app

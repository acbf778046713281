// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/provenance_panel.h"

#include "app/chart_title.h"
#include "app/format.h"
#include "app/resource_name.h"
#include "app/shown_text.h"

namespace app {
namespace {

std::vector<Cell> line(const QString& name, const QString& value)
{
    return {{name, TextRole::Base, Token::Text2, Qt::AlignLeft}, {value, TextRole::Base, Token::Ink, Qt::AlignLeft}};
}

void addKnown(std::vector<std::vector<Cell>>& lines, const QString& name, const std::optional<std::string>& value)
{
    lines.push_back(line(name, value && !value->empty() ? shownText(*value) : QString(enDash)));
}

} // namespace

void ProvenancePanel::fill(const KernelRow& row)
{
    static const core::Name passes("profiler__replayer_passes"); // how often the launch was repeated
    const auto& kernel = longestLaunch(row);
    std::vector<std::vector<Cell>> lines;
    lines.push_back(line(tr("Launch"), QString::number(kernel.index)));
    if (kernel.source < row.session->sources.size()) {
        const auto& source = row.session->sources[kernel.source];
        lines.push_back(line(tr("File"), shownText(source.file)));
        lines.push_back(line(tr("Tool"), shownText(source.tool + ' ' + source.tool_version)));
        addKnown(lines, tr("Driver"), source.driver);
        addKnown(lines, tr("Replay"), source.replay_mode);
        lines.push_back(line(tr("Passes"), count(kernel.counters.number(passes))));
        lines.push_back(line(tr("Clocks"), lockText(row.session->clocksLocked(kernel))));
        addKnown(lines, tr("Caches"), source.cache_control);
        addKnown(lines, tr("Date"), source.date);
    }
    if (const auto* device = row.session->device(kernel.device_id))
        lines.push_back(line(tr("GPU"), shownText(device->name)));
    lines.push_back(line(tr("SM clock"), frequency(row.analysis.sm_clock_hz, Precision::Full)));
    addTable(lines, 1);

    QStringList expressions;
    for (const auto& work : row.analysis.work)
        if (work.amount > 0)
            expressions << QStringLiteral("%1 = %2").arg(shownText(core::toString(work.resource)),
                                                         shownText(work.from));
    addText(tr("Which expression gave each amount:"), TextRole::Small, Token::Text3);
    addExpressions(expressions);
}

/// Names of counters are longer than the panel is wide: lines may break behind an underscore. The break isn't copied.
void ProvenancePanel::addExpressions(const QStringList& expressions)
{
    const auto text = expressions.join(u'\n');
    auto* label = new StyledLabel(TextRole::Mono, Token::Text2);
    label->setTextInteractionFlags(Qt::NoTextInteraction);
    label->setText(QString(text).replace(u'_', QStringLiteral("_\u200B")));
    label->setWordWrap(true);
    add(label, text);
}

} // namespace app

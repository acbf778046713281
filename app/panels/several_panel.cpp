// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/several_panel.h"

#include "app/format.h"
#include "app/resource_name.h"

#include <QFontMetrics>

namespace app {
namespace {

/// As much of a name as fits beside the figures.
QString shortened(const QString& name, TextRole role)
{
    constexpr int room = 128;
    return QFontMetrics(textFont(role)).elidedText(name, Qt::ElideMiddle, scaledByFont(room));
}

} // namespace

void SeveralPanel::fill(const KernelRow& row)
{
    if (m_rows.size() < 2) return;
    double time_s = 0;
    double share_ratio = 0;
    for (const auto* selected : m_rows) {
        time_s += selected->time_s;
        share_ratio += selected->share_ratio;
    }
    addText(tr("%1 kernels, %2, %3 of the time").arg(m_rows.size()).arg(duration(time_s), percent(share_ratio)),
            TextRole::Title, Token::Ink);
    constexpr std::size_t shown = 12;
    std::vector<std::vector<Cell>> table{{{QString(), TextRole::Small, Token::Text3, Qt::AlignLeft},
                                          {tr("time"), TextRole::Small, Token::Text3},
                                          {tr("limited by"), TextRole::Small, Token::Text3, Qt::AlignLeft},
                                          {tr("eff."), TextRole::Small, Token::Text3}}};
    for (const auto* selected : m_rows.first(std::min(m_rows.size(), shown))) {
        const auto role = selected == &row ? TextRole::Strong : TextRole::Base;
        const auto& binding = selected->analysis.binding;
        table.push_back({{shortened(selected->short_name, role), role, Token::Ink, Qt::AlignLeft},
                         {duration(selected->time_s), role},
                         {binding ? resourceName(*binding) : QString(enDash), role, Token::Ink, Qt::AlignLeft},
                         {percent(selected->analysis.efficiency_ratio), role}});
    }
    addTable(table);
    if (m_rows.size() > shown) addText(tr("and %1 more").arg(m_rows.size() - shown), TextRole::Small, Token::Text3);
}

} // namespace app

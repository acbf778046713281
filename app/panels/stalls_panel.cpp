// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/stalls_panel.h"

#include "app/bar_list.h"
#include "app/format.h"
#include "app/shown_text.h"
#include "core/stalls.h"

#include <algorithm>

namespace app {
namespace {

QString reasonName(const std::string& reason)
{
    auto name = shownText(reason);
    return name.replace(u'_', u' ');
}

QString details(const core::Stall& stall)
{
    const auto meaning = core::stallMeaning(stall.reason);
    QStringList lines{shownText(stall.reason)};
    const auto utf8 = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    if (meaning) lines << utf8(meaning->meaning) << utf8(meaning->remedy);
    if (stall.samples)
        lines << counted(static_cast<double>(*stall.samples), StallsPanel::tr("1 sample"),
                         StallsPanel::tr("%1 samples"));
    if (stall.samples_not_issued)
        lines << StallsPanel::tr("%1 of them where nothing was issued")
                     .arg(count(static_cast<double>(*stall.samples_not_issued)));
    return lines.join(u'\n');
}

double weight(const core::Stall& stall)
{
    if (stall.cycles_per_issue) return *stall.cycles_per_issue;
    return static_cast<double>(stall.samples_not_issued.value_or(stall.samples.value_or(0)));
}

QString figure(const core::Stall& stall, double amount)
{
    return stall.cycles_per_issue ? QString::number(amount, 'f', 2) : count(amount);
}

} // namespace

void StallsPanel::fill(const KernelRow& row)
{
    const auto breakdown = core::stallBreakdown(longestLaunch(row));
    if (!breakdown || breakdown->stalls.empty()) return addMissing("stalls", row);

    constexpr std::size_t shown = 6;
    const auto& stalls = breakdown->stalls;
    const double longest = weight(stalls.front());
    std::vector<Bar> bars;
    QStringList lines;
    double rest = 0;
    for (std::size_t i = 0; i < stalls.size(); ++i) {
        if (i >= shown) {
            rest += weight(stalls[i]);
            continue;
        }
        bars.push_back({.name = reasonName(stalls[i].reason),
                        .ratio = longest > 0 ? weight(stalls[i]) / longest : 0,
                        .figure = figure(stalls[i], weight(stalls[i])),
                        .details = details(stalls[i])});
        lines << bars.back().name + u'\t' + bars.back().figure;
    }
    if (breakdown->cycles_between_issues)
        setKeyFigure(tr("%1 cycles between issues").arg(plain(breakdown->cycles_between_issues)));
    auto* list = new BarList(BarList::Scale::Longest);
    list->setAccessibleName(tr("Stalls"));
    list->setBars(std::move(bars));
    add(list, lines.join(u'\n'));
    if (stalls.size() > shown)
        addText(tr("%1 more, %2").arg(stalls.size() - shown).arg(figure(stalls.back(), rest)), TextRole::Small,
                Token::Text3);
    if (breakdown->issue_active_ratio)
        addText(tr("A lead, not a verdict: they matter only in the %1 of cycles in which nothing was issued.")
                    .arg(percent(1 - *breakdown->issue_active_ratio)),
                TextRole::Small, Token::Text3);
}

} // namespace app

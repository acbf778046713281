// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/speed_of_light_panel.h"

#include "app/amounts.h"
#include "app/bar_list.h"
#include "app/format.h"
#include "app/resource_name.h"
#include "app/shown_text.h"

namespace app {
namespace {

QString details(const core::ResourceTime& time)
{
    QStringList lines;
    if (time.work)
        lines << SpeedOfLightPanel::tr("Work: %1").arg(amountText(time.resource, time.work, Precision::Full));
    if (time.rate_per_s)
        lines << SpeedOfLightPanel::tr("Roof: %1, %2")
                     .arg(rateText(time.resource, time.rate_per_s, Precision::Full), originName(time.origin));
    lines << SpeedOfLightPanel::tr("From: %1").arg(shownText(time.from));
    return lines.join(u'\n');
}

Bar barOf(const core::ResourceTime& time, bool isBinding)
{
    const bool exact = time.basis == core::Basis::Measured;
    return {.resource = time.resource,
            .name = resourceName(time.resource),
            .ratio = time.share_ratio,
            .figure = percent(time.share_ratio) + (exact ? QString() : QStringLiteral(" ~")),
            .second = duration(time.time_s),
            .strong = isBinding,
            .details = details(time)};
}

QString asText(const std::vector<Bar>& bars)
{
    QStringList lines;
    for (const auto& bar : bars) lines << QStringList{bar.name, bar.figure, bar.second}.join(u'\t');
    return lines.join(u'\n');
}

} // namespace

void SpeedOfLightPanel::fill(const KernelRow& row)
{
    const auto& times = row.analysis.times;
    if (row.analysis.throughput_meaningless)
        return addText(tr("Counters and time are of different runs: no share of a roof means anything."));
    if (times.empty()) return addMissing("roof");
    constexpr double least = 0.01;
    std::vector<Bar> bars;
    QStringList folded;
    for (const auto& time : times) {
        if (time.share_ratio >= least || bars.empty())
            bars.push_back(barOf(time, bars.empty()));
        else
            folded << resourceName(time.resource);
    }
    if (row.analysis.efficiency_ratio)
        setKeyFigure(tr("lower bound %1 of %2")
                         .arg(duration(*row.analysis.efficiency_ratio * row.time_s), duration(row.time_s)));
    auto* list = new BarList(BarList::Scale::HundredPercent);
    list->setAccessibleName(tr("Speed of light"));
    const auto text = asText(bars);
    list->setBars(std::move(bars));
    add(list, text);
    if (!folded.isEmpty())
        addText(tr("Under 1 %: %1").arg(folded.join(QStringLiteral(", "))), TextRole::Small, Token::Text3);
    if (const auto names = roofless(row); !names.isEmpty())
        addText(tr("No roof known: %1").arg(names.join(QStringLiteral(", "))), TextRole::Small, Token::Text3);
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch_counts.h"

#include "app/format.h"

#include <QCoreApplication>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::launchCounts", text);
}

/// Launches in the strip whose FLOP are probably conversions; launches of one name may differ.
int conversionsIn(const ChartData& data)
{
    int launches = 0;
    for (const KernelRow& row : data.rows)
        if (row.fold != RowFold::Unfolded && row.analysis.points.empty() && !row.analysis.strip.empty())
            launches += row.conversions;
    return launches;
}

} // namespace

std::vector<LaunchCount> launchCounts(const ChartData& data, const ChartCounts& counts)
{
    const int conversions = conversionsIn(data);
    const bool isFlop = data.axis == Axis::Flop;
    const LaunchCount parts[] = {
        {counts.drawn, tr("%1 drawn")},
        {counts.strip - conversions, tr("%1 without FLOP")},
        {counts.elsewhere, isFlop ? tr("%1 integer") : tr("%1 on FLOP/s"), isFlop ? Axis::Op : Axis::Flop},
        {conversions, tr("%1 probably conversions")},
        {counts.off_frame, tr("%1 off frame")},
        {counts.not_drawn, tr("%1 not drawn")},
        {data.launches - counts.launches, tr("%1 filtered out")}};
    std::vector<LaunchCount> shown;
    for (const auto& [launches, text, page] : parts)
        if (launches > 0) shown.push_back({launches, text.arg(count(launches)), page});
    return shown;
}

} // namespace app

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

/// Launches in the strip by a count of theirs; launches of one name may differ.
int inStrip(const ChartData& data, int KernelRow::*launches)
{
    int sum = 0;
    for (const KernelRow& row : data.rows)
        if (row.fold != RowFold::Unfolded && isInStrip(row.analysis)) sum += row.*launches;
    return sum;
}

} // namespace

QString launchesText(double launches)
{
    return counted(launches, tr("1 launch"), tr("%1 launches"));
}

std::vector<LaunchCount> launchCounts(const ChartData& data, const ChartCounts& counts)
{
    const int conversions = inStrip(data, &KernelRow::conversions);
    const int unknown = inStrip(data, &KernelRow::flop_unknown);
    const bool isFlop = data.axis == Axis::Flop;
    const LaunchCount parts[] = {
        {counts.drawn, tr("%1 drawn")},
        {counts.strip - conversions - unknown, tr("%1 without FLOP")},
        {unknown, tr("%1 with FLOP not collected")},
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

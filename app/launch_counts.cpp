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

/// Launches in the strip by what they do instead of FLOP.
struct StripCounts {
    int nothing = 0;
    int integer = 0;
    int conversions = 0;
};

StripCounts stripCounts(const ChartData& data, std::span<const OpenSession> sessions)
{
    StripCounts counts;
    for (const auto& row : data.rows) {
        if (!row.analysis.points.empty() || row.analysis.strip.empty()) continue;
        const auto& analyses = sessions[static_cast<std::size_t>(row.session_number)].analyses;
        for (const auto launch : row.launches) { // launches of one name may differ
            const auto& analysis = analyses[launch];
            ++(analysis.fp16_upper_bound ? counts.conversions
               : analysis.integer_pipe   ? counts.integer
                                         : counts.nothing);
        }
    }
    return counts;
}

int launchesOf(std::span<const OpenSession> sessions)
{
    std::size_t launches = 0;
    for (const auto& open : sessions) launches += open.session->kernels.size();
    return static_cast<int>(launches);
}

} // namespace

std::vector<LaunchCount> launchCounts(const ChartData& data, const ChartCounts& counts,
                                      std::span<const OpenSession> sessions)
{
    const auto strip = stripCounts(data, sessions);
    const std::pair<int, QString> parts[] = {{counts.drawn, tr("%1 drawn")},
                                             {strip.nothing, tr("%1 without FLOP")},
                                             {strip.integer, tr("%1 integer")},
                                             {strip.conversions, tr("%1 probably conversions")},
                                             {counts.off_frame, tr("%1 off frame")},
                                             {counts.not_drawn, tr("%1 not drawn")},
                                             {launchesOf(sessions) - counts.launches, tr("%1 filtered out")}};
    std::vector<LaunchCount> shown;
    for (const auto& [launches, text] : parts)
        if (launches > 0) shown.push_back({launches, text.arg(count(launches))});
    return shown;
}

} // namespace app

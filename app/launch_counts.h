// SPDX-License-Identifier: GPL-3.0-or-later
// Where the launches are: drawn, in the strip and why, off the frame, filtered out. The parts add up to all.
#pragma once

#include "app/chart_scene.h"
#include "app/open_session.h"

#include <QString>

#include <span>
#include <vector>

namespace app {

struct LaunchCount {
    int launches = 0;
    QString text; ///< "19 drawn"
};

/// Only what isn't zero. data, counts: what the chart shows of the sessions; what it doesn't is filtered out.
std::vector<LaunchCount> launchCounts(const ChartData& data, const ChartCounts& counts,
                                      std::span<const OpenSession> sessions);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Where the launches are: drawn, in the strip and why, on the other page, off the frame, filtered out. The parts add up
// to all; status bar and footer say the same.
#pragma once

#include "app/chart_scene.h"

#include <QString>

#include <optional>
#include <vector>

namespace app {

QString launchesText(double launches); ///< "1 launch", "38 launches"

struct LaunchCount {
    int launches = 0;
    QString text;                  ///< "19 drawn"
    std::optional<Axis> page = {}; ///< where they are drawn, if elsewhere
};

/// Only what isn't zero. counts: of the chart that shows the data.
std::vector<LaunchCount> launchCounts(const ChartData& data, const ChartCounts& counts);

} // namespace app

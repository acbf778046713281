// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to what the chart shows of it: its rows, the machine's roofs, the titles.
#pragma once

#include "app/chart_scene.h"
#include "app/kernel_groups.h"

namespace app {

/// The parts of the window's state that decide what there is to draw.
struct ChartQuery {
    Grouping grouping = Grouping::Name;
    core::RoofChoice roofs = core::RoofChoice::BestKnown;
    Axis axis = Axis::Flop;
    QString filter = {}; ///< in the filter field's language; what it can't understand is left out
};

/// The rows point into the session, which must outlive them.
ChartData chartData(const OpenSession& open, const ChartQuery& query = {});

/// The same without the names of files, for pictures that are shown to others.
ChartData withoutFileNames(ChartData data);

} // namespace app

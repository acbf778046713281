// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to what the chart shows of it: its rows, the machine's roofs, the titles.
#pragma once

#include "app/chart_scene.h"
#include "app/kernel_groups.h"

namespace app {

/// The rows point into the session, which must outlive them.
ChartData chartData(const OpenSession& open, Grouping grouping);

/// The same without the names of files, for pictures that are shown to others.
ChartData withoutFileNames(ChartData data);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to what the chart shows of it: one row a launch, the machine's roofs, the titles.
#pragma once

#include "app/chart_scene.h"

namespace app {

/// The rows point into the session, which must outlive them.
ChartData chartData(const core::Session& session);

} // namespace app

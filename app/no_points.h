// SPDX-License-Identifier: GPL-3.0-or-later
// Why points aren't drawn: their throughput means nothing, or nothing was counted that makes one.
#pragma once

#include "app/chart_scene.h"
#include "app/open_session.h"

#include <span>

namespace app {

/// What happens to points of reports whose throughput means nothing.
enum class Meaningless { Withheld, Drawn };

/// Takes points, shares and badges from rows whose counters and times are of different runs. Times are kept.
void withholdMeaningless(std::vector<KernelRow>& rows);
/// Whether such a row has kept its points.
bool drawsMeaningless(std::span<const KernelRow> rows);

/// "Range replay of several processes: throughput in this report means nothing. …"; empty where it does mean something.
QString meaninglessText(const core::Session& session);
/// "4 launches of a.ncu-rep, no counters that make a point. …", and what to collect; empty where there is a point.
QString nothingToDrawText(const OpenSession& open);
/// "No roofs: …", and how to get some; empty where the chart has a roof.
QString noRoofsText(const OpenSession& open);

/// "No measured roofs of NVIDIA H200 are known: …" where the choice is of one origin and a GPU has none of it; else
/// empty.
QString noRoofsOfOriginText(const OpenSession& open);

/// Why the chart of these rows is empty, as a few sentences; empty where it isn't.
QString emptyReason(const ChartData& data, std::span<const OpenSession> sessions);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to what the chart shows of it: its rows, the machine's roofs, the titles.
#pragma once

#include "app/chart_scene.h"
#include "app/kernel_groups.h"
#include "app/no_points.h"

namespace app {

/// The parts of the window's state that decide what there is to draw.
struct ChartQuery {
    Grouping grouping = Grouping::Name;
    core::RoofChoice roofs = core::RoofChoice::BestKnown;
    Axis axis = Axis::Flop;
    Meaningless meaningless = Meaningless::Withheld;
    std::string device = {}; ///< whose roofs are drawn; empty: the first's
    QString filter = {};     ///< in the filter field's language; what it can't understand is left out
};

/// A device of the open sessions.
struct OpenDevice {
    DeviceOfSession device;
    QString name;  ///< within its session
    QString label; ///< among all: the same, and its file where several sessions have one of that name
};
std::vector<OpenDevice> openDevices(std::span<const OpenSession> sessions);

/// Fills in all of the chart's data that depends on the devices: frame, roofs and titles; at last, whose rows are there
/// already, why it is empty. device: whose roofs are drawn; one that isn't open stands for the first.
void addMachine(ChartData& data, std::span<const OpenSession> sessions, const DeviceOfSession& device);

/// The rows point into the session, which must outlive them.
ChartData chartData(const OpenSession& open, const ChartQuery& query = {});

/// The same without the names of files, for pictures that are shown to others.
ChartData withoutFileNames(ChartData data);

} // namespace app

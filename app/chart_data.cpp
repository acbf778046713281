// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_data.h"

#include "app/chart_title.h"
#include "core/kernel_name.h"

namespace app {

ChartData chartData(const core::Session& session)
{
    ChartData data;
    double total_s = 0;
    for (const core::KernelMeasurement& kernel : session.kernels) total_s += kernel.duration_s.value_or(0);
    const std::vector<std::string> names = core::shortNames(session);
    for (std::uint32_t launch = 0; launch < session.kernels.size(); ++launch) {
        const core::KernelMeasurement& kernel = session.kernels[launch];
        KernelRow row;
        row.session = &session;
        row.launches = {launch};
        row.analysis = core::analyse(session, kernel);
        if (launch < names.size()) row.short_name = QString::fromStdString(names[launch]);
        row.time_s = kernel.duration_s.value_or(0);
        row.share_ratio = total_s > 0 ? row.time_s / total_s : 0;
        data.rows.push_back(std::move(row));
    }
    if (!session.devices.empty()) data.roofs = core::machineRoofs(session, session.devices.front().id);
    data.title = machineTitle(session, data.roofs);
    data.source = sourceTitle(session, data.roofs);
    data.machine = provenance(session, data.roofs);
    return data;
}

} // namespace app

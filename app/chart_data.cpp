// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_data.h"

#include "app/chart_title.h"
#include "app/kernel_filter.h"
#include "app/session_model.h"

#include <QCoreApplication>
#include <QStringList>

namespace app {
namespace {

/// "a.ncu-rep · Nsight Compute 2025.3.1" without the parts that are names of files.
QString without(const QStringList& files, const QString& text)
{
    QStringList parts = text.split(QStringLiteral(" · "));
    parts.removeIf([&](const QString& part) { return files.contains(part); });
    return parts.join(QStringLiteral(" · "));
}

/// As the window's table has them, by its own models.
std::vector<KernelRow> filteredRows(const OpenSession& open, const ChartQuery& query)
{
    SessionModel model;
    model.add(open);
    model.setGrouping(query.grouping);
    KernelFilter filter(model);
    filter.setFilter(query.filter);
    std::vector<KernelRow> rows;
    for (int row = 0; row < filter.rowCount(); ++row)
        rows.push_back(onAxis(filter.row(filter.index(row, 0)), query.axis));
    return rows;
}

} // namespace

ChartData chartData(const OpenSession& open, const ChartQuery& query)
{
    const core::Session& session = *open.session;
    ChartData data;
    data.axis = query.axis;
    data.rows = filteredRows(open, query);
    data.launches = static_cast<int>(session.kernels.size());
    data.filter = query.filter;
    data.devices = session.devices;
    if (!session.devices.empty()) data.roofs = core::machineRoofs(session, session.devices.front().id, query.roofs);
    data.title = machineTitle(session, data.roofs);
    data.source = sourceTitle(session, data.roofs);
    data.machine = provenance(session, data.roofs);
    return data;
}

ChartData withoutFileNames(ChartData data)
{
    QStringList files;
    for (const KernelRow& row : data.rows) {
        const auto [session, isNew] = data.session_names.try_emplace(
            row.session_number,
            QCoreApplication::translate("app::chart", "session %1").arg(QChar(u'A' + row.session_number)));
        if (!isNew || !row.session) continue;
        for (const core::Source& source : row.session->sources) files << QString::fromStdString(source.file);
    }
    data.source = without(files, data.source);
    data.machine = without(files, data.machine);
    return data;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_data.h"

#include "app/chart_title.h"

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

} // namespace

ChartData chartData(const OpenSession& open, Grouping grouping)
{
    const core::Session& session = *open.session;
    ChartData data;
    for (RowGroup& group : groupRows(std::span(&open, 1), grouping)) data.rows.push_back(std::move(group.row));
    data.devices = session.devices;
    if (!session.devices.empty()) data.roofs = core::machineRoofs(session, session.devices.front().id);
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

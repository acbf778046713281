// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_data.h"

#include "app/chart_title.h"
#include "app/kernel_filter.h"
#include "app/session_model.h"
#include "app/shown_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <iterator>
#include <map>

namespace app {
namespace {

/// "a.ncu-rep · Nsight Compute 2025.3.1" without the parts that are names of files.
QString without(const QStringList& files, const QString& text)
{
    QStringList parts = text.split(QStringLiteral(" · "));
    parts.removeIf([&](const QString& part) { return files.contains(part); });
    return parts.join(QStringLiteral(" · "));
}

/// Whether other sessions' roofs are among those drawn: the choice may leave them out. Datasheets are nobody's session.
bool showsAnyMeasured(const core::MachineRoofs& roofs, std::span<const core::Ceiling> others)
{
    return std::ranges::any_of(others, [&](const core::Ceiling& other) {
        return other.origin != core::Origin::Datasheet &&
               std::ranges::any_of(roofs.ceilings, [&](const core::Ceiling& roof) {
                   return roof.resource == other.resource && roof.origin == other.origin && roof.method == other.method;
               });
    });
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
    ChartData data;
    data.axis = query.axis;
    data.rows = filteredRows(open, query);
    data.launches = static_cast<int>(open.session->kernels.size());
    data.filter = query.filter;
    if (query.meaningless == Meaningless::Withheld) withholdMeaningless(data.rows);
    addMachine(data, std::span(&open, 1), {0, query.device});
    return data;
}

std::vector<OpenDevice> openDevices(std::span<const OpenSession> sessions)
{
    std::vector<OpenDevice> devices;
    for (int number = 0; const OpenSession& open : sessions) {
        const auto& own = open.session->devices;
        for (std::size_t place = 0; place < own.size(); ++place)
            devices.push_back({{number, own[place].id}, deviceLabel(own, place), open.fileName()});
        ++number;
    }
    std::map<QString, int> uses;
    for (const OpenDevice& device : devices) ++uses[device.name];
    for (OpenDevice& device : devices)
        device.label = uses[device.name] == 1 ? device.name : QStringLiteral("%1 · %2").arg(device.name, device.label);
    return devices;
}

void addMachine(ChartData& data, std::span<const OpenSession> sessions, const DeviceOfSession& device)
{
    data.devices.clear();
    for (const OpenSession& open : sessions) std::ranges::copy(open.session->devices, std::back_inserter(data.devices));
    const std::vector<OpenDevice> known = openDevices(sessions);
    const auto found = std::ranges::find(known, device, &OpenDevice::device);
    const std::size_t shown = found == known.end() ? 0 : static_cast<std::size_t>(found - known.begin());
    if (!known.empty()) data.device = known[shown].device;
    data.empty_reason = emptyReason(data, sessions);
    if (sessions.empty()) return;
    const OpenSession& open = sessions[static_cast<std::size_t>(data.device.session_number)];
    const core::SessionIndex index(*open.session);
    const auto others = roofsFor(index, data.device.id, open.other_roofs);
    if (!known.empty()) data.roofs = core::machineRoofs(index, data.device.id, open.roof_choice, others);
    data.being_measured = open.being_measured;
    data.title = machineTitle(data.devices, known.empty() ? QString() : known[shown].name, data.roofs);
    data.source = sourceTitle(*open.session, data.roofs);
    data.has_roofs_of_others = showsAnyMeasured(data.roofs, others);
    if (data.has_roofs_of_others)
        data.source += QCoreApplication::translate("app::chart", " · measured roofs of another session");
    data.machine = provenance(data.title, *open.session, data.roofs);
}

ChartData withoutFileNames(ChartData data)
{
    QStringList files;
    for (const KernelRow& row : data.rows) {
        const auto [session, isNew] = data.session_names.try_emplace(
            row.session_number,
            QCoreApplication::translate("app::chart", "session %1").arg(QChar(u'A' + row.session_number)));
        if (!isNew || !row.session) continue;
        for (const core::Source& source : row.session->sources) files << shownText(source.file);
    }
    data.source = without(files, data.source);
    data.machine = without(files, data.machine);
    return data;
}

} // namespace app

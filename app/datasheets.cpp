// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/datasheets.h"

#include "app/open_session.h"
#include "core/import/event_log.h"

#include <QFile>

// Outside any namespace, as Q_INIT_RESOURCE demands; a static library's resources are not registered by themselves.
static void initDeviceResources()
{
    Q_INIT_RESOURCE(devices);
}

namespace app {
namespace {

RoofsByModel readDatasheets()
{
    initDeviceResources();
    QFile file(QStringLiteral(":/devices.ridgepoint.jsonl"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return roofsOf(core::readEventLog(file.readAll().toStdString(), "devices.ridgepoint.jsonl", {}));
}

} // namespace

std::span<const core::Ceiling> datasheetRoofs(const std::string& deviceName)
{
    static const auto roofs = readDatasheets();
    const auto found = roofs.find(core::modelOf(deviceName));
    return found == roofs.end() ? std::span<const core::Ceiling>() : found->second.ceilings;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_session.h"

#include "app/datasheets.h"
#include "core/kernel_name.h"

#include <QFileInfo>

#include <algorithm>
#include <span>
#include <string_view>

namespace app {
namespace {

void add(std::vector<core::Ceiling>& known, std::span<const core::Ceiling> more)
{
    const auto before = known.size();
    const auto isKnown = [&](const core::Ceiling& roof) {
        return std::ranges::any_of(std::span(known).first(before), [&](const core::Ceiling& other) {
            return other.resource == roof.resource && other.origin == roof.origin;
        });
    };
    for (const auto& roof : more)
        if (!isKnown(roof)) known.push_back(roof);
}

bool hasOrigin(const core::Session& session, const std::string& deviceId, core::Origin origin)
{
    return std::ranges::any_of(session.ceilings, [&](const core::Ceiling& own) {
        return own.origin == origin && (own.device_id.empty() || own.device_id == deviceId);
    });
}

} // namespace

QString OpenSession::fileName() const
{
    return QFileInfo(path).fileName();
}

std::string modelOf(const std::string& deviceName)
{
    constexpr std::string_view maker = "NVIDIA ";
    return deviceName.starts_with(maker) ? deviceName.substr(maker.size()) : deviceName;
}

void addRoofs(RoofsByModel& known, const RoofsByModel& more)
{
    for (const auto& [model, ceilings] : more) add(known[model], ceilings);
}

std::vector<core::Ceiling> roofsFor(const core::Session& session, const std::string& deviceId,
                                    const RoofsByModel& others)
{
    std::vector<core::Ceiling> roofs;
    const auto* device = session.device(deviceId);
    if (!device) return roofs;
    for (const auto& key : {device->uuid.value_or(""), modelOf(device->name)})
        if (const auto found = others.find(key); found != others.end()) add(roofs, found->second);
    add(roofs, datasheetRoofs(device->name));
    std::erase_if(roofs, [&](const core::Ceiling& roof) { return hasOrigin(session, deviceId, roof.origin); });
    return roofs;
}

RoofsByModel roofsOf(const core::Session& session)
{
    RoofsByModel roofs;
    for (const auto& ceiling : session.ceilings)
        if (const auto* device = session.device(ceiling.device_id)) roofs[modelOf(device->name)].push_back(ceiling);
    return roofs;
}

core::ListedRoofs listedRoofs(const core::Session& session, core::RoofChoice choice, const RoofsByModel& others)
{
    core::ListedRoofs roofs{.choice = choice};
    for (const auto& device : session.devices) roofs.others[device.id] = roofsFor(session, device.id, others);
    return roofs;
}

core::ListedRoofs listedRoofs(const OpenSession& open)
{
    return listedRoofs(*open.session, open.roof_choice, open.other_roofs);
}

OpenSession analysed(std::shared_ptr<const core::Session> session, const QString& path, core::RoofChoice choice,
                     const RoofsByModel& others)
{
    OpenSession open{.path = path, .session = session, .other_roofs = others, .roof_choice = choice};
    open.analyses.reserve(session->kernels.size());
    const auto roofs = listedRoofs(open);
    for (const auto& kernel : session->kernels) {
        open.analyses.push_back(core::analyse(*session, kernel, choice, roofs.othersOf(kernel.device_id)));
        open.time_s += kernel.duration_s.value_or(0); // a sum over what is known; the row itself shows a dash
    }
    for (const auto& name : core::shortNames(*session)) open.short_names.push_back(QString::fromStdString(name));
    return open;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_session.h"

#include "core/kernel_name.h"

#include <QFileInfo>

namespace app {

QString OpenSession::fileName() const
{
    return QFileInfo(path).fileName();
}

std::span<const core::Ceiling> roofsFor(const core::Session& session, const std::string& deviceId,
                                        const RoofsByModel& others)
{
    const auto* device = session.device(deviceId);
    if (!device || !session.ceilings.empty()) return {};
    const auto found = others.find(device->name);
    return found == others.end() ? std::span<const core::Ceiling>() : found->second;
}

RoofsByModel roofsOf(const core::Session& session)
{
    RoofsByModel roofs;
    for (const auto& ceiling : session.ceilings)
        if (const auto* device = session.device(ceiling.device_id)) roofs[device->name].push_back(ceiling);
    return roofs;
}

core::ListedRoofs listedRoofs(const OpenSession& open)
{
    core::ListedRoofs roofs{.choice = open.roof_choice};
    for (const auto& device : open.session->devices) {
        const auto others = roofsFor(*open.session, device.id, open.other_roofs);
        roofs.others[device.id].assign(others.begin(), others.end());
    }
    return roofs;
}

OpenSession analysed(std::shared_ptr<const core::Session> session, const QString& path, core::RoofChoice choice,
                     const RoofsByModel& others)
{
    OpenSession open{.path = path, .session = session, .other_roofs = others, .roof_choice = choice};
    open.analyses.reserve(session->kernels.size());
    for (const auto& kernel : session->kernels) {
        open.analyses.push_back(core::analyse(*session, kernel, choice, roofsFor(*session, kernel.device_id, others)));
        open.time_s += kernel.duration_s.value_or(0); // a sum over what is known; the row itself shows a dash
    }
    for (const auto& name : core::shortNames(*session)) open.short_names.push_back(QString::fromStdString(name));
    return open;
}

} // namespace app

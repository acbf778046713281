// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_session.h"

#include "app/datasheets.h"
#include "app/shown_text.h"
#include "core/error.h"
#include "core/import/importer.h"
#include "core/kernel_name.h"
#include "core/shown_text.h"

#include <QFileInfo>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <string_view>

namespace app {
namespace {

/// What isn't known of a resource and origin.
void add(std::vector<core::Ceiling>& known, std::span<const core::Ceiling> more)
{
    std::set<std::pair<core::Resource, core::Origin>> before;
    for (const auto& roof : known) before.emplace(roof.resource, roof.origin);
    for (const auto& roof : more)
        if (!before.contains({roof.resource, roof.origin})) known.push_back(roof);
}

std::string_view uuidOf(const core::Device& device)
{
    return device.uuid ? std::string_view(*device.uuid) : std::string_view();
}

/// Whether a roof of another session says nothing beside this one of the session's own.
bool standsFor(const core::Ceiling& own, const core::Ceiling& other)
{
    if (own.origin != other.origin) return false;
    return own.origin != core::Origin::Datasheet || core::roofMatches(own.resource, other.resource);
}

} // namespace

QString OpenSession::fileName() const
{
    return QFileInfo(path).fileName();
}

void addRoofs(RoofsByModel& known, const RoofsByModel& more)
{
    for (const auto& [model, roofs] : more) {
        add(known[model].ceilings, roofs.ceilings);
        if (known[model].curves.empty()) known[model].curves = roofs.curves;
    }
}

RoofsByModel roofsFor(const core::Session& session, const RoofsByModel& known)
{
    RoofsByModel roofs;
    for (const auto& device : session.devices)
        for (const auto key : {uuidOf(device), core::modelOf(device.name)})
            if (const auto found = known.find(key); found != known.end()) roofs.insert(*found);
    return roofs;
}

std::vector<core::Ceiling> roofsFor(const core::SessionIndex& index, const std::string& deviceId,
                                    const RoofsByModel& others)
{
    std::vector<core::Ceiling> roofs;
    const auto* device = index.device(deviceId);
    if (!device) return roofs;
    for (const auto key : {uuidOf(*device), core::modelOf(device->name)})
        if (const auto found = others.find(key); !key.empty() && found != others.end())
            add(roofs, found->second.ceilings);
    add(roofs, datasheetRoofs(device->name));
    const auto own = index.strongestCeilings(deviceId);
    std::erase_if(roofs, [&](const core::Ceiling& roof) {
        return std::ranges::any_of(own, [&](const core::Ceiling* known) { return standsFor(*known, roof); });
    });
    return roofs;
}

RoofsByModel roofsOf(const core::Session& session)
{
    RoofsByModel roofs;
    const core::SessionIndex index(session);
    for (const auto& ceiling : session.ceilings)
        if (const auto* device = index.device(ceiling.device_id))
            roofs[std::string(core::modelOf(device->name))].ceilings.push_back(ceiling);
    for (const auto& curve : session.curves)
        if (const auto* device = index.device(curve.device_id))
            roofs[std::string(core::modelOf(device->name))].curves.push_back(curve);
    return roofs;
}

RoofsByModel roofsFrom(const std::string& file, const core::Session& session)
{
    auto roofs = roofsOf(core::importFile(file));
    const auto isKnown = [&](const core::Device& device) {
        return roofs.contains(std::string(core::modelOf(device.name)));
    };
    if (std::ranges::any_of(session.devices, isKnown)) return roofs;
    const auto wanted = session.devices.empty() ? std::string("an unknown GPU") : session.devices.front().name;
    throw core::Error(file, "holds no roofs of " + core::shownText(wanted));
}

std::span<const core::Curve> curvesFor(const OpenSession& open, const std::string& deviceId)
{
    if (!open.session->curves.empty()) return open.session->curves;
    if (open.other_roofs.empty()) return {};
    const auto* device = open.session->device(deviceId);
    if (!device) return {};
    const auto found = open.other_roofs.find(core::modelOf(device->name));
    return found == open.other_roofs.end() ? std::span<const core::Curve>() : found->second.curves;
}

core::ListedRoofs listedRoofs(const core::Session& session, core::RoofChoice choice, const RoofsByModel& others)
{
    core::ListedRoofs roofs{.choice = choice};
    const core::SessionIndex index(session);
    for (const auto& device : session.devices) roofs.others[device.id] = roofsFor(index, device.id, others);
    return roofs;
}

core::ListedRoofs listedRoofs(const OpenSession& open)
{
    return listedRoofs(*open.session, open.roof_choice, open.other_roofs);
}

std::vector<core::KernelAnalysis> analysesOf(const core::Session& session, std::span<const std::uint32_t> places,
                                             const core::ListedRoofs& roofs, const std::stop_token& stop)
{
    const core::SessionIndex index(session);
    auto others = roofs.others;
    for (auto& [id, ceilings] : others) ceilings = core::strongest(std::span<const core::Ceiling>(ceilings));
    std::vector<core::KernelAnalysis> analyses;
    analyses.reserve(places.size());
    for (const auto place : places) {
        if (stop.stop_requested()) throw core::Error("Analysing was cancelled.");
        const auto& kernel = session.kernels[place];
        analyses.push_back(core::analyse(index, kernel, roofs.choice, others[kernel.device_id]));
    }
    return analyses;
}

OpenSession analysed(std::shared_ptr<const core::Session> session, const QString& path, core::RoofChoice choice,
                     const RoofsByModel& others, const std::stop_token& stop)
{
    OpenSession open{
        .path = path, .session = session, .other_roofs = roofsFor(*session, others), .roof_choice = choice};
    std::vector<std::uint32_t> places(session->kernels.size());
    std::iota(places.begin(), places.end(), 0U);
    open.analyses = analysesOf(*session, places, listedRoofs(open), stop);
    for (const auto& kernel : session->kernels)
        open.time_s += kernel.duration_s.value_or(0); // a sum over what is known; the row itself shows a dash
    for (const auto& name : core::shortNames(*session)) open.short_names.push_back(shownText(name));
    return open;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remembered_roofs.h"

#include "core/error.h"
#include "core/import/importer.h"

#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace app {
namespace {

constexpr double worthTellingRatio = 0.03;

/// What a roof is compared by: power moves the clock of the pipes from run to run, so that they are held to one clock.
double comparable(const core::Ceiling& ceiling)
{
    using Kind = core::ResourceKind;
    const bool isOfSm = ceiling.resource.kind == Kind::L1 || ceiling.resource.kind == Kind::Shared;
    return core::isMemory(ceiling.resource) && !isOfSm ? ceiling.rate_per_s
                                                       : ceiling.rate_per_s / ceiling.sm_clock_hz.value_or(1);
}

const core::Ceiling* same(const core::Session& session, const core::Ceiling& wanted)
{
    const auto found = std::ranges::find_if(session.ceilings, [&](const core::Ceiling& ceiling) {
        return ceiling.resource == wanted.resource && ceiling.access_mix == wanted.access_mix &&
               ceiling.sm_clock_hz.has_value() == wanted.sm_clock_hz.has_value();
    });
    return found == session.ceilings.end() ? nullptr : &*found;
}

} // namespace

QString defaultMeasuredFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/measured");
}

std::vector<RememberedSession> rememberedSessions(const QString& folder, const std::stop_token& stop)
{
    std::vector<RememberedSession> sessions;
    const QDir files(folder);
    for (const auto& name : files.entryList({QStringLiteral("*.ridgepoint.jsonl")}, QDir::Files, QDir::Time)) {
        if (stop.stop_requested()) break;
        const auto path = files.filePath(name);
        try {
            auto session = std::make_shared<core::Session>(core::importFile(path.toStdString()));
            if (bringsRoofs(*session)) sessions.push_back({path, std::move(session)});
        } catch (const core::Error&) { // someone else's file, or one cut before its first roof
        }
    }
    return sessions;
}

namespace {

/// A resource of a GPU model.
using RoofKey = std::pair<std::string, core::Resource>;

RoofKey keyOf(const core::Session& session, const core::Ceiling& ceiling)
{
    const auto* device = session.device(ceiling.device_id);
    return {device ? std::string(core::modelOf(device->name)) : std::string(), ceiling.resource};
}

/// How many roofs of each there are in a session: DRAM's are one for each access mix.
std::map<RoofKey, std::size_t> roofCounts(const core::Session& session)
{
    std::map<RoofKey, std::size_t> counts;
    for (const auto& ceiling : session.ceilings) ++counts[keyOf(session, ceiling)];
    return counts;
}

/// Without what another session knows more of: a run of a few items alone doesn't hide yesterday's whole one.
core::Session withoutPartial(core::Session session, const std::map<RoofKey, std::size_t>& most)
{
    const auto own = roofCounts(session);
    std::erase_if(session.ceilings, [&](const core::Ceiling& ceiling) {
        const auto key = keyOf(session, ceiling);
        return own.at(key) < most.at(key);
    });
    return session;
}

} // namespace

RoofsByModel roofsOf(const std::vector<RememberedSession>& remembered)
{
    std::map<RoofKey, std::size_t> most;
    for (const auto& [path, session] : remembered)
        for (const auto& [key, count] : roofCounts(*session)) most[key] = std::max(most[key], count);
    RoofsByModel roofs;
    for (const auto& [path, session] : remembered) {
        const auto own = roofsOf(withoutPartial(*session, most));
        for (const auto& device : session->devices)
            if (const auto found = own.find(core::modelOf(device.name)); device.uuid && found != own.end())
                addRoofs(roofs, {{*device.uuid, found->second}});
        addRoofs(roofs, own);
    }
    return roofs;
}

bool bringsRoofs(const core::Session& session)
{
    return !session.ceilings.empty() || !session.curves.empty();
}

QString measuredName(const core::Session& session, const QString& what)
{
    auto name = session.devices.empty() ? QStringLiteral("GPU") : QString::fromStdString(session.devices.front().name);
    for (QChar& letter : name)
        if (!letter.isLetterOrNumber() && letter != u'-') letter = u' ';
    const auto now = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HHmmss"));
    return QStringLiteral("%1 %2 %3").arg(name.simplified(), what, now).simplified();
}

std::optional<RoofChange> largestChange(const core::Session& before, const core::Session& now)
{
    std::optional<RoofChange> largest;
    for (const auto& ceiling : now.ceilings) {
        const auto* old = same(before, ceiling);
        if (!old) continue;
        const double ratio = comparable(ceiling) / comparable(*old);
        if (std::abs(ratio - 1) <= worthTellingRatio) continue;
        if (!largest || std::abs(std::log(ratio)) > std::abs(std::log(largest->ratio)))
            largest = RoofChange{*old, ceiling, ratio};
    }
    return largest;
}

const RememberedSession* lastOf(const std::vector<RememberedSession>& remembered, const core::Session& session,
                                const QString& path)
{
    if (session.devices.empty() || !session.devices.front().uuid) return nullptr;
    const auto found = std::ranges::find_if(remembered, [&](const RememberedSession& kept) {
        return kept.path != path && kept.session->devices.size() == 1 &&
               kept.session->devices.front().uuid == session.devices.front().uuid;
    });
    return found == remembered.end() ? nullptr : &*found;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remembered_roofs.h"

#include "core/error.h"
#include "core/import/importer.h"

#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>

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

std::vector<RememberedSession> rememberedSessions(const QString& folder)
{
    std::vector<RememberedSession> sessions;
    const QDir files(folder);
    for (const auto& name : files.entryList({QStringLiteral("*.ridgepoint.jsonl")}, QDir::Files, QDir::Time)) {
        const auto path = files.filePath(name);
        try {
            auto session = std::make_shared<core::Session>(core::importFile(path.toStdString()));
            if (!session->ceilings.empty()) sessions.push_back({path, std::move(session)});
        } catch (const core::Error&) { // someone else's file, or one cut before its first roof
        }
    }
    return sessions;
}

RoofsByModel roofsOf(const std::vector<RememberedSession>& remembered)
{
    RoofsByModel roofs;
    for (const auto& [path, session] : remembered) {
        const auto own = roofsOf(*session);
        for (const auto& device : session->devices)
            if (const auto found = own.find(modelOf(device.name)); device.uuid && found != own.end())
                addRoofs(roofs, {{*device.uuid, found->second}});
        addRoofs(roofs, own);
    }
    return roofs;
}

QString measuredFileName(const core::Session& session)
{
    auto name = session.devices.empty() ? QStringLiteral("GPU") : QString::fromStdString(session.devices.front().name);
    for (QChar& letter : name)
        if (!letter.isLetterOrNumber() && letter != u'-') letter = u' ';
    const auto now = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HHmmss"));
    return QStringLiteral("%1 %2.ridgepoint.jsonl").arg(name.simplified(), now);
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

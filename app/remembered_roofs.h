// SPDX-License-Identifier: GPL-3.0-or-later
// Measured sessions that are kept in a folder: their roofs serve every report of the same GPU.
#pragma once

#include "app/open_session.h"

#include <QString>

#include <optional>
#include <stop_token>
#include <vector>

namespace app {

/// One of the kept sessions.
struct RememberedSession {
    QString path;
    std::shared_ptr<const core::Session> session;
};

/// Where they are kept unless the settings name a folder.
QString defaultMeasuredFolder();

/// All sessions of a folder that bring roofs, the newest first. What can't be read is left out: it may be anything.
/// stop: asked before each file.
std::vector<RememberedSession> rememberedSessions(const QString& folder, const std::stop_token& stop = {});

/// By UUID and by model: of each resource the newest session's among those that have most roofs of it.
RoofsByModel roofsOf(const std::vector<RememberedSession>& remembered);

/// Whether a session is worth remembering for the GPU's roofs.
bool bringsRoofs(const core::Session& session);

/// The name under which a session that is being measured will be kept: "NVIDIA H200 2026-11-30 180405"; what: a word
/// after the GPU's name, or empty.
QString measuredName(const core::Session& session, const QString& what);

/// The roof that moved most between two sessions of one GPU, if by more than 3 %: at the same clock where it follows
/// the SM clock.
struct RoofChange {
    core::Ceiling before;
    core::Ceiling now;
    double ratio = 1; ///< now over before
};
std::optional<RoofChange> largestChange(const core::Session& before, const core::Session& now);

/// The newest session of the same GPU but this one itself; nullptr without one.
const RememberedSession* lastOf(const std::vector<RememberedSession>& remembered, const core::Session& session,
                                const QString& path);

} // namespace app

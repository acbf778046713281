// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_session.h"

#include "core/kernel_name.h"

#include <QFileInfo>

namespace app {

QString OpenSession::fileName() const
{
    return QFileInfo(path).fileName();
}

OpenSession analysed(std::shared_ptr<const core::Session> session, const QString& path, core::RoofChoice choice)
{
    OpenSession open{.path = path, .session = session};
    open.analyses.reserve(session->kernels.size());
    for (const auto& kernel : session->kernels) {
        open.analyses.push_back(core::analyse(*session, kernel, choice));
        open.time_s += kernel.duration_s.value_or(0); // a sum over what is known; the row itself shows a dash
    }
    for (const auto& name : core::shortNames(*session)) open.short_names.push_back(QString::fromStdString(name));
    return open;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/save_file.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

#include <cerrno>
#include <system_error>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::saveFile", text);
}

} // namespace

std::optional<std::string> systemReason(int error)
{
    if (error == 0) return std::nullopt;
    return error == ENOSPC ? "the disk is full" : std::generic_category().message(error);
}

/// QSaveFile says "Unknown error" where the disk is full (Qt 6.4): errno knows better.
QString saveFile(const QString& path, const std::string& content)
{
    QSaveFile file(path);
    const auto size = static_cast<qint64>(content.size());
    errno = 0;
    if (file.open(QIODevice::WriteOnly) && file.write(content.data(), size) == size && file.commit()) return {};
    const auto reason = systemReason(errno);
    const QFileInfo info(path);
    const auto problem =
        tr("%1 couldn't be saved in %2: %3.")
            .arg(info.fileName(), info.absolutePath(), reason ? QString::fromStdString(*reason) : file.errorString());
    return info.exists() ? problem + u' ' + tr("The file of this name is as it was.") : problem;
}

} // namespace app

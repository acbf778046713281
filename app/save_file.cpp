// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/save_file.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <cerrno>
#include <filesystem>
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

/// QSaveFile puts a new file in the place of whatever has the name: a device or a pipe would be gone.
QString saveRefusal(const QString& path, const QStringList& open)
{
    const QFileInfo target(path);
    if (target.isDir()) return tr("%1 is a folder; add a file name.").arg(path);
    if (target.exists() && !target.isFile()) return tr("%1 isn't a regular file; choose another name.").arg(path);
    const auto isTarget = [&](const QString& file) {
        std::error_code unknown; // one of the two isn't there: then they are not the same
        return std::filesystem::equivalent(path.toStdString(), file.toStdString(), unknown);
    };
    if (std::ranges::any_of(open, isTarget))
        return tr("%1 is an open report or session and isn't replaced; choose another name.").arg(path);
    return {};
}

/// QSaveFile says "Unknown error" where the disk is full (Qt 6.4): errno knows better.
QString saveFile(const QString& path, const std::string& content, const QStringList& open)
{
    if (auto refusal = saveRefusal(path, open); !refusal.isEmpty()) return refusal;
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

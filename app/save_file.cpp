// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/save_file.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::saveFile", text);
}

} // namespace

QString saveFile(const QString& path, const std::string& content)
{
    QSaveFile file(path);
    const auto size = static_cast<qint64>(content.size());
    if (file.open(QIODevice::WriteOnly) && file.write(content.data(), size) == size && file.commit()) return {};
    const QFileInfo info(path);
    const auto problem =
        tr("%1 couldn't be saved in %2: %3.").arg(info.fileName(), info.absolutePath(), file.errorString());
    return info.exists() ? problem + u' ' + tr("The file of this name is as it was.") : problem;
}

} // namespace app

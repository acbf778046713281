// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sample.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

namespace app {

QString samplePath()
{
    const QStringList folders{
        QCoreApplication::applicationDirPath() + QStringLiteral("/../share/ridgepoint/samples"),
        QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources/samples"), // run from a build folder
    };
    for (const auto& folder : folders)
        for (const auto& name : {"torch_roofline.ncu-rep", "torch_roofline.ncu-rep.xz"}) {
            const QFileInfo file(folder + u'/' + QLatin1String(name));
            if (file.exists()) return file.canonicalFilePath();
        }
    return {};
}

} // namespace app

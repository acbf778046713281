// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sample.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

namespace app {

QString samplePath(Sample sample)
{
    const QStringList folders{
        QCoreApplication::applicationDirPath() + QStringLiteral("/../share/ridgepoint/samples"),
        QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources/samples"), // run from a build folder
    };
    const auto stem =
        sample == Sample::Report ? QStringLiteral("torch_roofline.ncu-rep") : QStringLiteral("h200.ridgepoint.jsonl");
    for (const auto& folder : folders)
        for (const auto* suffix : {"", ".xz"}) {
            const QFileInfo file(folder + u'/' + stem + QLatin1String(suffix));
            if (file.exists()) return file.canonicalFilePath();
        }
    return {};
}

} // namespace app

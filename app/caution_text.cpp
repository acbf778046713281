// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/caution_text.h"

#include "app/format.h"

#include <QCoreApplication>

namespace app {

QStringList cautionTexts(const KernelRow& row)
{
    QStringList texts;
    for (const auto& [caution, launches] : row.cautions) {
        const auto sentence = QCoreApplication::translate("app::cautions", core::cautionText(caution).data());
        if (!row.isGroup()) {
            texts << sentence;
            continue;
        }
        //: a sentence, and of how many launches it is true
        texts << QCoreApplication::translate("app::cautions", "%1 (%2 of %3 launches)")
                     .arg(sentence, count(launches), count(static_cast<double>(row.launches.size())));
    }
    return texts;
}

} // namespace app

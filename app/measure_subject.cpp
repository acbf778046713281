// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/measure_subject.h"

#include <QCoreApplication>

namespace app {
namespace {

std::size_t measuredPoints(const core::Session& session)
{
    std::size_t points = 0;
    for (const auto& curve : session.curves)
        if (!curve.experiment.empty() && curve.origin == core::Origin::Measured) points += curve.x.size();
    return points;
}

constexpr SubjectRow rows[] = {
    {.command = "ceilings",
     .file_word = "",
     .results_come_later = false,
     .results = [](const core::Session& session) { return session.ceilings.size(); },
     .title = QT_TRANSLATE_NOOP("app::subject", "Measuring roofs"),
     .question = QT_TRANSLATE_NOOP("app::subject", "Roofs are being measured."),
     .refused = QT_TRANSLATE_NOOP("app::subject", "Roofs can't be measured: %1."),
     .one = QT_TRANSLATE_NOOP("app::subject", "1 roof"),
     .many = QT_TRANSLATE_NOOP("app::subject", "%1 roofs"),
     .one_kept = QT_TRANSLATE_NOOP("app::subject", "1 roof is kept."),
     .many_kept = QT_TRANSLATE_NOOP("app::subject", "%1 roofs are kept."),
     .one_open = QT_TRANSLATE_NOOP("app::subject", "1 roof is open, not saved: File > Save session as… keeps it."),
     .many_open =
         QT_TRANSLATE_NOOP("app::subject", "%1 roofs are open, not saved: File > Save session as… keeps them."),
     .saved = QT_TRANSLATE_NOOP("app::subject", ", saved for this GPU.")},
    {.command = "kernels",
     .file_word = "kernels",
     .results_come_later = true,
     .results = [](const core::Session& session) { return session.kernels.size(); },
     .title = QT_TRANSLATE_NOOP("app::subject", "Measuring kernels"),
     .question = QT_TRANSLATE_NOOP("app::subject", "Kernels of the library are being measured."),
     .refused = QT_TRANSLATE_NOOP("app::subject", "Kernels can't be measured: %1."),
     .one = QT_TRANSLATE_NOOP("app::subject", "1 kernel"),
     .many = QT_TRANSLATE_NOOP("app::subject", "%1 kernels"),
     .one_kept = QT_TRANSLATE_NOOP("app::subject", "1 kernel is kept."),
     .many_kept = QT_TRANSLATE_NOOP("app::subject", "%1 kernels are kept."),
     .one_open = QT_TRANSLATE_NOOP("app::subject", "1 kernel is open, not saved: File > Save session as… keeps it."),
     .many_open =
         QT_TRANSLATE_NOOP("app::subject", "%1 kernels are open, not saved: File > Save session as… keeps them."),
     .saved = QT_TRANSLATE_NOOP("app::subject", ", their results checked; saved.")},
    {.command = "experiments",
     .file_word = "experiments",
     .results_come_later = false,
     .results = measuredPoints,
     .title = QT_TRANSLATE_NOOP("app::subject", "Measuring experiments"),
     .question = QT_TRANSLATE_NOOP("app::subject", "Experiments are being measured."),
     .refused = QT_TRANSLATE_NOOP("app::subject", "Experiments can't be measured: %1."),
     .one = QT_TRANSLATE_NOOP("app::subject", "1 point"),
     .many = QT_TRANSLATE_NOOP("app::subject", "%1 points"),
     .one_kept = QT_TRANSLATE_NOOP("app::subject", "1 point is kept: no curve yet."),
     .many_kept = QT_TRANSLATE_NOOP("app::subject", "%1 points are kept."),
     .one_open = QT_TRANSLATE_NOOP("app::subject", "1 point is open, not saved: File > Save session as… keeps it."),
     .many_open =
         QT_TRANSLATE_NOOP("app::subject", "%1 points are open, not saved: File > Save session as… keeps them."),
     .saved = QT_TRANSLATE_NOOP("app::subject", ", their results checked; saved.")},
};

} // namespace

const SubjectRow& rowOf(Subject subject)
{
    return rows[static_cast<std::size_t>(subject)];
}

QString words(const char* sourceText)
{
    return QCoreApplication::translate("app::subject", sourceText);
}

} // namespace app

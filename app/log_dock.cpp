// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log_dock.h"

#include "app/format.h"
#include "app/launch_counts.h"
#include "app/shown_text.h"
#include "app/text_style.h"
#include "core/caution.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QTime>

#include <map>

namespace app {

QStringList logOf(const OpenSession& open)
{
    const auto& session = *open.session;
    const auto all = launchesText(static_cast<double>(session.kernels.size()));
    QStringList lines{LogDock::tr("read: %1, %2 on the GPU").arg(all, duration(open.time_s))};
    if (const auto roofs = session.ceilings.size(); roofs > 0)
        lines << counted(static_cast<double>(roofs), LogDock::tr("1 roof for this GPU"),
                         LogDock::tr("%1 roofs for this GPU"));
    for (const auto& note : session.notes) lines << shownText(note);
    std::map<core::Caution, int> launches;
    for (std::size_t place = 0; place < session.kernels.size(); ++place)
        for (const auto caution : core::cautions(session, session.kernels[place], open.analyses[place]))
            ++launches[caution];
    for (const auto& [caution, number] : launches)
        lines << LogDock::tr("%1 of %2: %3")
                     .arg(count(number), all,
                          QCoreApplication::translate("app::WarningsPanel", core::cautionText(caution).data()));
    return lines;
}

LogDock::LogDock(QWidget* parent) : QDockWidget(tr("Log"), parent), m_text(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("log"));
    setAllowedAreas(Qt::BottomDockWidgetArea);
    m_text->setReadOnly(true);
    m_text->setFont(textFont(TextRole::Mono));
    m_text->setAccessibleName(tr("Log"));
    constexpr int lines = 10'000;
    m_text->setMaximumBlockCount(lines);
    setWidget(m_text);
    hide();
}

void LogDock::append(const QString& path, const QStringList& lines)
{
    const auto time = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
    if (lines.isEmpty()) return;
    const auto head = time + u' ' + QFileInfo(path).fileName() + QStringLiteral(": ");
    m_text->appendPlainText(head + lines.join(QStringLiteral("\n         ")));
}

QString LogDock::text() const
{
    return m_text->toPlainText();
}

} // namespace app

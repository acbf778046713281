// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log_dock.h"

#include "app/format.h"
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
    QStringList lines{
        LogDock::tr("read: %1 launches, %2 on the GPU").arg(session.kernels.size()).arg(duration(open.time_s))};
    if (!session.ceilings.empty()) lines << LogDock::tr("%1 roofs for this GPU").arg(session.ceilings.size());
    for (const auto& note : session.notes) lines << shownText(note);
    std::map<core::Caution, int> launches;
    for (std::size_t place = 0; place < session.kernels.size(); ++place)
        for (const auto caution : core::cautions(session, session.kernels[place], open.analyses[place]))
            ++launches[caution];
    for (const auto& [caution, count] : launches)
        lines << LogDock::tr("%1 of %2 launches: %3")
                     .arg(count)
                     .arg(session.kernels.size())
                     .arg(QCoreApplication::translate("app::WarningsPanel", core::cautionText(caution).data()));
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
    auto before = time + u' ' + QFileInfo(path).fileName() + QStringLiteral(": ");
    for (const auto& line : lines) {
        m_text->appendPlainText(before + line);
        before = QStringLiteral("         ");
    }
}

QString LogDock::text() const
{
    return m_text->toPlainText();
}

} // namespace app

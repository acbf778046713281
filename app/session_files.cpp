// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_files.h"

#include "app/missing_data.h"
#include "core/event.h"

#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <sstream>

namespace app {
namespace {

bool makesAPoint(const core::KernelAnalysis& analysis)
{
    return !analysis.points.empty() || !analysis.strip.empty();
}

} // namespace

SessionFiles::SessionFiles(SessionModel& model, BannerArea& banners, QObject* parent)
    : QObject(parent), m_model(model), m_banners(banners)
{
    connect(&m_loader, &FileLoader::loaded, this, &SessionFiles::take);
    connect(&m_loader, &FileLoader::failed, this, &SessionFiles::showProblem);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &SessionFiles::offerReload);
}

void SessionFiles::open(const QStringList& paths)
{
    for (const auto& given : paths) {
        const auto path = QFileInfo(given).absoluteFilePath();
        m_banners.remove(path);
        m_loader.load(path, m_roofs);
    }
}

void SessionFiles::reload()
{
    QStringList paths;
    for (const auto& open : m_model.sessions()) paths << open.path;
    open(paths);
}

void SessionFiles::close()
{
    const auto sessions = m_model.sessions();
    if (sessions.empty()) return;
    const auto path = sessions.back().path;
    m_watcher.removePath(path);
    m_banners.remove(path);
    m_model.close(static_cast<int>(sessions.size()) - 1);
    emit changed();
}

void SessionFiles::setRoofs(core::RoofChoice choice)
{
    if (choice == m_roofs) return;
    m_roofs = choice;
    for (int number = 0; number < static_cast<int>(m_model.sessions().size()); ++number) {
        const auto& open = m_model.sessions()[static_cast<std::size_t>(number)];
        m_model.replace(number, analysed(open.session, open.path, choice));
    }
    emit changed();
}

void SessionFiles::take(const OpenSession& session)
{
    const auto sessions = m_model.sessions();
    const auto known = std::ranges::find(sessions, session.path, &OpenSession::path);
    if (known == sessions.end())
        m_model.add(session);
    else
        m_model.replace(static_cast<int>(known - sessions.begin()), session);
    m_banners.remove(session.path);
    m_watcher.addPath(session.path);

    QStringList notes;
    for (const auto& note : session.session->notes) notes << QString::fromStdString(note);
    if (!session.analyses.empty() && std::ranges::none_of(session.analyses, makesAPoint))
        notes << tr("%1 launches of %2, no counters that make a point. They are in the table. To draw them: %3")
                     .arg(session.analyses.size())
                     .arg(session.fileName(), missing("flop").command);
    if (!notes.isEmpty()) m_banners.showBanner({session.path, BannerKind::Warning, notes.join(u'\n')});
    emit opened(session.path);
    emit changed();
}

/// An empty message: the user cancelled.
void SessionFiles::showProblem(const QString& path, const QString& message)
{
    if (!message.isEmpty()) m_banners.showBanner({path, BannerKind::Error, message});
    emit changed();
}

/// Programs that replace a file take it away first: the watcher forgets it, so it is added again.
void SessionFiles::offerReload(const QString& path)
{
    if (QFileInfo::exists(path)) m_watcher.addPath(path);
    m_banners.showBanner({path,
                          BannerKind::Note,
                          tr("%1 was written again.").arg(QFileInfo(path).fileName()),
                          {{tr("Reload"), [this, path] { open({path}); }}}});
}

bool SessionFiles::save(const QString& path)
{
    const auto sessions = m_model.sessions();
    if (sessions.empty()) return false;
    std::ostringstream lines;
    core::writeSession(lines, *sessions.back().session);
    QSaveFile file(path);
    const auto text = lines.str();
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) >= 0 &&
        file.commit())
        return true;
    showProblem(path, tr("%1 couldn't be saved: %2.").arg(QFileInfo(path).fileName(), file.errorString()));
    return false;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_files.h"

#include "app/kernel_entries.h"
#include "app/log_dock.h"
#include "app/no_points.h"
#include "app/save_file.h"
#include "app/shown_text.h"
#include "core/error.h"
#include "core/event.h"
#include "core/roof_candidates.h"

#include <QFileInfo>

#include <algorithm>
#include <sstream>

namespace app {
namespace {

/// Keys of a file's banners beside that of its notes, which has the path itself.
QString replayKey(const QString& path)
{
    return path + QStringLiteral("#replay");
}

QString lostKey(const QString& path)
{
    return path + QStringLiteral("#lost");
}

QString roofsKey(const QString& path)
{
    return path + QStringLiteral("#roofs");
}

QString judgedKey(const QString& path)
{
    return path + QStringLiteral("#judged");
}

/// Those that a file gives rise to whenever it is read. What was lost is told until the user has it read again.
QStringList bannersOfReading(const QString& path)
{
    return {path, replayKey(path), roofsKey(path), judgedKey(path)};
}

/// The day of the measured roofs that a report's kernels are judged by and that come from elsewhere; empty where they
/// have no date, none where there are no such roofs.
std::optional<QString> measuredElsewhere(const OpenSession& open)
{
    if (open.session->kernels.empty()) return std::nullopt;
    for (const auto& [id, roofs] : listedRoofs(open).others)
        for (const auto& roof : roofs)
            if (roof.origin == core::Origin::Measured && core::isChosen(roof.origin, open.roof_choice))
                return QString::fromStdString(roof.date).left(10);
    return std::nullopt;
}

/// What is in memory, with a note on what isn't.
core::Session withoutReader(core::Session session)
{
    session.counter_reader.reset();
    session.notes.push_back("Saved with the counters that the figures use, without the others: the report was gone, "
                            "or had been changed.");
    return session;
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
        m_banners.remove(lostKey(path));
        m_loader.load(path, m_roofs, knownRoofs());
    }
}

void SessionFiles::reload()
{
    open(paths());
}

QStringList SessionFiles::paths() const
{
    QStringList paths;
    for (const auto& open : m_model.sessions()) paths << open.path;
    return paths;
}

void SessionFiles::close(const QString& path)
{
    const auto sessions = m_model.sessions();
    const auto found = std::ranges::find(sessions, path, &OpenSession::path);
    if (found != sessions.end()) close(static_cast<int>(found - sessions.begin()));
}

void SessionFiles::close(int number)
{
    const auto path = m_model.sessions()[static_cast<std::size_t>(number)].path;
    m_loader.cancel(path); // a reload under way would bring it back
    m_watcher.removePath(path);
    removeBanners(path);
    m_savePaths.erase(path);
    m_model.close(number);
    analyseAnew();
    emit changed();
}

void SessionFiles::setRoofs(core::RoofChoice choice)
{
    m_roofs = choice;
    if (analyseAnew()) emit changed();
}

void SessionFiles::openRoofs(const QString& path)
{
    m_roofsWanted = QFileInfo(path).absoluteFilePath();
    m_banners.remove(m_roofsWanted);
    m_loader.load(m_roofsWanted, m_roofs);
}

void SessionFiles::put(const QString& path, const core::Session& session,
                       const std::optional<core::Ceiling>& beingMeasured)
{
    m_watcher.removePath(path); // what we write ourselves is no news
    auto open = analysed(std::make_shared<const core::Session>(session), path, m_roofs, knownRoofs());
    open.being_measured = beingMeasured;
    if (const auto number = numberOf(path))
        m_model.replace(*number, std::move(open));
    else
        m_model.add(std::move(open));
    emit changed();
}

bool SessionFiles::keep(const QString& path)
{
    const auto number = numberOf(path);
    if (!number || !save(*number, path)) return false;
    m_watcher.addPath(path);
    return true;
}

void SessionFiles::setRemembered(RoofsByModel roofs, Telling telling)
{
    m_remembered = std::move(roofs);
    if (analyseAnew(telling)) emit changed();
}

std::optional<int> SessionFiles::numberOf(const QString& path) const
{
    const auto sessions = m_model.sessions();
    const auto found = std::ranges::find(sessions, path, &OpenSession::path);
    return found == sessions.end() ? std::nullopt : std::optional(static_cast<int>(found - sessions.begin()));
}

/// Of all open sessions, then of those measured earlier; where several know a roof of a model that of the file
/// that was asked for, else the first's.
RoofsByModel SessionFiles::knownRoofs() const
{
    auto roofs = m_roofSession ? roofsOf(*m_roofSession) : RoofsByModel();
    for (const auto& open : m_model.sessions()) addRoofs(roofs, roofsOf(*open.session));
    addRoofs(roofs, m_remembered);
    return roofs;
}

/// Those sessions whose analyses stand on other roofs than the present ones; whether there were any.
bool SessionFiles::analyseAnew(Telling telling)
{
    const auto roofs = knownRoofs();
    bool any = false;
    for (int number = 0; number < static_cast<int>(m_model.sessions().size()); ++number) {
        const auto& open = m_model.sessions()[static_cast<std::size_t>(number)];
        if (open.roof_choice == m_roofs && open.other_roofs == roofsFor(*open.session, roofs)) continue;
        auto anew = analysed(open.session, open.path, m_roofs, roofs);
        anew.as_read = open.as_read;
        if (telling == Telling::Banner) showJudgedAnew(open, anew);
        m_model.replace(number, std::move(anew));
        any = true;
    }
    for (const auto& open : m_model.sessions()) showLackOfRoofs(open);
    return any;
}

void SessionFiles::takeRoofs(const OpenSession& session)
{
    m_roofsWanted.clear();
    if (roofsOf(*session.session).empty())
        return showProblem(
            session.path,
            tr("%1 holds no roofs of a GPU. Choose a session with measured roofs.").arg(session.fileName()));
    m_roofSession = session.session;
    emit reported(session.path, logOf(session));
    analyseAnew();
    emit changed();
}

void SessionFiles::take(const OpenSession& session)
{
    if (session.path == m_roofsWanted) return takeRoofs(session);
    for (const auto& key : bannersOfReading(session.path)) m_banners.remove(key);
    if (const auto number = numberOf(session.path)) {
        auto [open, lost] = withEntriesOf(m_model.sessions()[static_cast<std::size_t>(*number)], session);
        m_model.replace(*number, std::move(open));
        showLost(session, lost);
    } else {
        m_model.add(session);
    }
    analyseAnew();
    m_watcher.addPath(session.path);
    showNotes(session);
    emit opened(session.path);
    emit reported(session.path, logOf(session));
    emit changed();
}

QStringList SessionFiles::shortened(QStringList notes)
{
    constexpr qsizetype most = 6; // a banner leaves room for what it is about
    if (notes.size() <= most) return notes;
    const auto more = notes.size() - (most - 1);
    notes.resize(most - 1);
    return notes << tr("%1 more notes: View > Log has them all.").arg(more);
}

void SessionFiles::showNotes(const OpenSession& session)
{
    QStringList notes;
    for (const auto& note : session.session->notes) notes << shownText(note);
    if (const auto nothing = nothingToDrawText(session); !nothing.isEmpty()) notes << nothing;
    if (!notes.isEmpty()) m_banners.showBanner({session.path, BannerKind::Warning, shortened(notes).join(u'\n')});
    const auto meaningless = meaninglessText(*session.session);
    if (meaningless.isEmpty() || m_drawsMeaningless) return;
    const auto draw = [this, key = replayKey(session.path)] {
        m_drawsMeaningless = true;
        m_banners.remove(key);
        emit drawAnywayWanted();
    };
    m_banners.showBanner({replayKey(session.path), BannerKind::Warning, meaningless, {{tr("Draw anyway"), draw}}});
}

/// Names and figures of kernels that the file doesn't hold any more.
void SessionFiles::showLost(const OpenSession& session, const std::vector<std::string>& names)
{
    if (names.empty()) return;
    QStringList lines{
        tr("%1 has changed: what you entered for these kernels has no place in it now.").arg(session.fileName())};
    for (const auto& name : names) lines << shownText(name);
    m_banners.showBanner({lostKey(session.path), BannerKind::Warning, shortened(lines).join(u'\n')});
    emit reported(session.path, lines);
}

void SessionFiles::showLackOfRoofs(const OpenSession& session)
{
    const auto text = noRoofsText(session);
    const auto key = roofsKey(session.path);
    if (text.isEmpty()) return m_banners.remove(key);
    m_banners.showBanner(
        {key, BannerKind::Warning, text, {{tr("Roofs from…"), [this] { emit roofsFromFileWanted(); }}}});
}

/// Other roofs came while a report was open: its efficiencies changed, and nobody touched it.
void SessionFiles::showJudgedAnew(const OpenSession& before, const OpenSession& now)
{
    const auto measured = measuredElsewhere(now);
    if (!measured) return m_banners.remove(judgedKey(now.path));
    if (measured == measuredElsewhere(before) || before.roof_choice != now.roof_choice) return;
    const auto roofs = measured->isEmpty() ? tr("the roofs measured on their GPU model")
                                           : tr("the roofs measured on %1").arg(*measured);
    m_banners.showBanner({judgedKey(now.path),
                          BannerKind::Note,
                          tr("Kernels of %1 are now judged by %2.").arg(now.fileName(), roofs),
                          {{tr("Use computed"), [this] { emit computedRoofsWanted(); }}}});
}

void SessionFiles::removeBanners(const QString& path)
{
    for (const auto& key : bannersOfReading(path)) m_banners.remove(key);
    m_banners.remove(lostKey(path));
}

/// An empty message: the user cancelled.
void SessionFiles::showProblem(const QString& path, const QString& message)
{
    if (path == m_roofsWanted) m_roofsWanted.clear();
    if (!message.isEmpty()) {
        m_banners.showBanner({path, BannerKind::Error, message});
        emit reported(path, {message});
    }
    emit changed();
}

/// Programs that replace a file take it away first: the watcher forgets it, so it is added again.
void SessionFiles::offerReload(const QString& path)
{
    const auto name = QFileInfo(path).fileName();
    if (!QFileInfo::exists(path)) {
        m_banners.showBanner(
            {path, BannerKind::Note, tr("%1 was deleted or moved. What was read of it stays open.").arg(name)});
        return;
    }
    m_watcher.addPath(path);
    if (m_loader.isReading(path)) // what is being read is old already, perhaps
        return m_loader.load(path, m_roofs, knownRoofs());
    m_banners.showBanner({path, BannerKind::Note, tr("%1 was written again.").arg(name), {{tr("Reload"), [this, path] {
                                                                                               open({path});
                                                                                           }}}});
}

QString SessionFiles::savePath(int number) const
{
    const auto found = m_savePaths.find(m_model.sessions()[static_cast<std::size_t>(number)].path);
    return found == m_savePaths.end() ? QString() : found->second;
}

bool SessionFiles::save(int number, const QString& path)
{
    const auto& open = m_model.sessions()[static_cast<std::size_t>(number)];
    auto others = paths();
    if (!open.session->counter_reader) others.removeAll(open.path); // a session file is written anew, a report isn't
    if (const auto refusal = saveRefusal(path, others); !refusal.isEmpty()) {
        showProblem(path, refusal);
        return false;
    }
    std::ostringstream lines;
    QString note;
    try {
        for (const auto& lost : core::writeSession(lines, *open.session))
            note += (note.isEmpty() ? QString() : QStringLiteral("\n")) + QString::fromStdString(lost);
    } catch (const core::Error& error) { // the report is gone: what was read of it is still whole
        const auto reason = QString::fromUtf8(error.what());
        if (QFileInfo::exists(path)) {
            showProblem(path, tr("%1 wasn't saved, it is as it was. %2").arg(QFileInfo(path).fileName(), reason));
            return false;
        }
        note = tr("Saved with the counters that the figures use, without the others. %1").arg(reason);
        lines.str({});
        core::writeSession(lines, withoutReader(*open.session)); // without the reason: it may hold a path
    }
    if (const auto problem = saveFile(path, lines.str()); !problem.isEmpty()) {
        showProblem(path, problem);
        return false;
    }
    std::erase_if(m_savePaths, [&](const auto& saved) { return saved.second == path; }); // it is this session's now
    m_savePaths[open.path] = path;
    m_banners.remove(path);
    if (!note.isEmpty()) m_banners.showBanner({path, BannerKind::Warning, note});
    return true;
}

} // namespace app

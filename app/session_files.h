// SPDX-License-Identifier: GPL-3.0-or-later
// The files behind the open sessions: reading, reading again when they changed, saving. Problems become banners.
#pragma once

#include "app/banner_area.h"
#include "app/file_loader.h"
#include "app/session_model.h"

#include <QFileSystemWatcher>
#include <QStringList>

#include <map>

namespace app {

/// Whether a banner tells that kernels are judged by other roofs than before.
enum class Telling { Silent, Banner };

class SessionFiles : public QObject {
    Q_OBJECT

public:
    SessionFiles(SessionModel& model, BannerArea& banners, QObject* parent = nullptr);

    void open(const QStringList& paths); ///< reads again what is open already
    void reload();                       ///< all open files
    void close(int number);              ///< one of the open sessions, in order of opening
    void close(const QString& path);     ///< nothing happens if it isn't open
    void cancel() { m_loader.cancel(); }
    /// A session that comes from a measurement, as far as it has come: added, or in place of what was there.
    void put(const QString& path, const core::Session& session, const std::optional<core::Ceiling>& beingMeasured);
    /// Writes it to its path. Whether it was written; a banner says why not.
    bool keep(const QString& path);
    /// Roofs of earlier measurements: used where no open session has any for a GPU. Judges all sessions by what is
    /// known now.
    void setRemembered(RoofsByModel roofs, Telling telling);
    void setRoofs(core::RoofChoice choice); ///< analyses all sessions anew
    /// Judges all sessions by the roofs that this file holds for their GPUs; roofs of their own go first.
    void openRoofs(const QString& path);
    /// Writes a session as *.ridgepoint.jsonl; says in a banner what couldn't be saved. A file that exists is only
    /// replaced by all of the session.
    bool save(int number, const QString& path);
    [[nodiscard]] QString savePath(int number) const; ///< where the session was saved last; empty: nowhere yet
    [[nodiscard]] QStringList paths() const;          ///< of all open files

    [[nodiscard]] bool isBusy() const { return m_loader.isBusy(); }
    [[nodiscard]] const FileLoader& loader() const { return m_loader; }

signals:
    void opened(const QString& path);
    void reported(const QString& path, const QStringList& lines); ///< for the log: what was read, what wasn't
    void changed();                                               ///< sessions came, went or were read again
    void drawAnywayWanted();                                      ///< points of reports whose throughput means nothing
    void roofsFromFileWanted();
    void computedRoofsWanted(); ///< rather than those measured, which came while a report was open

private:
    void take(const OpenSession& session);
    void takeRoofs(const OpenSession& session);
    [[nodiscard]] RoofsByModel knownRoofs() const;
    [[nodiscard]] std::optional<int> numberOf(const QString& path) const;
    bool analyseAnew(Telling telling = Telling::Banner);
    static QStringList shortened(QStringList notes);
    void showNotes(const OpenSession& session);
    void showLost(const OpenSession& session, const std::vector<std::string>& names);
    void showLackOfRoofs(const OpenSession& session);
    void showJudgedAnew(const OpenSession& before, const OpenSession& now);
    void removeBanners(const QString& path);
    void showProblem(const QString& path, const QString& message);
    void offerReload(const QString& path);

    SessionModel& m_model;
    BannerArea& m_banners;
    FileLoader m_loader;
    QFileSystemWatcher m_watcher;
    std::map<QString, QString> m_savePaths; ///< by the path that the session was opened from
    core::RoofChoice m_roofs = core::RoofChoice::BestKnown;
    bool m_drawsMeaningless = false;                    ///< the user wants to see them
    QString m_roofsWanted;                              ///< a file being read for its roofs alone
    std::shared_ptr<const core::Session> m_roofSession; ///< whose roofs the user asked for
    RoofsByModel m_remembered;
};

} // namespace app

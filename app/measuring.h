// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Measure: runs ridgepoint-capture, shows how far it is, keeps what came, and says how it ended.
#pragma once

#include "app/banner_area.h"
#include "app/capture_process.h"
#include "app/capture_run.h"
#include "app/remembered_roofs.h"
#include "app/session_files.h"
#include "app/session_record.h"

#include <QElapsedTimer>

#include <thread>

namespace app {

class Measuring : public QObject {
    Q_OBJECT

public:
    Measuring(SessionFiles& files, BannerArea& banners, QObject* parent = nullptr);

    void setProgram(const QString& path) { m_program = path; } ///< empty: searched for
    /// Where sessions are kept, and remembered from: they are read by a thread, `remembered` tells when.
    void setFolder(const QString& folder);

    void start(const MeasureRequest& request); ///< does nothing while it is running
    void stop();
    void stopAndWait();                                                                   ///< at most a second
    void setSilence(std::chrono::milliseconds silence) { m_process.setSilence(silence); } ///< that makes it ask
    [[nodiscard]] bool isRunning() const { return m_process.isRunning(); }
    [[nodiscard]] const CaptureRun& run() const { return m_run; }
    [[nodiscard]] QString path() const { return m_path; } ///< of the session being measured, or measured last

signals:
    void started();
    void progressed();                      ///< the run has another event
    void sessionBegan(const QString& path); ///< its GPU is known: it is among the open sessions
    void kept(const QString& path);         ///< in its file
    void ended();
    void remembered();                                             ///< earlier sessions have been read
    void reported(const QString& title, const QStringList& lines); ///< for the log
    void logWanted();
    void countersWanted(); ///< how they are allowed

private:
    void remember(std::vector<RememberedSession> sessions);
    void log(const QString& line);
    void take(const core::Event& event);
    void begin();
    void show(); ///< what the run has come to, in chart, list and banner
    void showProgress();
    void showSilence();
    void end(const CaptureEnd& end);
    [[nodiscard]] const SubjectRow& subject() const { return rowOf(m_run.subject()); }
    [[nodiscard]] std::size_t results() const { return subject().results(m_run.session()); }
    void keep();
    [[nodiscard]] QString keptText() const; ///< "2 roofs are kept."
    void showEnd(const CaptureEnd& end);
    void showFinished();
    void goOn(); ///< after the item that ended the run
    [[nodiscard]] QString restText() const;

    SessionFiles& m_files;
    BannerArea& m_banners;
    CaptureProcess m_process;
    CaptureRun m_run;
    SessionRecord m_record;
    QString m_program;
    QString m_folder;
    QString m_path;
    QStringList m_arguments; ///< of the run, to go on with
    QStringList m_log;       ///< the last lines of it
    int m_logDropped = 0;
    QElapsedTimer m_since;
    QTimer m_showDelay;            ///< events that come in a flood are shown together
    bool m_isKept = false;         ///< in its file
    std::uint64_t m_firstOver = 0; ///< items that an earlier part of the run did
    std::vector<RememberedSession> m_remembered;
    std::jthread m_reader;
};

} // namespace app

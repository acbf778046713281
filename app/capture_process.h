// SPDX-License-Identifier: GPL-3.0-or-later
// ridgepoint-capture as a child: its lines become events, its end becomes a sentence. Whatever happens to the GPU, the
// window lives on.
#pragma once

#include "core/event.h"

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <chrono>

namespace app {

/// Where ridgepoint-capture is: `chosen` if not empty, else beside this program, in the build folder, or by PATH. Empty
/// where there is none.
QString captureProgram(const QString& chosen);

/// How a run ended.
struct CaptureEnd {
    enum class Kind {
        Finished,
        Stopped, ///< as asked for
        Hung,    ///< stopped as asked for, but only by force: it had been silent before
        Refused, ///< it said why: the last line of its log
        Crashed, ///< by a signal, or it never started
    };
    Kind kind = Kind::Finished;
    QString reason; ///< a sentence without its full stop; empty for Finished and Stopped
};

class CaptureProcess : public QObject {
    Q_OBJECT

public:
    explicit CaptureProcess(QObject* parent = nullptr);
    ~CaptureProcess() override; ///< kills

    /// One run at a time. program: empty is a run that ends at once and says what is missing.
    void start(const QString& program, const QStringList& arguments);
    /// Asks to stop; after a second it is killed. What came before stays.
    void stop();
    void wait(); ///< until it has ended; kills it after a second, and gives up after another
    void setSilence(std::chrono::milliseconds silence) { m_silence.setInterval(silence); }
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

signals:
    void received(const core::Event& event);
    void printed(const QString& line); ///< on its output, and no event
    void logged(const QString& line);  ///< for people
    void fellSilent();                 ///< nothing came for 15 s; again after each 15 s more
    void ended(const app::CaptureEnd& end);

private:
    void readEvents();
    void readLog();
    QByteArray nextLine(qint64 longest);
    void take(const QByteArray& line);
    void heard();
    void finish(int exitCode, QProcess::ExitStatus status);
    [[nodiscard]] CaptureEnd endOf(int exitCode, QProcess::ExitStatus status) const;
    void startFailed(QProcess::ProcessError error);

    QProcess m_process;
    QTimer m_silence;
    QTimer m_patience;   ///< from the request to stop until it is killed
    QString m_complaint; ///< what it said last of itself
    bool m_stopAsked = false;
    bool m_isSilent = false;
    bool m_isComplete = false; ///< its last event came
};

} // namespace app

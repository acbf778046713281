// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_process.h"

#include "core/error.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

#include <csignal>

namespace app {
namespace {

constexpr auto programName = "ridgepoint-capture";
constexpr int silence_ms = 15'000;
constexpr int patience_ms = 1'000;

/// A program gone mad may never end its line: what comes of it is taken in pieces, and shown no longer than this.
constexpr qint64 longestEvent = qint64{1} << 24;
constexpr qint64 longestLogLine = 4096;

/// A shell's way to say that a program died by a signal.
constexpr int interrupted = 128 + SIGINT;

} // namespace

QString captureProgram(const QString& chosen)
{
    if (!chosen.isEmpty()) return chosen;
    const auto here = QCoreApplication::applicationDirPath();
    for (const auto* folder : {"/", "/../kernels/"}) {
        const QFileInfo file(here + QLatin1String(folder) + QLatin1String(programName));
        if (file.isExecutable()) return file.canonicalFilePath();
    }
    return QStandardPaths::findExecutable(QLatin1String(programName));
}

CaptureProcess::CaptureProcess(QObject* parent) : QObject(parent)
{
    m_silence.setInterval(silence_ms);
    m_patience.setInterval(patience_ms);
    m_patience.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, [this] { m_isSilent = true; });
    connect(&m_silence, &QTimer::timeout, this, &CaptureProcess::fellSilent);
    connect(&m_patience, &QTimer::timeout, &m_process, &QProcess::kill);
    for (const auto signal : {&QProcess::readyReadStandardOutput, &QProcess::readyReadStandardError})
        connect(&m_process, signal, this, &CaptureProcess::heard);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &CaptureProcess::readEvents);
    connect(&m_process, &QProcess::readyReadStandardError, this, &CaptureProcess::readLog);
    connect(&m_process, &QProcess::finished, this, &CaptureProcess::finish);
    connect(&m_process, &QProcess::errorOccurred, this, &CaptureProcess::startFailed);
}

CaptureProcess::~CaptureProcess()
{
    disconnect(&m_process, nullptr, this, nullptr);
    m_process.kill();
    m_process.waitForFinished(patience_ms);
}

void CaptureProcess::start(const QString& program, const QStringList& arguments)
{
    m_stopAsked = false;
    m_isSilent = false;
    m_isComplete = false;
    m_complaint.clear();
    if (program.isEmpty()) {
        emit ended({CaptureEnd::Kind::Refused,
                    tr("ridgepoint-capture isn't here: it is built where the CUDA Toolkit is installed")});
        return;
    }
    m_silence.start();
    m_process.start(program, arguments);
}

void CaptureProcess::stop()
{
    if (!isRunning() || m_stopAsked) return;
    m_stopAsked = true;
    ::kill(static_cast<pid_t>(m_process.processId()), SIGINT); // it ends its last line first; terminate() is SIGTERM
    m_patience.start();
}

void CaptureProcess::wait()
{
    m_process.waitForFinished(patience_ms);
    m_process.kill();
    m_process.waitForFinished(patience_ms); // a child that is stuck in the driver outlives even that
}

void CaptureProcess::heard()
{
    m_silence.start();
    m_isSilent = false;
}

void CaptureProcess::readEvents()
{
    m_process.setReadChannel(QProcess::StandardOutput);
    for (auto line = nextLine(longestEvent); !line.isNull(); line = nextLine(longestEvent)) take(line.trimmed());
}

/// Of the present channel; null while there is no whole one.
QByteArray CaptureProcess::nextLine(qint64 longest)
{
    if (m_process.canReadLine()) return m_process.readLine();
    return m_process.bytesAvailable() < longest ? QByteArray() : m_process.read(longest);
}

void CaptureProcess::take(const QByteArray& line)
{
    if (line.isEmpty()) return;
    try {
        const auto event = core::parseEvent({line.constData(), static_cast<std::size_t>(line.size())});
        if (!event) return;
        m_isComplete |= std::holds_alternative<core::SessionFinished>(*event);
        emit received(*event);
    } catch (const core::Error&) {
        constexpr qsizetype shown = 200;
        emit printed(QString::fromUtf8(line.left(shown)));
    }
}

void CaptureProcess::readLog()
{
    m_process.setReadChannel(QProcess::StandardError);
    const auto prefix = QLatin1String(programName) + QStringLiteral(": ");
    for (auto read = nextLine(longestLogLine); !read.isNull(); read = nextLine(longestLogLine)) {
        auto line = QString::fromUtf8(read.left(longestLogLine)).trimmed();
        emit logged(line);
        if (line.startsWith(prefix)) m_complaint = line.remove(0, prefix.size());
    }
}

void CaptureProcess::finish(int exitCode, QProcess::ExitStatus status)
{
    readEvents();
    readLog();
    m_silence.stop();
    m_patience.stop();
    emit ended(endOf(exitCode, status));
}

CaptureEnd CaptureProcess::endOf(int exitCode, QProcess::ExitStatus status) const
{
    if (m_stopAsked && m_isSilent && status == QProcess::CrashExit)
        return {CaptureEnd::Kind::Hung, tr("the measuring program didn't answer and was killed")};
    if (m_stopAsked || exitCode == interrupted) return {CaptureEnd::Kind::Stopped, {}};
    if (status == QProcess::CrashExit) // Qt gives the signal's number as the exit code
        return {CaptureEnd::Kind::Crashed, tr("the measuring program stopped (signal %1)").arg(exitCode)};
    if (m_isComplete) return {CaptureEnd::Kind::Finished, {}};
    if (exitCode == 0) return {CaptureEnd::Kind::Refused, tr("the measuring program ended before it was done")};
    if (!m_complaint.isEmpty()) return {CaptureEnd::Kind::Refused, m_complaint};
    return {CaptureEnd::Kind::Refused, tr("the measuring program ended with exit code %1").arg(exitCode)};
}

void CaptureProcess::startFailed(QProcess::ProcessError error)
{
    if (error != QProcess::FailedToStart) return; // the others come to `finish`
    m_silence.stop();
    emit ended(
        {CaptureEnd::Kind::Crashed, tr("%1 can't be started: %2").arg(m_process.program(), m_process.errorString())});
}

} // namespace app

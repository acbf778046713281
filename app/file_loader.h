// SPDX-License-Identifier: GPL-3.0-or-later
// Reads files in a worker thread, so that the window answers all the time.
#pragma once

#include "app/open_session.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <stop_token>
#include <thread>

namespace app {

/// The sentence for the exception being handled; call it in a catch block.
QString readProblem(const QString& path);

/// Signals arrive in the thread of the loader, whatever thread read the file.
class FileLoader : public QObject {
    Q_OBJECT

public:
    explicit FileLoader(QObject* parent = nullptr);
    ~FileLoader() override; ///< cancels and waits

    /// Starts reading; several files are read at the same time. A path that is being read is read again afterwards: it
    /// may have changed meanwhile.
    void load(const QString& path, core::RoofChoice choice = core::RoofChoice::BestKnown, RoofsByModel others = {});
    void cancel();                    ///< everything that is being read
    void cancel(const QString& path); ///< nothing that was read of it comes any more
    [[nodiscard]] bool isBusy() const { return !m_jobs.empty(); }
    [[nodiscard]] bool isReading(const QString& path) const { return m_jobs.contains(path); }

signals:
    void progressed(const QString& path, double ratio);
    void loaded(const app::OpenSession& session);
    void failed(const QString& path, const QString& message);
    void finished(); ///< the last of the files was read, or given up

private:
    void read(const QString& path, core::RoofChoice choice, const RoofsByModel& others, const std::stop_token& stop);
    bool end(const QString& path);

    std::map<QString, std::jthread> m_jobs;
    std::map<QString, std::function<void()>> m_again; ///< what to load once the job of the path has ended
};

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads files in a worker thread, so that the window answers all the time.
#pragma once

#include "app/open_session.h"

#include <QObject>
#include <QString>

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

    /// Starts reading; several files are read at the same time. Reading a path that is being read does nothing.
    void load(const QString& path, core::RoofChoice choice = core::RoofChoice::BestKnown, RoofsByModel others = {});
    void cancel(); ///< everything that is being read
    [[nodiscard]] bool isBusy() const { return !m_jobs.empty(); }

signals:
    void progressed(const QString& path, double ratio);
    void loaded(const app::OpenSession& session);
    void failed(const QString& path, const QString& message);
    void finished(); ///< the last of the files was read, or given up

private:
    void read(const QString& path, core::RoofChoice choice, const RoofsByModel& others, const std::stop_token& stop);
    void end(const QString& path);

    std::map<QString, std::jthread> m_jobs;
};

} // namespace app

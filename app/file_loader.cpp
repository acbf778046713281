// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_loader.h"

#include "core/error.h"
#include "core/import/importer.h"

#include <QFileInfo>

#include <new>

namespace app {

QString readProblem(const QString& path)
{
    const auto name = QFileInfo(path).fileName();
    try {
        throw;
    } catch (const core::Error& error) {
        return QString::fromUtf8(error.what());
    } catch (const std::bad_alloc&) {
        return FileLoader::tr("%1 needs more memory than there is.").arg(name);
    } catch (const std::exception& error) {
        return FileLoader::tr("%1 couldn't be read: %2.").arg(name, QString::fromUtf8(error.what()));
    } catch (...) {
        return FileLoader::tr("%1 couldn't be read.").arg(name);
    }
}

FileLoader::FileLoader(QObject* parent) : QObject(parent) {}

FileLoader::~FileLoader()
{
    cancel();
    m_jobs.clear(); // joins
}

void FileLoader::load(const QString& path, core::RoofChoice choice, RoofsByModel others)
{
    if (m_jobs.contains(path)) {
        m_again[path] = [=, this, others = std::move(others)] { load(path, choice, others); };
        return;
    }
    m_jobs.emplace(path, std::jthread([this, path, choice, others = std::move(others)](const std::stop_token& stop) {
                       read(path, choice, others, stop);
                   }));
}

void FileLoader::cancel()
{
    for (auto& [path, job] : m_jobs) job.request_stop();
    m_again.clear();
}

void FileLoader::cancel(const QString& path)
{
    if (const auto job = m_jobs.find(path); job != m_jobs.end()) job->second.request_stop();
    m_again.erase(path);
}

/// Runs in the worker. Results go through the event loop of the loader's thread.
void FileLoader::read(const QString& path, core::RoofChoice choice, const RoofsByModel& others,
                      const std::stop_token& stop)
{
    const auto later = [this](auto call) { QMetaObject::invokeMethod(this, call, Qt::QueuedConnection); };
    const auto fail = [&](const QString& message) {
        later([=, this] {
            end(path);
            emit failed(path, message);
        });
    };
    try {
        const core::ImportOptions options{
            .stop = stop,
            .progress = [&](double ratio) { later([=, this] { emit progressed(path, ratio); }); },
        };
        auto session = std::make_shared<core::Session>(core::importFile(path.toStdString(), options));
        auto open = std::make_shared<OpenSession>(analysed(std::move(session), path, choice, others, stop));
        later([=, this] {
            if (!end(path)) emit loaded(*open);
        });
    } catch (...) { // one that left this thread would end the program
        fail(stop.stop_requested() ? QString() : readProblem(path));
    }
}

/// Whether it was cancelled, which may have been after the worker's last look.
bool FileLoader::end(const QString& path)
{
    const auto job = m_jobs.find(path);
    const bool cancelled =
        job->second.get_stop_source().stop_requested(); // before it is joined, which asks to stop, too
    m_jobs.erase(job);
    if (const auto again = m_again.extract(path)) again.mapped()();
    if (m_jobs.empty()) emit finished();
    return cancelled;
}

} // namespace app

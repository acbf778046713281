// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_files.h"

#include "app/kernel_entries.h"
#include "app/save_file.h"
#include "core/damaged_launch.h"
#include "core/error.h"
#include "core/import/decompressed.h"
#include "core/import/importer.h"
#include "tests/app/sample_session.h"

#include <QAbstractButton>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <sys/stat.h>

namespace {

/// A report that was deleted or replaced while its session is open.
struct GoneReader : core::CounterReader {
    core::CounterSet read(std::uint64_t /*kernelIndex*/) const override
    {
        throw core::Error(
            "/home/alice/a.ncu-rep (owner alice) was changed or replaced since it was opened. Open it again.");
    }
};

/// A report that is damaged in its third launch.
struct DamagedReader : core::CounterReader {
    core::CounterSet read(std::uint64_t kernelIndex) const override
    {
        if (kernelIndex == 2) throw core::Error("/home/alice/a.ncu-rep is damaged in launch 2");
        return {};
    }
};

app::OpenSession withReader(app::OpenSession open, std::shared_ptr<const core::CounterReader> reader)
{
    auto session = std::make_shared<core::Session>(*open.session);
    session->counter_reader = std::move(reader);
    open.session = std::move(session);
    return open;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class SessionFilesTest : public testing::Test {
protected:
    [[nodiscard]] QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir folder;
    app::SessionModel model;
    app::BannerArea banners;
    app::SessionFiles files{model, banners};
};

TEST_F(SessionFilesTest, SavesAllThatASessionHolds)
{
    model.add(sample::six());
    ASSERT_TRUE(files.save(0, path("a.ridgepoint.jsonl")));
    const auto saved = core::importFile(path("a.ridgepoint.jsonl").toStdString());
    EXPECT_EQ(saved.kernels, model.sessions()[0].session->kernels);
    EXPECT_EQ(files.savePath(0), path("a.ridgepoint.jsonl"));
}

TEST_F(SessionFilesTest, ASessionWhoseReportIsGoneIsSavedAsFarAsItWasRead)
{
    model.add(withReader(sample::six(), std::make_shared<GoneReader>()));
    ASSERT_TRUE(files.save(0, path("a.ridgepoint.jsonl")));
    EXPECT_TRUE(banners.text(path("a.ridgepoint.jsonl")).contains("was changed or replaced"));
    const auto saved = core::importFile(path("a.ridgepoint.jsonl").toStdString());
    EXPECT_EQ(saved.kernels.size(), 6U);
    ASSERT_FALSE(saved.notes.empty());
    EXPECT_NE(saved.notes.front().find("without the others"), std::string::npos);
    EXPECT_FALSE(contentOf(path("a.ridgepoint.jsonl")).contains("alice")) << "a session tells no folder or user";
}

TEST_F(SessionFilesTest, ASessionWithOneLostLaunchTellsNoFolder)
{
    model.add(withReader(sample::six(), std::make_shared<DamagedReader>()));
    ASSERT_TRUE(files.save(0, path("a.ridgepoint.jsonl")));
    EXPECT_TRUE(banners.text(path("a.ridgepoint.jsonl")).contains("/home/alice"));
    EXPECT_FALSE(contentOf(path("a.ridgepoint.jsonl")).contains("alice"));
    const auto saved = core::importFile(path("a.ridgepoint.jsonl").toStdString());
    ASSERT_EQ(saved.notes.size(), 1U);
    EXPECT_EQ(saved.notes[0],
              "launch 2 has only the counters that its figures use: the report couldn't be read again.");
}

TEST_F(SessionFilesTest, ADeletedReportLeavesNoFolderInTheSavedSession)
{
    const auto report = path("report.ncu-rep");
    const core::DecompressedFile sample(RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz", core::Compression::Xz);
    ASSERT_TRUE(QFile::copy(QString::fromStdString(sample.path().string()), report));
    auto session = std::make_shared<core::Session>(core::importFile(report.toStdString()));
    model.add(app::analysed(session, report, core::RoofChoice::BestKnown));
    ASSERT_TRUE(QFile::remove(report));
    ASSERT_TRUE(files.save(0, path("a.ridgepoint.jsonl")));
    EXPECT_TRUE(banners.text(path("a.ridgepoint.jsonl")).contains(folder.path())) << "the banner tells which file";
    EXPECT_FALSE(contentOf(path("a.ridgepoint.jsonl")).contains(folder.path().toUtf8()));
}

TEST_F(SessionFilesTest, ASavedSessionIsNeverReplacedByLess)
{
    model.add(sample::six());
    ASSERT_TRUE(files.save(0, path("a.ridgepoint.jsonl")));
    const auto before = contentOf(path("a.ridgepoint.jsonl"));
    model.replace(0, withReader(sample::six(), std::make_shared<GoneReader>()));
    EXPECT_FALSE(files.save(0, path("a.ridgepoint.jsonl")));
    EXPECT_EQ(contentOf(path("a.ridgepoint.jsonl")), before);
    EXPECT_TRUE(banners.text(path("a.ridgepoint.jsonl")).contains("it is as it was"));
}

TEST_F(SessionFilesTest, AReportWithoutAWholeLaunchIsSavedOverAFileToo)
{
    struct Damaged : core::CounterReader {
        core::CounterSet read(std::uint64_t) const override { throw core::DamagedLaunch("a.ncu-rep is damaged"); }
    };
    model.add(withReader(sample::six(), std::make_shared<Damaged>()));
    for (int times = 0; times < 2; ++times) ASSERT_TRUE(files.save(0, path("a.ridgepoint.jsonl")));
    EXPECT_TRUE(banners.text(path("a.ridgepoint.jsonl")).contains("launch 5 has only the counters"));
    EXPECT_EQ(core::importFile(path("a.ridgepoint.jsonl").toStdString()).kernels.size(), 6U);
}

TEST_F(SessionFilesTest, AnOpenFileReadAgainKeepsWhatWasEnteredAndSaysWhatItCant)
{
    const auto file = path("a.ridgepoint.jsonl");
    ASSERT_TRUE(QFile::copy(QStringLiteral(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl"), file));
    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
    files.open({file});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !files.isBusy() && !model.sessions().empty(); }));
    app::KernelEntries entries(model);
    for (int row = 0; row < 3; ++row)
        entries.rename(model.row(model.index(row, 0)), QStringLiteral("mine %1").arg(row));
    files.reload();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !files.isBusy(); }));
    for (const auto& kernel : model.sessions()[0].session->kernels) EXPECT_EQ(kernel.alias->substr(0, 5), "mine ");
    EXPECT_TRUE(banners.text(file + "#lost").isEmpty());
    QFile again(file);
    ASSERT_TRUE(again.open(QIODevice::WriteOnly | QIODevice::Truncate));
    again.write("{\"event\":\"session_started\",\"format\":1}\n"
                "{\"event\":\"kernel_measurement\",\"index\":0,\"name\":\"other\"}\n"
                "{\"event\":\"session_finished\"}\n");
    again.close();
    files.reload();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !files.isBusy(); }));
    EXPECT_TRUE(banners.text(file + "#lost").contains("mine 1"));
}

TEST_F(SessionFilesTest, EachSessionHasItsOwnFile)
{
    model.add(sample::open({{"gelu", 1e-4, 0.9}}, QStringLiteral("/data/a.ncu-rep")));
    model.add(sample::open({{"copy", 1e-4, 0.9}}, QStringLiteral("/data/b.ncu-rep")));
    ASSERT_TRUE(files.save(0, path("a.ridgepoint.jsonl")));
    EXPECT_TRUE(files.savePath(1).isEmpty());
    ASSERT_TRUE(files.save(1, path("b.ridgepoint.jsonl")));
    EXPECT_EQ(files.savePath(0), path("a.ridgepoint.jsonl"));
    ASSERT_TRUE(files.save(1, path("a.ridgepoint.jsonl"))); // chosen by the user: from now on it is b's
    EXPECT_TRUE(files.savePath(0).isEmpty());
}

TEST_F(SessionFilesTest, AFolderThatIsNotThereIsNamed)
{
    model.add(sample::six());
    const auto missing = path("nowhere/a.ridgepoint.jsonl");
    EXPECT_FALSE(files.save(0, missing));
    EXPECT_TRUE(banners.text(missing).startsWith("a.ridgepoint.jsonl couldn't be saved in "));
}

TEST_F(SessionFilesTest, RoofsAreTakenFromAFileOnDemand)
{
    model.add(sample::six());
    files.openRoofs(QStringLiteral(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl"));
    const auto roofs = [this]() -> const app::RoofsByModel& { return model.sessions()[0].other_roofs; };
    ASSERT_TRUE(QTest::qWaitFor([&] { return !roofs().empty(); }, 5000));
    EXPECT_EQ(model.sessions().size(), 1U) << "the file isn't opened, only its roofs are used";
    const core::SessionIndex index(*model.sessions()[0].session);
    const auto others = app::roofsFor(index, "0", roofs());
    EXPECT_GT(std::ranges::count(others, core::Origin::Measured, &core::Ceiling::origin), 0);
    EXPECT_TRUE(app::roofsFor(index, "another GPU", roofs()).empty());
}

TEST_F(SessionFilesTest, MeasuredRoofsThatComeWhileAReportIsOpenAreToldOnce)
{
    files.open({QStringLiteral(RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.sessions().size() == 1; }, 20'000));
    const auto told = [&] { return banners.text(model.sessions()[0].path + "#judged"); };
    EXPECT_TRUE(told().isEmpty());
    files.open({QStringLiteral(RIDGEPOINT_SAMPLES "/h200.ridgepoint.jsonl")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.sessions().size() == 2; }, 20'000));
    EXPECT_TRUE(told().startsWith("Kernels of torch_roofline.ncu-rep.xz are now judged by the roofs measured on 20"))
        << told().toStdString();
    banners.remove(model.sessions()[0].path + "#judged");
    files.setRoofs(core::RoofChoice::Computed);
    files.setRoofs(core::RoofChoice::BestKnown); // the user's own choice is no news
    EXPECT_TRUE(told().isEmpty());
}

TEST_F(SessionFilesTest, ClosingTheMeasuredRoofsTakesTheirBannerAlong)
{
    files.open({QStringLiteral(RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.sessions().size() == 1; }, 20'000));
    files.open({QStringLiteral(RIDGEPOINT_SAMPLES "/h200.ridgepoint.jsonl")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.sessions().size() == 2; }, 20'000));
    QSignalSpy computed(&files, &app::SessionFiles::computedRoofsWanted);
    for (auto* button : banners.findChildren<QAbstractButton*>())
        if (button->text() == QStringLiteral("Use computed")) button->click();
    EXPECT_EQ(computed.count(), 1);
    files.close(1);
    EXPECT_TRUE(banners.text(model.sessions()[0].path + "#judged").isEmpty());
}

/// Files of this process end at a size, as on a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        m_signal = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit m_before{};
    void (*m_signal)(int) = nullptr;
};

TEST(SaveFile, AFullDiskIsASentenceAndLeavesTheOldFile)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath("a.csv");
    ASSERT_TRUE(app::saveFile(path, "old").isEmpty());
    QString problem;
    {
        const FileSizeLimit limit(100'000);
        problem = app::saveFile(path, std::string(1'000'000, 'x'));
    }
    EXPECT_TRUE(problem.startsWith("a.csv couldn't be saved in ")) << problem.toStdString();
    EXPECT_TRUE(problem.endsWith("The file of this name is as it was."));
    EXPECT_EQ(contentOf(path), "old");
}

TEST(SaveFile, SaysTheSystemsReason)
{
    const auto problem = app::saveFile(QStringLiteral("/proc/ridgepoint.csv"), "x");
    EXPECT_TRUE(problem.contains("No such file or directory") || problem.contains("ermission denied"))
        << problem.toStdString();
    EXPECT_FALSE(problem.contains("full"));
    EXPECT_EQ(app::systemReason(ENOSPC), "the disk is full");
    EXPECT_EQ(app::systemReason(EROFS), "Read-only file system");
    EXPECT_EQ(app::systemReason(0), std::nullopt);
}

/// A session of one device, with what its name says.
QByteArray sessionNamed(const char* device)
{
    return QByteArrayLiteral("{\"event\":\"session_started\"}\n{\"event\":\"device\",\"id\":\"0\",\"name\":\"") +
           device + QByteArrayLiteral("\"}\n{\"event\":\"session_finished\"}\n");
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
}

TEST_F(SessionFilesTest, AReloadDuringAReloadIsDoneAgain)
{
    const auto file = path("a.ridgepoint.jsonl");
    write(file, sessionNamed("old"));
    files.open({file});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.sessions().empty(); }));
    files.reload();
    ASSERT_TRUE(files.isBusy());
    write(path("b"), sessionNamed("new"));
    ASSERT_EQ(std::rename(path("b").toLocal8Bit().data(), file.toLocal8Bit().data()), 0);
    files.reload(); // the first one may have read the old content
    EXPECT_TRUE(QTest::qWaitFor([&] { return !files.isBusy(); }));
    EXPECT_EQ(model.sessions()[0].session->devices.at(0).name, "new");
}

TEST_F(SessionFilesTest, AFileWrittenDuringAReloadIsReadAgain)
{
    const auto file = path("a.ridgepoint.jsonl");
    write(file, sessionNamed("old"));
    files.open({file});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.sessions().empty(); }));
    write(file, sessionNamed("new"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !banners.text(file).isEmpty(); }));
    int reads = 0;
    QObject::connect(&files, &app::SessionFiles::opened, &files, [&] {
        if (++reads == 1) write(path("b"), sessionNamed("newest"));
        if (reads == 1) std::rename(path("b").toLocal8Bit().data(), file.toLocal8Bit().data());
        if (reads == 1) files.reload(); // keeps the loader busy while the watcher tells
    });
    files.reload();
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !files.isBusy() && model.sessions()[0].session->devices.at(0).name == "newest"; }));
}

TEST_F(SessionFilesTest, ASessionClosedWhileItReloadsStaysClosed)
{
    const auto file = path("a.ridgepoint.jsonl");
    write(file, sessionNamed("gpu"));
    files.open({file});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.sessions().empty(); }));
    files.reload();
    ASSERT_TRUE(files.isBusy());
    QThread::msleep(100); // the worker has read it: only its result hasn't come yet
    files.close(0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !files.isBusy(); }));
    EXPECT_TRUE(model.sessions().empty());
    files.reload();
    files.open({file}); // opened anew it is there again
    EXPECT_TRUE(QTest::qWaitFor([&] { return !model.sessions().empty(); }));
}

TEST_F(SessionFilesTest, WhatIsOpenIsReplacedByNothingButItself)
{
    const auto report = path("report.ncu-rep");
    const core::DecompressedFile sample(RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz", core::Compression::Xz);
    ASSERT_TRUE(QFile::copy(QString::fromStdString(sample.path().string()), report));
    const auto session = path("a.ridgepoint.jsonl");
    write(session, sessionNamed("gpu"));
    for (const auto& file : {report, session}) {
        const auto count = model.sessions().size();
        files.open({file});
        ASSERT_TRUE(QTest::qWaitFor([&] { return model.sessions().size() > count; }));
    }
    const auto before = contentOf(report);
    EXPECT_FALSE(files.save(0, report)) << "its own report";
    EXPECT_FALSE(files.save(1, report)) << "another's report";
    EXPECT_EQ(contentOf(report), before);
    EXPECT_TRUE(banners.text(report).contains("isn't replaced")) << banners.text(report).toStdString();
    EXPECT_FALSE(files.save(0, session)) << "another's session";
    EXPECT_TRUE(files.save(1, session)) << "its own";
    ASSERT_TRUE(QFile::link(report, path("linked.csv")));
    EXPECT_FALSE(app::saveFile(path("linked.csv"), "x", files.paths()).isEmpty());
    EXPECT_EQ(contentOf(report), before);
}

TEST(SaveFile, PutsNothingInThePlaceOfADeviceOrAFolder)
{
    const QTemporaryDir folder;
    const auto pipe = folder.filePath("pipe");
    ASSERT_EQ(mkfifo(pipe.toLocal8Bit().data(), 0600), 0);
    EXPECT_TRUE(app::saveFile(pipe, "x").contains("isn't a regular file"));
    EXPECT_TRUE(app::saveFile(folder.path(), "x").contains("is a folder"));
    EXPECT_FALSE(QFileInfo(pipe).isFile());
}

TEST_F(SessionFilesTest, TellsAFileThatWasDeletedFromOneThatWasWrittenAgain)
{
    const auto file = path("a.ridgepoint.jsonl");
    ASSERT_TRUE(QFile::copy(QStringLiteral(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl"), file));
    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
    files.open({file});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.sessions().empty(); }));
    QFile again(file);
    ASSERT_TRUE(again.open(QIODevice::Append));
    again.write("\n");
    again.close();
    EXPECT_TRUE(QTest::qWaitFor([&] { return banners.text(file) == "a.ridgepoint.jsonl was written again."; }));
    ASSERT_TRUE(QFile::remove(file));
    EXPECT_TRUE(QTest::qWaitFor([&] { return banners.text(file).startsWith("a.ridgepoint.jsonl was deleted"); }))
        << banners.text(file).toStdString();
}

} // namespace

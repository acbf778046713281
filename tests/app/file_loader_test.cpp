// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_loader.h"

#include "core/error.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace {

QString messageFor(const QString& path)
{
    app::FileLoader loader;
    QSignalSpy failed(&loader, &app::FileLoader::failed);
    QSignalSpy loaded(&loader, &app::FileLoader::loaded);
    loader.load(path);
    EXPECT_TRUE(failed.wait(5000)) << path.toStdString();
    EXPECT_TRUE(loaded.isEmpty());
    EXPECT_FALSE(loader.isBusy());
    return failed.isEmpty() ? QString() : failed.first().at(1).toString();
}

TEST(FileLoader, SaysWhyAFileCannotBeOpened)
{
    const QTemporaryDir folder;
    QFile notes(folder.filePath("notes.txt"));
    ASSERT_TRUE(notes.open(QIODevice::WriteOnly));
    notes.write("# To do");
    notes.close();
    EXPECT_TRUE(messageFor(notes.fileName()).contains("notes.txt")) << messageFor(notes.fileName()).toStdString();
    EXPECT_FALSE(messageFor(folder.path()).isEmpty());
    EXPECT_FALSE(messageFor(folder.filePath("missing.ncu-rep")).isEmpty());
}

TEST(FileLoader, NoExceptionIsWithoutASentence)
{
    const auto problem = [](auto exception) {
        try {
            throw exception;
        } catch (...) {
            return app::readProblem(QStringLiteral("/data/a.ncu-rep"));
        }
    };
    EXPECT_EQ(problem(core::Error("a.ncu-rep: cut short")), "a.ncu-rep: cut short");
    EXPECT_EQ(problem(std::bad_alloc()), "a.ncu-rep needs more memory than there is.");
    EXPECT_EQ(problem(std::length_error("too long")), "a.ncu-rep couldn't be read: too long.");
    EXPECT_EQ(problem(1), "a.ncu-rep couldn't be read.");
}

TEST(FileLoader, AnalysingStopsWhenItIsAskedTo)
{
    auto session = std::make_shared<core::Session>();
    session->kernels.resize(1);
    std::stop_source source;
    EXPECT_EQ(app::analysed(session, {}, core::RoofChoice::BestKnown, {}, source.get_token()).analyses.size(), 1U);
    source.request_stop();
    EXPECT_THROW(app::analysed(session, {}, core::RoofChoice::BestKnown, {}, source.get_token()), core::Error);
}

TEST(FileLoader, EndsItsWorkersWhenItGoes)
{
    const QTemporaryDir folder;
    {
        app::FileLoader loader;
        loader.load(folder.filePath("missing.ncu-rep"));
    }
    SUCCEED(); // the destructor has joined: nothing runs on
}

} // namespace

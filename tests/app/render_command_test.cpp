// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint render` as a program: exit codes, messages, files.
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <gtest/gtest.h>

namespace {

struct Outcome {
    int code;
    std::string errors;
};

Outcome run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(RIDGEPOINT_PROGRAM), QStringList(QStringLiteral("render")) + arguments);
    process.waitForFinished();
    return {process.exitCode(), process.readAllStandardError().toStdString()};
}

const QString measured = QStringLiteral(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl");

TEST(RenderCommand, WritesEachFormatWithoutADisplay)
{
    QTemporaryDir folder;
    for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
        const QString file = folder.filePath(QLatin1String(name));
        const Outcome outcome = run({measured, "-o", file, "--theme", "dark", "--select", "1"});
        EXPECT_EQ(outcome.code, 0) << outcome.errors;
        EXPECT_EQ(outcome.errors, "");
        EXPECT_GT(QFileInfo(file).size(), 1000) << name;
    }
}

TEST(RenderCommand, TheSizeIsInLogicalPixels)
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.png"));
    EXPECT_EQ(run({measured, "-o", file, "--size", "800x600"}).code, 0);
    EXPECT_EQ(QImage(file).size(), QSize(1600, 1200));
}

TEST(RenderCommand, MistakesInTheCommandLineAreCode2)
{
    for (const QStringList& arguments :
         {QStringList{}, QStringList{measured}, QStringList{measured, "-o", "x.jpg"},
          QStringList{measured, "-o", "x.png", "--size", "big"},
          QStringList{measured, "-o", "x.png", "--theme", "blue"},
          QStringList{measured, "-o", "x.png", "--levels", "l3"}, QStringList{measured, "-o", "x.png", "--select", "a"},
          QStringList{measured, "-o", "x.png", "--unknown"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 2) << arguments.join(u' ').toStdString();
        EXPECT_NE(outcome.errors, "");
    }
}

TEST(RenderCommand, BadInputIsCode1AndOneLine)
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.png"));
    for (const QStringList& arguments :
         {QStringList{"/nowhere.ncu-rep", "-o", file}, QStringList{measured, "-o", file, "--select", "99"},
          QStringList{measured, "-o", folder.filePath(QStringLiteral("no/a.png"))}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 1) << arguments.join(u' ').toStdString();
        EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1) << outcome.errors;
    }
    EXPECT_FALSE(QFileInfo::exists(file));
}

} // namespace

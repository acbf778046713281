// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint render` as a program: exit codes, messages, files.
#include <QFile>
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

const QString experiments = QStringLiteral(RIDGEPOINT_TEST_DATA "/h200_experiments.ridgepoint.jsonl");

TEST(RenderCommand, DrawsAnExperimentInEachFormat)
{
    QTemporaryDir folder;
    for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
        const QString file = folder.filePath(QLatin1String(name));
        const Outcome outcome = run({experiments, "--experiment", "grid_size", "-o", file});
        EXPECT_EQ(outcome.code, 0) << outcome.errors;
        EXPECT_EQ(outcome.errors, "");
        EXPECT_GT(QFileInfo(file).size(), 1000) << name;
    }
}

TEST(RenderCommand, AnExperimentThatIsNotThereSaysWhichAre)
{
    QTemporaryDir folder;
    const QString file = folder.filePath("a.png");
    const Outcome unknown = run({experiments, "--experiment", "strid", "-o", file});
    EXPECT_EQ(unknown.code, 1);
    EXPECT_NE(unknown.errors.find("no experiment 'strid'; there are bank_conflicts, "), std::string::npos)
        << unknown.errors;
    const Outcome none = run({measured, "--experiment", "stride", "-o", file});
    EXPECT_EQ(none.code, 1);
    EXPECT_NE(none.errors.find("holds no experiments"), std::string::npos) << none.errors;
    EXPECT_EQ(run({experiments, "--experiment", "", "-o", file}).code, 2);
    EXPECT_FALSE(QFileInfo::exists(file));
}

TEST(RenderCommand, AFilterThatSaysNothingSensibleIsRefused)
{
    QTemporaryDir folder;
    const Outcome outcome = run({measured, "-o", folder.filePath("a.png"), "--filter", "tiem>1s"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.errors.find("--filter: unknown field 'tiem': did you mean time?"), std::string::npos);
    EXPECT_FALSE(QFileInfo::exists(folder.filePath("a.png")));
}

TEST(RenderCommand, AnEmptySelectionIsRefused)
{
    QTemporaryDir folder;
    const Outcome outcome = run({measured, "-o", folder.filePath("a.png"), "--select", ""});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.errors.find("--select needs launch numbers"), std::string::npos) << outcome.errors;
}

TEST(RenderCommand, ThePictureNeverReplacesTheFileItIsOf)
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.svg"));
    ASSERT_TRUE(QFile::copy(measured, file));
    const qint64 size = QFileInfo(file).size();
    const Outcome outcome = run({file, "-o", file});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.errors.find("isn't replaced"), std::string::npos) << outcome.errors;
    EXPECT_EQ(QFileInfo(file).size(), size);
}

TEST(RenderCommand, TheSizeIsInLogicalPixels)
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.png"));
    EXPECT_EQ(run({measured, "-o", file, "--size", "800x600"}).code, 0);
    EXPECT_EQ(QImage(file).size(), QSize(1600, 1200));
}

TEST(RenderCommand, EveryOptionOfTheWindowChangesThePicture)
{
    QTemporaryDir folder;
    const auto picture = [&](const QStringList& options) {
        const QString file = folder.filePath(QStringLiteral("a.png"));
        const Outcome outcome = run(QStringList{measured, "-o", file} + options);
        EXPECT_EQ(outcome.code, 0) << outcome.errors;
        return QImage(file);
    };
    const QImage plain = picture({});
    for (const QStringList& options :
         {QStringList{"--filter", "time>10s"}, QStringList{"--roofs", "datasheet"}, QStringList{"--pipes", "fp64"},
          QStringList{"--binding-only"}, QStringList{"--points", "equal"}, QStringList{"--select", "1", "--verdict"},
          QStringList{"--zoom", "0.1..100,1e12..1e15"}})
        EXPECT_NE(picture(options), plain) << options.join(u' ').toStdString();
}

TEST(RenderCommand, AGpuWithoutKernelsHasItsPipesOnBothPages)
{
    const QString gpu = QStringLiteral(RIDGEPOINT_SAMPLES "/h200.ridgepoint.jsonl");
    const QTemporaryDir folder;
    const auto picture = [&](const QString& axis, const QString& pipes) {
        const QString file = folder.filePath(QStringLiteral("a.png"));
        const Outcome outcome = run({gpu, "-o", file, "--axis", axis, "--pipes", pipes});
        EXPECT_EQ(outcome.code, 0) << outcome.errors;
        return QImage(file);
    };
    // Without a wish there are more than the one asked for.
    EXPECT_NE(picture("flop", ""), picture("flop", "tensor_fp8_fp32_wgmma"));
    EXPECT_NE(picture("op", ""), picture("op", "tensor_int8_int32_wgmma"));
}

TEST(RenderCommand, IntegerKernelsAreDrawnOnTheirAxis)
{
    QTemporaryDir folder;
    const QString report = QStringLiteral(RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz");
    const auto picture = [&](const QStringList& options) {
        const QString file = folder.filePath(QStringLiteral("a.png"));
        const Outcome outcome = run(QStringList{report, "-o", file} + options);
        EXPECT_EQ(outcome.code, 0) << outcome.errors;
        return QImage(file);
    };
    const QImage selected = picture({"--select", "33"});
    EXPECT_EQ(selected, picture({"--select", "33", "--axis", "op"})); // the page where the launch is
    EXPECT_NE(selected, picture({"--select", "33", "--axis", "flop"}));
    const Outcome none = run({measured, "-o", folder.filePath(QStringLiteral("b.png")), "--axis", "op"});
    EXPECT_EQ(none.code, 1);
    EXPECT_NE(none.errors.find("no kernel with integer operations"), std::string::npos) << none.errors;
}

TEST(RenderCommand, MistakesInTheCommandLineAreCode2)
{
    for (const QStringList& arguments :
         {QStringList{},
          QStringList{measured},
          QStringList{measured, "-o", "x.jpg"},
          QStringList{measured, "-o", "x.png", "--size", "big"},
          QStringList{measured, "-o", "x.png", "--theme", "blue"},
          QStringList{measured, "-o", "x.png", "--levels", "l3"},
          QStringList{measured, "-o", "x.png", "--select", "a"},
          QStringList{measured, "-o", "x.png", "--roofs", "high"},
          QStringList{measured, "-o", "x.png", "--axis", "int"},
          QStringList{measured, "-o", "x.png", "--pipes", "dram"},
          QStringList{measured, "-o", "x.png", "--zoom", "1..10"},
          QStringList{measured, "-o", "x.png", "--zoom", "10..1,1e10..1e12"},
          QStringList{measured, "-o", "x.png", "--verdict"},
          QStringList{measured, "-o", "x.png", "--verdict", "--select", "1", "--size", "400x400"},
          QStringList{measured, "-o", "x.png", "--zoom", "-1..10,1e10..1e12"},
          QStringList{measured, "-o", "x.png", "--zoom", "nan..10,1e10..1e12"},
          QStringList{measured, "-o", "x.png", "--zoom", "1e-300..1e300,1e10..1e12"},
          QStringList{measured, "-o", "x.png", "--zoom", "1..10,1e-300..1e300"},
          QStringList{measured, "-o", "x.png", "--zoom", "1..1.0000001,1e10..1e12"},
          QStringList{measured, "-o", "x.png", "--size", "100000x100000"},
          QStringList{measured, "-o", "x.png", "--size", "10000x10000"},
          QStringList{measured, "-o", "x.png", "--filter", "time>"},
          QStringList{measured, "-o", "x.png", "--unknown"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 2) << arguments.join(u' ').toStdString();
        EXPECT_NE(outcome.errors, "");
    }
}

TEST(RenderCommand, AnEmptyPictureSaysWhyOnStderr)
{
    QTemporaryDir folder;
    const QString session = folder.filePath(QStringLiteral("a.ridgepoint.jsonl"));
    QFile file(session);
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(R"({"event":"session_started","format":1}
{"event":"kernel_measurement","index":0,"name":"k","duration_s":0.001}
)");
    file.close();
    const Outcome outcome = run({session, "-o", folder.filePath(QStringLiteral("a.png"))});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.errors.find("no counters that make a point"), std::string::npos) << outcome.errors;
    EXPECT_NE(outcome.errors.find("ncu --"), std::string::npos) << outcome.errors; // what to collect
}

TEST(RenderCommand, SaysWhichSizesAndFramesThereAre)
{
    EXPECT_NE(run({measured, "-o", "x.png", "--size", "9000x9000"}).errors.find("25 million pixels"),
              std::string::npos);
    const auto zoom = run({measured, "-o", "x.png", "--zoom", "1..1e10,1e10..1e12"});
    EXPECT_NE(zoom.errors.find("within 1e-9..1e9"), std::string::npos) << zoom.errors;
}

TEST(RenderCommand, APlaceThatCantBeWrittenHasTheSystemsReason)
{
    const Outcome outcome = run({measured, "-o", "/proc/ridgepoint.png"});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.errors.find("disk is full"), std::string::npos) << outcome.errors;
}

TEST(Program, HelpAndVersionThatCantBeWrittenAreAnError)
{
    for (const QStringList& arguments : {QStringList{"--help"}, QStringList{"--version"}, QStringList{"list", "--help"},
                                         QStringList{"render", "--help"}, QStringList{"list", measured}}) {
        QProcess process;
        process.setStandardOutputFile(QStringLiteral("/dev/full"));
        process.start(QStringLiteral(RIDGEPOINT_PROGRAM), arguments);
        process.waitForFinished();
        EXPECT_EQ(process.exitCode(), 1) << arguments.join(u' ').toStdString();
        EXPECT_TRUE(process.readAllStandardError().contains("the disk is full")) << arguments.join(u' ').toStdString();
    }
}

TEST(Program, AMistypedCommandIsNamed)
{
    QProcess process;
    process.start(QStringLiteral(RIDGEPOINT_PROGRAM), {QStringLiteral("lst"), measured});
    process.waitForFinished();
    EXPECT_EQ(process.exitCode(), 2);
    const auto errors = process.readAllStandardError();
    EXPECT_TRUE(errors.contains("no command and no file 'lst'; did you mean list?")) << errors.toStdString();
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

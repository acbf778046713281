// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring roofs from the window, with a measuring program that ends in every way there is.
#include "app/measuring.h"

#include "app/gpu_probe.h"
#include "app/remembered_roofs.h"
#include "core/import/importer.h"

#include <QAbstractButton>
#include <QDir>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gmock/gmock.h>

#include <fstream>
#include <set>

namespace {

using testing::HasSubstr;
using State = app::RoofRow::State;

constexpr int patience_ms = 20'000;

class MeasuringTest : public testing::Test {
protected:
    void SetUp() override
    {
        measuring.setProgram(QStringLiteral(RIDGEPOINT_FAKE_CAPTURE));
        measuring.setFolder(folder.path());
    }
    void TearDown() override { qunsetenv("FAKE_CAPTURE"); }

    void start(const char* way)
    {
        qputenv("FAKE_CAPTURE", way);
        measuring.start({});
    }
    [[nodiscard]] bool waitForEnd() { return endings.count() > 0 || endings.wait(patience_ms); }
    /// Until an item of the run is under way.
    void waitForItem(const std::string& name)
    {
        QElapsedTimer since;
        since.start();
        while (measuring.run().running() != name && since.elapsed() < patience_ms) QCoreApplication::processEvents();
        ASSERT_EQ(measuring.run().running(), name);
    }
    void run(const char* way)
    {
        start(way);
        ASSERT_TRUE(waitForEnd());
    }
    [[nodiscard]] std::string banner() const { return banners.text(QStringLiteral("measuring")).toStdString(); }
    [[nodiscard]] std::vector<State> states() const
    {
        std::vector<State> states;
        for (const auto& row : measuring.run().rows()) states.push_back(row.state);
        return states;
    }
    [[nodiscard]] core::Session kept() const { return core::importFile(measuring.path().toStdString()); }

    QTemporaryDir folder;
    app::SessionModel model;
    app::BannerArea banners;
    app::SessionFiles files{model, banners};
    app::Measuring measuring{files, banners};
    QSignalSpy endings{&measuring, &app::Measuring::ended};
};

TEST_F(MeasuringTest, AWholeRunIsAnOpenSessionAndIsKeptInAFile)
{
    run("");
    EXPECT_EQ(states(), (std::vector{State::Known, State::Known, State::Known, State::Known, State::Known, State::Known,
                                     State::Skipped}));
    EXPECT_THAT(banner(), HasSubstr("5 roofs measured, spread 0.4\u202F%, saved for this GPU."));
    ASSERT_EQ(model.sessions().size(), 1U);
    EXPECT_EQ(model.sessions()[0].session->ceilings, kept().ceilings);
    EXPECT_EQ(kept().figures.size(), 1U);
    EXPECT_FALSE(model.sessions()[0].being_measured);
}

TEST_F(MeasuringTest, WhatCameIsInItsFileWhileTheRunGoesOn)
{
    start("slow");
    waitForItem("l2_read");
    ASSERT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    const auto now = kept(); // as it is left when the window is killed
    EXPECT_EQ(now.ceilings.size(), 2U);
    EXPECT_EQ(now.devices.size(), 1U);
    EXPECT_THAT(now.sources, testing::SizeIs(1));
    EXPECT_THAT(now.notes, testing::ElementsAre(HasSubstr("ends early")));
}

TEST_F(MeasuringTest, RunsOfOneSecondHaveFilesOfTheirOwn)
{
    std::set<QString> paths;
    for (int number = 0; number < 3; ++number) {
        app::SessionRecord record;
        paths.insert(record.begin(folder.path(), QStringLiteral("GPU now")));
    }
    EXPECT_EQ(paths.size(), 3U);
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 3);
}

TEST_F(MeasuringTest, TheSavedSessionSaysWhatFailedWhenTheProgramCrashed)
{
    run("crash");
    EXPECT_THAT(kept().notes, testing::ElementsAre("l2_read: the measuring program stopped (signal 11)"));
}

TEST_F(MeasuringTest, AHungItemHasFailedAndTheRestCanBeTried)
{
    measuring.setSilence(std::chrono::milliseconds(200));
    start("hang");
    waitForItem("l2_read");
    QElapsedTimer since;
    since.start();
    while (banners.text(QStringLiteral("measuring#silence")).isEmpty() && since.elapsed() < patience_ms)
        QCoreApplication::processEvents();
    measuring.stop();
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(measuring.run().rows()[2].state, State::Failed);
    EXPECT_THAT(banner(), HasSubstr("didn't answer and was killed during L2 read. 2 roofs are kept."));
    EXPECT_THAT(kept().notes, testing::ElementsAre(HasSubstr("l2_read: the measuring program didn't answer")));
    EXPECT_TRUE(std::ranges::any_of(banners.findChildren<QAbstractButton*>(), [](const QAbstractButton* button) {
        return button->text() == QStringLiteral("Try the rest");
    }));
}

TEST_F(MeasuringTest, ALogWithoutEndIsKeptToItsLastLines)
{
    QSignalSpy log(&measuring, &app::Measuring::reported);
    run("chatter");
    const auto lines = log.at(0).at(1).toStringList();
    EXPECT_EQ(lines.size(), 10'000);
    EXPECT_TRUE(lines.front().endsWith(QStringLiteral(" earlier lines were dropped"))) << lines.front().toStdString();
    EXPECT_EQ(lines.back(), QStringLiteral("tensor_fp4_fp32_tcgen05 is done"));
    for (const auto& line : lines) ASSERT_LE(line.size(), 4096);
    EXPECT_EQ(kept().ceilings.size(), 5U);
}

TEST_F(MeasuringTest, OpenReportsAreJudgedOnceWhenTheRunEnds)
{
    core::Session report;
    report.devices = {{.id = "0", .name = "Fake GPU"}, {.id = "1", .name = "Another"}};
    report.kernels = {{.name = "copy", .device_id = "0"}};
    model.add(app::analysed(std::make_shared<core::Session>(report), QStringLiteral("/report")));
    auto other = report;
    other.devices = {{.id = "0", .name = "Another"}};
    model.add(app::analysed(std::make_shared<core::Session>(other), QStringLiteral("/other")));
    start("slow");
    waitForItem("l2_read");
    measuring.stop();
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(resets.count(), 1);
    EXPECT_EQ(model.sessions()[0].other_roofs.at("Fake GPU").ceilings.size(), 2U);
    EXPECT_TRUE(model.sessions()[1].other_roofs.empty()); // of another GPU: nothing changed
}

TEST_F(MeasuringTest, WhileAnItemRunsItsRoofIsShownAsNotSettled)
{
    start("slow");
    waitForItem("l2_read");
    while (!measuring.run().soFar() || !model.sessions()[0].being_measured) QCoreApplication::processEvents();
    EXPECT_EQ(measuring.run().rows()[2].state, State::Running);
    EXPECT_EQ(measuring.run().rows()[3].state, State::Waiting);
    ASSERT_TRUE(model.sessions()[0].being_measured);
    EXPECT_EQ(model.sessions()[0].being_measured->resource.kind, core::ResourceKind::L2Read);
    EXPECT_THAT(banner(), HasSubstr("Measuring: L2 read, 3 of 7"));
}

TEST_F(MeasuringTest, StopEndsItWithinASecondAndKeepsWhatCame)
{
    start("slow");
    waitForItem("l2_read");
    QElapsedTimer since;
    since.start();
    measuring.stop();
    ASSERT_TRUE(waitForEnd());
    EXPECT_LT(since.elapsed(), 1500);
    EXPECT_THAT(banner(), HasSubstr("Cancelled after 2 of 7 items. 2 roofs are kept."));
    EXPECT_EQ(kept().ceilings.size(), 2U);
    EXPECT_EQ(measuring.run().rows()[2].state, State::Waiting);
}

TEST_F(MeasuringTest, AProgramThatDoesntListenIsKilled)
{
    start("hang");
    waitForItem("l2_read");
    QElapsedTimer since;
    since.start();
    measuring.stop();
    ASSERT_TRUE(waitForEnd());
    EXPECT_LT(since.elapsed(), 2500);
    EXPECT_EQ(kept().ceilings.size(), 2U);
}

TEST_F(MeasuringTest, SilenceIsToldAndCanBeWaitedOut)
{
    measuring.setSilence(std::chrono::milliseconds(200));
    start("hang");
    waitForItem("l2_read");
    const auto silence = [this] { return banners.text(QStringLiteral("measuring#silence")); };
    QElapsedTimer since;
    since.start();
    while (silence().isEmpty() && since.elapsed() < patience_ms) QCoreApplication::processEvents();
    EXPECT_THAT(silence().toStdString(), HasSubstr("while L2 read is measured"));
    EXPECT_TRUE(measuring.isRunning());
    measuring.stop();
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(silence().isEmpty());
}

TEST_F(MeasuringTest, ACrashIsToldWithItsSignalAndHalfANumberIsNone)
{
    run("crash");
    EXPECT_THAT(banner(), HasSubstr("the measuring program stopped (signal 11) during L2 read. 2 roofs are kept."));
    EXPECT_EQ(kept().ceilings.size(), 2U);
    EXPECT_EQ(measuring.run().rows()[2].state, State::Failed);
}

TEST_F(MeasuringTest, TheRestCanBeMeasuredAfterACrash)
{
    run("crash");
    endings.clear();
    qunsetenv("FAKE_CAPTURE");
    for (auto* button : banners.findChildren<QAbstractButton*>())
        if (button->text() == QStringLiteral("Try the rest")) button->click();
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(states(), (std::vector{State::Known, State::Known, State::Failed, State::Known, State::Known,
                                     State::Known, State::Skipped}));
    EXPECT_EQ(kept().ceilings.size(), 4U);
    EXPECT_THAT(banner(), HasSubstr("1 failed: the list says why."));
}

TEST_F(MeasuringTest, LinesThatAreNoEventsGoToTheLogAndNoFurther)
{
    QSignalSpy log(&measuring, &app::Measuring::reported);
    run("garbage");
    EXPECT_EQ(kept().ceilings.size(), 5U);
    EXPECT_THAT(log.at(0).at(1).toStringList().join(u'\n').toStdString(), HasSubstr("not an event"));
}

TEST_F(MeasuringTest, AnExitCodeWithoutAWordIsTold)
{
    run("exit");
    EXPECT_THAT(banner(), HasSubstr("exit code 3 during L2 read. 2 roofs are kept."));
}

TEST_F(MeasuringTest, ARefusalSaysWhy)
{
    run("refuse");
    EXPECT_EQ(banner(), "Roofs can't be measured: no NVIDIA driver here; install one.");
    EXPECT_TRUE(model.sessions().empty());
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

TEST_F(MeasuringTest, AnItemThatFailsLeavesTheOthers)
{
    run("fail");
    EXPECT_EQ(measuring.run().rows()[2].state, State::Failed);
    EXPECT_EQ(measuring.run().rows()[2].reason, QStringLiteral("its bytes were not counted at L2"));
    EXPECT_THAT(banner(), HasSubstr("4 roofs measured"));
}

TEST_F(MeasuringTest, AMissingProgramSaysWhatToDo)
{
    measuring.setProgram(QStringLiteral("/nowhere/ridgepoint-capture"));
    measuring.start({});
    ASSERT_TRUE(waitForEnd());
    EXPECT_THAT(banner(), HasSubstr("/nowhere/ridgepoint-capture can't be started"));
}

TEST_F(MeasuringTest, WhatCouldNotBeSavedIsNotCalledSaved)
{
    QFile file(folder.filePath(QStringLiteral("a file")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    measuring.setFolder(file.fileName());
    run("");
    EXPECT_THAT(banner(), HasSubstr("not saved"));
    EXPECT_EQ(model.sessions()[0].session->ceilings.size(), 5U);
}

TEST(CaptureRun, AnItemWithoutAResultHasFailed)
{
    app::CaptureRun run;
    run.apply(core::Plan{{"fp64", "fp32"}});
    run.apply(core::Progress{"fp64", 0, 2, {}});
    run.apply(core::Progress{"fp32", 1, 2, {}});
    EXPECT_EQ(run.rows()[0].state, State::Failed);
    EXPECT_EQ(run.rows()[1].state, State::Running);
}

TEST_F(MeasuringTest, ThrottledItemsSayWhatHeldTheClockBack)
{
    run("");
    const auto& fp8 = measuring.run().rows()[4];
    EXPECT_TRUE(app::isThrottled(fp8));
    EXPECT_THAT(app::detailsOf(fp8).toStdString(),
                HasSubstr("held back by the power limit, at 1.47\u202FGHz, during 15\u202F% of the time"));
}

TEST_F(MeasuringTest, ARoofThatMovedSinceLastTimeIsTold)
{
    run("");
    auto before = kept();
    before.ceilings[1].rate_per_s *= 1.1;
    std::ofstream file(folder.filePath(QStringLiteral("before.ridgepoint.jsonl")).toStdString());
    core::writeSession(file, before);
    file.close();
    ASSERT_TRUE(QFile::remove(measuring.path()));
    QSignalSpy remembered(&measuring, &app::Measuring::remembered);
    measuring.setFolder(folder.path());
    ASSERT_TRUE(remembered.wait(patience_ms));
    endings.clear();
    run("");
    EXPECT_THAT(banner(), HasSubstr("DRAM read is at 91\u202F% of last time, at the same clock."));
}

TEST(LargestChange, HoldsPipesToOneClockAndMemoryToItsRate)
{
    core::Session before;
    before.ceilings = {{.resource = *core::parseResource("fp32"), .rate_per_s = 60, .sm_clock_hz = 2},
                       {.resource = *core::parseResource("dram"), .rate_per_s = 100, .access_mix = "read"}};
    auto now = before;
    now.ceilings[0].rate_per_s = 30;
    now.ceilings[0].sm_clock_hz = 1; // power pulled the clock down: the pipe is the same
    EXPECT_FALSE(app::largestChange(before, now));
    now.ceilings[1].rate_per_s = 95;
    const auto change = app::largestChange(before, now);
    ASSERT_TRUE(change);
    EXPECT_EQ(change->now.resource.kind, core::ResourceKind::Dram);
    EXPECT_DOUBLE_EQ(change->ratio, 0.95);
}

TEST_F(MeasuringTest, RoofsAreRememberedForTheGpuAndForItsModel)
{
    run("");
    const auto roofs = app::roofsOf(app::rememberedSessions(folder.path()));
    EXPECT_TRUE(roofs.contains("Fake GPU"));
    EXPECT_TRUE(roofs.contains("GPU-00000000-fa4e"));
    core::Session report;
    report.devices = {{.id = "0 Fake GPU", .name = "Fake GPU"}};
    EXPECT_EQ(app::roofsFor(core::SessionIndex(report), "0 Fake GPU", roofs).size(), 5U);
}

TEST(RememberedRoofs, APartialRunDoesntHideAWholeOne)
{
    const auto session = [](std::vector<const char*> mixes, double rate_per_s) {
        auto made = std::make_shared<core::Session>();
        made->devices = {{.id = "0", .name = "A"}};
        for (const auto* mix : mixes)
            made->ceilings.push_back({.resource = *core::parseResource("dram"),
                                      .rate_per_s = rate_per_s,
                                      .origin = core::Origin::Measured,
                                      .access_mix = mix,
                                      .device_id = "0"});
        return app::RememberedSession{QStringLiteral("x"), made};
    };
    const auto roofs = app::roofsOf({session({"read"}, 3), session({"read", "copy"}, 2), session({"read", "copy"}, 1)});
    ASSERT_EQ(roofs.at("A").ceilings.size(), 2U);
    EXPECT_EQ(roofs.at("A").ceilings[0].rate_per_s, 2);
}

TEST(GpuProbe, TellsTheGpusOrWhyThereAreNone)
{
    app::GpuProbe probe;
    QSignalSpy finished(&probe, &app::GpuProbe::finished);
    probe.start(QStringLiteral(RIDGEPOINT_FAKE_CAPTURE));
    ASSERT_TRUE(finished.wait(patience_ms));
    ASSERT_EQ(probe.result().devices.size(), 1U);
    EXPECT_EQ(app::gpuText(probe.result().devices[0]), QStringLiteral("Fake GPU · driver 580.0 · counters allowed"));
    auto gpu = probe.result().devices[0];
    gpu.counters_allowed.reset();
    EXPECT_EQ(app::gpuText(gpu), QStringLiteral("Fake GPU · driver 580.0 · counters: unknown"));
    qputenv("FAKE_CAPTURE", "refuse");
    probe.start(QStringLiteral(RIDGEPOINT_FAKE_CAPTURE));
    ASSERT_TRUE(finished.wait(patience_ms));
    qunsetenv("FAKE_CAPTURE");
    EXPECT_EQ(probe.result().problem, QStringLiteral("no NVIDIA driver here; install one"));
}

} // namespace

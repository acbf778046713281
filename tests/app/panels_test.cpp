// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/columns.h"
#include "app/format.h"
#include "app/kernel_groups.h"
#include "app/panels/header_panel.h"
#include "app/panels/occupancy_panel.h"
#include "app/panels/provenance_panel.h"
#include "app/panels/speed_of_light_panel.h"
#include "app/panels/stalls_panel.h"
#include "app/panels/verdict_panel.h"
#include "app/panels/warnings_panel.h"
#include "app/panels/waves_panel.h"
#include "app/panels/work_panel.h"
#include "app/row_flags.h"
#include "core/import/importer.h"
#include "core/occupancy.h"
#include "tests/app/sample_session.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace {

/// A session of one kernel, to be changed, and what its panels say.
class PanelTest : public testing::Test {
protected:
    template <typename P> QString text()
    {
        app::KernelRow row{.session = &session, .launches = {0}, .short_name = QStringLiteral("gelu")};
        row.curves = curves;
        row.analysis = core::analyse(session, session.kernels.front());
        P panel;
        panel.showRow(row);
        return panel.text().replace(app::narrowSpace, u' ');
    }

    core::Session session = *sample::open({{"gelu", 1e-4, 0.9}}).session;
    core::KernelMeasurement& kernel = session.kernels.front();
    std::vector<core::Curve> curves;
};

TEST_F(PanelTest, OccupancySaysHowMuchBandwidthSoManyWarpsReach)
{
    session = core::importFile(RIDGEPOINT_SAMPLES "/kernels_full.ncu-rep.xz");
    EXPECT_FALSE(text<app::OccupancyPanel>().contains("measured at"));
    const auto budget = core::occupancyBudget(session, session.kernels.front());
    ASSERT_TRUE(budget);
    const auto warps = static_cast<double>(budget->blocks_per_sm * budget->warps_per_block);
    curves = {{.name = "dram_read_by_occupancy", .x = {warps, warps + 1}, .y = {3.5e12, 4.55e12}}};
    EXPECT_TRUE(text<app::OccupancyPanel>().contains("measured at 3.50 TB/s on this GPU model, 77 % of their best"))
        << text<app::OccupancyPanel>().toStdString();
}

TEST_F(PanelTest, OccupancyAndWavesOfAGraphDontExistAndNoCommandIsGiven)
{
    kernel.kind = core::ResultKind::Graph;
    kernel.launch.reset();
    for (const auto& words : {text<app::OccupancyPanel>(), text<app::WavesPanel>()}) {
        EXPECT_TRUE(words.contains("Doesn't exist for ranges and graphs")) << words.toStdString();
        EXPECT_FALSE(words.contains("ncu --")) << words.toStdString();
    }
    EXPECT_TRUE(text<app::StallsPanel>().contains("--section WarpStateStats"));
}

TEST_F(PanelTest, ARealGraphSaysThatItHasNoOccupancyOfItsOwn)
{
    const auto file = std::filesystem::path(RIDGEPOINT_CORPUS) / "h200" / "graph.ncu-rep.xz";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " isn't there";
    session = core::importFile(file.string());
    const auto graph = std::ranges::find(session.kernels, core::ResultKind::Graph, &core::KernelMeasurement::kind);
    ASSERT_NE(graph, session.kernels.end());
    std::iter_swap(session.kernels.begin(), graph);
    EXPECT_TRUE(text<app::OccupancyPanel>().contains("Doesn't exist for ranges and graphs"));
    EXPECT_TRUE(text<app::WavesPanel>().contains("Doesn't exist for ranges and graphs"));
}

TEST_F(PanelTest, ProvenanceTellsWhetherTheClocksWereLocked)
{
    EXPECT_TRUE(text<app::ProvenancePanel>().contains("Clocks\t–"));
    session.sources.front().clock_control = "base";
    EXPECT_TRUE(text<app::ProvenancePanel>().contains("Clocks\tlocked to base"));
    kernel.clocks_locked = false; // of the launch itself: goes before the run's
    EXPECT_TRUE(text<app::ProvenancePanel>().contains("Clocks\tnot locked"));
}

TEST_F(PanelTest, ProvenanceTellsLaunchAndPasses)
{
    kernel.index = 9;
    EXPECT_TRUE(text<app::ProvenancePanel>().startsWith("Launch\t9\n"));
    EXPECT_TRUE(text<app::ProvenancePanel>().contains("Passes\t–"));
    kernel.counters.add(core::Name("profiler__replayer_passes"), std::uint64_t(38));
    kernel.counters.finish();
    EXPECT_TRUE(text<app::ProvenancePanel>().contains("Passes\t38"));
}

TEST_F(PanelTest, SharedMemoryIsUnknownUntilBothPartsAreKnown)
{
    const auto cell = [this] {
        const app::KernelRow row{.session = &session, .launches = {0}};
        return app::columns()[static_cast<std::size_t>(app::columnOf("shared"))].text(row);
    };
    EXPECT_TRUE(text<app::HeaderPanel>().contains("– shared"));
    kernel.launch->static_shared_bytes = 1024;
    EXPECT_TRUE(text<app::HeaderPanel>().contains("– shared"));
    EXPECT_EQ(cell(), QString(app::enDash));
    kernel.launch->dynamic_shared_bytes = 1024;
    EXPECT_TRUE(text<app::HeaderPanel>().contains("2 KiB shared"));
    EXPECT_TRUE(cell().startsWith(u'2'));
    kernel.launch->static_shared_bytes = 0;
    kernel.launch->dynamic_shared_bytes = 0;
    EXPECT_FALSE(text<app::HeaderPanel>().contains("shared"));
}

/// What the notes say of a launch, and its flags in the table.
struct Notes {
    QString panel;
    QString glyphs;
};

Notes notesOf(const core::Session& session, core::KernelAnalysis analysis)
{
    const auto kernels = session.kernels.size();
    const app::OpenSession open{.path = QStringLiteral("a"),
                                .session = std::make_shared<const core::Session>(session),
                                .analyses = std::vector(kernels, std::move(analysis)),
                                .short_names = std::vector(kernels, QStringLiteral("gelu"))};
    const auto row = app::groupRows(std::span(&open, 1), app::Grouping::None).front().row;
    app::WarningsPanel panel;
    panel.showRow(row);
    return {panel.text().replace(app::narrowSpace, u' '), app::notesGlyphs(row)};
}

TEST_F(PanelTest, ConversionsOfADrawnKernelAreNotCountedInThePoint)
{
    core::KernelAnalysis analysis{.fp16_upper_bound = core::Work{.amount = 40}};
    analysis.strip = {{.level = core::Level::Dram, .share_ratio = 0.5}};
    EXPECT_TRUE(notesOf(session, analysis).panel.contains("conversions: the kernel stands in the strip"));
    EXPECT_EQ(notesOf(session, analysis).glyphs, "≤");
    analysis.strip.clear();
    analysis.points = {{.level = core::Level::Dram}};
    EXPECT_TRUE(notesOf(session, analysis).panel.contains("conversions: not counted in the point"));
    EXPECT_EQ(notesOf(session, analysis).glyphs, "");
}

TEST_F(PanelTest, WhateverLiesAboveItsRoofHasItsReason)
{
    core::KernelAnalysis analysis;
    analysis.strip = {
        {.level = core::Level::L2, .share_ratio = 1.2, .above_roof_reason = core::AboveRoofReason::PassesDisagree}};
    analysis.integer_pipe = core::Resource{.kind = core::ResourceKind::Alu};
    analysis.integer_points = {{.level = core::Level::Dram,
                                .pipe = *analysis.integer_pipe,
                                .flop_per_s = 3,
                                .attainable_flop_per_s = 2,
                                .above_roof_reason = core::AboveRoofReason::MeasuredRoofLow}};
    const auto notes = notesOf(session, analysis);
    EXPECT_TRUE(notes.panel.contains("▲ L2: 120 % of its roof; bytes, operations")) << notes.panel.toStdString();
    EXPECT_TRUE(notes.panel.contains("150 % of its roof; the measured roof")) << notes.panel.toStdString();
    EXPECT_TRUE(notes.glyphs.contains(u'▲'));
    analysis.integer_points.clear();
    EXPECT_TRUE(notesOf(session, analysis).glyphs.contains(u'▲')); // by the strip alone
}

TEST_F(PanelTest, FlopThatWereNotCollectedAreNotCalledNone)
{
    core::KernelAnalysis analysis;
    analysis.strip = {{.level = core::Level::Dram, .share_ratio = 0.5}};
    EXPECT_EQ(notesOf(session, analysis).glyphs, "∅");
    analysis.absent = {{"fp32", core::AbsenceReason::FalseZero}};
    EXPECT_EQ(notesOf(session, analysis).glyphs, "?");
}

TEST_F(PanelTest, AGroupKeepsTheCautionsOfItsLaunches)
{
    auto open = sample::open({{"gelu", 1e-4, 0.9}, {"gelu", 1e-4, 0.9}, {"gelu", 1e-4, 0.9}});
    for (const std::size_t place : {0U, 2U})
        open.analyses[place].work = {{.resource = {core::ResourceKind::Dram}, .amount = 3e9},
                                     {.resource = {core::ResourceKind::L2}, .amount = 1e9}};
    const auto row = app::groupRows(std::span(&open, 1), app::Grouping::Name).front().row;
    ASSERT_TRUE(row.isGroup());
    app::WarningsPanel panel;
    panel.showRow(row);
    const auto words = panel.text().replace(app::narrowSpace, u' ');
    EXPECT_TRUE(words.contains("one of the counters is wrong. (2 of 3 launches)")) << words.toStdString();
}

TEST_F(PanelTest, NothingIsJudgedWhereCountersAndTimeAreOfDifferentRuns)
{
    session.sources.front().replay_mode = "application";
    session.ceilings = {{.resource = {core::ResourceKind::Dram}, .rate_per_s = 4e12, .device_id = "0"}};
    kernel.declared_work = {{{core::ResourceKind::Dram}, 3e8, core::Basis::Measured, "test"}};
    kernel.process_id = 1;
    EXPECT_TRUE(text<app::SpeedOfLightPanel>().contains('%'));
    auto other = kernel;
    other.process_id = 2;
    session.kernels.push_back(other); // `kernel` is no longer valid
    EXPECT_FALSE(text<app::SpeedOfLightPanel>().contains('%'));
    EXPECT_TRUE(text<app::SpeedOfLightPanel>().contains("of different runs"));
    EXPECT_TRUE(text<app::VerdictPanel>().startsWith("Can't tell"));
    const auto notes = notesOf(session, core::analyse(session, session.kernels.front()));
    EXPECT_TRUE(notes.glyphs.contains(u'≠')) << notes.glyphs.toStdString();
    EXPECT_TRUE(notes.panel.contains("throughput in this report means nothing")) << notes.panel.toStdString();
}

TEST_F(PanelTest, ADashInBytesAndOperationsHasItsReasonAndCommand)
{
    const auto words = text<app::WorkPanel>();
    EXPECT_TRUE(words.contains("DRAM\t–")) << words.toStdString();
    EXPECT_TRUE(words.contains("DRAM, L2, L1, SMEM: Not collected. ncu --set roofline "
                               "--section MemoryWorkloadAnalysis_Tables --section SourceCounters -o report ./app"))
        << words.toStdString();
    EXPECT_FALSE(words.contains("bytes are shown"));
    kernel.declared_work = {{{core::ResourceKind::Dram}, 3e8, core::Basis::Measured, "test"}};
    EXPECT_FALSE(text<app::WorkPanel>().contains("DRAM, L2"));
}

TEST_F(PanelTest, TextOfAFileCantMoveTheCursorOrTurnWordsAround)
{
    const std::string bad = "a\x1b[2Jb\u202Ec\x07";
    const QString good = QStringLiteral("a\uFFFD[2Jb\uFFFDc\uFFFD");
    session.sources.front().tool = bad;
    session.sources.front().driver = bad;
    session.devices.front().name = bad;
    session.ceilings = {{.resource = {core::ResourceKind::Dram}, .rate_per_s = 4e12}};
    kernel.declared_work = {{{core::ResourceKind::Dram}, 3e8, core::Basis::Measured, bad},
                            {{core::ResourceKind::Dram}, 3e8, core::Basis::Algorithmic, bad}};
    EXPECT_EQ(text<app::ProvenancePanel>().count(good), 4); // tool, driver, GPU, expression
    EXPECT_EQ(text<app::WorkPanel>().count(good), 1);
    for (const auto& panel : {text<app::ProvenancePanel>(), text<app::WorkPanel>()})
        EXPECT_FALSE(panel.contains(QChar(0x1B)) || panel.contains(QChar(0x202E))) << panel.toStdString();
}

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/columns.h"
#include "app/format.h"
#include "app/panels/header_panel.h"
#include "app/panels/occupancy_panel.h"
#include "app/panels/provenance_panel.h"
#include "app/panels/stalls_panel.h"
#include "app/panels/waves_panel.h"
#include "core/import/importer.h"
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
        row.analysis = core::analyse(session, session.kernels.front());
        P panel;
        panel.showRow(row);
        return panel.text().replace(app::narrowSpace, u' ');
    }

    core::Session session = *sample::open({{"gelu", 1e-4, 0.9}}).session;
    core::KernelMeasurement& kernel = session.kernels.front();
};

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

} // namespace

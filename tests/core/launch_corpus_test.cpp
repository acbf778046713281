// SPDX-License-Identifier: Apache-2.0
// Occupancy, waves and stalls of every real report against what Nsight Compute itself wrote about the same launches.
#include "core/import/ncu_report.h"
#include "core/stalls.h"
#include "core/waves.h"

#include "corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

using namespace core;

namespace {

struct Report {
    std::string_view file;
    std::size_t launches = 0; ///< kernel results with occupancy limits; with two ranges they are 615
};
constexpr Report reports[] = {
    {"h200/cache_all.ncu-rep.xz", 4},
    {"h200/cache_none.ncu-rep.xz", 4},
    {"h200/graph.ncu-rep.xz", 0},
    {"h200/kernels_basic.ncu-rep.xz", 21},
    {"h200/kernels_full.ncu-rep.xz", 21},
    {"h200/kernels_roofline.ncu-rep.xz", 21},
    {"h200/kernels_three.ncu-rep.xz", 21},
    {"h200/many.ncu-rep.xz", 400},
    {"h200/pm.ncu-rep.xz", 4},
    {"h200/range.ncu-rep.xz", 0},
    {"h200/torch_roofline.ncu-rep.xz", 38},
    {"h200/two_processes.ncu-rep.xz", 10},
    {"public/AveryClapp+ESMM-Research--profile@be34af6f.ncu-rep", 5},
    {"public/AveryClapp+ESMM-Research--profile_output.ncu-rep", 4},
    {"public/MgMap+Hyper-Spec-M--profile.ncu-rep", 8},
    {"public/ScalingIntelligence+KernelBench--matmul_kernel.ncu-rep", 1},
    {"public/bobschreiner+NuKEXC--profile_fastc.ncu-rep", 1},
    {"public/bwd29+self-join-MiSTIC--prof1.ncu-rep", 4},
    {"public/bwd29+self-join-MiSTIC--profileHIGGS.out.ncu-rep", 0},
    {"public/bwd29+self-join-MiSTIC--profileSUSYNODE.out.ncu-rep", 1},
    {"public/eschnett+IndexSpaces.jl--profile.ncu-rep", 2},
    {"public/extra-p+extrap--ex-gpu.s100.ncu-rep", 6},
    {"public/josiahls+cuda_learning_mojo--profile.ncu-rep", 4},
    {"public/strrules105+PhysiCell--profile.nsight-cuprof-report", 30},
    {"public/thedavidchu+speedy_scan--profile.ncu-rep", 1},
    {"public/yzwang2000+cudaCode--profile.ncu-rep", 2},
};

std::string contents(const std::filesystem::path& file)
{
    if (file.extension() == ".xz") return test::unpacked(file);
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class LaunchesOf : public testing::TestWithParam<Report> {
protected:
    void SetUp() override
    {
        const auto file = test::corpus / GetParam().file;
        if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
        m_report = contents(file);
        session = readNcuReport(m_report, file.filename(), {});
        ASSERT_FALSE(session.kernels.empty());
    }

    Session session;

private:
    std::string m_report;
};

struct LimitCounter {
    OccupancyLimiter limiter;
    std::string_view counter;
};
constexpr LimitCounter limitCounters[] = {
    {OccupancyLimiter::Blocks, "launch__occupancy_limit_blocks"},
    {OccupancyLimiter::Warps, "launch__occupancy_limit_warps"},
    {OccupancyLimiter::Registers, "launch__occupancy_limit_registers"},
    {OccupancyLimiter::Shared, "launch__occupancy_limit_shared_mem"},
    {OccupancyLimiter::Barriers, "launch__occupancy_limit_barriers"}, // from 2025 on
};

bool holdsLimits(const CounterSet& counters)
{
    return counters.find(Name("launch__occupancy_limit_warps")) != nullptr;
}

void expectReportedLimits(const OccupancyBudget& budget, const CounterSet& reported)
{
    for (const auto& [limiter, counter] : limitCounters) {
        const auto row = std::ranges::find(budget.rows, limiter, &OccupancyRow::limiter);
        ASSERT_NE(row, budget.rows.end());
        EXPECT_EQ(row->blocks_per_sm, reported.count(Name(counter))) << counter;
    }
    EXPECT_EQ(100 * budget.theoretical_ratio, reported.number(Name("sm__maximum_warps_per_active_cycle_pct")));
}

void expectReportedWaves(const WaveAnalysis& waves, const CounterSet& reported)
{
    // Nsight Compute ignores clusters.
    if (!waves.clusters) {
        EXPECT_EQ(waves.waves, reported.number(Name("launch__waves_per_multiprocessor")));
    }
    if (!waves.sm_busy_max_ratio) return;
    EXPECT_LE(waves.sm_busy_min_ratio, waves.sm_busy_ratio);
    EXPECT_LE(waves.sm_busy_ratio, waves.sm_busy_max_ratio);
    EXPECT_LE(*waves.sm_busy_max_ratio, 1);
}

/// A cheap test that no reason is missing: warps active per cycle over issues per cycle is the time between issues.
void expectWholeTimeBetweenIssues(const StallBreakdown& stalls, const CounterSet& reported)
{
    const auto active = reported.number(Name("smsp__warps_active.avg.per_cycle_active"));
    // The two sides come from different passes: up to 1.5 % apart, 5 % in a launch of 2 us.
    const bool brief = reported.number(Name("gpu__time_duration.sum")).value_or(0) < 20'000; // ns
    if (!stalls.cycles_between_issues || !active || brief) return;
    ASSERT_TRUE(stalls.issue_active_ratio);
    EXPECT_NEAR(*stalls.cycles_between_issues * *stalls.issue_active_ratio / *active, 1, 0.02);
}

bool hasRatio(const Stall& stall)
{
    return stall.cycles_per_issue.has_value();
}

} // namespace

TEST_P(LaunchesOf, RealReportsAreAsNsightComputeSays)
{
    std::size_t launches = 0;
    for (const auto& kernel : session.kernels) {
        SCOPED_TRACE(kernel.index);
        const auto reported = session.allCounters(kernel);
        const auto budget = occupancyBudget(session, kernel);
        const auto waves = waveAnalysis(session, kernel);
        ASSERT_EQ(budget.has_value(), kernel.kind == ResultKind::Kernel && holdsLimits(reported));
        ASSERT_EQ(waves.has_value(), budget.has_value());
        if (budget) {
            expectReportedLimits(*budget, reported);
            expectReportedWaves(*waves, reported);
            ++launches;
        }
    }
    EXPECT_EQ(launches, GetParam().launches);
}

TEST_P(LaunchesOf, EveryCollectedStallReasonIsReadAndExplained)
{
    for (const auto& kernel : session.kernels) {
        if (kernel.kind == ResultKind::Range) continue;
        SCOPED_TRACE(kernel.index);
        const auto reported = session.allCounters(kernel);
        const auto ratios = std::ranges::count_if(reported.all(), [](const Counter& counter) {
            const auto name = counter.name().text();
            return name.starts_with("smsp__average_warps_issue_stalled_") &&
                   name.ends_with("_per_issue_active.ratio") && counter.value().number();
        });
        if (ratios == 0) continue;
        const auto stalls = stallBreakdown(kernel);
        ASSERT_TRUE(stalls);
        EXPECT_EQ(std::ranges::count_if(stalls->stalls, hasRatio), ratios - 1); // without "selected"
        expectWholeTimeBetweenIssues(*stalls, reported);
        for (const auto& stall : stalls->stalls) EXPECT_TRUE(stallMeaning(stall.reason)) << stall.reason;
    }
}

INSTANTIATE_TEST_SUITE_P(Corpus, LaunchesOf, testing::ValuesIn(reports), [](const auto& report) {
    std::string name(std::filesystem::path(report.param.file).filename());
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

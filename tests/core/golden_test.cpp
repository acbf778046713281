// SPDX-License-Identifier: Apache-2.0
// What `list` says of every real report, against texts that were reviewed by hand (tests/data/golden/README.md).
#include "core/enum_name.h"
#include "core/import/importer.h"
#include "core/import/ncu_report.h"
#include "core/kernel_name.h"
#include "core/summary.h"

#include "corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <set>
#include <sstream>

using namespace core;

namespace {

const std::filesystem::path goldenFolder = std::filesystem::path(RIDGEPOINT_TEST_DATA) / "golden";

/// "=" exact, "<" lower bound, ">" upper bound, "~" estimate.
char mark(Basis basis)
{
    constexpr std::pair<Basis, char> marks[] = {
        {Basis::LowerBound, '<'}, {Basis::UpperBound, '>'}, {Basis::Estimate, '~'}};
    for (const auto& [key, sign] : marks)
        if (key == basis) return sign;
    return '=';
}

void printWork(std::ostream& out, const KernelAnalysis& analysis)
{
    bool idleTensor = false;
    for (const auto& work : analysis.work) {
        const bool idle = work.resource.kind == ResourceKind::Tensor && work.amount == 0;
        idleTensor = idleTensor || idle;
        if (!idle) out << ' ' << toString(work.resource) << mark(work.basis) << std::setprecision(15) << work.amount;
    }
    if (idleTensor) out << " other_tensor=0";
}

void printPoints(std::ostream& out, const KernelAnalysis& analysis)
{
    for (const auto& point : analysis.points) {
        out << ' ' << toString(point.level) << mark(point.basis) << point.intensity_flop_per_byte;
        if (point.above_roof_reason) out << '!' << enumName(*point.above_roof_reason);
    }
    if (analysis.charted_pipe) out << " at " << toString(*analysis.charted_pipe);
    for (const auto level : analysis.zero_byte_levels) out << ' ' << toString(level) << "=0";
    for (const auto& share : analysis.strip)
        out << " strip " << toString(share.level) << mark(share.basis) << share.share_ratio;
}

void printLaunch(std::ostream& out, const KernelSummary& summary)
{
    if (summary.occupancy) {
        for (const auto& row : summary.occupancy->rows)
            if (row.blocks_per_sm) out << ' ' << enumName(row.limiter) << '=' << *row.blocks_per_sm;
        out << " theoretical=" << summary.occupancy->theoretical_ratio;
    }
    if (summary.achieved_occupancy_ratio) out << " achieved=" << *summary.achieved_occupancy_ratio;
    if (summary.waves) out << " waves=" << summary.waves->waves;
    if (summary.stalls && !summary.stalls->stalls.empty()) out << " stall=" << summary.stalls->stalls.front().reason;
}

/// One launch a line: names, time, work, points, what binds, launch figures, what is absent and why.
std::string describe(const Session& session)
{
    std::ostringstream out;
    const auto names = shortNames(session);
    for (std::size_t i = 0; i < session.kernels.size(); ++i) {
        const auto& kernel = session.kernels[i];
        const auto summary = summarise(session, kernel);
        out << kernel.index << ' ' << enumName(kernel.kind) << " [" << names[i] << "] " << std::setprecision(9)
            << kernel.duration_s.value_or(-1) << "\n  work";
        printWork(out, summary.analysis);
        out << std::setprecision(6) << "\n  points";
        printPoints(out, summary.analysis);
        out << "\n  binding ";
        if (summary.analysis.binding)
            out << toString(*summary.analysis.binding) << ' ' << *summary.analysis.efficiency_ratio;
        out << "\n  launch";
        printLaunch(out, summary);
        out << "\n  absent";
        std::set<std::string> absent;
        for (const auto& [what, reason] : summary.absent) absent.insert(what + ":" + enumName(reason));
        for (const auto& entry : absent) out << ' ' << entry;
        out << '\n';
    }
    return out.str();
}

/// The report in the corpus; else, for the two that ship, the bundled sample.
std::filesystem::path placeOf(std::string_view report)
{
    const auto inCorpus = test::corpus / report;
    const auto bundled = std::filesystem::path(RIDGEPOINT_SAMPLES) / inCorpus.filename();
    return !exists(inCorpus) && exists(bundled) ? bundled : inCorpus;
}

Session opened(const std::filesystem::path& report)
{
    if (report.extension() != ".xz") return importFile(report);
    const auto bytes = test::unpacked(report);
    return readNcuReport(bytes, report.stem(), {});
}

class Golden : public testing::TestWithParam<std::string_view> {};

std::string testName(const testing::TestParamInfo<std::string_view>& info)
{
    std::string name(info.param.substr(info.param.find('/') + 1));
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

} // namespace

TEST_P(Golden, ListIsAsReviewed)
{
    const auto report = placeOf(GetParam());
    if (!exists(report)) GTEST_SKIP() << "no report at " << report;
    const auto text = describe(opened(report));
    const auto golden = goldenFolder / (testName({GetParam(), 0}) + ".txt");
    if (std::getenv("RIDGEPOINT_WRITE_GOLDEN")) std::ofstream(golden) << text;
    std::ifstream in(golden);
    ASSERT_TRUE(in) << golden << " is missing";
    std::string expected;
    std::string actual;
    std::istringstream lines(text);
    for (int line = 1; std::getline(in, expected); ++line) {
        ASSERT_TRUE(std::getline(lines, actual)) << "ends before line " << line << " of " << golden;
        ASSERT_EQ(actual, expected) << golden << ':' << line;
    }
    EXPECT_FALSE(std::getline(lines, actual)) << "more than the golden text: " << actual;
}

/// Worked out from the program's source (kernels.cu): 132 x 8 blocks of 256 threads, 4096 turns of 8 chains and their
/// sums; a transpose of 4096 x 4096 floats; 1320 blocks of 8 warps with one store and one load each.
TEST(KernelsFull, GivesTheNumbersOfItsSource)
{
    const auto report = placeOf("h200/kernels_full.ncu-rep.xz");
    if (!exists(report)) GTEST_SKIP() << "no report at " << report;
    const auto session = opened(report);
    const auto amount = [&session](std::size_t launch, const char* resource) {
        double sum = -1;
        for (const auto& work : summarise(session, session.kernels[launch]).analysis.work)
            if (toString(work.resource) == resource) sum = work.amount;
        return sum;
    };
    EXPECT_EQ(amount(11, "fp32"), 17718902784.0);
    EXPECT_EQ(amount(12, "fp64"), 2215673856.0);
    EXPECT_EQ(amount(9, "l2_read") + amount(9, "l2_write"), 134217728.0);
    EXPECT_EQ(amount(9, "shared"), 134217728.0);
    EXPECT_EQ(amount(8, "shared"), 2214592512.0); // 1,048,576 stores, and loads served 32 times over
    EXPECT_EQ(amount(19, "shared"), 2703360.0);
    EXPECT_EQ(amount(0, "dram_read"), 268451328.0);
    EXPECT_EQ(amount(0, "dram_write"), 244544000.0);
    EXPECT_EQ(amount(0, "l2_read") + amount(0, "l2_write"), 536870912.0);
    for (std::size_t launch = 0; launch < session.kernels.size(); ++launch)
        EXPECT_EQ(amount(launch, "fp16"), 0) << launch;
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, Golden,
    testing::Values("h200/cache_all.ncu-rep.xz", "h200/cache_none.ncu-rep.xz", "h200/graph.ncu-rep.xz",
                    "h200/kernels_basic.ncu-rep.xz", "h200/kernels_full.ncu-rep.xz", "h200/kernels_roofline.ncu-rep.xz",
                    "h200/kernels_three.ncu-rep.xz", "h200/many.ncu-rep.xz", "h200/pm.ncu-rep.xz",
                    "h200/range.ncu-rep.xz", "h200/torch_roofline.ncu-rep.xz", "h200/two_processes.ncu-rep.xz",
                    "public/AveryClapp+ESMM-Research--profile@be34af6f.ncu-rep",
                    "public/AveryClapp+ESMM-Research--profile_output.ncu-rep",
                    "public/MgMap+Hyper-Spec-M--profile.ncu-rep",
                    "public/ScalingIntelligence+KernelBench--matmul_kernel.ncu-rep",
                    "public/bobschreiner+NuKEXC--profile_fastc.ncu-rep", "public/bwd29+self-join-MiSTIC--prof1.ncu-rep",
                    "public/bwd29+self-join-MiSTIC--profileHIGGS.out.ncu-rep",
                    "public/bwd29+self-join-MiSTIC--profileSUSYNODE.out.ncu-rep",
                    "public/eschnett+IndexSpaces.jl--profile.ncu-rep", "public/extra-p+extrap--ex-gpu.s100.ncu-rep",
                    "public/josiahls+cuda_learning_mojo--profile.ncu-rep",
                    "public/strrules105+PhysiCell--profile.nsight-cuprof-report",
                    "public/thedavidchu+speedy_scan--profile.ncu-rep", "public/yzwang2000+cudaCode--profile.ncu-rep"),
    testName);

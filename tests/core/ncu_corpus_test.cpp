// SPDX-License-Identifier: Apache-2.0
// Real reports: every value equals what NVIDIA's own reader says of it.
#include "core/import/importer.h"
#include "corpus.h"

#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <unistd.h>

#include <cmath>
#include <fstream>

namespace core::test {
namespace {

namespace fs = std::filesystem;

/// A report unpacked for one test. Packed ones are kept as .xz; the public ones aren't.
class Unpacked {
public:
    explicit Unpacked(const std::string& name)
        : m_path(fs::temp_directory_path() / ("ridgepoint-" + std::to_string(getpid()) + "-" + name + ".ncu-rep"))
    {
        std::ofstream(m_path, std::ios::binary) << unpacked(corpus / "h200" / (name + ".ncu-rep.xz"));
    }
    ~Unpacked() { fs::remove(m_path); }
    Unpacked(const Unpacked&) = delete;
    Unpacked& operator=(const Unpacked&) = delete;

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// A report of ours, and how many of its counters have no value (NVIDIA's reader shows them as 0 or not at all).
struct Expected {
    const char* name;
    std::size_t launches;
    std::size_t absent;
};
std::ostream& operator<<(std::ostream& out, const Expected& expected)
{
    return out << expected.name;
}

/// The launches of a truth file: what NVIDIA's reader says of a report. NaN, which Python writes as such, becomes a
/// text.
boost::json::array readTruth(const fs::path& file)
{
    return boost::json::parse(boost::replace_all_copy(unpacked(file), "\"v\": NaN", "\"v\": \"NaN\"")).as_array();
}

bool equal(CounterValue ours, const boost::json::value& truth)
{
    if (ours.real() && std::isnan(*ours.real())) return truth == "NaN";
    if (truth.is_string()) return ours.text() == std::string_view(truth.get_string());
    const auto number = ours.number();
    const auto expected = truth.to_number<double>();
    return number && std::abs(*number - expected) <= 1e-12 * std::abs(expected);
}

/// How NVIDIA's reader shows a counter that has no value.
bool isNoValue(const boost::json::value& truth)
{
    if (truth.is_null()) return true;
    return truth.is_string() ? truth.get_string().empty() : truth.is_number() && truth.to_number<double>() == 0;
}

/// Compares a launch and returns how many counters are absent in ours.
std::size_t compareLaunch(const CounterSet& ours, const boost::json::object& truth)
{
    std::size_t absent = 0;
    for (const auto& [name, metric] : truth) {
        const auto& value = metric.at("v");
        if (const auto* found = ours.find(Name(std::string_view(name)))) {
            EXPECT_TRUE(equal(found->value(), value)) << name;
        } else {
            EXPECT_TRUE(isNoValue(value)) << name << " is missing";
            ++absent;
        }
    }
    EXPECT_EQ(ours.all().size() + absent, truth.size()) << "counters that aren't in the truth";
    return absent;
}

class TruthFile : public testing::TestWithParam<Expected> {};

TEST_P(TruthFile, EqualsOursInEveryValue)
{
    const auto& [name, launches, expectedAbsent] = GetParam();
    const auto truthPath = corpus / "h200" / (std::string(name) + ".truth.json.xz");
    if (!fs::exists(truthPath)) GTEST_SKIP() << truthPath << " is missing";
    const Unpacked report(name);
    const auto session = importFile(report.path());
    const auto truth = readTruth(truthPath);
    EXPECT_THAT(session.notes, testing::IsEmpty());
    ASSERT_EQ(session.kernels.size(), launches);
    ASSERT_EQ(truth.size(), launches);
    std::size_t absent = 0;
    for (std::size_t i = 0; i < launches; ++i) {
        SCOPED_TRACE("launch " + std::to_string(i));
        EXPECT_EQ(session.kernels[i].function, std::string_view(truth[i].at("function").as_string()));
        absent += compareLaunch(session.allCounters(session.kernels[i]), truth[i].at("metrics").as_object());
    }
    EXPECT_EQ(absent, expectedAbsent);
}

INSTANTIATE_TEST_SUITE_P(Reports, TruthFile,
                         testing::Values(Expected{"kernels_three", 21, 0}, Expected{"kernels_basic", 21, 0},
                                         Expected{"kernels_roofline", 21, 0}, Expected{"kernels_full", 21, 273},
                                         Expected{"torch_roofline", 38, 0}, Expected{"range", 2, 44},
                                         Expected{"graph", 2, 48}, Expected{"two_processes", 10, 20},
                                         Expected{"pm", 4, 44}),
                         [](const auto& report) { return std::string(report.param.name); });

/// What reports/README.md says of the public reports: the tool's version and how many launches they hold.
struct PublicReport {
    const char* file;
    const char* version; ///< empty: reports of 2019 don't tell
    std::size_t launches;
    const char* gpu;
    bool clocks_locked_known;
};
constexpr PublicReport publicReports[] = {
    {"strrules105+PhysiCell--profile.nsight-cuprof-report", "", 30, "Tesla V100-PCIE-16GB", false},
    {"bwd29+self-join-MiSTIC--profileSUSYNODE.out.ncu-rep", "2020.3.0", 1, "NVIDIA A100-PCIE-40GB", true},
    {"bwd29+self-join-MiSTIC--prof1.ncu-rep", "2021.2.2", 4, "NVIDIA A100-PCIE-40GB", true},
    {"bwd29+self-join-MiSTIC--profileHIGGS.out.ncu-rep", "2022.4.0", 1, "NVIDIA A100-PCIE-40GB", true},
    {"extra-p+extrap--ex-gpu.s100.ncu-rep", "2020.3.1", 6, "A100-PCIE-40GB", true},
    {"thedavidchu+speedy_scan--profile.ncu-rep", "2020.3.1", 1, "NVIDIA GeForce RTX 3070", true},
    {"eschnett+IndexSpaces.jl--profile.ncu-rep", "2022.1.1", 2, "NVIDIA A40", true},
    {"yzwang2000+cudaCode--profile.ncu-rep", "2022.3.0", 2, "NVIDIA GeForce RTX 2080 Ti", true},
    {"josiahls+cuda_learning_mojo--profile.ncu-rep", "2022.4.0", 4, "NVIDIA GeForce GTX 1660 Ti", true},
    {"AveryClapp+ESMM-Research--profile_output.ncu-rep", "2023.1.1", 4, "NVIDIA A10G", true},
    {"AveryClapp+ESMM-Research--profile@be34af6f.ncu-rep", "2023.1.1", 6, "NVIDIA A10G", true},
    {"ScalingIntelligence+KernelBench--matmul_kernel.ncu-rep", "2023.2.2", 1, "NVIDIA H100 PCIe", true},
    {"MgMap+Hyper-Spec-M--profile.ncu-rep", "2024.3.2", 8, "NVIDIA GeForce RTX 2060 with Max-Q Design", true},
    {"bobschreiner+NuKEXC--profile_fastc.ncu-rep", "2025.2.1", 1, "NVIDIA GH200 120GB", true},
};

TEST(PublicReports, OpenWithTheirLaunchesVersionAndGpu)
{
    if (!fs::exists(corpus / "public")) GTEST_SKIP() << corpus << " is missing";
    for (const auto& expected : publicReports) {
        SCOPED_TRACE(expected.file);
        const auto session = importFile(corpus / "public" / expected.file);
        EXPECT_EQ(session.kernels.size(), expected.launches);
        EXPECT_EQ(session.sources.at(0).tool_version, expected.version);
        EXPECT_THAT(session.notes, testing::IsEmpty());
        ASSERT_EQ(session.devices.size(), 1U);
        EXPECT_EQ(session.devices[0].name, expected.gpu);
        for (const auto& kernel : session.kernels) {
            EXPECT_EQ(kernel.clocks_locked.has_value(), expected.clocks_locked_known);
            EXPECT_EQ(kernel.device_id, session.devices[0].id);
        }
    }
}

// Its grid fields hold threads, its own counter says blocks: the first launch has 1 block of 128 threads.
TEST(PublicReports, GridOf2019IsInBlocks)
{
    const auto path = corpus / "public" / publicReports[0].file;
    if (!fs::exists(path)) GTEST_SKIP() << path << " is missing";
    const auto session = importFile(path);
    for (const auto& kernel : session.kernels) {
        ASSERT_TRUE(kernel.launch);
        const auto& grid = kernel.launch->grid;
        const auto counters = session.allCounters(kernel);
        EXPECT_EQ(static_cast<double>(grid[0] * grid[1] * grid[2]), counters.number(Name("launch__grid_size")));
    }
}

TEST(PublicReports, FailedCollectionHasNoLaunchAndNoTime)
{
    const auto path = corpus / "public" / publicReports[3].file;
    if (!fs::exists(path)) GTEST_SKIP() << path << " is missing";
    const auto kernel = importFile(path).kernels.at(0);
    EXPECT_EQ(kernel.launch, std::nullopt);
    EXPECT_EQ(kernel.duration_s, std::nullopt);
}

TEST(Many, HasItsFourHundredLaunches)
{
    if (!fs::exists(corpus / "h200" / "many.ncu-rep.xz")) GTEST_SKIP() << corpus << " is missing";
    const Unpacked report("many");
    EXPECT_EQ(importFile(report.path()).kernels.size(), 400U);
}

TEST(TorchRoofline, LaunchesAreInTheirNvtxRanges)
{
    if (!fs::exists(corpus / "h200" / "torch_roofline.ncu-rep.xz")) GTEST_SKIP() << corpus << " is missing";
    const Unpacked report("torch_roofline");
    const auto session = importFile(report.path());
    EXPECT_THAT(session.kernels.at(0).ranges, testing::ElementsAre("gemm"));
    EXPECT_THAT(session.kernels.at(9).ranges, testing::ElementsAre("attention"));
}

TEST(CacheReports, TellHowTheCachesWereTreated)
{
    if (!fs::exists(corpus / "h200" / "cache_none.ncu-rep.xz")) GTEST_SKIP() << corpus << " is missing";
    EXPECT_EQ(importFile(Unpacked("cache_none").path()).sources.at(0).cache_control, "none");
    EXPECT_EQ(importFile(Unpacked("cache_all").path()).sources.at(0).cache_control, "all");
    EXPECT_EQ(importFile(Unpacked("range").path()).sources.at(0).replay_mode, "range");
}

} // namespace
} // namespace core::test

// SPDX-License-Identifier: Apache-2.0
#include "core/plausible.h"

#include "core/event.h"
#include "core/import/event_log.h"
#include "core/import/ncu_report.h"
#include "core/json.h"
#include "core/listing.h"
#include "core/roofs.h"
#include "core/tensor_counters.h"
#include "tests/core/report_builder.h"

#include <boost/json/value.hpp>
#include <gmock/gmock.h>

#include <limits>
#include <sstream>

namespace core {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Plausible, QuantityIsFiniteAndNotNegative)
{
    for (const double value : {0.0, -0.0, 1e-12, 1.0, 1.8e16}) EXPECT_TRUE(isQuantity(value)) << value;
    for (const double value : {-1.0, -1e-12, 1e-300, 1e300, infinity, std::nan("")})
        EXPECT_FALSE(isQuantity(value)) << value;
}

TEST(Plausible, LaunchStaysWithinItsAxes)
{
    const Launch launch{.grid = {2'147'483'647, 65'535, 65'535}, .block = {16, 1, 64}};
    EXPECT_TRUE(isLaunchable(launch));
    const auto with = [&](auto change) {
        Launch changed = launch;
        change(changed);
        return isLaunchable(changed);
    };
    EXPECT_FALSE(with([](Launch& l) { l.grid[0] = 0; }));
    EXPECT_FALSE(with([](Launch& l) { l.grid[1] = 65'536; }));
    EXPECT_FALSE(with([](Launch& l) { l.block = {1024, 2, 1}; }));
    EXPECT_FALSE(with([](Launch& l) { l.cluster = Dim3{1, 0, 1}; }));
    EXPECT_FALSE(with([](Launch& l) { l.dynamic_shared_bytes = std::numeric_limits<std::uint64_t>::max(); }));
}

TEST(Plausible, CounterThatNoMachineHasIsAsIfAbsent)
{
    CounterSet counters;
    counters.add(Name("negative"), -1.0);
    counters.add(Name("endless"), 1e300);
    counters.add(Name("zero"), -0.0);
    counters.finish();
    EXPECT_EQ(counters.number(Name("negative")), std::nullopt);
    EXPECT_EQ(counters.number(Name("endless")), std::nullopt);
    ASSERT_TRUE(counters.number(Name("zero")));
    EXPECT_FALSE(std::signbit(*counters.number(Name("zero"))));
}

TEST(Plausible, TensorCounterWithADamagedNameIsNoPipe)
{
    KernelMeasurement kernel;
    kernel.counters.add(Name("sm__ops_path_tensor_op_bmma_src_-nt1.sum"), 1.0);
    kernel.counters.finish();
    EXPECT_THAT(tensorLeaves(kernel), SizeIs(0));
}

TEST(Plausible, DeviceWithoutABusHasNoDramRoof)
{
    const Device device{.max_memory_clock_hz = 1e9, .memory_bus_bits = 0};
    for (const auto& ceiling : reportCeilings({}, &device, {.sm_hz = 1e9, .l2_hz = 1e9, .dram_hz = 1e9}))
        EXPECT_GT(ceiling.rate_per_s, 0) << toString(ceiling.resource);
}

/// The sample report with this value in every counter and in the launch.
std::string reportOf(double value)
{
    auto blocks = report::sampleBlocks();
    for (auto& block : blocks)
        for (auto& kernel : block.kernels)
            for (auto& metric : kernel.metrics) metric.value = value;
    return report::encode(blocks);
}

TEST(Plausible, DamagedCountersLeaveAValidListWithoutThem)
{
    for (const double value : {-1.0, 1e300, 5e-324, infinity, std::nan("")}) {
        const auto bytes = reportOf(value);
        const auto session = readNcuReport(std::string_view(bytes), "report.ncu-rep", {});
        EXPECT_EQ(session.kernels.at(0).duration_s, std::nullopt) << value;
        std::ostringstream json;
        listJson(json, session);
        EXPECT_NO_THROW((void)parseJson(json.str())) << value;
        EXPECT_THAT(json.str(), HasSubstr(R"({"what":"dram","reason":"collection_failed"})")) << value;
    }
}

TEST(Plausible, LaunchBeyondAnyGpuIsUnknown)
{
    auto blocks = report::sampleBlocks();
    const auto most = std::numeric_limits<std::uint64_t>::max();
    for (auto& block : blocks)
        for (auto& kernel : block.kernels) kernel.grid = {most, most, most};
    const auto bytes = report::encode(blocks);
    EXPECT_EQ(readNcuReport(std::string_view(bytes), "report.ncu-rep", {}).kernels.at(0).launch, std::nullopt);
}

class DamagedLine : public testing::TestWithParam<const char*> {};

TEST_P(DamagedLine, IsLeftOutWithANote)
{
    const std::string text = std::string(R"({"event":"session_started","format":1})") + '\n' + GetParam() + '\n' +
                             R"({"event":"session_finished"})" + '\n';
    const auto session = readEventLog(std::string_view(text), "x.ridgepoint.jsonl", {});
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("Line 2 was left out")));
    EXPECT_THAT(session.kernels, SizeIs(0));
    EXPECT_THAT(session.devices, SizeIs(0));
    EXPECT_THAT(session.ceilings, SizeIs(0));
}

INSTANTIATE_TEST_SUITE_P(
    Values, DamagedLine,
    testing::Values(R"({"event":"kernel_measurement","duration_s":-5.0})",
                    R"({"event":"kernel_measurement","duration_s":0})",
                    R"({"event":"kernel_measurement","duration_s":1e999})",
                    R"({"event":"kernel_measurement","duration_s":{"bits":"7ff8000000000000"}})",
                    R"({"event":"kernel_measurement","launch":{"grid":[0,1,1],"block":[1,1,1]}})",
                    R"({"event":"kernel_measurement","declared_work":[{"resource":"fp32","amount":-1}]})",
                    R"({"event":"device","max_sm_clock_hz":{"bits":"7ff0000000000000"}})",
                    R"({"event":"ceiling","resource":"dram","rate_per_s":{"bits":"7ff0000000000000"}})",
                    R"({"event":"ceiling","resource":"dram","rate_per_s":1e12,"memory_clock_hz":-1})"));

} // namespace
} // namespace core

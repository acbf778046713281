// SPDX-License-Identifier: Apache-2.0
// Every benchmark does the work that it claims, on the GPU of this machine. Skipped where there is none.
#include "core/error.h"
#include "core/statistics.h"
#include "core/theoretical.h"
#include "kernels/capture/result_event.h"
#include "kernels/harness/measure.h"
#include "tests/kernels/first_gpu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>

namespace {

class OnGpu : public testing::TestWithParam<harness::Benchmark> {
protected:
    void SetUp() override
    {
        std::string reason;
        m_gpu = firstGpu(reason);
        if (!m_gpu) GTEST_SKIP() << reason;
        if (!GetParam().isFor(*m_gpu->gpu.device.compute_capability)) GTEST_SKIP() << "not on this compute capability";
    }
    [[nodiscard]] const harness::Gpu& gpu() const { return m_gpu->gpu; }
    [[nodiscard]] const harness::NvmlDevice* nvml() const { return m_gpu->nvml.get(); }

private:
    const capture::QueriedGpu* m_gpu = nullptr;
};

std::vector<harness::SweepPoint> pointsOf(const harness::Benchmark& benchmark)
{
    return benchmark.sweep.empty() ? std::vector<harness::SweepPoint>{{0, benchmark.prepare}} : benchmark.sweep;
}

TEST_P(OnGpu, DoesTheWorkThatItClaims)
{
    for (const auto& point : pointsOf(GetParam())) {
        try {
            point.prepare(gpu()).verify();
        } catch (const harness::Unavailable& reason) {
            GTEST_SKIP() << reason.what();
        }
    }
}

/// Work a clock where the kernel tells its clock, else a second; and how far its repeats lie apart.
struct Rate {
    double value = 0;
    double spread_ratio = 0;
};

Rate rateOf(const harness::Prepared& prepared, const harness::NvmlDevice* nvml, double launch_s)
{
    harness::Monitor monitor(nvml);
    const harness::Effort effort{.launch_s = launch_s, .warm_up_s = 0.1};
    const auto measured = harness::measure(prepared, effort, monitor, {.cancelled = [] { return false; }});
    return {measured->rate_per_s.median / measured->sm_clock_hz.value_or(1),
            core::halfSpreadRatio(measured->rate_per_s).value()};
}

/// A kernel whose loop the compiler shortened, or whose launch is mostly overhead, would be far off, every time. Power
/// moves the clock, and host memory is noisy, hence rates a clock and the spread; what the host does may also change
/// its speed between the two, hence several tries.
TEST_P(OnGpu, TwiceTheIterationsTakeTwiceTheTime)
{
    try {
        const auto prepared = pointsOf(GetParam()).back().prepare(gpu());
        std::vector<double> ratios;
        for (int tries = 0; tries < 3; ++tries) {
            const auto once = rateOf(prepared, nvml(), 4e-3);
            const auto twice = rateOf(prepared, nvml(), 8e-3);
            ratios.push_back(once.value / twice.value);
            const double allowed = 0.05 + 4 * std::max(once.spread_ratio, twice.spread_ratio);
            if (std::abs(ratios.back() - 1) <= allowed) return;
        }
        ADD_FAILURE() << "rates of once over twice as many iterations: " << testing::PrintToString(ratios);
    } catch (const harness::Unavailable& reason) {
        GTEST_SKIP() << reason.what();
    }
}

TEST_P(OnGpu, IsNotAboveTheory)
{
    if (!GetParam().resource || GetParam().sweep.size() > 0) GTEST_SKIP() << "has no theory";
    const auto prepared = GetParam().prepare(gpu());
    harness::Monitor monitor(nvml());
    const auto measured = harness::measure(prepared, harness::quick, monitor, {.cancelled = [] { return false; }});
    const auto ceiling = std::get<core::Ceiling>(capture::resultEvent(GetParam(), prepared, *measured, gpu().device));
    const auto ratio = core::theoryRatio(ceiling, gpu().device);
    if (!ratio) GTEST_SKIP() << "has no theory";
    EXPECT_LE(*ratio, 1.03);
    EXPECT_GE(*ratio, 0.5);
}

} // namespace

namespace harness {
/// What GoogleTest prints of a parameter.
void PrintTo(const Benchmark& benchmark, std::ostream* out)
{
    *out << benchmark.name;
}
} // namespace harness

namespace {

std::string nameOf(const testing::TestParamInfo<harness::Benchmark>& info)
{
    return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Ceilings, OnGpu, testing::ValuesIn(harness::allBenchmarks()), nameOf);

} // namespace

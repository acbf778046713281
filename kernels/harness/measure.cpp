// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/measure.h"

#include "core/statistics.h"
#include "kernels/harness/clock_reading.h"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/hold.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace harness {
namespace {

/// A clock that moves less than this between two launches has settled.
constexpr double settledRatio = 0.003;
constexpr double longestCalibration_s = 0.5;
/// The host queues a launch in less, so that none of it is in the time between the events (up to 0.5 % of 4 ms, H200).
constexpr std::uint32_t queueing_ns = 50'000;
/// Between two reports of what the repeats say so far.
constexpr double reportEvery_s = 0.25;

class Event {
public:
    Event() { check(cudaEventCreate(&m_event)); }
    ~Event() { static_cast<void>(cudaEventDestroy(m_event)); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    void record() const { check(cudaEventRecord(m_event)); }
    [[nodiscard]] double secondsSince(const Event& start) const
    {
        float milliseconds = 0;
        check(cudaEventSynchronize(m_event));
        check(cudaEventElapsedTime(&milliseconds, start.m_event, m_event));
        return milliseconds * 1e-3;
    }

private:
    cudaEvent_t m_event = nullptr;
};

struct Sample {
    double duration_s = 0;
    std::optional<double> sm_clock_hz;
};

/// Times one launch after the other with the same events.
class Timer {
public:
    explicit Timer(const Prepared& prepared) : m_prepared(prepared) {}

    Sample time(std::uint32_t iterations)
    {
        check(cudaMemsetAsync(m_clocks.data(), 0, m_clocks.bytes()));
        hold(queueing_ns, nullptr);
        m_start.record();
        m_prepared.launch({.iterations = iterations, .clocks = m_clocks.data()});
        m_stop.record();
        Sample sample{.duration_s = m_stop.secondsSince(m_start)};
        const auto reading = m_clocks.toHost()[0];
        if (reading.cycles > 0)
            sample.sm_clock_hz = static_cast<double>(reading.cycles) / static_cast<double>(reading.nanoseconds) * 1e9;
        if (m_prepared.timed_by == TimedBy::Kernel) sample.duration_s = static_cast<double>(reading.nanoseconds) * 1e-9;
        return sample;
    }

private:
    const Prepared& m_prepared;
    DeviceBuffer<ClockReading> m_clocks{1};
    Event m_start;
    Event m_stop;
};

class Stopwatch {
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }
    void restart() { m_start = std::chrono::steady_clock::now(); }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

class Repeats {
public:
    void add(double work, const Sample& sample)
    {
        m_rates.push_back(work / sample.duration_s);
        if (sample.sm_clock_hz) m_clocks.push_back(*sample.sm_clock_hz);
    }
    [[nodiscard]] std::size_t count() const { return m_rates.size(); }
    [[nodiscard]] double spreadRatio() const { return core::halfSpreadRatio(core::spreadOf(m_rates)).value_or(1); }
    [[nodiscard]] Measurement result() const
    {
        Measurement result{.rate_per_s = core::spreadOf(m_rates)};
        if (!m_clocks.empty()) result.sm_clock_hz = core::percentile(m_clocks, 0.5);
        return result;
    }

private:
    std::vector<double> m_rates;
    std::vector<double> m_clocks;
};

/// Iterations that make a launch as long as asked for; also the first part of the warm-up.
std::uint32_t calibrate(Timer& timer, double launch_s)
{
    timer.time(1); // the first launch also loads the kernel, which may take longer than what is asked for
    const Stopwatch watch;
    constexpr double most = 1u << 30;
    double iterations = 1;
    for (;;) {
        const double duration_s = timer.time(static_cast<std::uint32_t>(iterations)).duration_s;
        if (duration_s >= 0.7 * launch_s || iterations >= most || watch.seconds() > longestCalibration_s) break;
        iterations = std::ceil(iterations * std::clamp(launch_s / duration_s, 1.5, 16.0));
    }
    return static_cast<std::uint32_t>(std::min(iterations, most));
}

/// Until the clock has settled, so that the first repeats aren't those of an idle or a boosted GPU.
void warmUp(Timer& timer, std::uint32_t iterations, const Effort& effort, const Cancelled& cancelled)
{
    const Stopwatch watch;
    double before = 0;
    while (watch.seconds() < effort.longest_warm_up_s && !cancelled()) {
        const double now = timer.time(iterations).sm_clock_hz.value_or(0);
        if (watch.seconds() >= effort.warm_up_s && std::abs(now - before) <= settledRatio * now) return;
        before = now;
    }
}

} // namespace

std::optional<Measurement> measure(const Prepared& prepared, const Effort& effort, Monitor& monitor, const Watch& watch)
{
    Timer timer(prepared);
    const auto iterations = calibrate(timer, effort.launch_s);
    warmUp(timer, iterations, effort, watch.cancelled);
    Repeats repeats;
    Stopwatch sinceReport;
    monitor.begin();
    for (const Stopwatch all; all.seconds() < effort.longest_s || repeats.count() < effort.least_repeats;) {
        if (watch.cancelled()) return std::nullopt;
        repeats.add(prepared.work_per_iteration * iterations, timer.time(iterations));
        if (repeats.count() >= effort.least_repeats && all.seconds() >= effort.least_s &&
            repeats.spreadRatio() <= effort.spread_ratio)
            break;
        if (!watch.measured || sinceReport.seconds() < reportEvery_s) continue;
        watch.measured(repeats.result());
        sinceReport.restart();
    }
    auto result = repeats.result();
    result.state = monitor.end();
    return result;
}

} // namespace harness

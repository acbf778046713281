// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/monitor.h"

#include "core/statistics.h"

#include <algorithm>
#include <chrono>

namespace harness {
namespace {

constexpr std::chrono::milliseconds betweenLooks{10};

std::optional<double> median(const std::vector<DeviceState>& looks, std::optional<double> DeviceState::*figure)
{
    std::vector<double> values;
    for (const auto& look : looks)
        if (look.*figure) values.push_back(*(look.*figure));
    return values.empty() ? std::nullopt : std::optional(core::percentile(values, 0.5));
}

} // namespace

Monitor::Monitor(const NvmlDevice* device) : m_device(device)
{
    if (m_device) m_thread = std::jthread([this](const std::stop_token& stop) { look(stop); });
}

void Monitor::begin()
{
    const std::lock_guard lock(m_mutex);
    m_looks.clear();
    m_active = true;
}

MonitoredState Monitor::end()
{
    const std::lock_guard lock(m_mutex);
    m_active = false;
    MonitoredState state{.looks = m_looks.size()};
    for (const auto figure :
         {&DeviceState::sm_clock_hz, &DeviceState::memory_clock_hz, &DeviceState::power_w, &DeviceState::temperature_c})
        state.median.*figure = median(m_looks, figure);
    for (const auto& look : m_looks) {
        if (!look.throttle_reasons.empty()) ++state.throttled_looks;
        for (const auto& reason : look.throttle_reasons)
            if (std::ranges::find(state.median.throttle_reasons, reason) == state.median.throttle_reasons.end())
                state.median.throttle_reasons.push_back(reason);
    }
    return state;
}

void Monitor::look(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto seen = m_device->state(); // outside the lock: it takes milliseconds
        {
            const std::lock_guard lock(m_mutex);
            if (m_active) m_looks.push_back(seen);
        }
        std::this_thread::sleep_for(betweenLooks);
    }
}

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
// Looks at the device again and again while a benchmark runs, so that a result carries the clocks and power of its own
// repeats.
#pragma once

#include "kernels/harness/nvml.h"

#include <cstdint>
#include <mutex>
#include <thread>

namespace harness {

/// Medians over the looks taken since `begin`.
struct MonitoredState {
    DeviceState median; ///< throttle_reasons: each that was seen at least once
    std::uint64_t looks = 0;
    std::uint64_t throttled_looks = 0;
};

/// One thread that looks every 10 ms. Without an NVML device it never sees anything.
class Monitor {
public:
    explicit Monitor(const NvmlDevice* device);

    void begin();
    [[nodiscard]] MonitoredState end();

private:
    void look(const std::stop_token& stop);

    const NvmlDevice* m_device;
    std::mutex m_mutex;
    std::vector<DeviceState> m_looks;
    bool m_active = false;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace harness

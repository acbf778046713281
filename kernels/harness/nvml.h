// SPDX-License-Identifier: Apache-2.0
// What the driver's management library tells while kernels run: clocks, power, temperature, what holds the clock back.
// NVML is loaded at run time: without it everything is measured all the same, and these figures are absent.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace harness {

/// One look at the device.
struct DeviceState {
    std::optional<double> sm_clock_hz;
    std::optional<double> memory_clock_hz;
    std::optional<double> power_w;
    std::optional<double> temperature_c;
    std::vector<std::string> throttle_reasons; ///< "sw_power_cap", "hw_thermal_slowdown", ...; empty: none
};

/// One GPU of NVML. All figures are absent where the driver doesn't tell them.
class NvmlDevice {
public:
    /// nullptr where there is no NVML or it doesn't know the GPU. uuid: "GPU-..." or "MIG-..." as CUDA gives it.
    static std::unique_ptr<NvmlDevice> open(const std::string& uuid);
    virtual ~NvmlDevice() = default;

    /// Takes some milliseconds. May be called from any thread.
    [[nodiscard]] virtual DeviceState state() const = 0;
    [[nodiscard]] virtual std::optional<double> powerLimit_w() const = 0;
    [[nodiscard]] virtual std::optional<double> maxSmClock_hz() const = 0;
    [[nodiscard]] virtual std::optional<double> maxMemoryClock_hz() const = 0;
    [[nodiscard]] virtual std::optional<bool> mig() const = 0;
    [[nodiscard]] virtual std::optional<double> busyRatio() const = 0;
    [[nodiscard]] virtual std::optional<std::string> driver() const = 0;
};

/// Names of the bits of NVML's clock event reasons, without those that say nothing is wrong (idle, application clocks).
std::vector<std::string> throttleReasons(unsigned long long bits);

} // namespace harness

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_machine.h"

#include <algorithm>
#include <iterator>

namespace app {
namespace {

struct ChipRow {
    core::ComputeCapability capability;
    double dense_flop_per_clock; ///< of one SM, of the type that is fastest
};

/// Dense FLOP a clock and SM. Sources: NVIDIA's architecture white papers (V100: 8 tensor cores of 64 FMA; Turing;
/// A100; Ada; H100; Blackwell), divided by SMs and boost clock; 7.5, 8.0, 8.6 and 9.0 agree with the peak_sustained
/// counters of reports.
constexpr ChipRow chips[] = {
    {{7, 0}, 1024},   // FP16
    {{7, 5}, 1024},   // FP16
    {{8, 0}, 2048},   // FP16, BF16
    {{8, 6}, 1024},   // FP16, BF16
    {{8, 7}, 2048},   // FP16, BF16
    {{8, 9}, 2048},   // FP8
    {{9, 0}, 8192},   // FP8
    {{10, 0}, 32768}, // FP4
    {{10, 3}, 49152}, // FP4
    {{12, 0}, 4096},  // FP4
};

} // namespace

std::optional<double> highestDenseFlopPerS(const core::Device& device)
{
    if (!device.compute_capability || !device.sm_count || !device.max_sm_clock_hz) return std::nullopt;
    const auto chip = std::ranges::find(chips, *device.compute_capability, &ChipRow::capability);
    if (chip == std::end(chips)) return std::nullopt;
    return chip->dense_flop_per_clock * *device.sm_count * *device.max_sm_clock_hz;
}

std::optional<double> busBytesPerS(const core::Device& device)
{
    if (!device.memory_bus_bits || !device.max_memory_clock_hz) return std::nullopt;
    constexpr double transfersPerClock = 2; // double data rate
    constexpr double bitsPerByte = 8;
    return transfersPerClock * *device.memory_bus_bits / bitsPerByte * *device.max_memory_clock_hz;
}

} // namespace app

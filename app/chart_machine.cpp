// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_machine.h"

#include <algorithm>
#include <iterator>

namespace app {
namespace {

struct ChipRow {
    core::ComputeCapability capability;
    double flop_per_clock; ///< of one SM, dense, of the type that is fastest
    double op_per_clock;   ///< likewise, of integers
};

/// Sources: NVIDIA's architecture white papers (V100: 8 tensor cores of 64 FMA; Turing;
/// A100; Ada; H100; Blackwell), divided by SMs and boost clock; 7.5, 8.0, 8.6 and 9.0 agree with the peak_sustained
/// counters of reports. Integers: INT4 has twice the rate of INT8 where the chip has it (7.5 to 8.9); 7.0 has no
/// integer tensor cores, its multiply-adds are fastest.
constexpr ChipRow chips[] = {
    {{7, 0}, 1024, 128},     // FP16; INT32
    {{7, 5}, 1024, 4096},    // FP16; INT4
    {{8, 0}, 2048, 8192},    // FP16, BF16; INT4
    {{8, 6}, 1024, 4096},    // FP16, BF16; INT4
    {{8, 7}, 2048, 8192},    // FP16, BF16; INT4
    {{8, 9}, 2048, 4096},    // FP8; INT4
    {{9, 0}, 8192, 8192},    // FP8; INT8
    {{10, 0}, 32768, 16384}, // FP4; INT8
    {{10, 3}, 49152, 512},   // FP4; INT8
    {{12, 0}, 4096, 2048},   // FP4; INT8
};

} // namespace

std::optional<double> highestDensePerS(const core::Device& device, Axis axis)
{
    if (!device.compute_capability || !device.sm_count || !device.max_sm_clock_hz) return std::nullopt;
    const auto chip = std::ranges::find(chips, *device.compute_capability, &ChipRow::capability);
    if (chip == std::end(chips)) return std::nullopt;
    return (axis == Axis::Flop ? chip->flop_per_clock : chip->op_per_clock) * *device.sm_count *
           *device.max_sm_clock_hz;
}

std::optional<double> busBytesPerS(const core::Device& device)
{
    if (!device.memory_bus_bits || !device.max_memory_clock_hz) return std::nullopt;
    constexpr double transfersPerClock = 2; // double data rate
    constexpr double bitsPerByte = 8;
    return transfersPerClock * *device.memory_bus_bits / bitsPerByte * *device.max_memory_clock_hz;
}

} // namespace app

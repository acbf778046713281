// SPDX-License-Identifier: Apache-2.0
// How often a grid fills the GPU, and what the last, partial wave leaves idle.
#pragma once

#include "core/occupancy.h"

#include <optional>
#include <span>
#include <string_view>

namespace core {

struct WaveAnalysis {
    double waves = 0;                  ///< grid / blocks_per_wave
    std::uint64_t blocks_per_wave = 0; ///< SMs x blocks per SM; with clusters: most active clusters x cluster size
    std::uint64_t full_waves = 0;
    std::uint64_t last_wave_blocks = 0;  ///< 0 when the last wave is full
    double tail_idle_ratio = 0;          ///< upper bound, if every wave took the same time
    std::uint64_t sms = 0;               ///< that the launch could use
    std::uint64_t idle_sms = 0;          ///< that got no block at all
    bool clusters = false;               ///< Nsight Compute's own figure ignores them
    std::optional<double> sm_busy_ratio; ///< mean over SMs of active cycles / elapsed: the measured side
    std::optional<double> sm_busy_min_ratio;
    std::optional<double> sm_busy_max_ratio;
};

/// None for ranges and graphs, and where the launch, its occupancy limits or the number of SMs is unknown.
std::optional<WaveAnalysis> waveAnalysis(const KernelMeasurement& kernel, const Device& device,
                                         SharedGrant grant = SharedGrant::Launch);
/// The same with the device and the rule that the session holds for the kernel.
std::optional<WaveAnalysis> waveAnalysis(const Session& session, const KernelMeasurement& kernel);

/// Counters that waveAnalysis reads, besides occupancyCounters.
std::span<const std::string_view> waveCounters();

} // namespace core

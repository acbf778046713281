// SPDX-License-Identifier: Apache-2.0
#include "core/waves.h"

#include <algorithm>

namespace core {
namespace {

constexpr std::string_view smCount = "launch__sm_count"; // fewer than the device's under MIG or a green context
constexpr std::string_view maxActiveClusters = "launch__cluster_max_active";
constexpr std::string_view activeMean = "sm__cycles_active.avg";
constexpr std::string_view activeMin = "sm__cycles_active.min";
constexpr std::string_view activeMax = "sm__cycles_active.max";
constexpr std::string_view elapsed = "sm__cycles_elapsed.max";
constexpr std::string_view elapsedBefore2024 = "gpc__cycles_elapsed.max"; // the same clock
constexpr std::string_view counterNames[] = {smCount,   maxActiveClusters, activeMean,       activeMin,
                                             activeMax, elapsed,           elapsedBefore2024};

std::uint64_t blocksOf(const Dim3& size)
{
    return size[0] * size[1] * size[2];
}

/// Blocks in a cluster; 1 for a launch without. Reports write clusters of 0 x 0 x 0 for such launches.
std::uint64_t clusterSize(const Launch& launch)
{
    const auto size = launch.cluster ? blocksOf(*launch.cluster) : 0;
    return size == 0 ? 1 : size;
}

/// How many clusters fit depends on where the GPCs' SMs are: only the driver can tell; 0 where it isn't known.
std::uint64_t blocksPerWave(const KernelMeasurement& kernel, std::uint64_t sms, std::uint64_t blocksPerSm)
{
    const auto cluster = clusterSize(*kernel.launch);
    if (cluster == 1) return sms * blocksPerSm;
    return kernel.counters.count(Name(maxActiveClusters)).value_or(0) * cluster;
}

void addMeasured(WaveAnalysis& waves, const CounterSet& counters)
{
    auto cycles = counters.number(Name(elapsed));
    if (!cycles) cycles = counters.number(Name(elapsedBefore2024));
    if (!cycles || *cycles <= 0) return;
    // Active and elapsed cycles may come from two passes (3 % apart in one launch of ours): no SM can have been active
    // for longer than the kernel ran, so the longer of the two counts as its time.
    const auto kernelCycles = std::max(*cycles, counters.number(Name(activeMax)).value_or(0));
    const auto share = [&](std::string_view name) -> std::optional<double> {
        const auto active = counters.number(Name(name));
        return active ? std::optional(*active / kernelCycles) : std::nullopt;
    };
    waves.sm_busy_ratio = share(activeMean);
    waves.sm_busy_min_ratio = share(activeMin);
    waves.sm_busy_max_ratio = share(activeMax);
}

} // namespace

std::optional<WaveAnalysis> waveAnalysis(const KernelMeasurement& kernel, const Device& device, SharedGrant grant)
{
    const auto budget = occupancyBudget(kernel, device, grant);
    auto sms = kernel.counters.count(Name(smCount));
    if (!sms && device.sm_count) sms = *device.sm_count;
    if (!budget || !sms) return {};

    const auto grid = blocksOf(kernel.launch->grid);
    const auto perWave = blocksPerWave(kernel, *sms, budget->blocks_per_sm);
    if (grid == 0 || perWave == 0) return {};
    WaveAnalysis waves;
    waves.waves = static_cast<double>(grid) / static_cast<double>(perWave);
    waves.blocks_per_wave = perWave;
    waves.full_waves = grid / perWave;
    waves.last_wave_blocks = grid % perWave;
    const auto lastFill = static_cast<double>(waves.last_wave_blocks) / static_cast<double>(perWave);
    if (lastFill > 0) waves.tail_idle_ratio = (1 - lastFill) / (static_cast<double>(waves.full_waves) + 1);
    waves.sms = *sms;
    waves.idle_sms = grid < *sms ? *sms - grid : 0;
    waves.clusters = clusterSize(*kernel.launch) > 1;
    addMeasured(waves, kernel.counters);
    return waves;
}

std::optional<WaveAnalysis> waveAnalysis(const Session& session, const KernelMeasurement& kernel)
{
    const auto* device = session.device(kernel.device_id);
    if (!device) return {};
    const bool known = kernel.source < session.sources.size();
    return waveAnalysis(kernel, *device, known ? sharedGrant(session.sources[kernel.source]) : SharedGrant::Launch);
}

std::span<const std::string_view> waveCounters()
{
    return counterNames;
}

} // namespace core

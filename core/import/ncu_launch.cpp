// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_launch.h"

#include "core/plausible.h"

#include <algorithm>
#include <array>
#include <limits>

namespace core::ncu {
namespace {

struct CounterNames {
    Name grid_size{"launch__grid_size"};
    std::array<Name, 3> cluster{Name("launch__cluster_dim_x"), Name("launch__cluster_dim_y"),
                                Name("launch__cluster_dim_z")};
    Name registers{"launch__registers_per_thread"};
    Name static_shared{"launch__shared_mem_per_block_static"};
    Name dynamic_shared{"launch__shared_mem_per_block_dynamic"};
    // Reports have .sum; those made with --metrics may have another of the three, all equal for one GPU.
    std::array<Name, 3> duration_ns{Name("gpu__time_duration.sum"), Name("gpu__time_duration.avg"),
                                    Name("gpu__time_duration.max")};
    std::array<Name, 2> device_index{Name("device__attribute_device_index"), Name("launch__device_id")};
};

const CounterNames& counterNames()
{
    static const CounterNames names;
    return names;
}

/// A counter as a whole number; reports of 2019 to 2023 hold them as double.
std::optional<std::uint64_t> whole(const CounterSet& counters, Name name)
{
    constexpr double limit = 1e18; // far above any count, and far below where the cast would overflow
    const auto value = counters.number(name);
    if (!value || *value < 0 || *value > limit) return {};
    return static_cast<std::uint64_t>(*value);
}

template <typename T> std::optional<T> wholeAs(const CounterSet& counters, Name name)
{
    const auto value = whole(counters, name);
    if (!value || *value > std::numeric_limits<T>::max()) return {};
    return static_cast<T>(*value);
}

std::uint64_t volume(const Dim3& dim)
{
    return dim[0] * dim[1] * dim[2];
}

Dim3 inBlocks(const Dim3& grid, const Dim3& block, const CounterSet& counters)
{
    const auto blocks = whole(counters, counterNames().grid_size);
    const bool inThreads = blocks && volume(grid) != *blocks && volume(grid) == *blocks * volume(block);
    if (!inThreads) return grid;
    return {grid[0] / block[0], grid[1] / block[1], grid[2] / block[2]};
}

/// The cluster of a launch that has one; reports of other launches hold zeros or ones.
std::optional<Dim3> clusterOf(const CounterSet& counters)
{
    Dim3 cluster{};
    for (std::size_t axis = 0; axis < cluster.size(); ++axis)
        cluster[axis] = whole(counters, counterNames().cluster[axis]).value_or(0);
    return volume(cluster) > 1 ? std::optional(cluster) : std::nullopt;
}

} // namespace

bool describesLaunch(std::string_view counterName)
{
    const auto& n = counterNames();
    const std::array singles = {n.grid_size, n.registers, n.static_shared, n.dynamic_shared};
    const auto has = [counterName](std::span<const Name> names) {
        return std::ranges::find(names, counterName, &Name::text) != names.end();
    };
    return has(singles) || has(n.cluster) || has(n.duration_ns) || has(n.device_index);
}

std::optional<Launch> launchOf(const Dim3& grid, const Dim3& block, const CounterSet& counters)
{
    if (volume(grid) == 0 || volume(block) == 0) return {};
    const auto& names = counterNames();
    const Launch launch{.grid = inBlocks(grid, block, counters),
                        .block = block,
                        .cluster = clusterOf(counters),
                        .registers_per_thread = wholeAs<std::uint32_t>(counters, names.registers),
                        .static_shared_bytes = whole(counters, names.static_shared),
                        .dynamic_shared_bytes = whole(counters, names.dynamic_shared)};
    return isLaunchable(launch) ? std::optional(launch) : std::nullopt;
}

std::optional<double> durationOf(const CounterSet& counters)
{
    constexpr double nsPerSecond = 1e9;
    for (const Name name : counterNames().duration_ns) {
        const auto ns = counters.number(name);
        if (ns && *ns > 0) return *ns / nsPerSecond;
    }
    return {};
}

std::optional<std::uint64_t> deviceIndexOf(const CounterSet& counters)
{
    for (const Name name : counterNames().device_index)
        if (const auto index = whole(counters, name)) return index;
    return {};
}

} // namespace core::ncu

// SPDX-License-Identifier: Apache-2.0
// The rules are those of cuda_occupancy.h (CUDA 13.0), checked against launch__occupancy_limit_* of Nsight Compute
// 2019 to 2025 on compute capability 7.0 to 9.0.
#include "core/occupancy.h"

#include "core/sm_limits.h"

#include <algorithm>
#include <charconv>

namespace core {
namespace {

constexpr std::uint64_t threadsPerWarp = 32;
constexpr std::uint64_t registerUnit = 256; // of a warp
constexpr std::uint64_t maxRegistersPerThread = 255;

constexpr std::string_view sharedConfigured = "launch__shared_mem_config_size";
constexpr std::string_view sharedDriver = "launch__shared_mem_per_block_driver";
constexpr std::string_view barrierCount = "launch__barrier_count";
constexpr std::string_view warpsActive = "sm__warps_active.avg.pct_of_peak_sustained_active";
constexpr std::string_view counterNames[] = {sharedConfigured, sharedDriver, barrierCount, warpsActive};

constexpr std::uint64_t divideUp(std::uint64_t amount, std::uint64_t unit)
{
    return (amount + unit - 1) / unit;
}

constexpr std::uint64_t roundUp(std::uint64_t amount, std::uint64_t unit)
{
    return divideUp(amount, unit) * unit;
}

/// What one block takes, as allocated.
struct BlockNeeds {
    std::uint64_t warps = 0;
    std::uint64_t registers_per_thread = 0;
    std::uint64_t registers_per_warp = 0;
    std::uint64_t shared_bytes = 0;
    std::optional<std::uint64_t> barriers;
};

std::optional<BlockNeeds> blockNeeds(const KernelMeasurement& kernel, const SmLimits& sm)
{
    const auto& launch = kernel.launch;
    if (!launch || !launch->registers_per_thread || !launch->static_shared_bytes || !launch->dynamic_shared_bytes)
        return {};
    const auto warps = divideUp(launch->block[0] * launch->block[1] * launch->block[2], threadsPerWarp);
    if (warps == 0 || sm.warps == 0) return {};
    const auto reserved = kernel.counters.count(Name(sharedDriver)).value_or(sm.reserved_shared_bytes_per_block);
    const auto shared = *launch->static_shared_bytes + *launch->dynamic_shared_bytes + reserved;
    return BlockNeeds{
        .warps = warps,
        .registers_per_thread = *launch->registers_per_thread,
        .registers_per_warp = roundUp(*launch->registers_per_thread * threadsPerWarp, registerUnit),
        .shared_bytes = roundUp(shared, sm.shared_unit_bytes),
        .barriers = kernel.counters.count(Name(barrierCount)),
    };
}

/// Registers are given out within a sub-partition. Warps round up to sub-partitions only to decide whether the
/// launch is possible at all.
std::uint64_t blocksByRegisters(const BlockNeeds& block, const SmLimits& sm)
{
    const auto checked = block.registers_per_warp * roundUp(block.warps, sm.sub_partitions);
    if (checked > sm.registers_per_block || block.registers_per_thread > maxRegistersPerThread) return 0;
    if (block.registers_per_warp == 0) return sm.blocks;
    const auto warpsPerSubPartition = sm.registers / sm.sub_partitions / block.registers_per_warp;
    return sm.sub_partitions * warpsPerSubPartition / block.warps;
}

std::uint64_t blocksByBarriers(std::uint64_t barriers, const SmLimits& sm)
{
    return barriers <= 1 ? sm.blocks : std::min(sm.blocks, sm.barriers / barriers);
}

std::uint64_t grantedShared(const KernelMeasurement& kernel, const SmLimits& sm, SharedGrant grant)
{
    if (grant == SharedGrant::Device) return sm.shared_bytes;
    return kernel.counters.count(Name(sharedConfigured)).value_or(sm.shared_bytes);
}

/// The ledger without `used`, which needs the smallest limit first.
std::vector<OccupancyRow> ledger(const BlockNeeds& block, const SmLimits& sm, std::uint64_t sharedBytes)
{
    using enum OccupancyLimiter;
    const auto byShared = block.shared_bytes == 0 ? sm.blocks : sharedBytes / block.shared_bytes;
    std::optional<std::uint64_t> byBarriers;
    if (block.barriers) byBarriers = blocksByBarriers(*block.barriers, sm);
    return {
        {.limiter = Blocks, .blocks_per_sm = sm.blocks, .granted = sm.blocks, .per_block = 1},
        {.limiter = Warps, .blocks_per_sm = sm.warps / block.warps, .granted = sm.warps, .per_block = block.warps},
        {.limiter = Registers,
         .blocks_per_sm = blocksByRegisters(block, sm),
         .granted = sm.registers,
         .per_block = block.registers_per_warp * block.warps},
        {.limiter = Shared, .blocks_per_sm = byShared, .granted = sharedBytes, .per_block = block.shared_bytes},
        {.limiter = Barriers, .blocks_per_sm = byBarriers, .granted = sm.barriers, .per_block = block.barriers},
    };
}

/// Block slots stand in as the limit of a resource that the block doesn't use: no reason to name it.
bool canLimit(const OccupancyRow& row)
{
    const bool barriers = row.limiter == OccupancyLimiter::Barriers;
    return row.per_block.value_or(0) > (barriers ? 1U : 0U);
}

void settle(OccupancyBudget& budget)
{
    budget.blocks_per_sm = *budget.rows.front().blocks_per_sm;
    for (const auto& row : budget.rows)
        budget.blocks_per_sm = std::min(budget.blocks_per_sm, row.blocks_per_sm.value_or(budget.blocks_per_sm));
    for (auto& row : budget.rows) {
        if (row.per_block) row.used = budget.blocks_per_sm * *row.per_block;
        if (row.blocks_per_sm == budget.blocks_per_sm && canLimit(row)) budget.limiters.push_back(row.limiter);
    }
}

} // namespace

std::optional<std::uint64_t> left(const OccupancyRow& row)
{
    if (!row.granted || !row.used || *row.used > *row.granted) return std::nullopt;
    return *row.granted - *row.used;
}

SharedGrant sharedGrant(const Source& source)
{
    if (source.tool != "Nsight Compute") return SharedGrant::Launch;
    // Reports say their version from 2020.2 on: none means older.
    int year = 0;
    std::from_chars(source.tool_version.data(), source.tool_version.data() + source.tool_version.size(), year);
    return year >= 2022 ? SharedGrant::Launch : SharedGrant::Device;
}

std::optional<double> achievedOccupancy(const KernelMeasurement& kernel)
{
    constexpr double mostPercent = 110; // passes may disagree by a few per cent, not by more
    static const Name counter(warpsActive);
    const auto percent = kernel.counters.number(counter);
    return percent && *percent <= mostPercent ? std::optional(*percent / 100) : std::nullopt;
}

bool achievedOccupancyFailed(const KernelMeasurement& kernel)
{
    static const Name counter(warpsActive);
    return kernel.counters.find(counter) && !achievedOccupancy(kernel);
}

std::optional<OccupancyBudget> occupancyBudget(const KernelMeasurement& kernel, const Device& device, SharedGrant grant)
{
    if (kernel.kind != ResultKind::Kernel) return {};
    const auto sm = smLimits(device);
    const auto block = sm ? blockNeeds(kernel, *sm) : std::nullopt;
    if (!block) return {};

    OccupancyBudget budget;
    budget.rows = ledger(*block, *sm, grantedShared(kernel, *sm, grant));
    settle(budget);
    budget.warps_per_block = block->warps;
    budget.max_warps_per_sm = sm->warps;
    const auto residentWarps = budget.blocks_per_sm * block->warps;
    budget.theoretical_ratio = static_cast<double>(residentWarps) / static_cast<double>(sm->warps);
    budget.achieved_ratio = achievedOccupancy(kernel);
    budget.device_shared_bytes = sm->shared_bytes;
    return budget;
}

std::optional<OccupancyBudget> occupancyBudget(const Session& session, const KernelMeasurement& kernel)
{
    const auto* device = session.device(kernel.device_id);
    if (!device) return {};
    const bool known = kernel.source < session.sources.size();
    return occupancyBudget(kernel, *device, known ? sharedGrant(session.sources[kernel.source]) : SharedGrant::Launch);
}

std::span<const std::string_view> occupancyCounters()
{
    return counterNames;
}

} // namespace core

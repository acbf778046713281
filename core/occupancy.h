// SPDX-License-Identifier: Apache-2.0
// Blocks that fit on an SM, resource by resource, as a ledger.
#pragma once

#include "core/device.h"
#include "core/kernel_measurement.h"
#include "core/session.h"

#include <boost/describe/enum.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace core {

/// In the order in which ties are named.
enum class OccupancyLimiter { Blocks, Warps, Registers, Shared, Barriers };
BOOST_DESCRIBE_ENUM(OccupancyLimiter, Blocks, Warps, Registers, Shared, Barriers)

/// One line of the ledger. Units: registers, bytes of shared memory, warps, blocks, barriers.
struct OccupancyRow {
    OccupancyLimiter limiter = OccupancyLimiter::Blocks;
    std::optional<std::uint64_t> blocks_per_sm = {}; ///< that this resource alone would allow
    std::optional<std::uint64_t> used = {};          ///< by the resident blocks, as allocated
    std::optional<std::uint64_t> granted = {};       ///< to one SM (shared memory: the carve-out of that launch)
    std::optional<std::uint64_t> per_block = {};     ///< what one more block would need
};

/// What is granted and not used; none where either is unknown, or more was used than the rule grants.
std::optional<std::uint64_t> left(const OccupancyRow& row);

struct OccupancyBudget {
    std::vector<OccupancyRow> rows; ///< one a limiter
    std::uint64_t blocks_per_sm = 0;
    std::uint64_t warps_per_block = 0;
    std::uint64_t max_warps_per_sm = 0;
    double theoretical_ratio = 0; ///< resident warps over max_warps_per_sm
    std::optional<double> achieved_ratio;
    std::vector<OccupancyLimiter>
        limiters; ///< all that tie; a kernel without shared memory or with at most one
                  ///< barrier is never limited by these, though their limit is the block slots
    std::optional<std::uint64_t> device_shared_bytes; ///< the largest carve-out; the ledger uses the launch's own
};

/// How much shared memory an SM is counted to have.
enum class SharedGrant {
    Launch, ///< the carve-out that the driver chose for the launch, as Nsight Compute does from 2022.1 on
    Device, ///< the largest carve-out, as earlier versions and cuda_occupancy.h do
};
/// The rule of the tool that wrote a source's occupancy limits.
SharedGrant sharedGrant(const Source& source);

/// The budget of a kernel's launch, equal to launch__occupancy_limit_* of the report it came from. None for ranges,
/// graphs, and where the launch or the device's limits are unknown. Rules and sources: docs/adr/0005 and the .cpp.
/// A launch whose carve-out isn't known is counted with the device's largest.
std::optional<OccupancyBudget> occupancyBudget(const KernelMeasurement& kernel, const Device& device,
                                               SharedGrant grant = SharedGrant::Launch);
/// The same with the device and the rule that the session holds for the kernel.
std::optional<OccupancyBudget> occupancyBudget(const Session& session, const KernelMeasurement& kernel);

/// Resident warps over the most possible, as counted while SMs were active; of a graph over all its kernels. None where
/// the counter says what can't be.
std::optional<double> achievedOccupancy(const KernelMeasurement& kernel);
/// Whether its counter is there and says what can't be.
bool achievedOccupancyFailed(const KernelMeasurement& kernel);

/// Counters that occupancyBudget reads.
std::span<const std::string_view> occupancyCounters();

} // namespace core

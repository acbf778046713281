// SPDX-License-Identifier: Apache-2.0
// Blocks that fit on an SM, resource by resource, as a ledger.
#pragma once

#include "core/device.h"
#include "core/kernel_measurement.h"

#include <boost/describe/enum.hpp>

#include <optional>
#include <vector>

namespace core {

/// In the order in which ties are named.
enum class OccupancyLimiter { Blocks, Warps, Registers, Shared, Barriers };
BOOST_DESCRIBE_ENUM(OccupancyLimiter, Blocks, Warps, Registers, Shared, Barriers)

/// One line of the ledger. Units: registers, bytes of shared memory, warps, blocks, barriers.
struct OccupancyRow {
    OccupancyLimiter limiter = OccupancyLimiter::Blocks;
    std::optional<std::uint64_t> blocks_per_sm; ///< that this resource alone would allow
    std::optional<std::uint64_t> used;          ///< by the resident blocks, as allocated
    std::optional<std::uint64_t> granted;       ///< to one SM (shared memory: the carve-out of that launch)
    std::optional<std::uint64_t> per_block;     ///< what one more block would need
};

struct OccupancyBudget {
    std::vector<OccupancyRow> rows; ///< one a limiter
    std::uint64_t blocks_per_sm = 0;
    std::uint64_t warps_per_block = 0;
    std::uint64_t max_warps_per_sm = 0;
    double theoretical_ratio = 0; ///< resident warps over max_warps_per_sm
    std::optional<double> achieved_ratio;
    std::vector<OccupancyLimiter> limiters;
    std::optional<std::uint64_t> device_shared_bytes; ///< the largest carve-out; the ledger uses the launch's own
};

/// The budget of a kernel's launch, equal to launch__occupancy_limit_* of the report it came from. None for ranges,
/// graphs, and where the launch or the device's limits are unknown. Rules and sources: docs/adr and the .cpp.
std::optional<OccupancyBudget> occupancyBudget(const KernelMeasurement& kernel, const Device& device);

} // namespace core

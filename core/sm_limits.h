// SPDX-License-Identifier: Apache-2.0
// What one SM can hold: the device's own attributes, and a table for what they leave open.
#pragma once

#include "core/device.h"

#include <cstdint>
#include <optional>

namespace core {

/// Limits of one SM. Registers are 32 bits wide; a warp gets them in units of 256.
struct SmLimits {
    std::uint64_t warps = 0;
    std::uint64_t blocks = 0;
    std::uint64_t barriers = 0;
    std::uint64_t registers = 0;
    std::uint64_t registers_per_block = 0;
    std::uint64_t sub_partitions = 0; ///< each with an equal share of the registers
    std::uint64_t shared_bytes = 0;   ///< of the largest carve-out
    std::uint64_t shared_unit_bytes = 0;
    std::uint64_t reserved_shared_bytes_per_block = 0; ///< by the driver
};

/// None for a compute capability that is unknown or outside the table (5.0 to 12.1).
std::optional<SmLimits> smLimits(const Device& device);

} // namespace core

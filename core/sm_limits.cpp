// SPDX-License-Identifier: Apache-2.0
#include "core/sm_limits.h"

#include <algorithm>

namespace core {
namespace {

struct Row {
    ComputeCapability compute_capability;
    std::uint32_t warps;
    std::uint32_t blocks;
    std::uint32_t barriers;
    std::uint32_t sub_partitions;
    std::uint32_t shared_kib;
    std::uint32_t shared_unit_bytes;
    std::uint32_t reserved_kib;
};

// Blocks, barriers, sub-partitions, allocation units, carve-outs and reserved bytes: cuda_occupancy.h of CUDA 13.0
// (of CUDA 12 for 5.x to 7.2), which takes barriers for a limit from compute capability 9.0 on. Warps and shared
// memory before 7.5: CUDA C++ Programming Guide 12, technical specifications per compute capability; from 7.5 on
// device attributes in Nsight Compute reports. Not seen in a report: 5.x, 6.0, 6.2, 8.7, 10.x, 11.0, 12.1.
constexpr Row rows[] = {
    // CC      warps blocks barriers parts KiB unit reserved
    {{5, 0}, 64, 32, 64, 4, 64, 256, 0},   //
    {{5, 2}, 64, 32, 64, 4, 96, 256, 0},   //
    {{5, 3}, 64, 32, 64, 4, 64, 256, 0},   //
    {{6, 0}, 64, 32, 64, 2, 64, 256, 0},   //
    {{6, 1}, 64, 32, 64, 4, 96, 256, 0},   //
    {{6, 2}, 64, 32, 64, 4, 64, 256, 0},   //
    {{7, 0}, 64, 32, 64, 4, 96, 256, 0},   //
    {{7, 2}, 64, 32, 64, 4, 96, 256, 0},   //
    {{7, 5}, 32, 16, 32, 4, 64, 256, 0},   //
    {{8, 0}, 64, 32, 64, 4, 164, 128, 1},  //
    {{8, 6}, 48, 16, 16, 4, 100, 128, 1},  //
    {{8, 7}, 48, 16, 16, 4, 164, 128, 1},  //
    {{8, 9}, 48, 24, 24, 4, 100, 128, 1},  //
    {{9, 0}, 64, 32, 64, 4, 228, 128, 1},  //
    {{10, 0}, 64, 32, 64, 4, 228, 128, 1}, //
    {{10, 1}, 48, 24, 24, 4, 228, 128, 1}, //
    {{10, 3}, 64, 32, 64, 4, 228, 128, 1}, //
    {{11, 0}, 48, 24, 24, 4, 228, 128, 1}, //
    {{12, 0}, 48, 24, 24, 4, 100, 128, 1}, //
    {{12, 1}, 48, 24, 24, 4, 100, 128, 1}, //
};
constexpr std::uint64_t registersPerSm = 65'536; // of every row (same tables)

} // namespace

std::optional<SmLimits> smLimits(const Device& device)
{
    if (!device.compute_capability) return {};
    const auto* row = std::ranges::find(rows, *device.compute_capability, &Row::compute_capability);
    if (row == std::end(rows)) return {};
    return SmLimits{
        .warps = device.max_warps_per_sm.value_or(row->warps),
        .blocks = device.max_blocks_per_sm.value_or(row->blocks),
        .barriers = row->barriers,
        .registers = device.registers_per_sm.value_or(registersPerSm),
        .registers_per_block = device.registers_per_block.value_or(registersPerSm),
        .sub_partitions = row->sub_partitions,
        .shared_bytes = device.shared_bytes_per_sm.value_or(row->shared_kib * 1024ULL),
        .shared_unit_bytes = row->shared_unit_bytes,
        .reserved_shared_bytes_per_block = device.reserved_shared_bytes_per_block.value_or(row->reserved_kib * 1024ULL),
    };
}

} // namespace core

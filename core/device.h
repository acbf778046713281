// SPDX-License-Identifier: Apache-2.0
// A GPU as its driver or a report describes it. Whatever wasn't told is absent.
#pragma once

#include <boost/describe/class.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core {

struct ComputeCapability {
    int major = 0;
    int minor = 0;

    friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};
BOOST_DESCRIBE_STRUCT(ComputeCapability, (), (major, minor))

struct Device {
    std::string id;                  ///< names it within its session: the UUID, else "<index> <name>" as in the report
    std::optional<std::string> uuid; ///< reports don't hold it
    std::string name;
    std::optional<ComputeCapability> compute_capability;
    std::optional<std::uint32_t> sm_count;
    std::optional<double> max_sm_clock_hz;
    std::optional<double> max_memory_clock_hz;
    std::optional<std::uint32_t> memory_bus_bits;
    std::optional<std::uint64_t> memory_bytes;
    std::optional<std::uint64_t> l2_bytes;
    std::optional<std::uint32_t> warp_size;
    std::optional<std::uint32_t> max_warps_per_sm;
    std::optional<std::uint32_t> max_blocks_per_sm;
    std::optional<std::uint32_t> max_threads_per_block;
    std::optional<std::uint32_t> registers_per_sm;
    std::optional<std::uint32_t> registers_per_block;
    std::optional<std::uint64_t> shared_bytes_per_sm;
    std::optional<std::uint64_t> shared_bytes_per_block_optin;
    std::optional<std::uint64_t> reserved_shared_bytes_per_block;
    std::optional<bool> ecc;
    std::optional<bool> mig;
    std::optional<double> power_limit_w;
    std::optional<double> current_sm_clock_hz;     ///< when it was probed
    std::optional<double> current_memory_clock_hz; ///< likewise
    std::optional<double> busy_ratio;              ///< of the second before the probe, by whatever ran
    std::optional<double> l2_bytes_per_clock;      ///< read, all slices: lts2xbar's peak, which only CUPTI tells
    std::optional<bool> counters_allowed;          ///< by what the driver and the system say, before anything is tried
    std::optional<std::string> counters_obstacle;  ///< why counters are refused and what to do
    std::optional<std::string> driver;
    std::optional<std::string> runtime;

    friend bool operator==(const Device&, const Device&) = default;
};
BOOST_DESCRIBE_STRUCT(Device, (),
                      (id, uuid, name, compute_capability, sm_count, max_sm_clock_hz, max_memory_clock_hz,
                       memory_bus_bits, memory_bytes, l2_bytes, warp_size, max_warps_per_sm, max_blocks_per_sm,
                       max_threads_per_block, registers_per_sm, registers_per_block, shared_bytes_per_sm,
                       shared_bytes_per_block_optin, reserved_shared_bytes_per_block, ecc, mig, power_limit_w,
                       current_sm_clock_hz, current_memory_clock_hz, busy_ratio, l2_bytes_per_clock, counters_allowed,
                       counters_obstacle, driver, runtime))

/// A GPU that was busier than this before it was measured had other work, which makes roofs too low.
constexpr double busyWithOtherWorkRatio = 0.05;

/// A device's name without its maker: drivers before 465 left "NVIDIA " out.
constexpr std::string_view modelOf(std::string_view deviceName)
{
    constexpr std::string_view maker = "NVIDIA ";
    return deviceName.starts_with(maker) ? deviceName.substr(maker.size()) : deviceName;
}

} // namespace core

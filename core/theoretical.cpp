// SPDX-License-Identifier: Apache-2.0
#include "core/theoretical.h"

#include <algorithm>
#include <string_view>

namespace core {
namespace {

/// Amount of a resource that one SM does in a clock, on chips from one compute capability (x 10) to another.
struct SmRate {
    std::string_view resource;
    int from;
    int to;
    double per_clock; ///< bytes, FLOP (2 a multiply-add) or operations
};

/// Sources: CUDA C++ Programming Guide, "Arithmetic Instructions" (results a clock and SM) and "Compute Capabilities";
/// tensor rates: NVIDIA's architecture whitepapers (V100, T4, A100, AD102, H100) over SMs and boost clock, and the
/// peak_sustained counters of an H200 (mma.sync reaches 2/3 of wgmma there). GeForce parts have half the tensor rate
/// with FP32 accumulation: their rows are left out, since the capability alone doesn't tell them apart.
constexpr SmRate smRates[] = {
    {"l1", 70, 129, 128},
    {"shared", 70, 129, 128},
    {"fp64", 70, 70, 64},
    {"fp64", 75, 75, 4},
    {"fp64", 80, 80, 64},
    {"fp64", 86, 89, 4},
    {"fp64", 90, 100, 128},
    {"fp64", 103, 121, 4},
    {"fp32", 70, 80, 128},
    {"fp32", 86, 129, 256},
    {"fp32", 90, 90, 256},
    {"fp16", 70, 75, 256},
    {"fp16", 80, 80, 512},
    {"fp16", 86, 89, 256},
    {"fp16", 90, 90, 512},
    {"fp16", 100, 129, 256},
    {"int_mad", 70, 129, 128},
    {"alu", 70, 100, 64},
    {"xu", 70, 100, 16},
    {"issue", 70, 129, 4},
    {"tensor_fp16_fp32_mma", 80, 80, 2048},
    {"tensor_fp16_fp16_mma", 80, 80, 2048},
    {"tensor_bf16_fp32_mma", 80, 80, 2048},
    {"tensor_tf32_fp32_mma", 80, 80, 1024},
    {"tensor_int8_int32_mma", 80, 80, 4096},
    {"tensor_fp64_fp64_mma", 80, 80, 128},
    {"tensor_fp16_fp32_mma", 90, 90, 8192.0 / 3},
    {"tensor_fp16_fp16_mma", 90, 90, 8192.0 / 3},
    {"tensor_bf16_fp32_mma", 90, 90, 8192.0 / 3},
    {"tensor_tf32_fp32_mma", 90, 90, 4096.0 / 3},
    {"tensor_int8_int32_mma", 90, 90, 16384.0 / 3},
    {"tensor_fp16_fp32_sparse_mma", 90, 90, 4096},
    {"tensor_bf16_fp32_sparse_mma", 90, 90, 4096},
    {"tensor_fp64_fp64_mma", 90, 90, 256},
    {"tensor_fp16_fp32_wgmma", 90, 90, 4096},
    {"tensor_fp16_fp16_wgmma", 90, 90, 4096},
    {"tensor_bf16_fp32_wgmma", 90, 90, 4096},
    {"tensor_tf32_fp32_wgmma", 90, 90, 2048},
    {"tensor_fp8_fp32_wgmma", 90, 90, 8192},
    {"tensor_int8_int32_wgmma", 90, 90, 8192},
    {"tensor_fp16_fp32_sparse_wgmma", 90, 90, 8192},
    {"tensor_bf16_fp32_sparse_wgmma", 90, 90, 8192},
    {"tensor_tf32_fp32_sparse_wgmma", 90, 90, 4096},
    {"tensor_fp8_fp32_sparse_wgmma", 90, 90, 16384},
    {"tensor_int8_int32_sparse_wgmma", 90, 90, 16384},
};

std::optional<double> perSmClock(const Resource& resource, const Device& device)
{
    if (!device.compute_capability || !device.sm_count) return std::nullopt;
    const int capability = device.compute_capability->major * 10 + device.compute_capability->minor;
    const auto name = toString(resource);
    const auto row = std::ranges::find_if(smRates, [&](const SmRate& rate) {
        return rate.resource == name && capability >= rate.from && capability <= rate.to;
    });
    if (row == std::end(smRates)) return std::nullopt;
    return row->per_clock * *device.sm_count;
}

/// Two transfers a clock on every line of the bus (HBM and GDDR clocks are reported alike).
std::optional<double> perDramClock(const Device& device)
{
    if (device.memory_bus_bits.value_or(0) == 0) return std::nullopt;
    return 2.0 * *device.memory_bus_bits / 8;
}

/// Writes move half as much as reads, the fabric between the halves too: measured on an H200 (CC 9.0).
std::optional<double> perL2Clock(const Resource& resource, const Device& device)
{
    if (!device.l2_bytes_per_clock) return std::nullopt;
    return *device.l2_bytes_per_clock * (resource.kind == ResourceKind::L2Read ? 1.0 : 0.5);
}

std::optional<Ceiling> ceilingOf(const Resource& resource, std::optional<double> perClock,
                                 std::optional<double> clock_hz, std::optional<double> Ceiling::*clockField,
                                 const char* method)
{
    if (!perClock || !clock_hz) return std::nullopt;
    Ceiling ceiling{.resource = resource, .rate_per_s = *perClock * *clock_hz, .origin = Origin::Computed};
    ceiling.*clockField = clock_hz;
    ceiling.method = method;
    return ceiling;
}

} // namespace

std::optional<Ceiling> theoreticalCeiling(const Resource& resource, const Device& device, const Clocks& clocks)
{
    switch (resource.kind) {
    case ResourceKind::Dram:
    case ResourceKind::DramRead:
    case ResourceKind::DramWrite:
        return ceilingOf(resource, perDramClock(device), clocks.dram_hz, &Ceiling::memory_clock_hz,
                         "2 * bus width * DRAM clock");
    case ResourceKind::L2Read:
    case ResourceKind::L2Write:
    case ResourceKind::L2Fabric:
        return ceilingOf(resource, perL2Clock(resource, device), clocks.l2_hz, &Ceiling::l2_clock_hz,
                         "bytes of all L2 slices * L2 clock");
    default:
        return ceilingOf(resource, perSmClock(resource, device), clocks.sm_hz, &Ceiling::sm_clock_hz,
                         "rate of an SM * SMs * SM clock");
    }
}

std::optional<double> theoryRatio(const Ceiling& measured, const Device& device)
{
    const auto theory = theoreticalCeiling(
        measured.resource, device,
        {.sm_hz = measured.sm_clock_hz, .l2_hz = measured.l2_clock_hz, .dram_hz = measured.memory_clock_hz});
    return theory ? std::optional(measured.rate_per_s / theory->rate_per_s) : std::nullopt;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/theoretical.h"

#include "core/roofline.h"

#include <string_view>
#include <vector>

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
/// tensor rates: NVIDIA's architecture whitepapers and datasheets over SMs and the clock they assume, and the
/// peak_sustained counters of an H200 (mma.sync reaches 2/3 of wgmma there). A row that leaves out accumulate type or
/// path holds for all; of one chip the faster path goes first, for resources that leave it out.
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
    {"tensor_fp16", 70, 75, 1024},
    {"tensor_int8", 75, 75, 2048},
    {"tensor_int4", 75, 75, 4096},
    {"tensor_fp16", 80, 80, 2048},
    {"tensor_fp16_sparse", 80, 80, 4096},
    {"tensor_bf16", 80, 80, 2048},
    {"tensor_bf16_sparse", 80, 80, 4096},
    {"tensor_tf32", 80, 80, 1024},
    {"tensor_tf32_sparse", 80, 80, 2048},
    {"tensor_int8", 80, 80, 4096},
    {"tensor_int8_sparse", 80, 80, 8192},
    {"tensor_int4", 80, 80, 8192},
    {"tensor_int4_sparse", 80, 80, 16384},
    {"tensor_fp64", 80, 80, 128},
    // Not of 8.7, whose tensor cores are wider: no source that we could check.
    {"tensor_fp16", 86, 86, 1024},
    {"tensor_fp16_sparse", 86, 86, 2048},
    {"tensor_bf16", 86, 86, 1024},
    {"tensor_bf16_sparse", 86, 86, 2048},
    {"tensor_tf32", 86, 86, 512},
    {"tensor_tf32_sparse", 86, 86, 1024},
    {"tensor_int8", 86, 86, 2048},
    {"tensor_int8_sparse", 86, 86, 4096},
    {"tensor_int4", 86, 86, 4096},
    {"tensor_int4_sparse", 86, 86, 8192},
    {"tensor_fp16", 89, 89, 1024},
    {"tensor_fp16_sparse", 89, 89, 2048},
    {"tensor_bf16", 89, 89, 1024},
    {"tensor_bf16_sparse", 89, 89, 2048},
    {"tensor_tf32", 89, 89, 512},
    {"tensor_tf32_sparse", 89, 89, 1024},
    {"tensor_int8", 89, 89, 2048},
    {"tensor_int8_sparse", 89, 89, 4096},
    {"tensor_int4", 89, 89, 4096},
    {"tensor_int4_sparse", 89, 89, 8192},
    {"tensor_fp8", 89, 89, 2048},
    {"tensor_fp8_sparse", 89, 89, 4096},
    {"tensor_fp16_wgmma", 90, 90, 4096},
    {"tensor_fp16_sparse_wgmma", 90, 90, 8192},
    {"tensor_bf16_wgmma", 90, 90, 4096},
    {"tensor_bf16_sparse_wgmma", 90, 90, 8192},
    {"tensor_tf32_wgmma", 90, 90, 2048},
    {"tensor_tf32_sparse_wgmma", 90, 90, 4096},
    {"tensor_fp8_wgmma", 90, 90, 8192},
    {"tensor_fp8_sparse_wgmma", 90, 90, 16384},
    {"tensor_int8_wgmma", 90, 90, 8192},
    {"tensor_int8_sparse_wgmma", 90, 90, 16384},
    {"tensor_fp16_mma", 90, 90, 8192.0 / 3},
    {"tensor_bf16_mma", 90, 90, 8192.0 / 3},
    {"tensor_tf32_mma", 90, 90, 4096.0 / 3},
    {"tensor_int8_mma", 90, 90, 16384.0 / 3},
    {"tensor_fp16_fp32_sparse_mma", 90, 90, 4096},
    {"tensor_bf16_sparse_mma", 90, 90, 4096},
    {"tensor_fp64", 90, 90, 256},
    {"tensor_fp16_tcgen05", 100, 103, 8192},
    {"tensor_fp16_sparse_tcgen05", 100, 103, 16384},
    {"tensor_bf16_tcgen05", 100, 103, 8192},
    {"tensor_bf16_sparse_tcgen05", 100, 103, 16384},
    {"tensor_tf32_tcgen05", 100, 103, 4096},
    {"tensor_tf32_sparse_tcgen05", 100, 103, 8192},
    {"tensor_fp8_tcgen05", 100, 103, 16384},
    {"tensor_fp8_sparse_tcgen05", 100, 103, 32768},
    {"tensor_int8_tcgen05", 100, 100, 16384},
    {"tensor_int8_sparse_tcgen05", 100, 100, 32768},
    {"tensor_fp4_tcgen05", 100, 100, 32768},
    {"tensor_fp4_sparse_tcgen05", 100, 100, 65536},
    {"tensor_fp4_tcgen05", 103, 103, 49152},
    {"tensor_fp64", 100, 100, 128},
    {"tensor_fp16", 120, 120, 1024},
    {"tensor_fp16_sparse", 120, 120, 2048},
    {"tensor_bf16", 120, 120, 1024},
    {"tensor_bf16_sparse", 120, 120, 2048},
    {"tensor_tf32", 120, 120, 512},
    {"tensor_tf32_sparse", 120, 120, 1024},
    {"tensor_fp8", 120, 120, 2048},
    {"tensor_fp8_sparse", 120, 120, 4096},
    {"tensor_int8", 120, 120, 2048},
    {"tensor_int8_sparse", 120, 120, 4096},
    {"tensor_fp4", 120, 120, 4096},
    {"tensor_fp4_sparse", 120, 120, 8192},
};

/// GeForce parts accumulate in FP32 at half the rate (GA102, Ada and RTX Blackwell white papers), except products of
/// FP4; the A10G does all of its tensor work at half (its datasheet over that of the A10).
double tensorShare(const Resource& resource, const Device& device)
{
    if (resource.kind != ResourceKind::Tensor) return 1;
    if (device.name.find("A10G") != std::string::npos) return 0.5;
    const auto& pipe = resource.tensor;
    const bool isHalved = isFloatingPoint(resource) && pipe.input != "fp4" && pipe.accumulate != "fp16";
    return isHalved && device.name.find("GeForce") != std::string::npos ? 0.5 : 1;
}

const SmRate* smRate(const Resource& resource, int capability)
{
    static const auto resources = [] {
        std::vector<Resource> parsed;
        for (const auto& rate : smRates) parsed.push_back(*parseResource(rate.resource));
        return parsed;
    }();
    for (std::size_t i = 0; i < resources.size(); ++i)
        if (capability >= smRates[i].from && capability <= smRates[i].to && roofMatches(resource, resources[i]))
            return &smRates[i];
    return nullptr;
}

std::optional<double> perSmClock(const Resource& resource, const Device& device)
{
    if (!device.compute_capability || !device.sm_count) return std::nullopt;
    const int capability = device.compute_capability->major * 10 + device.compute_capability->minor;
    const auto* rate = smRate(resource, capability);
    if (!rate) return std::nullopt;
    return rate->per_clock * *device.sm_count * tensorShare(resource, device);
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

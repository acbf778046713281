// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/device_query.h"

#include "kernels/capture/counter_permission.h"
#include "kernels/harness/cuda_check.h"

#include <cuda_runtime_api.h>

#include <array>
#include <charconv>
#include <cstdio>

namespace capture {
namespace {

using harness::check;

constexpr double hzOfKhz = 1e3;

std::string uuidText(const cudaUUID_t& uuid)
{
    std::string text = "GPU-";
    for (int i = 0; i < 16; ++i) {
        std::array<char, 3> hex{};
        std::snprintf(hex.data(), hex.size(), "%02x", static_cast<unsigned char>(uuid.bytes[i]));
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        text += hex.data();
    }
    return text;
}

/// "13.0" for 13000: CUDA spells its versions 1000 * major + 10 * minor.
std::string versionText(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

template <typename T = std::uint32_t> std::optional<T> attribute(cudaDeviceAttr name, int ordinal)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, name, ordinal) != cudaSuccess || value <= 0) return std::nullopt;
    return static_cast<T>(value);
}

std::optional<double> clock(cudaDeviceAttr name, int ordinal)
{
    const auto khz = attribute<double>(name, ordinal);
    return khz ? std::optional(*khz * hzOfKhz) : std::nullopt;
}

core::Device described(int ordinal)
{
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, ordinal));
    int runtime = 0;
    check(cudaRuntimeGetVersion(&runtime));
    core::Device device{.id = uuidText(properties.uuid), .name = properties.name};
    device.uuid = device.id;
    device.compute_capability = {properties.major, properties.minor};
    device.sm_count = static_cast<std::uint32_t>(properties.multiProcessorCount);
    device.max_sm_clock_hz = clock(cudaDevAttrClockRate, ordinal);
    device.max_memory_clock_hz = clock(cudaDevAttrMemoryClockRate, ordinal);
    device.memory_bus_bits = static_cast<std::uint32_t>(properties.memoryBusWidth);
    device.memory_bytes = properties.totalGlobalMem;
    device.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
    device.warp_size = static_cast<std::uint32_t>(properties.warpSize);
    device.max_warps_per_sm = static_cast<std::uint32_t>(properties.maxThreadsPerMultiProcessor / properties.warpSize);
    device.max_blocks_per_sm = static_cast<std::uint32_t>(properties.maxBlocksPerMultiProcessor);
    device.max_threads_per_block = static_cast<std::uint32_t>(properties.maxThreadsPerBlock);
    device.registers_per_sm = static_cast<std::uint32_t>(properties.regsPerMultiprocessor);
    device.registers_per_block = static_cast<std::uint32_t>(properties.regsPerBlock);
    device.shared_bytes_per_sm = properties.sharedMemPerMultiprocessor;
    device.shared_bytes_per_block_optin = properties.sharedMemPerBlockOptin;
    device.reserved_shared_bytes_per_block = properties.reservedSharedMemPerBlock;
    device.ecc = properties.ECCEnabled != 0;
    device.runtime = versionText(runtime);
    return device;
}

void addManaged(core::Device& device, const harness::NvmlDevice& nvml)
{
    const auto state = nvml.state();
    device.current_sm_clock_hz = state.sm_clock_hz;
    device.current_memory_clock_hz = state.memory_clock_hz;
    if (const auto clock = nvml.maxSmClock_hz()) device.max_sm_clock_hz = clock;
    if (const auto clock = nvml.maxMemoryClock_hz()) device.max_memory_clock_hz = clock;
    device.power_limit_w = nvml.powerLimit_w();
    device.mig = nvml.mig();
    device.busy_ratio = nvml.busyRatio();
    device.driver = nvml.driver();
}

int ordinalOf(const std::string& selection, int count)
{
    int ordinal = 0;
    const auto* end = selection.data() + selection.size();
    const auto [rest, error] = std::from_chars(selection.data(), end, ordinal);
    if (selection.empty() || (error == std::errc() && rest == end)) {
        if (ordinal >= 0 && ordinal < count) return ordinal;
    } else {
        for (int i = 0; i < count; ++i)
            if (described(i).id.starts_with(selection)) return i;
    }
    throw core::Error("there is no device '" + selection + "' here, only 0 to " + std::to_string(count - 1) +
                      "; 'ridgepoint-capture device' describes them");
}

} // namespace

int deviceCount()
{
    int count = 0;
    const auto code = cudaGetDeviceCount(&count);
    if (code == cudaSuccess && count > 0) return count;
    static_cast<void>(cudaGetLastError());
    int needed = 0;
    static_cast<void>(cudaRuntimeGetVersion(&needed));
    int installed = 0;
    static_cast<void>(cudaDriverGetVersion(&installed));
    if (installed == 0)
        throw core::Error("no NVIDIA driver here; install one, or run ridgepoint-capture on a machine with a GPU");
    if (code == cudaErrorInsufficientDriver)
        throw core::Error("the driver knows CUDA " + versionText(installed) + ", this program needs " +
                          versionText(needed) + "; install a newer driver");
    throw core::Error(code == cudaSuccess || code == cudaErrorNoDevice
                          ? "the driver sees no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES"
                          : std::string("CUDA doesn't start: ") + cudaGetErrorString(code) + "; check nvidia-smi");
}

QueriedGpu queryDevice(const std::string& selection)
{
    const int ordinal = ordinalOf(selection, deviceCount());
    check(cudaSetDevice(ordinal));
    QueriedGpu queried{.gpu = {.ordinal = ordinal, .device = described(ordinal)}};
    auto& device = queried.gpu.device;
    queried.nvml = harness::NvmlDevice::open(device.id);
    if (queried.nvml) addManaged(device, *queried.nvml);
    const auto counters = counterPermission();
    device.counters_allowed = counters.allowed;
    device.counters_obstacle = counters.obstacle;
    return queried;
}

} // namespace capture

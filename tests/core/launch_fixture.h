// SPDX-License-Identifier: Apache-2.0
// A launch of a chosen shape on an H200, for tests of what follows from shapes: occupancy and waves.
#pragma once

#include "core/device.h"
#include "core/kernel_measurement.h"

inline core::Device h200()
{
    core::Device device;
    device.compute_capability = core::ComputeCapability{9, 0};
    device.sm_count = 132;
    return device;
}

struct Shape {
    std::uint64_t grid = 1;
    std::uint64_t threads = 128;
    std::uint32_t registers = 16;
    std::uint64_t shared_bytes = 0;
    std::uint64_t shared_granted = 228 * 1024;
    std::uint64_t barriers = 0;
};

inline void add(core::KernelMeasurement& kernel, std::string_view counter, core::CounterValue value)
{
    kernel.counters.add(core::Name(counter), value);
    kernel.counters.finish();
}

inline core::KernelMeasurement kernelOf(const Shape& shape)
{
    core::KernelMeasurement kernel;
    kernel.launch = core::Launch{.grid = {shape.grid, 1, 1},
                                 .block = {shape.threads, 1, 1},
                                 .cluster = {},
                                 .registers_per_thread = shape.registers,
                                 .static_shared_bytes = shape.shared_bytes,
                                 .dynamic_shared_bytes = 0};
    add(kernel, "launch__shared_mem_config_size", shape.shared_granted);
    add(kernel, "launch__barrier_count", shape.barriers);
    return kernel;
}

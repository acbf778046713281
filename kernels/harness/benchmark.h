// SPDX-License-Identifier: Apache-2.0
// What a microbenchmark is to the harness: how to launch it, how much work that is, and how to prove it.
#pragma once

#include "core/device.h"
#include "core/error.h"
#include "core/resource.h"

#include <cuda_runtime_api.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace harness {

struct ClockReading;

struct Launch {
    std::uint32_t iterations = 1; ///< of the kernel's outer loop
    cudaStream_t stream = nullptr;
    ClockReading* clocks = nullptr; ///< on the device; the kernel leaves its clock there
};

/// Whose clock the time of a launch comes from.
enum class TimedBy {
    Events, ///< of the stream: the whole launch
    Kernel, ///< its own ClockScope: without what surrounds the loop
};

/// A benchmark whose buffers are filled with random data; they live as long as the functions that hold them.
struct Prepared {
    double work_per_iteration = 0; ///< bytes or operations of the whole grid
    std::function<void(const Launch&)> launch;
    std::function<void()> verify; ///< throws Error if the kernel doesn't do the work that it claims
    std::string method;           ///< instruction, bytes, blocks: what was run, in a few words
    TimedBy timed_by = TimedBy::Events;
};

/// The GPU as benchmarks see it.
struct Gpu {
    int ordinal = 0; ///< CUDA's
    core::Device device;

    [[nodiscard]] unsigned smCount() const { return device.sm_count.value_or(1); }
};

/// Thrown by `prepare` where something that isn't part of Ridgepoint is missing: the item is skipped with this reason.
class Unavailable : public core::Error {
    using core::Error::Error;
};

/// One place of a sweep: the same work under another condition.
struct SweepPoint {
    double x = 0;
    std::function<Prepared(const Gpu&)> prepare;
};

/// What it measures decides where the result goes: a roof of a resource, a figure that is no roof, or a curve.
struct Benchmark {
    std::string name;                            ///< what --only takes, unique: "dram_read", "tensor_bf16_fp32_wgmma"
    std::optional<core::Resource> resource = {}; ///< none: a figure that is no roof
    std::string access_mix = {};                 ///< of a memory: "read", "write", "copy", "triad"
    std::string unit = {};   ///< of a figure or curve: "s" (time of one piece of work), "FLOP/s", "byte/s"
    std::string x_name = {}; ///< of a curve: "warps_per_sm", "bytes_in_flight_per_sm"
    core::ComputeCapability from = {7, 5}; ///< first and last that have what is measured
    core::ComputeCapability to = {99, 9};
    std::vector<core::ComputeCapability> not_on = {}; ///< between those: they lack the part, or emulate the instruction
    std::function<Prepared(const Gpu&)> prepare = {}; ///< throws CudaError if memory is short, or Unavailable
    std::vector<SweepPoint> sweep = {};               ///< of a curve, in place of `prepare`

    [[nodiscard]] bool isFor(const core::ComputeCapability& here) const; ///< has it, in hardware
};

/// All that are linked in, by the vocabulary's order of resources and then by name.
std::vector<Benchmark> allBenchmarks();

/// A global of this type in a .cu file adds its benchmarks.
class Registration {
public:
    explicit Registration(std::vector<Benchmark> benchmarks);
};

} // namespace harness

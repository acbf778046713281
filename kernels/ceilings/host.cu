// SPDX-License-Identifier: Apache-2.0
// What the host costs: kernel launches, and copies over the host link both ways, from pinned and from pageable memory.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/hold.h"
#include "kernels/harness/mismatches.cuh"
#include "kernels/harness/near_gpu.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>

namespace {

using namespace harness;

__global__ void empty() {}

/// counter += 1: shows that every launch of the chain ran.
__global__ void countLaunch(unsigned* counter)
{
    ++*counter;
}

void verifyLaunches()
{
    const DeviceBuffer<unsigned> counter(1);
    check(cudaMemset(counter.data(), 0, counter.bytes()));
    for (unsigned i = 0; i < 100; ++i) countLaunch<<<1, 1>>>(counter.data());
    checkLaunch();
    requireSame("launches", counter.toHost()[0], 100u);
}

/// Back to back in one stream, without waiting between them: what each adds to a queue that is never empty.
Prepared prepareLaunch(const Gpu&)
{
    const auto launch = [](const Launch& l) {
        for (std::uint32_t i = 0; i < l.iterations; ++i) empty<<<1, 32, 0, l.stream>>>();
        checkLaunch();
    };
    return {1, launch, verifyLaunches, "empty kernel of one warp, back to back in a stream"};
}

constexpr unsigned queued = 64;                ///< launches that the GPU finds waiting
constexpr std::uint32_t queueing_ns = 640'000; ///< the host has queued them by then: 10 us each

__global__ void begin(ClockReading* clocks)
{
    if (clocks) clocks->nanoseconds -= globalNanoseconds();
}
__global__ void end(ClockReading* clocks)
{
    if (clocks) clocks->nanoseconds += globalNanoseconds();
}

/// Launches that have been queued before: what the GPU needs to go from one to the next, whatever the host does.
Prepared prepareQueuedLaunch(const Gpu&)
{
    const auto launch = [](const Launch& l) {
        for (std::uint32_t i = 0; i < l.iterations; ++i) {
            hold(queueing_ns, l.stream);
            begin<<<1, 1, 0, l.stream>>>(l.clocks);
            for (unsigned launched = 1; launched < queued; ++launched) empty<<<1, 32, 0, l.stream>>>();
            end<<<1, 1, 0, l.stream>>>(l.clocks);
        }
        checkLaunch();
    };
    return {.work_per_iteration = queued,
            .launch = launch,
            .verify = verifyLaunches,
            .method = "empty kernel of one warp, " + std::to_string(queued) + " queued before the first begins",
            .timed_by = TimedBy::Kernel};
}

enum class Memory { Pinned, Pageable };
enum class Direction { ToDevice, ToHost };

/// Pageable memory is copied by a CPU first: more of it than the caches of that CPU hold, and long enough that one
/// interruption doesn't make a repeat an outlier.
constexpr std::size_t bytesOf(Memory memory)
{
    return std::size_t{memory == Memory::Pinned ? 64u : 256u} << 20;
}

/// Vectors in pages that the constructor touches, from the CPU that it runs on: all poisoned.
class HostBuffer {
public:
    explicit HostBuffer(Memory memory) : m_memory(memory)
    {
        const auto bytes = bytesOf(memory);
        if (memory == Memory::Pinned) {
            check(cudaMallocHost(&m_data, bytes));
        } else {
            constexpr std::size_t hugePage = std::size_t{2} << 20;
            m_data = std::aligned_alloc(hugePage, bytes);
            if (!m_data) throw Unavailable("no host memory for " + std::to_string(bytes) + " bytes");
            static_cast<void>(madvise(m_data, bytes, MADV_HUGEPAGE)); // advice: small pages do, more slowly
        }
        poison();
    }
    ~HostBuffer() { m_memory == Memory::Pinned ? static_cast<void>(cudaFreeHost(m_data)) : std::free(m_data); }
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;
    [[nodiscard]] std::span<uint4> vectors() const
    {
        return {static_cast<uint4*>(m_data), bytesOf(m_memory) / sizeof(uint4)};
    }
    void poison() const { std::memset(m_data, 0xA5, bytesOf(m_memory)); }

private:
    Memory m_memory;
    void* m_data = nullptr;
};

// What is copied is the pattern of write benchmarks: either end makes and proves it by itself, so that no second copy
// of hundreds of megabytes is needed.

__global__ void writePattern(uint4* data, std::size_t count)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        data[i] = pattern(i, 0);
}
void fill(const DeviceBuffer<uint4>& device)
{
    writePattern<<<1024, 256>>>(device.data(), device.size());
    checkLaunch();
}
void fill(const HostBuffer& host)
{
    for (std::size_t i = 0; auto& vector : host.vectors()) vector = pattern(i++, 0);
}

constexpr auto whatIsCopied = "vectors copied";
void requirePattern(const DeviceBuffer<uint4>& device)
{
    const auto* data = device.data();
    requireNoMismatch(whatIsCopied, device.size(),
                      [data] __device__(std::size_t i) { return same(data[i], pattern(i, 0)); });
}
void requirePattern(const HostBuffer& host)
{
    std::size_t right = 0;
    for (std::size_t i = 0; const auto& vector : host.vectors()) right += same(vector, pattern(i++, 0));
    requireSame(whatIsCopied, right, host.vectors().size());
}

std::string methodOf(Memory memory, const OnCpus& place)
{
    auto method = "copies of " + std::to_string(bytesOf(memory) >> 20) + " MiB, ";
    method += memory == Memory::Pinned ? "pinned host memory" : "pageable host memory, huge pages advised";
    return method + (place.moved() ? ", memory and thread near the GPU" : "");
}

template <Memory memory, Direction direction> Prepared prepareLink(const Gpu& gpu)
{
    constexpr bool isToDevice = direction == Direction::ToDevice;
    const auto cpus = cpusNear(gpu.ordinal);
    const OnCpus touchedThere(cpus);
    const auto host = std::make_shared<HostBuffer>(memory);
    const auto device = std::make_shared<DeviceBuffer<uint4>>(host->vectors().size());
    isToDevice ? fill(*host) : fill(*device);
    const auto launch = [=](const Launch& l) {
        const OnCpus copiedThere(cpus); // the calling thread moves pageable memory to and from what the driver pinned
        void* to = isToDevice ? device->data() : host->vectors().data();
        const void* from = isToDevice ? host->vectors().data() : device->data();
        constexpr auto kind = isToDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
        for (std::uint32_t i = 0; i < l.iterations; ++i)
            check(cudaMemcpyAsync(to, from, bytesOf(memory), kind, l.stream));
    };
    const auto verify = [=] {
        isToDevice ? device->poison() : host->poison();
        launch({.iterations = 1});
        check(cudaDeviceSynchronize());
        isToDevice ? requirePattern(*device) : requirePattern(*host);
    };
    return {static_cast<double>(bytesOf(memory)), launch, verify, methodOf(memory, touchedThere)};
}

const core::Resource hostLink{.kind = core::ResourceKind::HostLink};
const Registration registration({
    {.name = "launch_overhead", .unit = "s", .prepare = prepareLaunch},
    {.name = "launch_overhead_queued", .unit = "s", .prepare = prepareQueuedLaunch},
    {.name = "host_link_to_device",
     .resource = hostLink,
     .access_mix = "to_device",
     .prepare = prepareLink<Memory::Pinned, Direction::ToDevice>},
    {.name = "host_link_to_host",
     .resource = hostLink,
     .access_mix = "to_host",
     .prepare = prepareLink<Memory::Pinned, Direction::ToHost>},
    {.name = "host_link_to_device_pageable",
     .unit = "byte/s",
     .prepare = prepareLink<Memory::Pageable, Direction::ToDevice>},
    {.name = "host_link_to_host_pageable",
     .unit = "byte/s",
     .prepare = prepareLink<Memory::Pageable, Direction::ToHost>},
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// What the host costs: a kernel launch, and copies over the host link both ways, from pinned and from pageable memory.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/mismatches.cuh"
#include "kernels/harness/near_gpu.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace harness;

__global__ void empty() {}

/// counter += 1: shows that every launch of the chain ran.
__global__ void countLaunch(unsigned* counter)
{
    ++*counter;
}

/// Back to back in one stream, without waiting between them: what each adds to a queue that is never empty.
Prepared prepareLaunch(const Gpu&)
{
    const auto launch = [](const Launch& l) {
        for (std::uint32_t i = 0; i < l.iterations; ++i) empty<<<1, 32, 0, l.stream>>>();
        checkLaunch();
    };
    const auto verify = [] {
        DeviceBuffer<unsigned> counter(1);
        check(cudaMemset(counter.data(), 0, counter.bytes()));
        for (unsigned i = 0; i < 100; ++i) countLaunch<<<1, 1>>>(counter.data());
        checkLaunch();
        requireSame("launches", counter.toHost()[0], 100u);
    };
    return {1, launch, verify, "empty kernel of one warp, back to back in a stream"};
}

enum class Memory { Pinned, Pageable };
enum class Direction { ToDevice, ToHost };

/// Pageable memory is copied by a CPU first: more of it than the caches of that CPU hold, and long enough that one
/// interruption doesn't make a repeat an outlier.
constexpr std::size_t bytesOf(Memory memory)
{
    return std::size_t{memory == Memory::Pinned ? 64u : 256u} << 20;
}

/// Random words in pages that are there: the constructor touches them all, from the CPU that it runs on.
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
        std::mt19937_64 generator(15);
        for (auto& word : words()) word = generator();
    }
    ~HostBuffer() { m_memory == Memory::Pinned ? static_cast<void>(cudaFreeHost(m_data)) : std::free(m_data); }
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;
    [[nodiscard]] std::span<std::uint64_t> words() const
    {
        return {static_cast<std::uint64_t*>(m_data), bytesOf(m_memory) / sizeof(std::uint64_t)};
    }

private:
    Memory m_memory;
    void* m_data = nullptr;
};

std::string methodOf(Memory memory, const OnCpus& place)
{
    auto method = "copies of " + std::to_string(bytesOf(memory) >> 20) + " MiB, ";
    method += memory == Memory::Pinned ? "pinned host memory" : "pageable host memory, huge pages advised";
    return method + (place.moved() ? ", memory and thread near the GPU" : "");
}

template <Memory memory, Direction direction> Prepared prepareLink(const Gpu& gpu)
{
    const auto cpus = cpusNear(gpu.ordinal);
    const OnCpus touchedThere(cpus);
    const auto host = std::make_shared<HostBuffer>(memory);
    const auto device = std::make_shared<DeviceBuffer<std::uint64_t>>(host->words().size());
    device->fromHost(host->words());
    const auto launch = [=](const Launch& l) {
        const OnCpus copiedThere(cpus); // the calling thread moves pageable memory to and from what the driver pinned
        constexpr bool isToDevice = direction == Direction::ToDevice;
        void* to = isToDevice ? device->data() : host->words().data();
        const void* from = isToDevice ? host->words().data() : device->data();
        constexpr auto kind = isToDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
        for (std::uint32_t i = 0; i < l.iterations; ++i)
            check(cudaMemcpyAsync(to, from, bytesOf(memory), kind, l.stream));
    };
    const auto verify = [=] {
        const std::vector<std::uint64_t> before(host->words().begin(), host->words().end());
        direction == Direction::ToDevice ? device->poison() : void(std::ranges::fill(host->words(), 0));
        launch({.iterations = 1});
        check(cudaDeviceSynchronize());
        if (device->toHost() != before || !std::ranges::equal(host->words(), before))
            throw core::Error("the copy differs from what was copied");
    };
    return {static_cast<double>(bytesOf(memory)), launch, verify, methodOf(memory, touchedThere)};
}

const core::Resource hostLink{.kind = core::ResourceKind::HostLink};
const Registration registration({
    {.name = "launch_overhead", .unit = "s", .prepare = prepareLaunch},
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

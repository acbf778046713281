// SPDX-License-Identifier: Apache-2.0
// What the host costs: a kernel launch, and copies over the host link both ways, from pinned and from pageable memory.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/mismatches.cuh"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>

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

constexpr std::size_t linkBytes = std::size_t{64} << 20;

enum class Memory { Pinned, Pageable };
enum class Direction { ToDevice, ToHost };

class HostBuffer {
public:
    explicit HostBuffer(Memory memory) : m_memory(memory)
    {
        if (memory == Memory::Pinned) {
            check(cudaMallocHost(&m_data, linkBytes));
        } else {
            m_data = std::malloc(linkBytes);
        }
        std::mt19937_64 generator(15);
        for (auto& word : words()) word = generator();
    }
    ~HostBuffer() { m_memory == Memory::Pinned ? static_cast<void>(cudaFreeHost(m_data)) : std::free(m_data); }
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;
    [[nodiscard]] std::span<std::uint64_t> words() const
    {
        return {static_cast<std::uint64_t*>(m_data), linkBytes / sizeof(std::uint64_t)};
    }

private:
    Memory m_memory;
    void* m_data = nullptr;
};

template <Memory memory, Direction direction> Prepared prepareLink(const Gpu&)
{
    const auto host = std::make_shared<HostBuffer>(memory);
    const auto device = std::make_shared<DeviceBuffer<std::uint64_t>>(host->words().size());
    device->fromHost(host->words());
    const auto launch = [=](const Launch& l) {
        for (std::uint32_t i = 0; i < l.iterations; ++i) {
            if constexpr (direction == Direction::ToDevice) {
                check(
                    cudaMemcpyAsync(device->data(), host->words().data(), linkBytes, cudaMemcpyHostToDevice, l.stream));
            } else {
                check(
                    cudaMemcpyAsync(host->words().data(), device->data(), linkBytes, cudaMemcpyDeviceToHost, l.stream));
            }
        }
    };
    const auto verify = [=] {
        const std::vector<std::uint64_t> before(host->words().begin(), host->words().end());
        direction == Direction::ToDevice ? device->poison() : void(std::ranges::fill(host->words(), 0));
        launch({.iterations = 1});
        check(cudaDeviceSynchronize());
        if (device->toHost() != before || !std::ranges::equal(host->words(), before))
            throw core::Error("the copy differs from what was copied");
    };
    const char* kind = memory == Memory::Pinned ? "pinned" : "pageable";
    return {linkBytes, launch, verify, std::string("copies of 64 MiB, ") + kind + " host memory"};
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

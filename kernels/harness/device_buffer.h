// SPDX-License-Identifier: Apache-2.0
// Memory of the GPU with an owner.
#pragma once

#include "kernels/harness/cuda_check.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace harness {

/// `count` elements, uninitialised. Throws CudaError (cudaErrorMemoryAllocation if they don't fit).
template <typename T> class DeviceBuffer {
public:
    explicit DeviceBuffer(std::size_t count) : m_count(count) { check(cudaMalloc(&m_data, bytes())); }
    ~DeviceBuffer() { static_cast<void>(cudaFree(m_data)); } // after a lost context there is nothing to free
    DeviceBuffer(DeviceBuffer&& other) noexcept : m_data(std::exchange(other.m_data, nullptr)), m_count(other.m_count)
    {}
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(DeviceBuffer&&) = delete;

    [[nodiscard]] T* data() const { return m_data; }
    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] std::size_t bytes() const { return m_count * sizeof(T); }

    /// Waits for the copy; throws CudaError, also for a kernel that failed before it.
    [[nodiscard]] std::vector<T> toHost() const
    {
        std::vector<T> host(m_count);
        check(cudaMemcpy(host.data(), m_data, bytes(), cudaMemcpyDeviceToHost));
        return host;
    }
    void fromHost(std::span<const T> host) const
    {
        check(cudaMemcpy(m_data, host.data(), host.size_bytes(), cudaMemcpyHostToDevice));
    }
    /// Fills with a byte that no right result has: an element that isn't written shows.
    void poison() const { check(cudaMemset(m_data, 0xA5, bytes())); }

private:
    T* m_data = nullptr;
    std::size_t m_count;
};

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
// What a buffer holds, in 128 bits: results that are the same needn't be compared with a reference twice.
#pragma once

#include "kernels/harness/device_buffer.h"

#include <cstdint>

namespace harness {

/// Of two buffers the same only if their contents are, as far as chance goes.
struct Fingerprint {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Of so many bytes on the device, a multiple of 2. Waits for what runs before. Throws CudaError.
Fingerprint fingerprintOf(const void* data, std::size_t bytes);

template <typename T> Fingerprint fingerprintOf(const DeviceBuffer<T>& buffer)
{
    return fingerprintOf(buffer.data(), buffer.bytes());
}

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
// Proof on the GPU that every element of a large result is right, by a kernel as plain as can be.
#pragma once

#include "kernels/harness/device_buffer.h"

#include <cstdint>
#include <string>

namespace harness {

inline __host__ __device__ bool same(uint4 a, uint4 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

/// What a write benchmark stores at a place in a pass: changes in most bits from one to the next.
inline __host__ __device__ uint4 pattern(std::size_t index, std::uint32_t iteration)
{
    const auto x = (static_cast<std::uint32_t>(index) ^ iteration * 0x85EBCA6Bu) * 0x9E3779B1u;
    return make_uint4(x, x ^ 0xC2B2AE35u, x ^ 0x27D4EB2Fu, ~x);
}

namespace detail {

template <typename IsRight>
__global__ void countMismatches(std::size_t count, IsRight isRight, unsigned long long* mismatches)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        if (!isRight(i)) atomicAdd(mismatches, 1ull);
}

static __global__ void xorWords(const uint4* data, std::size_t count, std::uint32_t* result)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    std::uint32_t sum = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        sum ^= data[i].x ^ data[i].y ^ data[i].z ^ data[i].w;
    atomicXor(result, sum);
}

} // namespace detail

/// Throws Error if `isRight(i)`, a device function, is false for any i below count.
template <typename IsRight> void requireNoMismatch(const std::string& what, std::size_t count, IsRight isRight)
{
    DeviceBuffer<unsigned long long> mismatches(1);
    check(cudaMemset(mismatches.data(), 0, mismatches.bytes()));
    detail::countMismatches<<<1024, 256>>>(count, isRight, mismatches.data());
    checkLaunch();
    if (const auto wrong = mismatches.toHost()[0]; wrong != 0)
        throw core::Error(what, std::to_string(wrong) + " of " + std::to_string(count) + " are wrong");
}

/// XOR of all 32-bit words of the buffer.
inline std::uint32_t xorOfWords(const DeviceBuffer<uint4>& data)
{
    DeviceBuffer<std::uint32_t> sum(1);
    check(cudaMemset(sum.data(), 0, sum.bytes()));
    detail::xorWords<<<1024, 256>>>(data.data(), data.size(), sum.data());
    checkLaunch();
    return sum.toHost()[0];
}

/// Throws Error if the two differ.
template <typename T> void requireSame(const std::string& what, const T& got, const T& expected)
{
    if (got == expected) return;
    throw core::Error(what, "got " + std::to_string(got) + " in place of " + std::to_string(expected));
}

} // namespace harness

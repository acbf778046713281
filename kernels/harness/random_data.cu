// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/random_data.h"

#include <random>

namespace harness {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned blocks = 2048;

/// Two rounds of multiply and shift: neighbours share no visible pattern, which is all that is asked of them here.
__device__ std::uint32_t scrambled(std::uint64_t index, std::uint32_t seed)
{
    auto x = static_cast<std::uint32_t>(index) * 0x9E3779B1u + static_cast<std::uint32_t>(index >> 32) + seed;
    x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
    x = (x ^ (x >> 13)) * 0xC2B2AE35u;
    return x ^ (x >> 16);
}

__global__ void fillBits(uint4* data, std::size_t count, std::uint32_t seed)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        data[i] = make_uint4(scrambled(4 * i, seed), scrambled(4 * i + 1, seed), scrambled(4 * i + 2, seed),
                             scrambled(4 * i + 3, seed));
}

__global__ void fillFloats(float* data, std::size_t count, std::uint32_t seed)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        data[i] = static_cast<float>(scrambled(i, seed) >> 8) / (1 << 23) - 1.0f; // 24 bits: exact in a float
}

__global__ void fillBf16(__nv_bfloat16* data, std::size_t count, std::uint32_t seed, float range)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        data[i] = __float2bfloat16((static_cast<float>(scrambled(i, seed) >> 8) / (1 << 23) - 1.0f) * range);
}

__global__ void toWholeNumbers(float* data, std::size_t count, float largest)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        data[i] = rintf(data[i] * largest);
}

} // namespace

DeviceBuffer<uint4> randomBits(std::size_t bytes, std::uint32_t seed)
{
    DeviceBuffer<uint4> buffer(bytes / sizeof(uint4));
    fillBits<<<blocks, threads>>>(buffer.data(), buffer.size(), seed);
    checkLaunch();
    return buffer;
}

DeviceBuffer<float> randomFloats(std::size_t count, std::uint32_t seed)
{
    DeviceBuffer<float> buffer(count);
    fillFloats<<<blocks, threads>>>(buffer.data(), buffer.size(), seed);
    checkLaunch();
    return buffer;
}

DeviceBuffer<__nv_bfloat16> randomBf16(std::size_t count, std::uint32_t seed, float range)
{
    DeviceBuffer<__nv_bfloat16> buffer(count);
    fillBf16<<<blocks, threads>>>(buffer.data(), buffer.size(), seed, range);
    checkLaunch();
    return buffer;
}

DeviceBuffer<float> randomWholeFloats(std::size_t count, std::uint32_t seed, float largest)
{
    auto buffer = randomFloats(count, seed);
    toWholeNumbers<<<blocks, threads>>>(buffer.data(), count, largest);
    checkLaunch();
    return buffer;
}

std::vector<double> randomNumbers(std::size_t count, std::uint32_t seed)
{
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> numbers(count);
    for (auto& number : numbers) number = uniform(generator);
    return numbers;
}

} // namespace harness

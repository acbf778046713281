// SPDX-License-Identifier: Apache-2.0
#include "kernels/library/rows.cuh"

namespace library {
namespace {

__global__ void toHalves(const float* from, __half* to, std::size_t count, float range)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        to[i] = __float2half(from[i] * range);
}

Size rowsOf(const char* name, std::size_t count, std::size_t width, const char* note = "")
{
    return {name, {count, width}, std::to_string(count) + " rows of " + std::to_string(width) + note};
}

} // namespace

DeviceBuffer<__half> randomHalves(std::size_t count, std::uint32_t seed, float range)
{
    const auto floats = harness::randomFloats(count, seed);
    DeviceBuffer<__half> halves(count);
    toHalves<<<2048, 256>>>(floats.data(), halves.data(), count, range);
    checkLaunch();
    check(cudaDeviceSynchronize()); // the floats go
    return halves;
}

std::vector<Size> rowSizes()
{
    return {rowsOf("small", 1024, 1024), rowsOf("medium", 8192, 4096), rowsOf("large", 65536, 4096),
            rowsOf("awkward", 1003, 4099, " (a prime)")};
}

std::vector<core::Work> rowWork(const Size& size, double arraysRead, double arraysWritten, double flop, double special)
{
    const auto n = static_cast<double>(Rows(size).elements());
    using Kind = core::ResourceKind;
    std::vector work{harness::algorithmic(Kind::DramRead, arraysRead * sizeof(__half) * n),
                     harness::algorithmic(Kind::DramWrite, arraysWritten * sizeof(__half) * n),
                     harness::algorithmic(Kind::Fp32, flop * n)};
    if (special > 0) work.push_back(harness::algorithmic(Kind::Xu, special * n));
    return work;
}

} // namespace library

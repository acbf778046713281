// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/hold.h"

#include "kernels/harness/clocks.cuh"
#include "kernels/harness/cuda_check.h"

namespace harness {
namespace {

__global__ void waitFor(std::uint32_t nanoseconds)
{
    const auto start = globalNanoseconds();
    while (globalNanoseconds() - start < nanoseconds) {
    }
}

} // namespace

void hold(std::uint32_t nanoseconds, cudaStream_t stream)
{
    waitFor<<<1, 1, 0, stream>>>(nanoseconds);
    checkLaunch();
}

} // namespace harness

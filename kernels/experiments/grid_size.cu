// SPDX-License-Identifier: Apache-2.0
// Wave quantisation: a grid runs in waves of so many blocks as fit the GPU, and the last one may be nearly empty.
#include "kernels/experiments/chains.cuh"
#include "kernels/harness/experiment.h"
#include "kernels/harness/verified.h"

#include <algorithm>
#include <cmath>

namespace {

using namespace harness;
using namespace experiments;

constexpr unsigned threadsPerSm = 1024;
constexpr unsigned steps = 16384; ///< of each thread: a wave takes many times as long as a launch

template <unsigned threads> __global__ void __launch_bounds__(threads) work(float* results)
{
    const float x = chain<steps>(seedOf(threadIdx.x), 0.4f);
    results[blockIdx.x * threads + threadIdx.x] = x;
}

/// Shared memory that nobody uses: so much that an SM holds this many blocks and no more.
unsigned fillingBytes(const Gpu& gpu, unsigned blocksPerSm)
{
    const auto ofSm = gpu.device.shared_bytes_per_sm.value_or(std::uint64_t{64} << 10);
    const auto ofBlock = gpu.device.shared_bytes_per_block_optin.value_or(std::uint64_t{48} << 10);
    const auto reserved = gpu.device.reserved_shared_bytes_per_block.value_or(0);
    // More than the share of one block more, less than the own.
    const auto bytes = (ofSm / blocksPerSm + ofSm / (blocksPerSm + 1)) / 2 / 128 * 128 - reserved;
    return static_cast<unsigned>(std::min<std::uint64_t>(bytes, ofBlock));
}

template <unsigned threads> Prepared prepare(const Gpu& gpu, unsigned blocks)
{
    const unsigned bytes = fillingBytes(gpu, threadsPerSm / threads);
    check(cudaFuncSetAttribute(work<threads>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    check(cudaFuncSetAttribute(work<threads>, cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxShared));
    return prepareVerified<float>(1,
                                  "FFMA, a chain of 16384 a thread, blocks of " + std::to_string(threads) + " threads",
                                  {.result_count = std::size_t{blocks} * threads,
                                   .launch =
                                       [=](const Launch& l, float* results) {
                                           for (std::uint32_t i = 0; i < l.iterations; ++i) {
                                               work<threads><<<blocks, threads, bytes, l.stream>>>(results);
                                               checkLaunch();
                                           }
                                       },
                                   .require =
                                       [](const std::vector<float>& results) {
                                           std::vector<float> expected;
                                           for (unsigned lane = 0; lane < 32; ++lane)
                                               expected.push_back(chain<steps>(seedOf(lane), 0.4f));
                                           requireEach(results, expected);
                                       },
                                   .verified_iterations = 1});
}

template <unsigned threads> SweptLine line(const Gpu& gpu, const std::string& name, const std::string& label)
{
    SweptLine line{.name = name, .label = label};
    const unsigned resident = gpu.smCount() * (threadsPerSm / threads);
    std::vector<unsigned> grids;
    for (unsigned quarter = 1; quarter <= 16; ++quarter) {
        grids.push_back(std::max(1u, resident * quarter / 4));
        if (quarter % 4 == 0 && quarter < 16) grids.push_back(grids.back() + 1);
    }
    for (const unsigned blocks : grids)
        line.sweep.push_back(
            {static_cast<double>(blocks) / resident, [=](const Gpu& g) { return prepare<threads>(g, blocks); }});
    return line;
}

std::vector<SweptLine> lines(const Gpu& gpu)
{
    auto alone = line<1024>(gpu, "time_by_waves_alone", "a block fills an SM");
    alone.model = [](const Known& known, double waves) { return std::optional(known.first.y[0] * std::ceil(waves)); };
    return {alone, line<256>(gpu, "time_by_waves_shared", "four blocks share an SM")};
}

const ExperimentRegistration registration({
    {.about = {.name = "grid_size",
               .title = "Grid size and waves",
               .x = {"Blocks / blocks that fit the GPU at once", "waves", core::Scale::Linear},
               .y = {"Time of the grid", "s", core::Scale::Linear},
               .model = "Time of one wave x ceil(blocks / blocks that fit at once)",
               .lesson = "One block over a full wave costs a whole wave more where a block fills an SM; where several "
                         "share it, the thin wave runs faster."},
     .x_name = "waves",
     .lines = lines},
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// Bank conflicts: so many lanes of a warp want different words of one bank of shared memory.
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/experiment.h"
#include "kernels/harness/random_data.h"
#include "kernels/harness/verified.h"

#include <algorithm>
#include <memory>

namespace {

using namespace harness;

constexpr unsigned threads = 1024; ///< one block an SM
constexpr unsigned accesses = 32;  ///< of one thread in an iteration
constexpr unsigned banks = 32;
/// Rows of one word a bank: 32 for the lanes, and each access and warp begins a row further.
constexpr unsigned rows = 3 * 32;
constexpr unsigned words = rows * banks;

/// Lanes in groups of `degree` share a bank, each in a row of its own: so often the bank has to be asked.
__host__ __device__ constexpr unsigned wordOf(unsigned lane, unsigned degree)
{
    return lane % degree * banks + lane / degree;
}

__global__ void __launch_bounds__(threads, 1)
    readShared(const unsigned* data, unsigned degree, std::uint32_t iterations, unsigned* sums, ClockReading* clocks)
{
    __shared__ unsigned tile[words];
    for (unsigned i = threadIdx.x; i < words; i += threads) tile[i] = data[i];
    __syncthreads();
    unsigned sum = 0;
    {
        const ClockScope scope(clocks);
        const auto base = static_cast<unsigned>(__cvta_generic_to_shared(tile + wordOf(threadIdx.x % 32, degree)));
        for (std::uint32_t i = 0; i < iterations; ++i) {
            const unsigned first = base + (threadIdx.x / 32 + i) % 32 * banks * 4;
#pragma unroll
            for (unsigned a = 0; a < accesses; ++a) {
                unsigned v;
                asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(first + a * banks * 4));
                sum = (sum ^ v) + a;
            }
        }
    }
    sums[blockIdx.x * threads + threadIdx.x] = sum;
}

unsigned expectedSum(const std::vector<unsigned>& tile, unsigned thread, unsigned degree, std::uint32_t iterations)
{
    unsigned sum = 0;
    for (std::uint32_t i = 0; i < iterations; ++i)
        for (unsigned a = 0; a < accesses; ++a)
            sum = (sum ^ tile[wordOf(thread % 32, degree) + ((thread / 32 + i) % 32 + a) * banks]) + a;
    return sum;
}

Prepared prepare(const Gpu& gpu, unsigned degree)
{
    const auto host = std::make_shared<std::vector<unsigned>>();
    for (const auto number : randomNumbers(words, 6)) host->push_back(static_cast<unsigned>((number + 1) * 2e9));
    const auto data = std::make_shared<DeviceBuffer<unsigned>>(words);
    data->fromHost(*host);
    const unsigned blocks = gpu.smCount();
    constexpr std::uint32_t verified = 3;
    return prepareVerified<unsigned>(4.0 * accesses * threads * blocks, "LDS.32, 1024 threads an SM, 12 KiB",
                                     {.result_count = std::size_t{blocks} * threads,
                                      .launch =
                                          [=](const Launch& l, unsigned* sums) {
                                              readShared<<<blocks, threads, 0, l.stream>>>(
                                                  data->data(), degree, l.iterations, sums, l.clocks);
                                          },
                                      .require =
                                          [=](const std::vector<unsigned>& sums) {
                                              std::vector<unsigned> expected;
                                              for (unsigned t = 0; t < threads; ++t)
                                                  expected.push_back(expectedSum(*host, t, degree, verified));
                                              for (std::size_t i = 0; i < sums.size(); ++i)
                                                  if (sums[i] != expected[i % threads])
                                                      throw core::Error("the sum of a thread's words is wrong");
                                          },
                                      .verified_iterations = verified});
}

std::vector<SweptLine> lines(const Gpu&)
{
    SweptLine line{.name = "shared_read_by_conflicts", .label = "reads"};
    for (const unsigned degree : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32})
        line.sweep.push_back({static_cast<double>(degree), [degree](const Gpu& gpu) { return prepare(gpu, degree); }});
    line.model = [](const Known& known, double degree) -> std::optional<double> {
        constexpr double bytesPerClock = 4 * banks;
        if (!known.sm_clock_hz) return std::nullopt;
        return bytesPerClock * known.gpu.smCount() * *known.sm_clock_hz / degree;
    };
    return {line};
}

const ExperimentRegistration registration({
    {.about = {.name = "bank_conflicts",
               .title = "Bank conflicts",
               .x = {"Lanes that share a bank", "", core::Scale::Log},
               .y = {"Shared-memory bandwidth", "byte/s", core::Scale::Log},
               .model = "32 banks x 4 bytes a clock and SM / lanes that share a bank",
               .lesson = "A bank answers one word a clock: a conflict of n lanes takes n times as long."},
     .x_name = "lanes_per_bank",
     .lines = lines,
     .roofs = {{"shared_read", "SMEM read"}}},
});

} // namespace

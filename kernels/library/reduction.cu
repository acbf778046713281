// SPDX-License-Identifier: Apache-2.0
// Sum of an array: one result, so that what is left over of each thread's work has to be brought together.
#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

#include <cub/device/device_reduce.cuh>

namespace {

using namespace library;

constexpr unsigned threads = 256;
constexpr unsigned warps = threads / 32;

__device__ float loadOrZero(const float* in, std::size_t i, std::size_t count)
{
    return i < count ? in[i] : 0.0f;
}

/// A tree in shared memory whose active threads lie ever further apart: its warps diverge.
__global__ void __launch_bounds__(threads) interleaved(const float* in, float* out, std::size_t count)
{
    __shared__ float part[threads];
    const unsigned t = threadIdx.x;
    part[t] = loadOrZero(in, std::size_t{blockIdx.x} * threads + t, count);
    for (unsigned distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        if (t % (2 * distance) == 0) part[t] += part[t + distance];
    }
    if (t == 0) atomicAdd(out, part[0]);
}

/// The same tree, its active threads side by side.
__global__ void __launch_bounds__(threads) sequential(const float* in, float* out, std::size_t count)
{
    __shared__ float part[threads];
    const unsigned t = threadIdx.x;
    part[t] = loadOrZero(in, std::size_t{blockIdx.x} * threads + t, count);
    for (unsigned distance = threads / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (t < distance) part[t] += part[t + distance];
    }
    if (t == 0) atomicAdd(out, part[0]);
}

__device__ float warpSum(float v)
{
    for (unsigned other = 16; other > 0; other /= 2) v += __shfl_xor_sync(~0u, v, other);
    return v;
}

__device__ void addBlockSum(float v, float* out)
{
    __shared__ float part[warps];
    v = warpSum(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    v = warpSum(threadIdx.x < warps ? part[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) atomicAdd(out, v);
}

__global__ void __launch_bounds__(threads) shuffle(const float* in, float* out, std::size_t count)
{
    addBlockSum(loadOrZero(in, std::size_t{blockIdx.x} * threads + threadIdx.x, count), out);
}

constexpr unsigned perThread = 8; ///< 16-byte loads in flight

/// Each block sums a piece of 32 KiB in registers before threads talk to each other.
__global__ void __launch_bounds__(threads) vectorised(const float* in, float* out, std::size_t count)
{
    const auto* vectors = reinterpret_cast<const float4*>(in);
    const std::size_t first = std::size_t{blockIdx.x} * perThread * threads + threadIdx.x;
    float4 v[perThread];
#pragma unroll
    for (unsigned u = 0; u < perThread; ++u) {
        const std::size_t i = first + u * threads;
        v[u] = i < count / 4 ? __ldcs(vectors + i) : float4{};
    }
    float sum = 0;
#pragma unroll
    for (unsigned u = 0; u < perThread; ++u) sum += (v[u].x + v[u].y) + (v[u].z + v[u].w);
    if (blockIdx.x == 0 && threadIdx.x < count % 4) sum += in[count / 4 * 4 + threadIdx.x];
    addBlockSum(sum, out);
}

constexpr float largest = 8;

/// Whole numbers from -8 to 8: partial sums stay far under 2^24 whatever their order, so each is exact and so must be
/// the result.
struct Problem {
    explicit Problem(const Size& size) : in(harness::randomWholeFloats(size.dimensions[0], 1, largest)) {}
    DeviceBuffer<float> in;
};

Reference exactSum(const DeviceBuffer<float>& in)
{
    double sum = 0;
    for (const float x : in.toHost()) sum += x;
    return [sum](std::size_t) { return Expected{sum, 0}; };
}

using Kernel = void (*)(const float*, float*, std::size_t);

template <Kernel kernel, unsigned perBlock> PreparedVariant prepare(const Gpu&, const Size& size)
{
    const auto problem = std::make_shared<Problem>(size);
    const std::size_t count = size.dimensions[0];
    const unsigned blocks = divideUp(count, perBlock);
    return prepareMapping<float>({.out_count = 1,
                                  .launch =
                                      [=](float* out, cudaStream_t stream) {
                                          check(cudaMemsetAsync(out, 0, sizeof(float), stream));
                                          kernel<<<blocks, threads, 0, stream>>>(problem->in.data(), out, count);
                                      },
                                  .reference = [=] { return exactSum(problem->in); }});
}

PreparedVariant prepareCub(const Gpu&, const Size& size)
{
    const auto problem = std::make_shared<Problem>(size);
    const std::size_t count = size.dimensions[0];
    std::size_t bytes = 0;
    check(cub::DeviceReduce::Sum(nullptr, bytes, problem->in.data(), static_cast<float*>(nullptr), count));
    const auto scratch = std::make_shared<DeviceBuffer<unsigned char>>(bytes);
    return prepareMapping<float>(
        {.out_count = 1,
         .launch =
             [=](float* out, cudaStream_t stream) {
                 std::size_t size = scratch->bytes();
                 check(cub::DeviceReduce::Sum(scratch->data(), size, problem->in.data(), out, count, stream));
             },
         .reference = [=] { return exactSum(problem->in); }});
}

const harness::LibraryRegistration registration({{
    .name = "reduction",
    .title = "Sum",
    .formula = "s = sum over i of x[i]; 1 FLOP, 4 bytes an element (float)",
    .file = "reduction.cu",
    .sizes = {{"small", {1u << 20}, "1 Mi elements"},
              {"medium", {1u << 24}, "16 Mi elements"},
              {"large", {1u << 28}, "256 Mi elements"},
              {"awkward", {16'777'259}, "16,777,259 elements (a prime)"}},
    .work =
        [](const Size& size) {
            const auto n = static_cast<double>(size.dimensions[0]);
            return std::vector{harness::algorithmic(core::ResourceKind::DramRead, 4 * n),
                               harness::algorithmic(core::ResourceKind::Fp32, n)};
        },
    .same_result = true,
    .variants =
        {{"interleaved", "A tree in shared memory; the active threads lie ever further apart.",
          prepare<interleaved, threads>},
         {"sequential", "The active threads lie side by side: whole warps finish, none diverges.",
          prepare<sequential, threads>},
         {"shuffle", "Warps sum by shuffles, without shared memory or barriers.", prepare<shuffle, threads>},
         {"vectorised", "Eight 16-byte loads in flight a thread, summed in registers first.",
          prepare<vectorised, 4 * perThread * threads>},
         {.name = "cub", .step = "DeviceReduce of CUB, NVIDIA's own.", .prepare = prepareCub, .is_reference = true}},
}});

} // namespace

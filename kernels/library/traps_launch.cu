// SPDX-License-Identifier: Apache-2.0
// Traps of launches: how many blocks there are, how many launches, and how many threads want one address.
#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

namespace {

using namespace library;

constexpr unsigned threads = 256;
// x -> a*x + b goes towards b / (1 - a) = 1: what rounding does to one step shrinks in the next.
constexpr float towards = 0.75f;
constexpr float step = 0.25f;
constexpr double stepError = 4 * 0x1p-24;

double after(double x, unsigned steps)
{
    for (unsigned s = 0; s < steps; ++s) x = double{towards} * x + step;
    return x;
}

std::vector<Size> elementSizes(std::size_t small, std::size_t medium, std::size_t large, std::size_t awkward)
{
    const auto size = [](const char* name, std::size_t n) { return Size{name, {n}, std::to_string(n) + " elements"}; };
    return {size("small", small), size("medium", medium), size("large", large), size("awkward", awkward)};
}

template <unsigned steps> std::vector<core::Work> stepsWork(const Size& size)
{
    const auto n = static_cast<double>(size.dimensions[0]);
    using Kind = core::ResourceKind;
    return {harness::algorithmic(Kind::DramRead, 4 * n), harness::algorithmic(Kind::DramWrite, 4 * n),
            harness::algorithmic(Kind::Fp32, 2 * steps * n)};
}

template <unsigned steps> Reference afterSteps(const DeviceBuffer<float>& x)
{
    return [in = x.toHost()](std::size_t i) { return Expected{after(in[i], steps), stepError}; };
}

// --- Grid size: the same elements by so many blocks, of which an SM holds one.

constexpr unsigned gridSteps = 256;
constexpr unsigned wideBlock = 1024;

/// Each block takes an equal share of the elements.
__global__ void __launch_bounds__(wideBlock) shareOut(const float* x, float* y, std::size_t count)
{
    const std::size_t share = (count + gridDim.x - 1) / gridDim.x;
    const std::size_t end = min(count, (blockIdx.x + 1) * share);
    for (std::size_t i = blockIdx.x * share + threadIdx.x; i < end; i += wideBlock) {
        float v = x[i];
#pragma unroll 16
        for (unsigned s = 0; s < gridSteps; ++s) v = fmaf(towards, v, step);
        y[i] = v;
    }
}

enum class Grid { HalfAWave, OneWave, OneTooMany, ManyWaves };

unsigned blocksOf(Grid grid, const Gpu& gpu)
{
    switch (grid) {
    case Grid::HalfAWave: return gpu.smCount() / 2;
    case Grid::OneWave: return gpu.smCount();
    case Grid::OneTooMany: return gpu.smCount() + 1;
    case Grid::ManyWaves: return gpu.smCount() * 16 + 1;
    }
    return gpu.smCount();
}

template <Grid grid> PreparedVariant prepareGrid(const Gpu& gpu, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomFloats(count, 1));
    const unsigned blocks = blocksOf(grid, gpu);
    // Shared memory that nobody uses: more than half of an SM's, so that it holds one block.
    const auto optin = gpu.device.shared_bytes_per_block_optin.value_or(48u << 10);
    const auto bytes = static_cast<unsigned>(
        std::min<std::uint64_t>(optin, gpu.device.shared_bytes_per_sm.value_or(optin) / 2 + 1024));
    check(cudaFuncSetAttribute(shareOut, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    return prepareMapping<float>(
        {.out_count = count,
         .launch = [=](float* y,
                       cudaStream_t stream) { shareOut<<<blocks, wideBlock, bytes, stream>>>(x->data(), y, count); },
         .reference = [=] { return afterSteps<gridSteps>(*x); }});
}

// --- A chain of small kernels, each of which needs the one before.

constexpr unsigned chainLength = 64;

__global__ void __launch_bounds__(threads) link(const float* x, float* y, std::size_t count)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i < count) y[i] = fmaf(towards, x[i], step);
}

__global__ void __launch_bounds__(threads) wholeChain(const float* x, float* y, std::size_t count)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= count) return;
    float v = x[i];
    for (unsigned s = 0; s < chainLength; ++s) v = fmaf(towards, v, step);
    y[i] = v;
}

void launchChain(const float* x, float* y, std::size_t count, cudaStream_t stream)
{
    const unsigned blocks = divideUp(count, threads);
    for (unsigned s = 0; s < chainLength; ++s) {
        link<<<blocks, threads, 0, stream>>>(s == 0 ? x : y, y, count);
        checkLaunch();
    }
}

PreparedVariant prepareChain(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomFloats(count, 1));
    return prepareMapping<float>(
        {.out_count = count,
         .launch = [=](float* y, cudaStream_t stream) { launchChain(x->data(), y, count, stream); },
         .reference = [=] { return afterSteps<chainLength>(*x); }});
}

struct ExecutableGraph {
    cudaGraphExec_t exec = nullptr;
    ExecutableGraph() = default;
    ~ExecutableGraph() { static_cast<void>(cudaGraphExecDestroy(exec)); }
    ExecutableGraph(const ExecutableGraph&) = delete;
    ExecutableGraph& operator=(const ExecutableGraph&) = delete;
};

void captureChain(const float* x, float* y, std::size_t count, ExecutableGraph& graph)
{
    cudaStream_t stream = nullptr;
    cudaGraph_t captured = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    launchChain(x, y, count, stream);
    check(cudaStreamEndCapture(stream, &captured));
    check(cudaGraphInstantiate(&graph.exec, captured, 0));
    check(cudaGraphDestroy(captured));
    check(cudaStreamDestroy(stream));
}

PreparedVariant prepareGraph(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomFloats(count, 1));
    const auto graph = std::make_shared<ExecutableGraph>();
    return prepareMapping<float>(
        {.out_count = count,
         .launch = [=](float*, cudaStream_t stream) { check(cudaGraphLaunch(graph->exec, stream)); },
         .reference = [=] { return afterSteps<chainLength>(*x); },
         .prepare = [=](float* y) { captureChain(x->data(), y, count, *graph); },
         .ungraphed = [=](float* y, cudaStream_t stream) { launchChain(x->data(), y, count, stream); }});
}

PreparedVariant prepareWholeChain(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomFloats(count, 1));
    return prepareMapping<float>({.out_count = count,
                                  .launch =
                                      [=](float* y, cudaStream_t stream) {
                                          wholeChain<<<divideUp(count, threads), threads, 0, stream>>>(x->data(), y,
                                                                                                       count);
                                      },
                                  .reference = [=] { return afterSteps<chainLength>(*x); }});
}

// --- Atomics on one address: the sum of all numbers. Floats, because of integers the compiler adds up a warp's by
// itself (REDUX) before it sends them, also those of assembly: all three would be the same. Of floats it must keep the
// order.

__device__ float valueAt(const float* x, std::size_t count)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    return i < count ? x[i] : 0;
}

__global__ void __launch_bounds__(threads) eachThread(const float* x, float* sum, std::size_t count)
{
    atomicAdd(sum, valueAt(x, count));
}

__device__ float warpSum(float v)
{
    for (unsigned other = 16; other > 0; other /= 2) v += __shfl_xor_sync(~0u, v, other);
    return v;
}

__global__ void __launch_bounds__(threads) eachWarp(const float* x, float* sum, std::size_t count)
{
    const float v = warpSum(valueAt(x, count));
    if (threadIdx.x % 32 == 0) atomicAdd(sum, v);
}

__global__ void __launch_bounds__(threads) eachBlock(const float* x, float* sum, std::size_t count)
{
    __shared__ float part;
    if (threadIdx.x == 0) part = 0;
    __syncthreads();
    const float v = warpSum(valueAt(x, count));
    if (threadIdx.x % 32 == 0) atomicAdd(&part, v);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(sum, part);
}

using SumKernel = void (*)(const float*, float*, std::size_t);

/// Whole numbers from -8 to 8: sums of as many as 2^20 at their largest are exact, and of far more at random.
template <SumKernel kernel> PreparedVariant prepareSum(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomWholeFloats(count, 1, 8));
    return prepareMapping<float>({.out_count = 1,
                                  .launch =
                                      [=](float* sum, cudaStream_t stream) {
                                          check(cudaMemsetAsync(sum, 0, sizeof(float), stream));
                                          kernel<<<divideUp(count, threads), threads, 0, stream>>>(x->data(), sum,
                                                                                                   count);
                                      },
                                  .reference = [=]() -> Reference {
                                      double sum = 0;
                                      for (const float v : x->toHost()) sum += v;
                                      return [sum](std::size_t) { return Expected{sum, 0}; };
                                  }});
}

const harness::LibraryRegistration registration({
    {.name = "grid_size",
     .title = "Grid size",
     .formula = "x -> 0.75*x + 0.25, 256 times; 512 FLOP an element, shared out among the blocks",
     .file = "traps_launch.cu",
     .sizes = elementSizes(1u << 18, 1u << 22, 1u << 24, 4'194'319),
     .work = stepsWork<gridSteps>,
     .variants = {{"half_a_wave", "A block for every other SM: the rest have nothing to do.",
                   prepareGrid<Grid::HalfAWave>},
                  {"one_wave", "A block for each SM, which holds one at a time.", prepareGrid<Grid::OneWave>},
                  {"one_too_many", "One block more: it begins when all others are done, and takes as long.",
                   prepareGrid<Grid::OneTooMany>},
                  {"many_waves", "Sixteen waves and one block: what is too many takes a sixteenth.",
                   prepareGrid<Grid::ManyWaves>}}},
    {.name = "launch_chain",
     .title = "Chain of small kernels",
     .formula = "x -> 0.75*x + 0.25, 64 times, each a step of its own; 128 FLOP an element",
     .file = "traps_launch.cu",
     .sizes = elementSizes(1u << 10, 1u << 14, 1u << 18, 16'411),
     .work = stepsWork<chainLength>,
     .variants = {{"launches", "64 launches one after the other.", prepareChain},
                  {"graph", "The same 64 kernels as one graph, launched at once.", prepareGraph},
                  {"one_kernel", "One kernel: the value stays in a register.", prepareWholeChain}}},
    {.name = "atomics",
     .title = "Atomics on one address",
     .formula = "s = sum over i of x[i]; 1 FLOP, 4 bytes an element (float)",
     .file = "traps_launch.cu",
     .sizes = elementSizes(1u << 18, 1u << 22, 1u << 24, 4'194'319),
     .work =
         [](const Size& size) {
             const auto n = static_cast<double>(size.dimensions[0]);
             using Kind = core::ResourceKind;
             return std::vector{harness::algorithmic(Kind::DramRead, 4 * n), harness::algorithmic(Kind::Fp32, n)};
         },
     .variants = {{"each_thread", "Every thread adds to the same address in L2, one after the other.",
                   prepareSum<eachThread>},
                  {"each_warp", "A warp sums by shuffles and adds once: of integers the compiler does so by itself.",
                   prepareSum<eachWarp>},
                  {"each_block", "Warps add in shared memory, the block once.", prepareSum<eachBlock>}}},
});

} // namespace

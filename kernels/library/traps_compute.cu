// SPDX-License-Identifier: Apache-2.0
// Traps of arithmetic: the same useful operations, slowed by how threads, registers or types are used.
#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

namespace {

using namespace library;

constexpr unsigned threads = 256;

std::vector<Size> elementSizes(std::size_t small, std::size_t medium, std::size_t large, std::size_t awkward)
{
    const auto size = [](const char* name, std::size_t n) { return Size{name, {n}, std::to_string(n) + " elements"}; };
    return {size("small", small), size("medium", medium), size("large", large), size("awkward", awkward)};
}

/// FLOP an element, and its 4 bytes in and out.
template <core::ResourceKind pipe, unsigned operations> std::vector<core::Work> workOf(const Size& size)
{
    const auto n = static_cast<double>(size.dimensions[0]);
    using Kind = core::ResourceKind;
    return {harness::algorithmic(Kind::DramRead, 4 * n), harness::algorithmic(Kind::DramWrite, 4 * n),
            harness::algorithmic(pipe, operations * n)};
}

using FloatKernel = void (*)(const float*, float*, std::size_t);
/// What becomes of x, and how far rounding may take it from that.
using OfElement = Expected (*)(float x, std::size_t place);

template <FloatKernel kernel, OfElement expected> PreparedVariant prepare(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomFloats(count, 1));
    return prepareMapping<float>(
        {.out_count = count,
         .launch =
             [=](float* y, cudaStream_t stream) {
                 kernel<<<divideUp(count, threads), threads, 0, stream>>>(x->data(), y, count);
             },
         .reference = [=]() -> Reference { return [in = x->toHost()](std::size_t i) { return expected(in[i], i); }; }});
}

__device__ std::size_t ownIndex()
{
    return std::size_t{blockIdx.x} * threads + threadIdx.x;
}

// x -> a*x + b again and again, towards b / (1 - a): errors shrink by `a` each step and don't add up.
constexpr float towards = 0.75f;
constexpr float step = 0.25f;
constexpr unsigned chainSteps = 256;

__device__ float chain(float x, float b)
{
#pragma unroll 16
    for (unsigned s = 0; s < chainSteps; ++s) x = fmaf(towards, x, b);
    return x;
}

double chainOf(double x, double b)
{
    for (unsigned s = 0; s < chainSteps; ++s) x = double{towards} * x + b;
    return x;
}

/// Each step rounds once and shrinks what came before to three quarters: four roundings of values up to 1 or 2.
constexpr double chainError = 4 * 0x1p-24 * 2;

// --- Divergence: which threads go which way.

/// Both ways take as many steps; threads of one warp that part take them one after the other.
template <unsigned together>
__global__ void __launch_bounds__(threads) diverging(const float* x, float* y, std::size_t count)
{
    const auto i = ownIndex();
    if (i >= count) return;
    if (i / together % 2 == 0)
        y[i] = chain(x[i], step);
    else
        y[i] = chain(-x[i], 2 * step);
}

template <unsigned together> Expected divergedOf(float x, std::size_t i)
{
    return {i / together % 2 == 0 ? chainOf(x, step) : chainOf(-x, 2 * step), chainError};
}

// --- Literals: one without f makes the whole expression FP64.

__global__ void __launch_bounds__(threads) doubleLiterals(const float* x, float* y, std::size_t count)
{
    const auto i = ownIndex();
    if (i >= count) return;
    float v = x[i];
#pragma unroll 16
    for (unsigned s = 0; s < chainSteps; ++s) v = v * 0.75 + 0.25; // NOLINT: that is the trap
    y[i] = v;
}

__global__ void __launch_bounds__(threads) floatLiterals(const float* x, float* y, std::size_t count)
{
    const auto i = ownIndex();
    if (i < count) y[i] = chain(x[i], step);
}

Expected chainedOf(float x, std::size_t)
{
    return {chainOf(x, step), chainError};
}

// --- Local arrays: an index that is known only when it runs puts an array into memory; so does a lack of registers.

constexpr unsigned tableSize = 32;
constexpr unsigned tableRounds = 4;

/// Rotates 32 values through a sum: place (s + j) % 32 is read in step s.
template <bool unrolled> __device__ float rotated(float x, unsigned first)
{
    float table[tableSize];
#pragma unroll
    for (unsigned j = 0; j < tableSize; ++j) table[j] = x + static_cast<float>(j);
    float sum = 0;
    for (unsigned r = 0; r < tableRounds; ++r) {
        if (unrolled) {
#pragma unroll
            for (unsigned j = 0; j < tableSize; ++j) sum = fmaf(0.5f, sum, table[j]);
        } else {
#pragma unroll 1
            for (unsigned j = 0; j < tableSize; ++j) sum = fmaf(0.5f, sum, table[(first + j) % tableSize]);
        }
    }
    return sum;
}

__global__ void __launch_bounds__(threads) localArray(const float* x, float* y, std::size_t count)
{
    // A whole number of rounds later: the compiler doesn't know that this is 0.
    const auto i = ownIndex();
    if (i < count) y[i] = rotated<false>(x[i], gridDim.y * tableSize);
}

__global__ void __launch_bounds__(threads) registerArray(const float* x, float* y, std::size_t count)
{
    const auto i = ownIndex();
    if (i < count) y[i] = rotated<true>(x[i], 0);
}

Expected rotatedOf(float x, std::size_t)
{
    double sum = 0;
    for (unsigned r = 0; r < tableRounds; ++r)
        for (unsigned j = 0; j < tableSize; ++j) sum = 0.5 * sum + static_cast<double>(x + static_cast<float>(j));
    return {sum, 2 * 0x1p-24 * 64 * 1.5}; // a step rounds values up to 64 and halves what came before
}

// --- Spills: 96 values that live at once, in so many registers as the launch bounds leave.

constexpr unsigned live = 96;

template <unsigned most> __device__ float mixed(float x)
{
    float v[live];
#pragma unroll
    for (unsigned j = 0; j < live; ++j) v[j] = x * static_cast<float>(j % 7);
#pragma unroll 1
    for (unsigned r = 0; r < 4; ++r)
#pragma unroll
        for (unsigned j = 0; j < live; ++j) v[j] = fmaf(0.5f, v[(j + 37) % live], v[j] * 0.25f);
    float sum = 0;
#pragma unroll
    for (unsigned j = 0; j < live; ++j) sum += v[j];
    return sum;
}

/// 2048 threads an SM leave 32 registers for each.
__global__ void __launch_bounds__(threads, 8) spilling(const float* x, float* y, std::size_t count)
{
    const auto i = ownIndex();
    if (i < count) y[i] = mixed<32>(x[i]);
}

__global__ void __launch_bounds__(threads, 1) roomy(const float* x, float* y, std::size_t count)
{
    const auto i = ownIndex();
    if (i < count) y[i] = mixed<255>(x[i]);
}

Expected mixedOf(float x, std::size_t)
{
    double v[live];
    for (unsigned j = 0; j < live; ++j) v[j] = double{x} * (j % 7);
    for (unsigned r = 0; r < 4; ++r)
        for (unsigned j = 0; j < live; ++j) v[j] = 0.5 * v[(j + 37) % live] + v[j] * 0.25;
    double sum = 0;
    for (const double element : v) sum += element;
    // Terms are up to 6; each of 96 sums rounds once, of partial sums up to 576, and each term some times before.
    return {sum, 96 * 0x1p-24 * 576};
}

// --- ILP: how many chains a thread has for the pipe while it waits for one.

constexpr unsigned ilpSteps = 4096; ///< FMA a thread, over all its chains

/// One warp a scheduler; c chains of 4096 / c steps that all start at x and are summed.
template <unsigned chains> __global__ void __launch_bounds__(128) interleaved(const float* x, float* y)
{
    const unsigned i = blockIdx.x * 128 + threadIdx.x;
    float v[chains];
#pragma unroll
    for (unsigned c = 0; c < chains; ++c) v[c] = x[i] + static_cast<float>(c);
#pragma unroll 4
    for (unsigned s = 0; s < ilpSteps / chains; ++s)
#pragma unroll
        for (unsigned c = 0; c < chains; ++c) v[c] = fmaf(towards, v[c], step);
    float sum = 0;
#pragma unroll
    for (unsigned c = 0; c < chains; ++c) sum += v[c];
    y[i] = sum;
}

template <unsigned chains> PreparedVariant prepareInterleaved(const Gpu&, const Size& size)
{
    const auto blocks = static_cast<unsigned>(size.dimensions[0]);
    const std::size_t count = std::size_t{blocks} * 128;
    const auto x = shared(harness::randomFloats(count, 1));
    return prepareMapping<float>(
        {.out_count = count,
         .launch = [=](float* y,
                       cudaStream_t stream) { interleaved<chains><<<blocks, 128, 0, stream>>>(x->data(), y); },
         .reference = [=]() -> Reference {
             // Each chain has come to its fixed point, 0.25 / (1 - 0.75) = 1, whatever it started at.
             return [](std::size_t) { return Expected{chains, chains * chainError}; };
         }});
}

std::vector<Size> blockSizes()
{
    const auto size = [](const char* name, std::size_t n) {
        return Size{name, {n}, std::to_string(n) + " blocks of 128 threads"};
    };
    return {size("small", 16), size("medium", 66), size("large", 132), size("awkward", 131)};
}

// --- Integer: no FLOP at all.

__global__ void __launch_bounds__(threads) hashed(const unsigned* x, unsigned* y, std::size_t count)
{
    const auto i = ownIndex();
    if (i >= count) return;
    unsigned v = x[i];
#pragma unroll 16
    for (unsigned s = 0; s < chainSteps; ++s) v = (v ^ v >> 15) * 0x85EBCA6Bu + s;
    y[i] = v;
}

PreparedVariant prepareHashed(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto bits = shared(harness::randomBits((count + 3) / 4 * sizeof(uint4), 1));
    const auto* x = reinterpret_cast<const unsigned*>(bits->data());
    return prepareMapping<unsigned>({.out_count = count,
                                     .launch =
                                         [=](unsigned* y, cudaStream_t stream) {
                                             hashed<<<divideUp(count, threads), threads, 0, stream>>>(x, y, count);
                                             static_cast<void>(bits);
                                         },
                                     .reference = [=]() -> Reference {
                                         return [vectors = bits->toHost()](std::size_t i) {
                                             auto v = reinterpret_cast<const unsigned*>(vectors.data())[i];
                                             for (unsigned s = 0; s < chainSteps; ++s)
                                                 v = (v ^ v >> 15) * 0x85EBCA6Bu + s;
                                             return Expected{static_cast<double>(v), 0};
                                         };
                                     }});
}

using Kind = core::ResourceKind;

const harness::LibraryRegistration registration({
    {.name = "divergence",
     .title = "Divergence",
     .formula = "x -> 0.75*x + b, 256 times, b by the thread's parity; 512 FLOP an element",
     .file = "traps_compute.cu",
     .sizes = elementSizes(1u << 16, 1u << 20, 1u << 24, 1'048'583),
     .work = workOf<Kind::Fp32, 2 * chainSteps>,
     .variants = {{"odd_even", "Neighbours go two ways: each warp takes both, half of its threads idle.",
                   prepare<diverging<1>, divergedOf<1>>},
                  {"by_warp", "Whole warps go one way: none waits for another.",
                   prepare<diverging<32>, divergedOf<32>>}}},
    {.name = "fp64_literals",
     .title = "FP64 literals",
     .formula = "x -> 0.75*x + 0.25, 256 times; 512 FLOP an element",
     .file = "traps_compute.cu",
     .sizes = elementSizes(1u << 16, 1u << 20, 1u << 24, 1'048'583),
     .work = workOf<Kind::Fp32, 2 * chainSteps>,
     .variants = {{"double_literals", "0.75 and 0.25 are FP64: so is all of it, with conversions both ways.",
                   prepare<doubleLiterals, chainedOf>},
                  {"float_literals", "0.75f and 0.25f: one FP32 instruction a step.",
                   prepare<floatLiterals, chainedOf>}}},
    {.name = "local_array",
     .title = "Local array",
     .formula = "s = s/2 + table[j], 128 times; 288 FLOP an element",
     .file = "traps_compute.cu",
     .sizes = elementSizes(1u << 16, 1u << 20, 1u << 24, 1'048'583),
     .work = workOf<Kind::Fp32, 2 * tableSize * tableRounds + tableSize>,
     .variants = {{"dynamic_index", "An index that is known only when it runs: the array lies in local memory.",
                   prepare<localArray, rotatedOf>},
                  {"unrolled", "Indices known to the compiler: the array is registers.",
                   prepare<registerArray, rotatedOf>}}},
    {.name = "spills",
     .title = "Register spills",
     .formula = "96 values, each v[j]/4 + v[j+37]/2, 4 times; 1344 FLOP an element",
     .file = "traps_compute.cu",
     .sizes = elementSizes(1u << 16, 1u << 20, 1u << 24, 1'048'583),
     .work = workOf<Kind::Fp32, live + 4 * live * 3 + live>,
     .variants = {{"32_registers", "Launch bounds for 2048 threads an SM: values go to local memory and back.",
                   prepare<spilling, mixedOf>},
                  {"255_registers", "Room for all of them: fewer warps, no memory.", prepare<roomy, mixedOf>}}},
    {.name = "ilp",
     .title = "Independent instructions",
     .formula = "4096 FMA a thread, 4 warps an SM, in so many chains; 8192 FLOP a thread",
     .file = "traps_compute.cu",
     .sizes = blockSizes(),
     .work =
         [](const Size& size) {
             return std::vector{
                 harness::algorithmic(Kind::Fp32, 2.0 * ilpSteps * 128 * static_cast<double>(size.dimensions[0]))};
         },
     .variants = {{"one_chain", "Each FMA waits for the one before: four clocks.", prepareInterleaved<1>},
                  {"two_chains", "Two chains side by side.", prepareInterleaved<2>},
                  {"four_chains", "Four chains: one for each clock of the wait.", prepareInterleaved<4>},
                  {"eight_chains", "Eight chains: more than the wait needs.", prepareInterleaved<8>}}},
    {.name = "integer",
     .title = "Integer only",
     .formula = "x -> (x ^ x >> 15) * c + s, 256 times; 0 FLOP, 256 multiply-adds an element",
     .file = "traps_compute.cu",
     .sizes = elementSizes(1u << 16, 1u << 20, 1u << 24, 1'048'583),
     .work = workOf<Kind::IntMad, chainSteps>,
     .variants = {{"hash", "Integer multiply-adds, shifts and logic.", prepareHashed}}},
});

} // namespace

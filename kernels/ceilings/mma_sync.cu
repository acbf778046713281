// SPDX-License-Identifier: Apache-2.0
// Tensor pipes by mma.sync from registers: what most libraries before Hopper issue. On CC 9.0 it reaches 2/3 of wgmma.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/random_data.h"
#include "kernels/harness/tensor_benchmark.h"
#include "kernels/harness/tensor_elements.h"
#include "kernels/harness/verified.h"

#include <array>
#include <memory>

namespace {

using namespace harness;

constexpr unsigned warps = 16; ///< of an SM's one block
constexpr unsigned threads = 32 * warps;
constexpr unsigned chains = 4; ///< independent accumulators of a warp; 4 warps a scheduler
constexpr unsigned steps = 16; ///< of each chain in an iteration
constexpr unsigned m = 16;
constexpr unsigned n = 8;

// Architectures without an instruction compile to nothing in its place; the benchmark is skipped there.
#if __CUDA_ARCH__ >= 800
#define RIDGEPOINT_SINCE_80(...) __VA_ARGS__
#else
#define RIDGEPOINT_SINCE_80(...)
#endif
#if __CUDA_ARCH__ >= 900
#define RIDGEPOINT_SINCE_90(...) __VA_ARGS__
#else
#define RIDGEPOINT_SINCE_90(...)
#endif

// One row for each instruction: element type, depth, registers of a lane, and the instruction itself.
// All have shape m16n8; `k` counts the dense depth, so a sparse instruction's A holds k / 2 columns.

#define RIDGEPOINT_MMA_32_BIT(accumulator, constraint, text)                                                           \
    static __device__ void multiply(accumulator(&d)[4], const std::uint32_t(&a)[4], const std::uint32_t(&b)[2])        \
    {                                                                                                                  \
        RIDGEPOINT_SINCE_80(                                                                                           \
            asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"   \
                         : "+" constraint(d[0]), "+" constraint(d[1]), "+" constraint(d[2]), "+" constraint(d[3])      \
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));)                         \
    }

/// Flips the signs of a register's elements, in every other iteration: sums stay bounded, bits keep changing.
template <std::uint32_t signs> struct Flipped {
    using Word = std::uint32_t;
    static __device__ void flip(Word& word) { word ^= signs; }
};
using Signs16 = Flipped<0x80008000u>;

struct Dense {
    static constexpr bool isSparse = false;
};

struct Fp16Fp32 : Dense, Signs16 {
    using Operand = Fp16Element;
    using Accumulator = float;
    static constexpr unsigned k = 16, aRegisters = 4, bRegisters = 2, dRegisters = 4;
    RIDGEPOINT_MMA_32_BIT(float, "f", "m16n8k16.row.col.f32.f16.f16.f32")
};
struct Bf16Fp32 : Dense, Signs16 {
    using Operand = Bf16Element;
    using Accumulator = float;
    static constexpr unsigned k = 16, aRegisters = 4, bRegisters = 2, dRegisters = 4;
    RIDGEPOINT_MMA_32_BIT(float, "f", "m16n8k16.row.col.f32.bf16.bf16.f32")
};
struct Tf32Fp32 : Dense, Flipped<0x80000000u> {
    using Operand = Tf32Element;
    using Accumulator = float;
    static constexpr unsigned k = 8, aRegisters = 4, bRegisters = 2, dRegisters = 4;
    RIDGEPOINT_MMA_32_BIT(float, "f", "m16n8k8.row.col.f32.tf32.tf32.f32")
};
/// The compiler makes FP16 products of it where there are none of FP8.
struct Fp8Fp32 : Dense, Flipped<0x80808080u> {
    using Operand = Fp8Element;
    using Accumulator = float;
    static constexpr unsigned k = 32, aRegisters = 4, bRegisters = 2, dRegisters = 4;
#if __CUDA_ARCH__ >= 890
    RIDGEPOINT_MMA_32_BIT(float, "f", "m16n8k32.row.col.f32.e4m3.e4m3.f32")
#else
    static __device__ void multiply(float (&)[4], const std::uint32_t (&)[4], const std::uint32_t (&)[2]) {}
#endif
};
/// Its sums wrap around.
struct Int8Int32 : Dense, Flipped<0> {
    using Operand = Int8Element;
    using Accumulator = std::int32_t;
    static constexpr unsigned k = 32, aRegisters = 4, bRegisters = 2, dRegisters = 4;
    RIDGEPOINT_MMA_32_BIT(std::int32_t, "r", "m16n8k32.row.col.s32.s8.s8.s32")
};
/// Two accumulators in a register.
struct Fp16Fp16 : Dense, Signs16 {
    using Operand = Fp16Element;
    using Accumulator = __half2;
    static constexpr unsigned k = 16, aRegisters = 4, bRegisters = 2, dRegisters = 2;
    static __device__ void multiply(__half2 (&d)[2], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
    {
        [[maybe_unused]] auto* words = reinterpret_cast<std::uint32_t*>(d);
        RIDGEPOINT_SINCE_80(
            asm volatile(
                "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                : "+r"(words[0]), "+r"(words[1])
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));)
    }
};

struct Fp64Fp64 : Dense {
    using Word = double;
    using Operand = Fp64Element;
    using Accumulator = double;
    static constexpr unsigned k = 16, aRegisters = 8, bRegisters = 4, dRegisters = 4;
    static __device__ void flip(Word& word) { word = -word; }
    static __device__ void multiply(double (&d)[4], const double (&a)[8], const double (&b)[4])
    {
        RIDGEPOINT_SINCE_90(asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                                         "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
                                         : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                                         : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]),
                                           "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));)
    }
};

/// 2:4 sparse: two of four neighbours in a row of A are there, here always the first two (index bits 0b0100).
[[maybe_unused]] constexpr std::uint32_t firstTwoOfFour = 0x44444444u;

#define RIDGEPOINT_MMA_SPARSE(text)                                                                                    \
    static __device__ void multiply(float(&d)[4], const std::uint32_t(&a)[4], const std::uint32_t(&b)[4])              \
    {                                                                                                                  \
        RIDGEPOINT_SINCE_80(asm volatile("mma.sp::ordered_metadata.sync.aligned." text                                 \
                                         " {%0, %1, %2, %3}, {%4, %5, %6, %7}, "                                       \
                                         "{%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;"                             \
                                         : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                              \
                                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]),           \
                                           "r"(b[2]), "r"(b[3]), "r"(firstTwoOfFour));)                                \
    }

struct SparseFp16 : Signs16 {
    using Operand = Fp16Element;
    using Accumulator = float;
    static constexpr bool isSparse = true;
    static constexpr unsigned k = 32, aRegisters = 4, bRegisters = 4, dRegisters = 4;
    RIDGEPOINT_MMA_SPARSE("m16n8k32.row.col.f32.f16.f16.f32")
};
struct SparseBf16 : Signs16 {
    using Operand = Bf16Element;
    using Accumulator = float;
    static constexpr bool isSparse = true;
    static constexpr unsigned k = 32, aRegisters = 4, bRegisters = 4, dRegisters = 4;
    RIDGEPOINT_MMA_SPARSE("m16n8k32.row.col.f32.bf16.bf16.f32")
};

template <typename Instruction>
__global__ void __launch_bounds__(threads, 1)
    run(const typename Instruction::Word* aFragments, const typename Instruction::Word* bFragments,
        std::uint32_t iterations, typename Instruction::Accumulator* results, ClockReading* clocks)
{
    const unsigned lane = threadIdx.x % 32;
    typename Instruction::Word a[Instruction::aRegisters];
    typename Instruction::Word b[Instruction::bRegisters];
    typename Instruction::Accumulator d[chains][Instruction::dRegisters] = {};
    for (unsigned r = 0; r < Instruction::aRegisters; ++r) a[r] = aFragments[r * 32 + lane];
    for (unsigned r = 0; r < Instruction::bRegisters; ++r) b[r] = bFragments[r * 32 + lane];
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
#pragma unroll
            for (unsigned step = 0; step < steps; ++step) {
#pragma unroll
                for (unsigned chain = 0; chain < chains; ++chain) Instruction::multiply(d[chain], a, b);
            }
#pragma unroll
            for (auto& word : a) Instruction::flip(word);
        }
    }
    const std::size_t thread = std::size_t{blockIdx.x} * threads + threadIdx.x;
    for (unsigned chain = 0; chain < chains; ++chain) // consumes every accumulator
        for (unsigned r = 0; r < Instruction::dRegisters; ++r)
            results[(thread * chains + chain) * Instruction::dRegisters + r] = d[chain][r];
}

/// A matrix on the host: values as the type holds them, and the registers of the 32 lanes, register by register.
template <typename Word> struct Fragments {
    std::vector<double> values;
    std::vector<Word> registers;
};
template <typename Instruction> using FragmentsOf = Fragments<typename Instruction::Word>;

void place(std::uint32_t& word, const Element& element, unsigned shift)
{
    word |= element.bits << shift;
}
void place(double& word, const Element& element, unsigned)
{
    word = element.value;
}

/// PTX ISA, "Matrix Fragments for mma.m16n8k*": register r of lane l holds row (A) or column (B) l/4, of A 8 further
/// for odd r, and `perRegister` neighbours along k that begin at (l%4) * perRegister, 4 * perRegister further for each
/// pair (A) or each one (B) of registers. line: row of A or column of B.
template <typename Instruction>
FragmentsOf<Instruction> fragments(unsigned lines, unsigned depth, unsigned registers, unsigned registersOfLine,
                                   std::uint32_t seed)
{
    using Operand = typename Instruction::Operand;
    constexpr unsigned perRegister = Operand::perRegister;
    FragmentsOf<Instruction> result{randomNumbers(std::size_t{lines} * depth, seed), {}};
    result.registers.resize(registers * 32);
    for (unsigned r = 0; r < registers; ++r)
        for (unsigned lane = 0; lane < 32; ++lane)
            for (unsigned e = 0; e < perRegister; ++e) {
                const unsigned line = lane / 4 + 8 * (r % registersOfLine);
                const unsigned at = lane % 4 * perRegister + e + 4 * perRegister * (r / registersOfLine);
                auto& value = result.values[std::size_t{line} * depth + at];
                const auto element = Operand::of(value);
                value = element.value;
                place(result.registers[r * 32 + lane], element, 32 / perRegister * e);
            }
    return result;
}

template <typename Instruction> constexpr unsigned depthOfA = Instruction::k / (Instruction::isSparse ? 2 : 1);

/// Element of A * B; a sparse A's column 2i and 2i+1 stand for 4i and 4i+1.
template <typename Instruction>
double product(const FragmentsOf<Instruction>& a, const FragmentsOf<Instruction>& b, unsigned row, unsigned column)
{
    double sum = 0;
    for (unsigned i = 0; i < depthOfA<Instruction>; ++i) {
        const unsigned at = Instruction::isSparse ? i / 2 * 4 + i % 2 : i;
        sum += a.values[row * depthOfA<Instruction> + i] * b.values[column * Instruction::k + at];
    }
    return sum;
}

std::array<double, 1> numbers(float value)
{
    return {value};
}
std::array<double, 1> numbers(double value)
{
    return {value};
}
std::array<double, 1> numbers(std::int32_t value)
{
    return {static_cast<double>(value)};
}
std::array<double, 2> numbers(__half2 value)
{
    return {double{__low2float(value)}, double{__high2float(value)}};
}

/// Relative to the size of the sum: FP32 accumulation in the pipe keeps fewer guard bits than IEEE addition; FP16 has
/// 11 bits, and 16 sums round 16 times; of FP8 the pipe keeps 13 bits after the point (seen by others on H100).
template <typename Instruction> constexpr double tolerance = 1e-4;
template <> constexpr double tolerance<Fp16Fp16> = 2e-2;
template <> constexpr double tolerance<Fp8Fp32> = 2e-3;
template <> constexpr double tolerance<Fp64Fp64> = 1e-14;
template <> constexpr double tolerance<Int8Int32> = 0;

template <typename Instruction>
void requireProducts(const FragmentsOf<Instruction>& a, const FragmentsOf<Instruction>& b,
                     const std::vector<typename Instruction::Accumulator>& results)
{
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto got = numbers(results[i]);
        const unsigned lane = i / Instruction::dRegisters / chains % 32;
        for (unsigned e = 0; e < got.size(); ++e) {
            const unsigned element = static_cast<unsigned>(i % Instruction::dRegisters * got.size()) + e;
            const unsigned row = lane / 4 + 8 * (element / 2);
            const unsigned column = lane % 4 * 2 + element % 2;
            const double expected = steps * product<Instruction>(a, b, row, column);
            const double scale = steps * std::sqrt(static_cast<double>(depthOfA<Instruction>));
            requireNear({row, column, got[e], expected}, tolerance<Instruction> * scale);
        }
    }
}

template <typename Instruction> Prepared prepare(const Gpu& gpu)
{
    using Accumulator = typename Instruction::Accumulator;
    const unsigned blocks = gpu.smCount();
    using Word = typename Instruction::Word;
    const auto a = std::make_shared<Fragments<Word>>(
        fragments<Instruction>(m, depthOfA<Instruction>, Instruction::aRegisters, 2, 8));
    const auto b =
        std::make_shared<Fragments<Word>>(fragments<Instruction>(n, Instruction::k, Instruction::bRegisters, 1, 9));
    const auto aDevice = std::make_shared<DeviceBuffer<Word>>(a->registers.size());
    const auto bDevice = std::make_shared<DeviceBuffer<Word>>(b->registers.size());
    aDevice->fromHost(a->registers);
    bDevice->fromHost(b->registers);
    const auto launch = [=](const Launch& l, Accumulator* results) {
        run<Instruction>
            <<<blocks, threads, 0, l.stream>>>(aDevice->data(), bDevice->data(), l.iterations, results, l.clocks);
    };
    return prepareVerified<Accumulator>(
        2.0 * m * n * Instruction::k * chains * steps * warps * blocks,
        std::string(Instruction::isSparse ? "mma.sp" : "mma.sync") + " m16n8k" + std::to_string(Instruction::k) +
            " from registers, 16 warps an SM, " + std::to_string(chains) + " chains each",
        {.result_count = std::size_t{blocks} * threads * chains * Instruction::dRegisters,
         .launch = launch,
         .require = [a, b](const auto& results) { requireProducts<Instruction>(*a, *b, results); }});
}

template <typename Instruction>
Benchmark benchmark(const char* input, const char* accumulate, core::ComputeCapability from = {8, 0})
{
    return tensorBenchmark(
        {.input = input, .accumulate = accumulate, .sparse = Instruction::isSparse, .path = core::TensorPath::Mma},
        from, {99, 9}, prepare<Instruction>);
}

/// CC 8.9 and 12.0 have it (SASS: QMMA); between them it becomes conversions and HMMA.
Benchmark fp8Benchmark()
{
    auto benchmark = ::benchmark<Fp8Fp32>("fp8", "fp32", {8, 9});
    benchmark.not_on = {{9, 0}, {10, 0}, {10, 3}, {11, 0}};
    return benchmark;
}

const Registration registration({
    benchmark<Fp16Fp32>("fp16", "fp32"),
    benchmark<Fp16Fp16>("fp16", "fp16"),
    benchmark<Bf16Fp32>("bf16", "fp32"),
    benchmark<Tf32Fp32>("tf32", "fp32"),
    fp8Benchmark(),
    benchmark<Int8Int32>("int8", "int32"),
    benchmark<Fp64Fp64>("fp64", "fp64", {9, 0}),
    benchmark<SparseFp16>("fp16", "fp32"),
    benchmark<SparseBf16>("bf16", "fp32"),
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// 2:4 sparse tensor pipes by wgmma (CC 9.0). A comes from registers: out of shared memory both operands would need 144
// of the data pipe's 128 wavefronts in an instruction's time.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/wgmma.cuh"

#include <memory>

namespace {

using namespace harness;
using namespace harness::wgmma;

constexpr unsigned aRegisters = 4; ///< of a slice

/// Which of their neighbours the elements of A are: always the first two of four (TF32: the first of two). PTX ISA,
/// "Sparse matrix storage": 0b0100.
constexpr std::uint32_t first = 0x44444444u;

using ARegisters = std::uint32_t[aRegisters];

#define RIDGEPOINT_SPARSE(text, constraint, tail, ...)                                                                 \
    RIDGEPOINT_WGMMA(text, RIDGEPOINT_REGISTERS_128, RIDGEPOINT_OPERANDS_128, constraint,                              \
                     "{%128, %129, %130, %131}, %132, %133, 0, accumulate" tail, "r"(a[0]), "r"(a[1]), "r"(a[2]),      \
                     "r"(a[3]), "l"(b), "r"(first)__VA_OPT__(, ) __VA_ARGS__)

#define RIDGEPOINT_SPARSE_FLOAT(text, transposed)                                                                      \
    template <Sign sign> static __device__ void multiply(float(&d)[128], const ARegisters& a, std::uint64_t b)         \
    {                                                                                                                  \
        RIDGEPOINT_SPARSE(text, "+f", ", %134, 1" transposed, "n"(static_cast<int>(sign)));                            \
    }

struct Fp16Fp32 : Fp32Sums {
    using Operand = Fp16Element;
    static constexpr const char* shape = "m64n256k32";
    RIDGEPOINT_SPARSE_FLOAT("sp.sync.aligned.m64n256k32.f32.f16.f16", ", 0")
};
struct Bf16Fp32 : Fp32Sums {
    using Operand = Bf16Element;
    static constexpr const char* shape = "m64n256k32";
    RIDGEPOINT_SPARSE_FLOAT("sp.sync.aligned.m64n256k32.f32.bf16.bf16", ", 0")
};
struct Tf32Fp32 : Fp32Sums {
    using Operand = Tf32Element;
    static constexpr const char* shape = "m64n256k16";
    RIDGEPOINT_SPARSE_FLOAT("sp.sync.aligned.m64n256k16.f32.tf32.tf32", "")
};
struct Fp8Fp32 : Fp32Sums {
    using Operand = Fp8Element;
    static constexpr const char* shape = "m64n256k64";
    RIDGEPOINT_SPARSE_FLOAT("sp.sync.aligned.m64n256k64.f32.e4m3.e4m3", "")
};
struct Int8Int32 : Int32Sums {
    using Operand = Int8Element;
    static constexpr const char* shape = "m64n256k64";
    template <Sign> static __device__ void multiply(std::int32_t (&d)[128], const ARegisters& a, std::uint64_t b)
    {
        RIDGEPOINT_SPARSE("sp.sync.aligned.m64n256k64.s32.s8.s8", "+r", "");
    }
};

/// A in registers, B out of shared memory.
struct Operands {
    static constexpr unsigned rounds = 8;
    static constexpr unsigned slices = 2;      ///< instructions along the depth of the tile
    static constexpr unsigned sliceBytes = 64; ///< of a row of B; half as many of A are there

    ARegisters a_slices[slices];
    std::uint64_t b_tile;

    [[nodiscard]] __device__ const ARegisters& a(unsigned slice) const { return a_slices[slice]; }
    [[nodiscard]] __device__ std::uint64_t b(unsigned slice) const { return b_tile + slice * (sliceBytes >> 4); }
};

/// aWords: the 64 x 16 words of the compressed A, row by row.
template <typename Instruction>
__global__ void __launch_bounds__(threads, 1)
    run(const std::uint32_t* aWords, const uint4* bTile, std::uint32_t iterations,
        typename Instruction::Accumulator* results, ClockReading* clocks)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    for (unsigned i = threadIdx.x; i < n * tileRowBytes / sizeof(uint4); i += threads)
        reinterpret_cast<uint4*>(memory)[i] = bTile[i];
    publishShared();
    // PTX ISA, "Register Fragments for wgmma": register r is word l%4 + 4(r/2) of the slice in row 16w + l/4 + 8(r%2).
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = threadIdx.x % 128 / 32 * 16 + lane / 4;
    Operands operands;
    operands.b_tile = descriptor(memory);
    for (unsigned slice = 0; slice < Operands::slices; ++slice)
        for (unsigned r = 0; r < aRegisters; ++r)
            operands.a_slices[slice][r] = aWords[(row + 8 * (r % 2)) * 16 + slice * 8 + lane % 4 + 4 * (r / 2)];
    multiplyAgainAndAgain<Instruction>(operands, iterations, results, clocks);
}

struct CompressedA {
    std::vector<double> values; ///< 64 rows
    std::vector<std::uint32_t> words;
};

template <typename Operand> CompressedA compressedA(std::uint32_t seed)
{
    constexpr unsigned perRow = 16 * Operand::perRegister;
    CompressedA a{randomNumbers(m * perRow, seed), std::vector<std::uint32_t>(m * 16)};
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        const auto element = Operand::of(a.values[i]);
        a.values[i] = element.value;
        a.words[i / Operand::perRegister] |= element.bits << (i % Operand::perRegister * 32 / Operand::perRegister);
    }
    return a;
}

/// What an iteration adds up, 64 x 256: element i of a row of A meets element 4(i/2) + i%2 of B (TF32: 2i).
template <typename Operand>
std::vector<double> sparseProducts(const std::vector<double>& a, const std::vector<double>& b)
{
    constexpr bool isOneOfTwo = Operand::perRegister == 1;
    const auto depthOfA = a.size() / m;
    const auto depthOfB = b.size() / n;
    std::vector<double> result(std::size_t{m} * n);
    for (unsigned row = 0; row < m; ++row)
        for (unsigned column = 0; column < n; ++column)
            for (std::size_t i = 0; i < depthOfA; ++i) {
                const auto at = isOneOfTwo ? 2 * i : i / 2 * 4 + i % 2;
                result[row * n + column] += Operands::rounds * a[row * depthOfA + i] * b[column * depthOfB + at];
            }
    return result;
}

template <typename Instruction> Prepared prepare(const Gpu& gpu)
{
    using Operand = typename Instruction::Operand;
    constexpr int bytes = n * tileRowBytes;
    const auto a = compressedA<Operand>(13);
    std::vector<uint4> bHost(bytes / sizeof(uint4));
    const auto b = fillTile<Operand>(bHost, n, 14);
    const auto aDevice = std::make_shared<DeviceBuffer<std::uint32_t>>(a.words.size());
    const auto bDevice = std::make_shared<DeviceBuffer<uint4>>(bHost.size());
    aDevice->fromHost(a.words);
    bDevice->fromHost(bHost);
    const auto launch = [=](unsigned blocks, const Launch& l, auto* results) {
        run<Instruction>
            <<<blocks, threads, bytes, l.stream>>>(aDevice->data(), bDevice->data(), l.iterations, results, l.clocks);
    };
    return prepareMultiplication<Instruction>(
        gpu, std::string("wgmma.sp ") + Instruction::shape + ", A from registers, 2 warpgroups an SM",
        {.rounds = Operands::rounds,
         .sums = sparseProducts<Operand>(a.values, b),
         .shared_bytes = bytes,
         .kernel = reinterpret_cast<const void*>(run<Instruction>),
         .launch = launch});
}

template <typename Instruction> Benchmark benchmark(const char* input, const char* accumulate)
{
    return tensorBenchmark({.input = input, .accumulate = accumulate, .sparse = true, .path = core::TensorPath::Wgmma},
                           {9, 0}, {9, 0}, prepare<Instruction>);
}

const Registration registration({
    benchmark<Fp16Fp32>("fp16", "fp32"),
    benchmark<Bf16Fp32>("bf16", "fp32"),
    benchmark<Tf32Fp32>("tf32", "fp32"),
    benchmark<Fp8Fp32>("fp8", "fp32"),
    benchmark<Int8Int32>("int8", "int32"),
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// Tensor pipes by wgmma (CC 9.0): two warpgroups an SM multiply 64 x 256 tiles out of shared memory.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/wgmma.cuh"

#include <memory>

namespace {

using namespace harness;
using namespace harness::wgmma;

// One row for each instruction.

#define RIDGEPOINT_WGMMA_FLOAT(text, transposed)                                                                       \
    template <Sign sign> static __device__ void multiply(float(&d)[128], std::uint64_t a, std::uint64_t b)             \
    {                                                                                                                  \
        RIDGEPOINT_WGMMA(text, RIDGEPOINT_REGISTERS_128, RIDGEPOINT_OPERANDS_128, "+f",                                \
                         "%128, %129, accumulate, %130, 1" transposed, "l"(a), "l"(b), "n"(static_cast<int>(sign)));   \
    }

struct Fp16Fp32 : Fp32Sums {
    using Operand = Fp16Element;
    static constexpr const char* shape = "m64n256k16";
    RIDGEPOINT_WGMMA_FLOAT("sync.aligned.m64n256k16.f32.f16.f16", ", 0, 0")
};
struct Bf16Fp32 : Fp32Sums {
    using Operand = Bf16Element;
    static constexpr const char* shape = "m64n256k16";
    RIDGEPOINT_WGMMA_FLOAT("sync.aligned.m64n256k16.f32.bf16.bf16", ", 0, 0")
};
struct Tf32Fp32 : Fp32Sums {
    using Operand = Tf32Element;
    static constexpr const char* shape = "m64n256k8";
    RIDGEPOINT_WGMMA_FLOAT("sync.aligned.m64n256k8.f32.tf32.tf32", "")
};
struct Fp8Fp32 : Fp32Sums {
    using Operand = Fp8Element;
    static constexpr const char* shape = "m64n256k32";
    RIDGEPOINT_WGMMA_FLOAT("sync.aligned.m64n256k32.f32.e4m3.e4m3", "")
};
/// Two sums in a register.
struct Fp16Fp16 {
    using Operand = Fp16Element;
    using Accumulator = std::uint32_t;
    static constexpr unsigned registers = 64;
    static constexpr const char* shape = "m64n256k16";
    template <Sign sign> static __device__ void multiply(std::uint32_t (&d)[64], std::uint64_t a, std::uint64_t b)
    {
        RIDGEPOINT_WGMMA("sync.aligned.m64n256k16.f16.f16.f16", RIDGEPOINT_REGISTERS_64, RIDGEPOINT_OPERANDS_64, "+r",
                         "%64, %65, accumulate, %66, 1, 0, 0", "l"(a), "l"(b), "n"(static_cast<int>(sign)));
    }
};
struct Int8Int32 : Int32Sums {
    using Operand = Int8Element;
    static constexpr const char* shape = "m64n256k32";
    template <Sign> static __device__ void multiply(std::int32_t (&d)[128], std::uint64_t a, std::uint64_t b)
    {
        RIDGEPOINT_WGMMA("sync.aligned.m64n256k32.s32.s8.s8", RIDGEPOINT_REGISTERS_128, RIDGEPOINT_OPERANDS_128, "+r",
                         "%128, %129, accumulate", "l"(a), "l"(b));
    }
};

struct Tiles {
    uint4 a[m * tileRowBytes / 16];
    uint4 b[n * tileRowBytes / 16];
};

/// Both out of shared memory.
struct Operands {
    static constexpr unsigned rounds = 4;
    static constexpr unsigned sliceBytes = 32; ///< of a row that one dense instruction takes, whatever the type
    static constexpr unsigned slices = tileRowBytes / sliceBytes;

    std::uint64_t a_tile;
    std::uint64_t b_tile;

    [[nodiscard]] __device__ std::uint64_t a(unsigned slice) const { return a_tile + slice * (sliceBytes >> 4); }
    [[nodiscard]] __device__ std::uint64_t b(unsigned slice) const { return b_tile + slice * (sliceBytes >> 4); }
};

template <typename Instruction>
__global__ void __launch_bounds__(threads, 1)
    run(const Tiles* tiles, std::uint32_t iterations, typename Instruction::Accumulator* results, ClockReading* clocks)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    auto& shared = *reinterpret_cast<Tiles*>(memory);
    const auto* from = reinterpret_cast<const uint4*>(tiles);
    for (unsigned i = threadIdx.x; i < sizeof(Tiles) / sizeof(uint4); i += threads)
        reinterpret_cast<uint4*>(&shared)[i] = from[i];
    publishShared();
    const Operands operands{descriptor(shared.a), descriptor(shared.b)};
    multiplyAgainAndAgain<Instruction>(operands, iterations, results, clocks);
}

template <typename Instruction> Prepared prepare(const Gpu& gpu)
{
    using Operand = typename Instruction::Operand;
    std::vector<Tiles> host(1);
    const auto a = fillTile<Operand>(host[0].a, m, 10);
    const auto b = fillTile<Operand>(host[0].b, n, 11);
    const auto tiles = std::make_shared<DeviceBuffer<Tiles>>(1);
    tiles->fromHost(host);
    constexpr int bytes = sizeof(Tiles);
    const auto launch = [tiles](unsigned blocks, const Launch& l, auto* results) {
        run<Instruction><<<blocks, threads, bytes, l.stream>>>(tiles->data(), l.iterations, results, l.clocks);
    };
    return prepareMultiplication<Instruction>(
        gpu, std::string("wgmma ") + Instruction::shape + ", A and B from shared memory, 2 warpgroups an SM",
        {.rounds = Operands::rounds,
         .sums = products<Operand>(a, b, Operands::rounds),
         .shared_bytes = bytes,
         .kernel = reinterpret_cast<const void*>(run<Instruction>),
         .launch = launch});
}

template <typename Instruction> Benchmark benchmark(const char* input, const char* accumulate)
{
    return tensorBenchmark({.input = input, .accumulate = accumulate, .path = core::TensorPath::Wgmma}, {9, 0}, {9, 0},
                           prepare<Instruction>);
}

const Registration registration({
    benchmark<Fp16Fp32>("fp16", "fp32"),
    benchmark<Fp16Fp16>("fp16", "fp16"),
    benchmark<Bf16Fp32>("bf16", "fp32"),
    benchmark<Tf32Fp32>("tf32", "fp32"),
    benchmark<Fp8Fp32>("fp8", "fp32"),
    benchmark<Int8Int32>("int8", "int32"),
});

} // namespace

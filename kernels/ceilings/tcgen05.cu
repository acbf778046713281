// SPDX-License-Identifier: Apache-2.0
// Tensor pipes by tcgen05 (CC 10.0 and 10.3): one thread an SM multiplies 128 x 256 tiles out of shared memory into
// tensor memory.
//
// Not yet run: no card of CC 10 was at hand. It compiles for 100a and 103a; what it does is by the PTX ISA, chapter
// "TensorCore 5th Generation Family Instructions": "Shared Memory Descriptor", "Instruction Descriptor", "Data Path
// Layout Organization" (M 128: row i is lane i), "Scale Factor Layout", "Memory Consistency Model". A wrong descriptor
// shows in the checksum.
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/tcgen05.cuh"
#include "kernels/harness/tensor_benchmark.h"
#include "kernels/harness/verified.h"

#include <memory>

namespace {

using namespace harness;
using namespace harness::tcgen05;

constexpr unsigned rounds = 4; ///< over the tile in a group of multiplications

/// bytes: of a row that one instruction takes.
template <typename OperandOf, typename AccumulatorOf, std::uint32_t instructionDescriptor, unsigned bytes = 32>
struct KindOf {
    using Operand = OperandOf;
    using Accumulator = AccumulatorOf; // 32 bits wide
    static constexpr unsigned sliceBytes = bytes;
    static constexpr unsigned slices = tileRowBytes / sliceBytes;
    static constexpr unsigned depth = tileDepth<Operand> * slices * sliceBytes / tileRowBytes;
    static constexpr __device__ std::uint32_t type() { return instructionDescriptor; }
};

#define RIDGEPOINT_TCGEN05_MULTIPLY(guard, kind, scales)                                                               \
    static constexpr const char* name = "kind::" kind;                                                                 \
    static constexpr bool hasScales = sizeof(scales) > sizeof("");                                                     \
    static __device__ void multiply(std::uint32_t d, std::uint64_t a, std::uint64_t b, std::uint32_t accumulate)       \
    {                                                                                                                  \
        guard(asm volatile("{ .reg .pred accumulate; setp.ne.b32 accumulate, %4, 0;\n"                                 \
                           "tcgen05.mma.cta_group::1.kind::" kind " [%0], %1, %2, %3, " scales "accumulate; }"         \
                           :                                                                                           \
                           : "r"(d), "l"(a), "l"(b), "r"(type()), "r"(accumulate), "r"(d + n)                            \
                           : "memory");)                                                                               \
    }

struct Fp16Fp32 : KindOf<Fp16Element, float, instruction(0, Accumulate::Fp32)> {
    RIDGEPOINT_TCGEN05_MULTIPLY(RIDGEPOINT_TCGEN05, "f16", "")
};
struct Bf16Fp32 : KindOf<Bf16Element, float, instruction(1, Accumulate::Fp32)> {
    RIDGEPOINT_TCGEN05_MULTIPLY(RIDGEPOINT_TCGEN05, "f16", "")
};
struct Tf32Fp32 : KindOf<Tf32Element, float, instruction(2, Accumulate::Fp32)> {
    RIDGEPOINT_TCGEN05_MULTIPLY(RIDGEPOINT_TCGEN05, "tf32", "")
};
struct Fp8Fp32 : KindOf<Fp8Element, float, instruction(0, Accumulate::Fp32)> {
    RIDGEPOINT_TCGEN05_MULTIPLY(RIDGEPOINT_TCGEN05, "f8f6f4", "")
};
struct Int8Int32 : KindOf<Int8Element, std::int32_t, instruction(1, Accumulate::Int32)> {
    RIDGEPOINT_TCGEN05_MULTIPLY(RIDGEPOINT_TCGEN05_100, "i8", "")
};
// A scale for every 32 elements along K. All of them are 1, so that their places in tensor memory don't matter.
struct Fp4K64 : KindOf<Fp4Element, float, scaledInstruction(1)> {
    RIDGEPOINT_TCGEN05_MULTIPLY(RIDGEPOINT_TCGEN05, "mxf4.block_scale.block32", "[%5], [%5], ")
};
/// Two slices a row: a third would cross its end.
struct Fp4K96 : KindOf<Fp4Element, float, scaledInstruction(1) | k96, 48> {
    RIDGEPOINT_TCGEN05_MULTIPLY(RIDGEPOINT_TCGEN05_103, "mxf4.block_scale.block32", "[%5], [%5], ")
};

/// A and its negative take turns: sums stay bounded, bits keep changing.
struct Tiles {
    uint4 a[2][m * tileRowBytes / 16];
    uint4 b[n * tileRowBytes / 16];
};

struct Shared {
    Tiles tiles;
    std::uint64_t barriers[2];
    std::uint32_t tensorMemory;
};

/// Ones (UE8M0: an exponent with bias 127) wherever a scale could be: those of A take 4 columns, of B 8.
__device__ void storeScales(std::uint32_t scales)
{
    constexpr unsigned ample = 32;
    for (unsigned column = 0; column < ample; ++column) store(addressOf(scales, column), 0x7F7F7F7Fu);
}

/// By one thread. Two groups are on their way at a time, so that the pipe never waits for the issue.
template <typename Kind> __device__ void multiplyTiles(Shared& shared, std::uint32_t d, std::uint32_t iterations)
{
    const auto b = descriptor(shared.tiles.b);
    for (std::uint32_t i = 0; i < iterations; ++i) {
        const auto a = descriptor(shared.tiles.a[i % 2]);
        if (i >= 2) wait(&shared.barriers[i % 2], i / 2 - 1);
#pragma unroll
        for (unsigned k = 0; k < rounds * Kind::slices; ++k) {
            const unsigned slice = k % Kind::slices * (Kind::sliceBytes >> 4);
            Kind::multiply(d, a + slice, b + slice, i + k > 0);
        }
        commit(&shared.barriers[i % 2]);
    }
    const auto last = iterations - 1;
    wait(&shared.barriers[last % 2], last / 2);
}

/// results: of each block D column by column, so that threads store side by side.
template <typename Kind>
__global__ void __launch_bounds__(threads, 1)
    run(const Tiles* tiles, std::uint32_t iterations, typename Kind::Accumulator* results, ClockReading* clocks)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    auto& shared = *reinterpret_cast<Shared*>(memory);
    for (unsigned i = threadIdx.x; i < sizeof(Tiles) / sizeof(uint4); i += threads)
        reinterpret_cast<uint4*>(&shared.tiles)[i] = reinterpret_cast<const uint4*>(tiles)[i];
    const bool isFirstWarp = threadIdx.x < 32;
    if (isFirstWarp) allocate(&shared.tensorMemory);
    if (threadIdx.x == 0)
        for (auto& barrier : shared.barriers) initialise(&barrier);
    publishShared();
    fenceAfterSync();
    const auto d = shared.tensorMemory;
    if constexpr (Kind::hasScales) storeScales(d + n);
    fenceBeforeSync();
    {
        const ClockScope scope(clocks);
        if (threadIdx.x == 0) {
            fenceAfterSync();
            multiplyTiles<Kind>(shared, d, iterations);
            fenceBeforeSync();
        }
    }
    fenceAfterSync();
    auto* mine = reinterpret_cast<std::uint32_t*>(results) + std::size_t{blockIdx.x} * m * n + threadIdx.x;
    for (unsigned column = 0; column < n; column += 8) { // consumes all of D
        std::uint32_t words[8] = {};
        load(words, addressOf(d, column));
        for (unsigned c = 0; c < 8; ++c) mine[(column + c) * m] = words[c];
    }
    fenceBeforeSync();
    __syncthreads();
    if (isFirstWarp) free(d);
}

/// Of the largest sum: as for wgmma, until a card shows that the pipe keeps more bits.
template <typename Kind> constexpr double tolerance = 1e-4;
template <> constexpr double tolerance<Fp8Fp32> = 2e-3;
template <> constexpr double tolerance<Int8Int32> = 0;

template <typename Kind>
void requireSums(const std::vector<double>& sums, const std::vector<typename Kind::Accumulator>& results)
{
    const double allowed = tolerance<Kind> * largestOf(sums);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto row = static_cast<unsigned>(i % m);
        const auto column = static_cast<unsigned>(i / m % n);
        requireNear({row, column, static_cast<double>(results[i]), sums[row * n + column]}, allowed);
    }
}

template <typename Kind> Prepared prepare(const Gpu& gpu)
{
    using Operand = typename Kind::Operand;
    using Accumulator = typename Kind::Accumulator;
    const unsigned blocks = gpu.smCount();
    std::vector<Tiles> host(1);
    const auto a = fillTile<Operand>(host[0].a[0], m, 16);
    const auto b = fillTile<Operand>(host[0].b, n, 17);
    fillTile<Operand>(host[0].a[1], m, 16, -1);
    const auto tiles = std::make_shared<DeviceBuffer<Tiles>>(1);
    tiles->fromHost(host);
    constexpr int bytes = sizeof(Shared);
    check(cudaFuncSetAttribute(run<Kind>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    const auto launch = [=](const Launch& l, Accumulator* results) {
        run<Kind><<<blocks, threads, bytes, l.stream>>>(tiles->data(), l.iterations, results, l.clocks);
    };
    return prepareVerified<Accumulator>(
        2.0 * m * n * Kind::depth * rounds * blocks,
        std::string("tcgen05.mma ") + Kind::name + (Kind::hasScales ? ", all scales 1" : "") + ", m128n256k" +
            std::to_string(Kind::depth / Kind::slices) + ", A and B from shared memory, one block an SM",
        {.result_count = std::size_t{blocks} * m * n,
         .launch = launch,
         .require = [sums =
                         products<Operand>(a, b, rounds, Kind::depth)](const auto& r) { requireSums<Kind>(sums, r); },
         .verified_iterations = 3}); // A - A + A: both tiles and both barriers, one of them twice
}

constexpr core::ComputeCapability b200{10, 0};
constexpr core::ComputeCapability b300{10, 3};

/// CC 10.3 reaches its rate with K 96 only.
Prepared prepareFp4(const Gpu& gpu)
{
    const bool isB300 = gpu.device.compute_capability->minor == b300.minor;
    return isB300 ? prepare<Fp4K96>(gpu) : prepare<Fp4K64>(gpu);
}

Benchmark benchmark(const char* input, const char* accumulate, core::ComputeCapability to,
                    Prepared (*prepare)(const Gpu&))
{
    return tensorBenchmark({.input = input, .accumulate = accumulate, .path = core::TensorPath::Tcgen05}, b200, to,
                           prepare);
}

const Registration registration({
    benchmark("fp16", "fp32", b300, prepare<Fp16Fp32>),
    benchmark("bf16", "fp32", b300, prepare<Bf16Fp32>),
    benchmark("tf32", "fp32", b300, prepare<Tf32Fp32>),
    benchmark("fp8", "fp32", b300, prepare<Fp8Fp32>),
    benchmark("fp4", "fp32", b300, prepareFp4),
    benchmark("int8", "int32", b200, prepare<Int8Int32>),
});

} // namespace

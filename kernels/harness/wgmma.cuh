// SPDX-License-Identifier: Apache-2.0
// What the wgmma benchmarks share: descriptors, groups, and where accumulators stand in the result.
#pragma once

#include "kernels/harness/asm_operands.h"
#include "kernels/harness/async_proxy.cuh"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/sm90a.h"
#include "kernels/harness/tensor_benchmark.h"
#include "kernels/harness/tensor_tile.h"
#include "kernels/harness/verified.h"

#include <array>
#include <string>
#include <vector>

#if RIDGEPOINT_HAS_WGMMA
#define RIDGEPOINT_WGMMA(text, list, operands, constraint, tail, ...)                                                  \
    asm volatile("{ .reg .pred accumulate; setp.ne.b32 accumulate, 1, 0; wgmma.mma_async." text " {" list "}, " tail   \
                 "; }"                                                                                                 \
                 : operands(constraint, d)                                                                             \
                 : __VA_ARGS__)
#else
#define RIDGEPOINT_WGMMA(...)
#endif

namespace harness::wgmma {

constexpr unsigned warpgroups = 2; ///< each hides the other's waits
constexpr unsigned threads = 128 * warpgroups;
constexpr unsigned m = 64;
constexpr unsigned n = 256;

/// Every other iteration subtracts: sums stay bounded, bits keep changing. Integer sums wrap around.
enum class Sign { Plus = 1, Minus = -1 };

/// PTX ISA, "Matrix Descriptor Format": address, stride of 8 rows, 128-byte swizzle.
inline __device__ std::uint64_t descriptor(const void* tile)
{
    constexpr std::uint64_t strideOf8Rows = 8 * tileRowBytes >> 4;
    constexpr std::uint64_t swizzle128 = 1;
    const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(tile));
    return (address & 0x3FFFF) >> 4 | std::uint64_t{1} << 16 | strideOf8Rows << 32 | swizzle128 << 62;
}

inline __device__ void beginGroup()
{
#if RIDGEPOINT_HAS_WGMMA
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}

inline __device__ void finishGroup()
{
#if RIDGEPOINT_HAS_WGMMA
    asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
}

/// Results of an instruction that adds up in FP32; a thread holds `registers` accumulators of 32 bits.
struct Fp32Sums {
    using Accumulator = float;
    static constexpr unsigned registers = 128;
};
struct Int32Sums {
    using Accumulator = std::int32_t;
    static constexpr unsigned registers = 128;
};

/// Operands: slices of A and of B by their number, `slices` in a tile, and how many `rounds` over the tile an iteration
/// takes.
template <typename Instruction, Sign sign, typename Operands>
__device__ void multiplyTiles(typename Instruction::Accumulator (&d)[Instruction::registers], const Operands& operands)
{
    beginGroup();
#pragma unroll
    for (unsigned i = 0; i < Operands::rounds * Operands::slices; ++i)
        Instruction::template multiply<sign>(d, operands.a(i % Operands::slices), operands.b(i % Operands::slices));
    finishGroup();
}

/// What a kernel does once its operands are where the instruction takes them from. Leaves every accumulator in the
/// results.
template <typename Instruction, typename Operands>
__device__ void multiplyAgainAndAgain(const Operands& operands, std::uint32_t iterations,
                                      typename Instruction::Accumulator* results, ClockReading* clocks)
{
    typename Instruction::Accumulator d[Instruction::registers] = {};
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
            if (i % 2 == 0) {
                multiplyTiles<Instruction, Sign::Plus>(d, operands);
            } else {
                multiplyTiles<Instruction, Sign::Minus>(d, operands);
            }
        }
    }
    const std::size_t thread = std::size_t{blockIdx.x} * threads + threadIdx.x;
    for (unsigned r = 0; r < Instruction::registers; ++r) results[thread * Instruction::registers + r] = d[r];
}

inline std::array<double, 1> numbers(float value)
{
    return {value};
}
inline std::array<double, 1> numbers(std::int32_t value)
{
    return {static_cast<double>(value)};
}
inline std::array<double, 2> numbers(std::uint32_t packed)
{
    const auto half = [](std::uint32_t bits) {
        return double{__half2float(__ushort_as_half(static_cast<unsigned short>(bits)))};
    };
    return {half(packed & 0xFFFF), half(packed >> 16)};
}

/// PTX ISA, "Register Fragments for wgmma": accumulator 4j + 2i + c of lane l in warp w is row 16w + l/4 + 8i, column
/// 8j + 2(l%4) + c.
/// tolerance: of the largest sum. Throws Error if an element is further from its sum than that.
template <typename Instruction>
void requireSums(const std::vector<double>& sums, const std::vector<typename Instruction::Accumulator>& results,
                 double tolerance)
{
    const double allowed = tolerance * largestOf(sums);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto got = numbers(results[i]);
        const auto thread = static_cast<unsigned>(i / Instruction::registers % 128);
        for (unsigned e = 0; e < got.size(); ++e) {
            const auto index = static_cast<unsigned>(i % Instruction::registers * got.size()) + e;
            const unsigned row = thread / 32 * 16 + thread % 32 / 4 + 8 * (index / 2 % 2);
            const unsigned column = index / 4 * 8 + thread % 4 * 2 + index % 2;
            requireNear({row, column, got[e], sums[row * n + column]}, allowed);
        }
    }
}

/// Of the largest sum: the pipe keeps fewer bits than IEEE addition, FP8 fewest (13 after the point, seen by others on
/// H100); FP16 sums round at 11 bits. Integers are exact.
template <typename Instruction> constexpr double toleranceOf()
{
    if (std::is_same_v<typename Instruction::Accumulator, std::int32_t>) return 0;
    if (std::is_same_v<typename Instruction::Accumulator, std::uint32_t>) return 1e-2;
    return std::is_same_v<typename Instruction::Operand, Fp8Element> ? 2e-3 : 1e-4;
}

/// One block an SM of a kernel that multiplies the tile `rounds` times in an iteration, in every warpgroup.
template <typename Instruction> struct Multiplication {
    unsigned rounds = 1;
    std::vector<double> sums;     ///< of an iteration
    int shared_bytes = 0;         ///< dynamic
    const void* kernel = nullptr; ///< the one that `launch` runs
    std::function<void(unsigned blocks, const Launch&, typename Instruction::Accumulator*)> launch;
};

/// method: what is run, in a few words.
template <typename Instruction>
Prepared prepareMultiplication(const Gpu& gpu, std::string method, Multiplication<Instruction> run)
{
    using Accumulator = typename Instruction::Accumulator;
    const unsigned blocks = gpu.smCount();
    check(cudaFuncSetAttribute(run.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, run.shared_bytes));
    const double work = 2.0 * m * n * tileDepth<typename Instruction::Operand> * run.rounds * warpgroups * blocks;
    const auto require = [sums = std::move(run.sums)](const std::vector<Accumulator>& results) {
        requireSums<Instruction>(sums, results, toleranceOf<Instruction>());
    };
    const auto launch = [blocks, launchBlocks = std::move(run.launch)](const Launch& l, Accumulator* results) {
        launchBlocks(blocks, l, results);
    };
    return prepareVerified<Accumulator>(
        work, std::move(method),
        {.result_count = std::size_t{blocks} * threads * Instruction::registers, .launch = launch, .require = require});
}

} // namespace harness::wgmma

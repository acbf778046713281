// SPDX-License-Identifier: Apache-2.0
// What the wgmma benchmarks share: tiles in the 128-byte swizzle, groups, and where accumulators stand in the result.
#pragma once

#include "core/error.h"
#include "kernels/harness/random_data.h"
#include "kernels/harness/tensor_elements.h"
#include "kernels/harness/wgmma_operands.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

// wgmma exists for this one target only (PTX ISA, "wgmma.mma_async": sm_90a).
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define RIDGEPOINT_HAS_WGMMA 1
#else
#define RIDGEPOINT_HAS_WGMMA 0
#endif

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
constexpr unsigned rowBytes = 128; ///< of a tile: one row of the swizzle

/// Every other iteration subtracts: sums stay bounded, bits keep changing. Integer sums wrap around.
enum class Sign { Plus = 1, Minus = -1 };

/// PTX ISA, "Matrix Descriptor Format": address, stride of 8 rows, 128-byte swizzle.
inline __device__ std::uint64_t descriptor(const void* tile)
{
    constexpr std::uint64_t strideOf8Rows = 8 * rowBytes >> 4;
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

/// Before wgmma reads, by the async proxy, what threads stored into shared memory.
inline __device__ void publishShared()
{
#if RIDGEPOINT_HAS_WGMMA
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    __syncthreads();
}

/// A tile on the host: rows along K, and their bytes with 16-byte pieces swizzled by the row's place among 8.
template <typename Operand> std::vector<double> fillTile(std::span<uint4> tile, unsigned rows, std::uint32_t seed)
{
    constexpr unsigned depth = rowBytes / 4 * Operand::perRegister;
    constexpr unsigned elementBytes = 4 / Operand::perRegister;
    auto values = randomNumbers(std::size_t{rows} * depth, seed);
    auto* bytes = reinterpret_cast<unsigned char*>(tile.data());
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned k = 0; k < depth; ++k) {
            auto& value = values[std::size_t{row} * depth + k];
            const auto element = Operand::of(value);
            value = element.value;
            const unsigned at = (k * elementBytes) ^ (row % 8 * 16);
            std::memcpy(bytes + row * rowBytes + at, &element.bits, elementBytes); // both are little endian
        }
    return values;
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
    const double largest = std::abs(*std::ranges::max_element(sums, {}, [](double v) { return std::abs(v); }));
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto got = numbers(results[i]);
        const auto thread = static_cast<unsigned>(i / Instruction::registers % 128);
        for (unsigned e = 0; e < got.size(); ++e) {
            const auto index = static_cast<unsigned>(i % Instruction::registers * got.size()) + e;
            const unsigned row = thread / 32 * 16 + thread % 32 / 4 + 8 * (index / 2 % 2);
            const unsigned column = index / 4 * 8 + thread % 4 * 2 + index % 2;
            const double sum = sums[row * n + column];
            if (!(std::abs(got[e] - sum) <= tolerance * largest))
                throw core::Error("element " + std::to_string(row) + ", " + std::to_string(column) + " is " +
                                  std::to_string(got[e]) + " in place of " + std::to_string(sum));
        }
    }
}

} // namespace harness::wgmma

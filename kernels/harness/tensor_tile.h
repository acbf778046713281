// SPDX-License-Identifier: Apache-2.0
// Operands of tensor instructions that read shared memory, on the host: rows of 128 bytes along K, in the 128-byte
// swizzle.
#pragma once

#include "kernels/harness/random_data.h"
#include "kernels/harness/tensor_elements.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace harness {

constexpr unsigned tileRowBytes = 128;

/// Elements along K.
template <typename Operand> constexpr unsigned tileDepth = tileRowBytes / 4 * Operand::perRegister;

/// Fills a tile of zeros with random numbers times `factor`, and returns them as the type holds them, row by row.
/// 16-byte pieces are swizzled by the row's place among 8 (PTX ISA, "Swizzling Modes").
template <typename Operand>
std::vector<double> fillTile(std::span<uint4> tile, unsigned rows, std::uint32_t seed, double factor = 1)
{
    constexpr unsigned elementBits = 32 / Operand::perRegister;
    auto values = randomNumbers(std::size_t{rows} * tileDepth<Operand>, seed);
    auto* words = reinterpret_cast<std::uint32_t*>(tile.data());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto element = Operand::of(factor * values[i]);
        values[i] = element.value;
        const std::size_t row = i / tileDepth<Operand>;
        const std::size_t word = i % tileDepth<Operand> / Operand::perRegister ^ row % 8 * 4;
        words[row * tileRowBytes / 4 + word] |= element.bits << i % Operand::perRegister * elementBits;
    }
    return values;
}

/// A times the transpose of B, `times` over, row by row; both are what fillTile returned. depth: as much of their rows
/// as is multiplied.
template <typename Operand>
std::vector<double> products(const std::vector<double>& a, const std::vector<double>& b, unsigned times,
                             std::size_t depth = tileDepth<Operand>)
{
    std::vector<double> result;
    for (std::size_t row = 0; row < a.size(); row += tileDepth<Operand>)
        for (std::size_t column = 0; column < b.size(); column += tileDepth<Operand>) {
            double sum = 0;
            for (std::size_t k = 0; k < depth; ++k) sum += a[row + k] * b[column + k];
            result.push_back(times * sum);
        }
    return result;
}

/// The size of the largest: what tolerances are a share of.
inline double largestOf(const std::vector<double>& sums)
{
    return std::abs(*std::ranges::max_element(sums, {}, [](double v) { return std::abs(v); }));
}

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
// Operands of tensor instructions as they lie in shared memory, and what the host makes of them.
#include "kernels/harness/tensor_benchmark.h"
#include "kernels/harness/tensor_tile.h"

#include <gmock/gmock.h>

#include <cstring>
#include <limits>

namespace harness {
namespace {

constexpr unsigned rows = 16;
using Tile = std::vector<uint4>;

Tile emptyTile()
{
    return Tile(rows * tileRowBytes / sizeof(uint4));
}

unsigned char byteAt(const Tile& tile, unsigned offset)
{
    return reinterpret_cast<const unsigned char*>(tile.data())[offset];
}

TEST(TensorTile, PiecesOf16BytesAreSwizzledByTheRowAmongEight)
{
    auto tile = emptyTile();
    const auto values = fillTile<Int8Element>(tile, rows, 1);
    // Element 35 of row 11 would be byte 35, in piece 2; row 11 is the fourth of its eight: 2 ^ 3 is piece 1.
    const auto got = static_cast<std::int8_t>(byteAt(tile, 11 * 128 + 1 * 16 + 3));
    EXPECT_EQ(got, values[11 * 128 + 35]);
}

TEST(TensorTile, TwoElementsOfFourBitsShareAByteTheFirstBelow)
{
    auto tile = emptyTile();
    const auto values = fillTile<Fp4Element>(tile, rows, 1);
    const auto expected = Fp4Element::of(values[0] / 6).bits | Fp4Element::of(values[1] / 6).bits << 4;
    EXPECT_EQ(byteAt(tile, 0), expected);
}

template <typename Operand> class TensorTileOf : public testing::Test {};
using Operands = testing::Types<Fp16Element, Bf16Element, Tf32Element, Fp8Element, Fp4Element, Int8Element>;
TYPED_TEST_SUITE(TensorTileOf, Operands);

TYPED_TEST(TensorTileOf, FactorMinusOneGivesTheExactNegative)
{
    auto tile = emptyTile();
    auto negative = emptyTile();
    const auto values = fillTile<TypeParam>(tile, rows, 1);
    const auto negatives = fillTile<TypeParam>(negative, rows, 1, -1);
    ASSERT_EQ(values.size(), rows * tileDepth<TypeParam>);
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(negatives[i], -values[i]);
    EXPECT_NE(std::memcmp(tile.data(), negative.data(), rows * tileRowBytes), 0);
}

TEST(TensorElements, Fp4TakesTheNearestOfItsEightSizes)
{
    EXPECT_EQ(Fp4Element::of(1).value, 6);
    EXPECT_EQ(Fp4Element::of(1).bits, 0b0111u);
    EXPECT_EQ(Fp4Element::of(-0.08).value, -0.5); // -0.48
    EXPECT_EQ(Fp4Element::of(-0.08).bits, 0b1001u);
    EXPECT_EQ(Fp4Element::of(0.45).value, 3); // 2.7
}

TEST(TensorTile, ProductsAreOfRowsWithRows)
{
    std::vector<double> a(2 * tileDepth<Tf32Element>);
    std::vector<double> b(3 * tileDepth<Tf32Element>);
    a[1] = 2;                          // row 0, k 1
    a[tileDepth<Tf32Element> + 5] = 3; // row 1, k 5
    b[2 * tileDepth<Tf32Element> + 1] = 7;
    b[5] = 11;
    EXPECT_THAT(products<Tf32Element>(a, b, 10), testing::ElementsAre(0, 0, 140, 330, 0, 0));
}

TEST(TensorTile, NoNumberIsNearNoOther)
{
    EXPECT_NO_THROW(requireNear({1, 2, 1.5, 1.0}, 0.5));
    EXPECT_THROW(requireNear({1, 2, 1.6, 1.0}, 0.5), core::Error);
    EXPECT_THROW(requireNear({1, 2, std::numeric_limits<double>::quiet_NaN(), 1.0}, 0.5), core::Error);
}

} // namespace
} // namespace harness

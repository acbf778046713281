// SPDX-License-Identifier: Apache-2.0
// C = A * B, the problem of the matrix families: random inputs, the work, and how a result is proved.
#pragma once

#include "kernels/harness/cublaslt.h"
#include "kernels/library/mapping.h"

#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include <type_traits>

namespace library {

/// A is m x k, C is m x n.
struct GemmShape {
    unsigned m = 0;
    unsigned n = 0;
    unsigned k = 0;
};

/// Numbers of C's tiles to places: bands of `height` rows of tiles are done column by column, so that the tiles under
/// way at a time have rows and columns in common, which L2 holds.
struct TileOrder {
    unsigned rows;
    unsigned columns;
    unsigned height;

    [[nodiscard]] __host__ __device__ unsigned count() const { return rows * columns; }
    /// {row, column}
    [[nodiscard]] __device__ uint2 place(unsigned tile) const
    {
        const unsigned first = tile / (height * columns) * height;
        const unsigned inBand = tile % (height * columns);
        const unsigned own = min(height, rows - first);
        return {first + inBand % own, inBand / own};
    }
};

/// Rows of 16 bytes and their multiples, which TMA and 16-byte loads need: n and k are multiples of 8, k of 16 for FP8.
Size gemmSize(const char* name, const GemmShape& shape, const char* note = "");
GemmShape shapeOf(const Size& size);

/// How a unit adds up: `depth` products at a time, off by up to `step` of the largest number in the addition.
struct Summation {
    double step;
    unsigned depth;
};
/// FP32, product by product; tensor pipes cut off more bits, but at a sixteenth of the additions.
constexpr Summation fp32Sums{0x1p-24, 1};
constexpr Summation fp64Sums{2 * 0x1p-53, 1}; ///< the reference is off by as much
/// Tensor pipes of CC 9.0 align products of FP8 with the sum and keep 13 bits after the point (seen by others on H100).
constexpr Summation fp8Sums{0x1p-13, 32};

/// Numbers in [-1, 1), on the GPU.
template <typename Number> std::shared_ptr<DeviceBuffer<Number>> randomMatrix(std::size_t count, std::uint32_t seed);

/// How B lies in memory: [k][n], as C++ has matrices, or [n][k].
enum class RowsOfB { AlongN, AlongK };

/// C has the numbers of A and B where these are FP32 or FP64, and BF16 otherwise.
template <typename Number> using ResultOf = std::conditional_t<std::is_floating_point_v<Number>, Number, __nv_bfloat16>;

/// Inputs on the GPU, random, and room for the result. B is [n][k], as its tensor pipe demands, in FP8.
template <typename Number> struct GemmProblem {
    static constexpr auto usual = sizeof(Number) == 1 ? RowsOfB::AlongK : RowsOfB::AlongN;

    GemmShape shape;
    RowsOfB rows_of_b;
    std::shared_ptr<DeviceBuffer<Number>> a;
    std::shared_ptr<DeviceBuffer<Number>> b;
    std::shared_ptr<DeviceBuffer<ResultOf<Number>>> c;

    explicit GemmProblem(const Size& size, RowsOfB rowsOfB = usual);
};
using Bf16Problem = GemmProblem<__nv_bfloat16>;
using Fp8Problem = GemmProblem<__nv_fp8_e4m3>;

/// Half a unit in the last of BF16's 8 bits.
constexpr double roundingToBf16 = 0x1p-8 * 1.01;

/// What is done with each sum before it is rounded to C's numbers.
struct HostEpilogue {
    std::function<Expected(double sum, std::size_t column)> value; ///< none: nothing
    double steepest = 1;                                           ///< of its slopes: what it makes of the sum's error
    double rounding_before = 0;                                    ///< of the sum's size
};

/// A variant that fills C. Every element is checked where that takes seconds of the CPU at most. At larger sizes one of
/// each 64 x 64 tile, all at the edges, and, where there is no epilogue, the sums of all rows and all columns, which A
/// and B foretell without C: C * 1 = A * (B * 1).
template <typename Number>
PreparedVariant prepareGemm(const GemmProblem<Number>& problem, std::function<void(cudaStream_t)> launch,
                            HostEpilogue epilogue = {});

/// 2 m n k FLOP on `pipe`, inputs read once and the result written once; Number is that of the inputs.
template <typename Number> std::vector<core::Work> gemmWork(const Size& size, const core::Resource& pipe)
{
    const auto [m, n, k] = shapeOf(size);
    const auto product = [](double a, double b) { return a * b; };
    using Kind = core::ResourceKind;
    auto flop = harness::algorithmic(Kind::Tensor, 2 * product(m, n) * k);
    flop.resource = pipe;
    return {harness::algorithmic(Kind::DramRead, sizeof(Number) * (product(m, k) + product(k, n))),
            harness::algorithmic(Kind::DramWrite, sizeof(ResultOf<Number>) * product(m, n)), flop};
}

/// A tensor pipe that adds up in FP32.
inline core::Resource tensorPipe(const char* input, core::TensorPath path)
{
    return {.kind = core::ResourceKind::Tensor, .tensor = {.input = input, .accumulate = "fp32", .path = path}};
}

/// The work of a library's kernel: by which instructions, is the library's to know.
template <typename Number> auto libraryWork(const char* input)
{
    return [input](const Size& size) { return gemmWork<Number>(size, tensorPipe(input, core::TensorPath::Unknown)); };
}

} // namespace library

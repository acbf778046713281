// SPDX-License-Identifier: Apache-2.0
#include "kernels/library/gemm_problem.h"

#include "kernels/harness/random_data.h"

#include <cmath>
#include <numeric>
#include <random>
#include <type_traits>

namespace library {
namespace {

template <typename Number> __global__ void narrow(const float* from, Number* to, std::size_t count)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        to[i] = Number(from[i]);
}

template <typename Number> constexpr Summation sumsOf = fp32Sums;
template <> constexpr Summation sumsOf<__nv_fp8_e4m3> = fp8Sums;
template <> constexpr Summation sumsOf<double> = fp64Sums;

/// Of C's numbers, relatively.
template <typename Number> constexpr double roundingOf = roundingToBf16;
template <> constexpr double roundingOf<float> = 0x1p-24 * 1.01;
template <> constexpr double roundingOf<double> = 0x1p-53 * 1.01;

/// FP64 inputs were FP32 numbers: nothing is lost.
template <typename Number> std::vector<float> toFloats(const DeviceBuffer<Number>& buffer)
{
    const auto host = buffer.toHost();
    std::vector<float> floats(host.size());
    harness::inParallel(host.size(), [&](std::size_t first, std::size_t last) {
        for (auto i = first; i < last; ++i) floats[i] = static_cast<float>(host[i]);
    });
    return floats;
}

std::vector<float> transposed(const std::vector<float>& from, std::size_t rows, std::size_t columns)
{
    constexpr std::size_t block = 32; // columns at a time: their lines stay in the cache
    std::vector<float> to(from.size());
    harness::inParallel(divideUp(columns, block), [&](std::size_t first, std::size_t last) {
        for (auto row = std::size_t{0}; row < rows; ++row)
            for (auto c = first * block; c < std::min(last * block, columns); ++c)
                to[c * rows + row] = from[row * columns + c];
    });
    return to;
}

/// The product on the host: A by rows, B by columns.
struct HostProduct {
    GemmShape shape;
    Summation summation;
    double rounding; ///< of C's numbers, relatively
    HostEpilogue epilogue;
    std::vector<float> a;
    std::vector<float> b; ///< [n][k]

    /// A sum, and a bound of what it was on the way; numbers are up to 1, and k is a multiple of 8.
    [[nodiscard]] std::pair<double, double> sum(std::size_t row, std::size_t column) const
    {
        constexpr unsigned block = 64;
        constexpr unsigned lanes = 8; // that the compiler adds side by side
        const float* x = a.data() + row * shape.k;
        const float* y = b.data() + column * shape.k;
        double sum = 0;
        double largest = 0;
        for (unsigned first = 0; first < shape.k; first += block) {
            double part[lanes] = {};
            for (unsigned k = first; k < std::min(first + block, shape.k); k += lanes)
                for (unsigned i = 0; i < lanes; ++i) part[i] += double{x[k + i]} * y[k + i]; // exact
            sum = std::accumulate(part, part + lanes, sum);
            largest = std::max(largest, std::abs(sum));
        }
        return {sum, largest + block};
    }
    [[nodiscard]] Expected element(std::size_t row, std::size_t column) const
    {
        const auto [sum, largest] = this->sum(row, column);
        const double ofSum =
            summation.step * largest * (shape.k / summation.depth + 1.0) + epilogue.rounding_before * std::abs(sum);
        const auto own = epilogue.value ? epilogue.value(sum, column) : Expected{sum, 0};
        const double ofResult = rounding * std::abs(own.value) + 1e-30; // poison is 3e-16: nothing near 0 passes
        return {own.value, epilogue.steepest * ofSum + own.tolerance + ofResult};
    }
};

struct Place {
    std::size_t row;
    std::size_t column;
};

/// One of each 64 x 64 tile, and the first and last rows and columns.
std::vector<Place> sample(const GemmShape& s)
{
    constexpr unsigned side = 64;
    std::minstd_rand random(1);
    std::vector<Place> places;
    for (unsigned row = 0; row < s.m; row += side)
        for (unsigned column = 0; column < s.n; column += side)
            places.push_back(
                {row + random() % std::min(side, s.m - row), column + random() % std::min(side, s.n - column)});
    for (std::size_t row = 0; row < s.m; ++row) places.insert(places.end(), {{row, 0}, {row, s.n - 1}});
    for (std::size_t column = 0; column < s.n; ++column) places.insert(places.end(), {{0, column}, {s.m - 1, column}});
    return places;
}

template <typename Real> void requireSample(const HostProduct& product, const std::vector<Real>& c)
{
    const auto places = sample(product.shape);
    std::vector<Real> got;
    for (const auto& place : places) got.push_back(c[place.row * product.shape.n + place.column]);
    harness::requireClose("sample of the product", got,
                          [&](std::size_t i) { return product.element(places[i].row, places[i].column); });
}

/// Sums of the rows of a matrix.
template <typename Real> std::vector<double> rowSums(const std::vector<Real>& matrix, std::size_t width)
{
    std::vector<double> sums(matrix.size() / width);
    harness::inParallel(sums.size(), [&](std::size_t first, std::size_t last) {
        for (auto row = first; row < last; ++row)
            for (std::size_t i = 0; i < width; ++i) sums[row] += matrix[row * width + i];
    });
    return sums;
}

template <typename Real> std::vector<double> columnSums(const std::vector<Real>& matrix, std::size_t width)
{
    std::vector<double> sums(width);
    harness::inParallel(width, [&](std::size_t first, std::size_t last) {
        for (std::size_t row = 0; row < matrix.size() / width; ++row)
            for (auto i = first; i < last; ++i) sums[i] += matrix[row * width + i];
    });
    return sums;
}

/// x * M, a row of which is `x.size()` long, for each row.
double dot(const std::vector<double>& x, const float* row)
{
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * row[i];
    return sum;
}

/// For sums of `count` elements: their errors are independent. Roundings of C are even; sums that are cut off are
/// off towards 0, with the sign of their element, which is random. Six standard deviations, then.
template <typename Real>
double toleranceOfSums(const HostProduct& product, const std::vector<Real>& c, std::size_t count)
{
    double squares = 0;
    for (std::size_t i = 0; i < c.size(); i += 101) squares += double{c[i]} * c[i];
    const double size = std::sqrt(squares / (static_cast<double>(c.size()) / 101));
    const double rounding = product.rounding * size / std::sqrt(3);
    const double summing = product.summation.step * size * product.shape.k / product.summation.depth;
    return 6 * std::sqrt(static_cast<double>(count)) * std::hypot(rounding, summing);
}

/// Every element is in one sum of a row and one of a column.
template <typename Real> void requireSums(const HostProduct& product, const std::vector<Real>& c)
{
    const auto& s = product.shape;
    const auto ofB = columnSums(product.b, s.k); // B * 1
    const double ofRow = toleranceOfSums(product, c, s.n);
    harness::requireClose("row sums of the product", rowSums(c, s.n), [&](std::size_t row) {
        return Expected{dot(ofB, product.a.data() + row * s.k), ofRow};
    });
    const auto ofA = columnSums(product.a, s.k); // 1 * A
    const double ofColumn = toleranceOfSums(product, c, s.m);
    harness::requireClose("column sums of the product", columnSums(c, s.n), [&](std::size_t column) {
        return Expected{dot(ofA, product.b.data() + column * s.k), ofColumn};
    });
}

template <typename Real> void requireProduct(const HostProduct& product, const std::vector<Real>& c)
{
    constexpr double quicklyDone = 1e10; // multiplications
    const auto& s = product.shape;
    if (static_cast<double>(c.size()) * s.k <= quicklyDone)
        return harness::requireClose("product", c, [&](std::size_t i) { return product.element(i / s.n, i % s.n); });
    requireSample(product, c);
    if (!product.epilogue.value) requireSums(product, c);
}

} // namespace

Size gemmSize(const char* name, const GemmShape& s, const char* note)
{
    const auto text = std::to_string(s.m) + " x " + std::to_string(s.n) + " x " + std::to_string(s.k);
    return {name, {s.m, s.n, s.k}, text + note};
}

GemmShape shapeOf(const Size& size)
{
    const auto at = [&](std::size_t i) { return static_cast<unsigned>(size.dimensions[i]); };
    return {at(0), at(1), at(2)};
}

template <typename Number> std::shared_ptr<DeviceBuffer<Number>> randomMatrix(std::size_t count, std::uint32_t seed)
{
    const auto floats = harness::randomFloats(count, seed);
    DeviceBuffer<Number> numbers(count);
    narrow<<<2048, 256>>>(floats.data(), numbers.data(), count);
    checkLaunch();
    check(cudaDeviceSynchronize()); // the floats go
    return shared(std::move(numbers));
}

template <typename Number>
GemmProblem<Number>::GemmProblem(const Size& size, RowsOfB rowsOfB)
    : shape(shapeOf(size)), rows_of_b(rowsOfB), a(randomMatrix<Number>(std::size_t{shape.m} * shape.k, 1)),
      b(randomMatrix<Number>(std::size_t{shape.k} * shape.n, 2)),
      c(shared(DeviceBuffer<ResultOf<Number>>(std::size_t{shape.m} * shape.n)))
{}

template <typename Number>
PreparedVariant prepareGemm(const GemmProblem<Number>& problem, std::function<void(cudaStream_t)> launch,
                            HostEpilogue epilogue)
{
    const auto run = [problem, launch = std::move(launch)](cudaStream_t stream) {
        launch(stream);
        checkLaunch();
    };
    const auto verify = [=] {
        const auto& s = problem.shape;
        auto b = toFloats(*problem.b);
        if (problem.rows_of_b == RowsOfB::AlongN) b = transposed(b, s.k, s.n);
        const HostProduct product{s, sumsOf<Number>, roundingOf<Number>, epilogue, toFloats(*problem.a), std::move(b)};
        if constexpr (std::is_same_v<Number, double>)
            requireProduct(product, problem.c->toHost());
        else
            requireProduct(product, toFloats(*problem.c));
    };
    return {.run = run, .reset = [c = problem.c] { c->poison(); }, .verify = verify};
}

template std::shared_ptr<DeviceBuffer<__nv_bfloat16>> randomMatrix(std::size_t, std::uint32_t);
template struct GemmProblem<__nv_bfloat16>;
template struct GemmProblem<__nv_fp8_e4m3>;
template struct GemmProblem<float>;
template struct GemmProblem<double>;
template PreparedVariant prepareGemm(const Bf16Problem&, std::function<void(cudaStream_t)>, HostEpilogue);
template PreparedVariant prepareGemm(const Fp8Problem&, std::function<void(cudaStream_t)>, HostEpilogue);
template PreparedVariant prepareGemm(const GemmProblem<float>&, std::function<void(cudaStream_t)>, HostEpilogue);
template PreparedVariant prepareGemm(const GemmProblem<double>&, std::function<void(cudaStream_t)>, HostEpilogue);

} // namespace library

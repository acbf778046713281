// SPDX-License-Identifier: Apache-2.0
// Softmax over rows of FP16 numbers, computed in FP32: the same row is needed for its maximum, its sum and its results.
#include "kernels/library/rows.cuh"

namespace {

using namespace library;

__device__ const __half* rowOf(const __half* in, unsigned width)
{
    return in + std::size_t{blockIdx.x} * width;
}

/// Maximum, sum and results: the row is read three times.
__global__ void __launch_bounds__(rowThreads) threePasses(const __half* in, __half* out, unsigned width)
{
    const __half* row = rowOf(in, width);
    float largest = Larger::neutral;
    for (unsigned i = threadIdx.x; i < width; i += rowThreads) largest = fmaxf(largest, __half2float(row[i]));
    largest = overBlock(Larger{}, largest);
    float sum = 0;
    for (unsigned i = threadIdx.x; i < width; i += rowThreads) sum += __expf(__half2float(row[i]) - largest);
    const float scale = 1 / overBlock(Plus{}, sum);
    __half* to = out + std::size_t{blockIdx.x} * width;
    for (unsigned i = threadIdx.x; i < width; i += rowThreads)
        to[i] = __float2half(__expf(__half2float(row[i]) - largest) * scale);
}

/// Maximum and sum in one go: a larger maximum scales down the sum so far (Milakov and Gimelshein, "Online normalizer
/// calculation for softmax", 2018).
__global__ void __launch_bounds__(rowThreads) online(const __half* in, __half* out, unsigned width)
{
    const __half* row = rowOf(in, width);
    float largest = Larger::neutral;
    float sum = 0;
    for (unsigned i = threadIdx.x; i < width; i += rowThreads) {
        const float x = __half2float(row[i]);
        if (x > largest) {
            sum *= __expf(largest - x); // exp(-inf) = 0 for the first
            largest = x;
        }
        sum += __expf(x - largest);
    }
    const float ofAll = overBlock(Larger{}, largest);
    const float scale = 1 / overBlock(Plus{}, sum == 0 ? 0.0f : sum * __expf(largest - ofAll));
    __half* to = out + std::size_t{blockIdx.x} * width;
    for (unsigned i = threadIdx.x; i < width; i += rowThreads)
        to[i] = __float2half(__expf(__half2float(row[i]) - ofAll) * scale);
}

/// The row stays in registers: it is read once, 16 bytes a load.
template <typename Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::least_blocks)
    registers(const __half* in, __half* out, unsigned width)
{
    RowPart<Shape> part;
    part.load(rowOf(in, width), width, Larger::neutral);
    float largest = Larger::neutral;
#pragma unroll
    for (unsigned i = 0; i < part.count; ++i) largest = fmaxf(largest, part.value[i]);
    largest = overBlock<Shape::threads>(Larger{}, largest);
    float sum = 0;
#pragma unroll
    for (unsigned i = 0; i < part.count; ++i) sum += part.value[i] = __expf(part.value[i] - largest);
    const float scale = 1 / overBlock<Shape::threads>(Plus{}, sum);
#pragma unroll
    for (unsigned i = 0; i < part.count; ++i) part.value[i] *= scale;
    part.store(out + std::size_t{blockIdx.x} * width, width);
}

/// Sum of a row's exponentials, scaled by its maximum.
struct Normaliser {
    double largest = -INFINITY;
    double sum = 0;
};

std::vector<Normaliser> normalisersOf(const std::vector<__half>& in, const Rows& rows)
{
    std::vector<Normaliser> all(rows.count);
    harness::inParallel(rows.count, [&](std::size_t first, std::size_t last) {
        for (auto r = first; r < last; ++r) {
            const auto* row = in.data() + r * rows.width;
            auto& own = all[r];
            for (unsigned i = 0; i < rows.width; ++i) own.largest = std::max<double>(own.largest, __half2float(row[i]));
            for (unsigned i = 0; i < rows.width; ++i) own.sum += std::exp(__half2float(row[i]) - own.largest);
        }
    });
    return all;
}

/// __expf is off by 2 + 1.2 |x| units in the last place (CUDA C++ Programming Guide, intrinsic functions): with |x| up
/// to 16, by 2.5e-6; as much for the sum, whose additions are off by less.
constexpr double relativeError = 5e-6;
constexpr float range = 8;

using Launch = void (*)(const __half* in, __half* out, const Rows& rows, cudaStream_t stream);

template <void (*kernel)(const __half*, __half*, unsigned)>
void launchPlain(const __half* in, __half* out, const Rows& rows, cudaStream_t stream)
{
    kernel<<<rows.blocks(), rowThreads, 0, stream>>>(in, out, rows.width);
}

template <unsigned threads> void launchRegisters(const __half* in, __half* out, const Rows& rows, cudaStream_t stream)
{
    withShape<threads>(rows.width, [&](auto shape) {
        registers<decltype(shape)><<<rows.blocks(), threads, 0, stream>>>(in, out, rows.width);
    });
}

template <Launch launch> PreparedVariant prepare(const Gpu&, const Size& size)
{
    const Rows rows(size);
    const auto in = shared(randomHalves(rows.elements(), 1, range));
    return prepareMapping<__half>(
        {.out_count = rows.elements(),
         .launch = [=](__half* out, cudaStream_t stream) { launch(in->data(), out, rows, stream); },
         .reference = [=]() -> Reference {
             const auto host = std::make_shared<std::vector<__half>>(in->toHost());
             return [=, all = normalisersOf(*host, rows)](std::size_t i) {
                 const auto& own = all[i / rows.width];
                 return roundedToHalf(std::exp(__half2float((*host)[i]) - own.largest) / own.sum, relativeError);
             };
         }});
}

const harness::LibraryRegistration registration({{
    .name = "softmax",
    .title = "Softmax",
    .formula = "y[i] = exp(x[i] - max) / sum of exp(x[j] - max), over a row; 3 FLOP, 1 exponential, 4 bytes an element "
               "(FP16, computed in FP32)",
    .file = "softmax.cu",
    .sizes = rowSizes(),
    .work = [](const Size& size) { return rowWork(size, 1, 1, 3, 1); },
    .variants = {{"three_pass", "Maximum, sum and results each read the row, 2 bytes a load.",
                  prepare<launchPlain<threePasses>>},
                 {"online", "Maximum and sum in one pass: two readings in place of three.",
                  prepare<launchPlain<online>>},
                 {"registers", "The row stays in registers: one reading, 16 bytes a load.",
                  prepare<launchRegisters<rowThreads>>},
                 {"a_warp_a_row", "The registers of one warp hold the row: it waits at no barrier for other warps.",
                  prepare<launchRegisters<32>>}},
}});

} // namespace

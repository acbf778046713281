// SPDX-License-Identifier: Apache-2.0
// Norms of rows of FP16 numbers, computed in FP32: LayerNorm, RMSNorm, and RMSNorm of a sum (a residual that is added).
#include "kernels/library/rows.cuh"

namespace {

using namespace library;

constexpr float epsilon = 1e-5f;

__device__ std::size_t firstOfRow(unsigned width)
{
    return std::size_t{blockIdx.x} * width;
}

/// Mean, variance and results each read the row.
__global__ void __launch_bounds__(rowThreads)
    layerThreePasses(const __half* in, const __half* gamma, const __half* beta, __half* out, unsigned width)
{
    const __half* row = in + firstOfRow(width);
    float sum = 0;
    for (unsigned i = threadIdx.x; i < width; i += rowThreads) sum += __half2float(row[i]);
    const float mean = overBlock(Plus{}, sum) / static_cast<float>(width);
    float squares = 0;
    for (unsigned i = threadIdx.x; i < width; i += rowThreads) {
        const float d = __half2float(row[i]) - mean;
        squares += d * d;
    }
    const float scale = rsqrtf(overBlock(Plus{}, squares) / static_cast<float>(width) + epsilon);
    for (unsigned i = threadIdx.x; i < width; i += rowThreads)
        out[firstOfRow(width) + i] =
            __float2half((__half2float(row[i]) - mean) * scale * __half2float(gamma[i]) + __half2float(beta[i]));
}

/// The numbers of a thread's vector v, the same for all rows: L1 and L2 serve them.
template <typename Shape> __device__ void loadShared(const __half* from, unsigned v, unsigned width, float* to)
{
    const unsigned first = RowPart<Shape>::place(v * 8);
    if (RowPart<Shape>::isVector(first, width))
        return unpack((reinterpret_cast<const uint4*>(from) + threadIdx.x)[v * Shape::threads], to);
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) to[i] = first + i < width ? __half2float(from[first + i]) : 0.0f;
}

/// beta: nullptr for none.
template <typename Shape>
__device__ void finishRow(RowPart<Shape>& part, float mean, float scale, const __half* gamma, const __half* beta,
                          unsigned width)
{
#pragma unroll
    for (unsigned v = 0; v < Shape::vectors; ++v) {
        float factor[8];
        float offset[8] = {};
        loadShared<Shape>(gamma, v, width, factor);
        if (beta) loadShared<Shape>(beta, v, width, offset);
#pragma unroll
        for (unsigned i = 0; i < 8; ++i) {
            float& x = part.value[v * 8 + i];
            x = (x - mean) * scale * factor[i] + offset[i];
        }
    }
}

template <typename Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::least_blocks)
    layerRegisters(const __half* in, const __half* gamma, const __half* beta, __half* out, unsigned width)
{
    RowPart<Shape> part;
    part.load(in + firstOfRow(width), width, 0);
    float sum = 0;
#pragma unroll
    for (const float x : part.value) sum += x;
    const float mean = overBlock<Shape::threads>(Plus{}, sum) / static_cast<float>(width);
    float squares = 0;
#pragma unroll
    for (unsigned i = 0; i < part.count; ++i)
        if (Shape::is_whole || part.place(i) < width) squares += (part.value[i] - mean) * (part.value[i] - mean);
    const float scale = rsqrtf(overBlock<Shape::threads>(Plus{}, squares) / static_cast<float>(width) + epsilon);
    finishRow(part, mean, scale, gamma, beta, width);
    part.store(out + firstOfRow(width), width);
}

__global__ void __launch_bounds__(rowThreads)
    rmsTwoPasses(const __half* in, const __half* gamma, __half* out, unsigned width)
{
    const __half* row = in + firstOfRow(width);
    float squares = 0;
    for (unsigned i = threadIdx.x; i < width; i += rowThreads) squares += __half2float(row[i]) * __half2float(row[i]);
    const float scale = rsqrtf(overBlock(Plus{}, squares) / static_cast<float>(width) + epsilon);
    for (unsigned i = threadIdx.x; i < width; i += rowThreads)
        out[firstOfRow(width) + i] = __float2half(__half2float(row[i]) * scale * __half2float(gamma[i]));
}

template <typename Shape> __device__ void rmsOfPart(RowPart<Shape>& part, const __half* gamma, unsigned width)
{
    float squares = 0;
#pragma unroll
    for (const float x : part.value) squares += x * x;
    const float scale = rsqrtf(overBlock<Shape::threads>(Plus{}, squares) / static_cast<float>(width) + epsilon);
    finishRow(part, 0, scale, gamma, nullptr, width);
}

template <typename Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::least_blocks)
    rmsRegisters(const __half* in, const __half* gamma, __half* out, unsigned width)
{
    RowPart<Shape> part;
    part.load(in + firstOfRow(width), width, 0);
    rmsOfPart(part, gamma, width);
    part.store(out + firstOfRow(width), width);
}

/// sum[i] = x[i] + residual[i], rounded to FP16, as what comes after reads it.
template <typename Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::least_blocks)
    addResidual(const __half* x, const __half* residual, __half* sum, unsigned width)
{
    RowPart<Shape> a;
    RowPart<Shape> b;
    a.load(x + firstOfRow(width), width, 0);
    b.load(residual + firstOfRow(width), width, 0);
#pragma unroll
    for (unsigned i = 0; i < a.count; ++i) a.value[i] += b.value[i];
    a.store(sum + firstOfRow(width), width);
}

template <typename Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::least_blocks)
    addAndNorm(const __half* x, const __half* residual, const __half* gamma, __half* sum, __half* out, unsigned width)
{
    RowPart<Shape> part;
    {
        RowPart<Shape> other;
        part.load(x + firstOfRow(width), width, 0);
        other.load(residual + firstOfRow(width), width, 0);
#pragma unroll
        for (unsigned i = 0; i < part.count; ++i)
            part.value[i] = __half2float(__float2half(part.value[i] + other.value[i]));
    }
    part.store(sum + firstOfRow(width), width);
    rmsOfPart(part, gamma, width);
    part.store(out + firstOfRow(width), width);
}

/// Mean and reciprocal deviation of a row; of RMSNorm the mean is 0.
struct Moments {
    double mean = 0;
    double scale = 0;
};

enum class Norm { Layer, Rms };

std::vector<Moments> momentsOf(const std::vector<double>& x, const Rows& rows, Norm norm)
{
    std::vector<Moments> all(rows.count);
    harness::inParallel(rows.count, [&](std::size_t first, std::size_t last) {
        for (auto r = first; r < last; ++r) {
            const double* row = x.data() + r * rows.width;
            auto& own = all[r];
            if (norm == Norm::Layer) {
                for (unsigned i = 0; i < rows.width; ++i) own.mean += row[i];
                own.mean /= rows.width;
            }
            double squares = 0;
            for (unsigned i = 0; i < rows.width; ++i) squares += (row[i] - own.mean) * (row[i] - own.mean);
            own.scale = 1 / std::sqrt(squares / rows.width + epsilon);
        }
    });
    return all;
}

/// A handful of roundings of FP32 (sums of 16 and of 256 terms, rsqrtf within 2 units in the last place), on terms that
/// may be larger than their sum: hence also an absolute part, of the terms' size.
Expected expectedOf(double x, const Moments& m, double gamma, double beta)
{
    constexpr double relative = 4e-6;
    auto expected = roundedToHalf((x - m.mean) * m.scale * gamma + beta, relative);
    expected.tolerance += relative * (std::abs(x) * m.scale * std::abs(gamma) + std::abs(beta));
    return expected;
}

struct Inputs {
    explicit Inputs(const Rows& rows)
        : x(randomHalves(rows.elements(), 1, 2)), gamma(randomHalves(rows.width, 2, 1)),
          beta(randomHalves(rows.width, 3, 1))
    {}
    DeviceBuffer<__half> x;
    DeviceBuffer<__half> gamma;
    DeviceBuffer<__half> beta;
};

std::vector<double> toDoubles(const DeviceBuffer<__half>& buffer)
{
    const auto halves = buffer.toHost();
    std::vector<double> doubles(halves.size());
    harness::inParallel(halves.size(), [&](std::size_t first, std::size_t last) {
        for (auto i = first; i < last; ++i) doubles[i] = __half2float(halves[i]);
    });
    return doubles;
}

Reference referenceOf(const Inputs& in, std::vector<double> values, const Rows& rows, Norm norm)
{
    const auto x = std::make_shared<std::vector<double>>(std::move(values));
    return [x, rows, all = momentsOf(*x, rows, norm), gamma = toDoubles(in.gamma), beta = toDoubles(in.beta),
            norm](std::size_t i) {
        const auto place = i % rows.width;
        return expectedOf((*x)[i], all[i / rows.width], gamma[place], norm == Norm::Layer ? beta[place] : 0.0);
    };
}

using Launch = void (*)(const Inputs& in, __half* out, const Rows& rows, cudaStream_t stream);

void launchLayerPlain(const Inputs& in, __half* out, const Rows& rows, cudaStream_t stream)
{
    layerThreePasses<<<rows.blocks(), rowThreads, 0, stream>>>(in.x.data(), in.gamma.data(), in.beta.data(), out,
                                                               rows.width);
}

template <unsigned threads>
void launchLayerRegisters(const Inputs& in, __half* out, const Rows& rows, cudaStream_t stream)
{
    withShape<threads>(rows.width, [&](auto shape) {
        layerRegisters<decltype(shape)>
            <<<rows.blocks(), threads, 0, stream>>>(in.x.data(), in.gamma.data(), in.beta.data(), out, rows.width);
    });
}

void launchRmsPlain(const Inputs& in, __half* out, const Rows& rows, cudaStream_t stream)
{
    rmsTwoPasses<<<rows.blocks(), rowThreads, 0, stream>>>(in.x.data(), in.gamma.data(), out, rows.width);
}

template <unsigned threads>
void launchRmsRegisters(const Inputs& in, __half* out, const Rows& rows, cudaStream_t stream)
{
    withShape<threads>(rows.width, [&](auto shape) {
        rmsRegisters<decltype(shape)>
            <<<rows.blocks(), threads, 0, stream>>>(in.x.data(), in.gamma.data(), out, rows.width);
    });
}

template <Launch launch, Norm norm> PreparedVariant prepare(const Gpu&, const Size& size)
{
    const Rows rows(size);
    const auto in = std::make_shared<Inputs>(rows);
    return prepareMapping<__half>({.out_count = rows.elements(),
                                   .launch = [=](__half* out, cudaStream_t stream) { launch(*in, out, rows, stream); },
                                   .reference = [=] { return referenceOf(*in, toDoubles(in->x), rows, norm); }});
}

enum class Fusion { Separate, Fused };

/// What the sum is, is checked through the norm: it is computed from it.
template <Fusion fusion> PreparedVariant prepareAdd(const Gpu&, const Size& size)
{
    const Rows rows(size);
    const auto in = std::make_shared<Inputs>(rows);
    const auto residual = shared(randomHalves(rows.elements(), 4, 2));
    const auto sum = shared(DeviceBuffer<__half>(rows.elements()));
    const auto launch = [=](__half* out, cudaStream_t stream) {
        withShape<rowThreads>(rows.width, [&](auto shape) {
            using Shape = decltype(shape);
            const auto* gamma = in->gamma.data();
            if (fusion == Fusion::Fused) {
                addAndNorm<Shape><<<rows.blocks(), rowThreads, 0, stream>>>(in->x.data(), residual->data(), gamma,
                                                                            sum->data(), out, rows.width);
                return;
            }
            addResidual<Shape>
                <<<rows.blocks(), rowThreads, 0, stream>>>(in->x.data(), residual->data(), sum->data(), rows.width);
            checkLaunch();
            rmsRegisters<Shape><<<rows.blocks(), rowThreads, 0, stream>>>(sum->data(), gamma, out, rows.width);
        });
    };
    return prepareMapping<__half>(
        {.out_count = rows.elements(), .launch = launch, .reference = [=]() -> Reference {
             auto x = toDoubles(in->x);
             const auto other = toDoubles(*residual);
             for (std::size_t i = 0; i < x.size(); ++i)
                 x[i] = __half2float(__float2half(static_cast<float>(x[i] + other[i])));
             harness::requireClose("sum", sum->toHost(), [&](std::size_t i) { return Expected{x[i], 0}; });
             return referenceOf(*in, std::move(x), rows, Norm::Rms);
         }});
}

const harness::LibraryRegistration registration({
    {.name = "layer_norm",
     .title = "LayerNorm",
     .formula = "y[i] = (x[i] - mean) / sqrt(variance + eps) * gamma[i] + beta[i], over a row; 8 FLOP, 4 bytes an "
                "element (FP16, computed in FP32)",
     .file = "norms.cu",
     .sizes = rowSizes(),
     .work = [](const Size& size) { return rowWork(size, 1, 1, 8, 0); },
     .variants = {{"three_pass", "Mean, variance and results each read the row, 2 bytes a load.",
                   prepare<launchLayerPlain, Norm::Layer>},
                  {"registers", "The row stays in registers: one reading, 16 bytes a load.",
                   prepare<launchLayerRegisters<rowThreads>, Norm::Layer>},
                  {"a_warp_a_row", "The registers of one warp hold the row: it waits at no barrier for other warps.",
                   prepare<launchLayerRegisters<32>, Norm::Layer>}}},
    {.name = "rms_norm",
     .title = "RMSNorm",
     .formula = "y[i] = x[i] / sqrt(mean of x[j]^2 + eps) * gamma[i], over a row; 4 FLOP, 4 bytes an element (FP16, "
                "computed in FP32)",
     .file = "norms.cu",
     .sizes = rowSizes(),
     .work = [](const Size& size) { return rowWork(size, 1, 1, 4, 0); },
     .variants = {{"two_pass", "Mean square and results each read the row, 2 bytes a load.",
                   prepare<launchRmsPlain, Norm::Rms>},
                  {"registers", "The row stays in registers: one reading, 16 bytes a load.",
                   prepare<launchRmsRegisters<rowThreads>, Norm::Rms>},
                  {"a_warp_a_row", "The registers of one warp hold the row: it waits at no barrier for other warps.",
                   prepare<launchRmsRegisters<32>, Norm::Rms>}}},
    {.name = "add_rms_norm",
     .title = "Residual and RMSNorm",
     .formula = "z = x + r, y = RMSNorm(z), both written; 5 FLOP, 8 bytes an element (FP16, computed in FP32)",
     .file = "norms.cu",
     .sizes = rowSizes(),
     .work = [](const Size& size) { return rowWork(size, 2, 2, 5, 0); },
     .variants = {{"two_kernels", "One kernel writes the sum, the next reads it again.", prepareAdd<Fusion::Separate>},
                  {"fused", "The sum stays in registers on its way into the norm: a fifth of the bytes less.",
                   prepareAdd<Fusion::Fused>}}},
});

} // namespace

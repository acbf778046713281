// SPDX-License-Identifier: Apache-2.0
// Fusion: a chain of elementwise operators as a kernel each and as one, and GELU, whose tanh is arithmetic that a
// memory-bound kernel has time for.
#include "kernels/library/gelu.cuh"
#include "kernels/library/rows.cuh"

namespace {

using namespace library;

constexpr unsigned threads = 256;
constexpr float factor = 0.7f;

__device__ std::size_t ownIndex()
{
    return std::size_t{blockIdx.x} * threads + threadIdx.x;
}

__global__ void __launch_bounds__(threads) scale(const float* x, float* y, std::size_t count)
{
    if (const auto i = ownIndex(); i < count) y[i] = factor * x[i];
}

__global__ void __launch_bounds__(threads) addBias(float* y, const float* bias, std::size_t count, unsigned width)
{
    if (const auto i = ownIndex(); i < count) y[i] += bias[i % width];
}

__global__ void __launch_bounds__(threads) relu(float* y, std::size_t count)
{
    if (const auto i = ownIndex(); i < count) y[i] = fmaxf(y[i], 0.0f);
}

/// Rounds the product first, as the kernel of its own does: the same numbers come out.
__device__ float scaledBiasedRelu(float x, float bias)
{
    return fmaxf(__fadd_rn(__fmul_rn(factor, x), bias), 0.0f);
}

__global__ void __launch_bounds__(threads)
    fused(const float* x, const float* bias, float* y, std::size_t count, unsigned width)
{
    if (const auto i = ownIndex(); i < count) y[i] = scaledBiasedRelu(x[i], bias[i % width]);
}

__global__ void __launch_bounds__(threads)
    fusedVectorised(const float* x, const float* bias, float* y, std::size_t count, unsigned width)
{
    const auto v = ownIndex();
    if (v < count / 4) {
        const float4 in = __ldcs(reinterpret_cast<const float4*>(x) + v);
        const auto column = static_cast<unsigned>(v * 4 % width);
        const auto biasAt = [&](unsigned i) { return bias[column + i < width ? column + i : column + i - width]; };
        __stcs(reinterpret_cast<float4*>(y) + v,
               make_float4(scaledBiasedRelu(in.x, biasAt(0)), scaledBiasedRelu(in.y, biasAt(1)),
                           scaledBiasedRelu(in.z, biasAt(2)), scaledBiasedRelu(in.w, biasAt(3))));
    }
    const auto rest = count / 4 * 4 + v;
    if (rest < count && blockIdx.x == 0) y[rest] = scaledBiasedRelu(x[rest], bias[rest % width]);
}

enum class Chain { Separate, Fused, Vectorised };

template <Chain chain> PreparedVariant prepareChain(const Gpu&, const Size& size)
{
    const Rows rows(size);
    const std::size_t count = rows.elements();
    const auto x = shared(harness::randomFloats(count, 1));
    const auto bias = shared(harness::randomFloats(rows.width, 2));
    const unsigned blocks = divideUp(count, threads);
    const auto launch = [=](float* y, cudaStream_t stream) {
        if (chain == Chain::Fused) fused<<<blocks, threads, 0, stream>>>(x->data(), bias->data(), y, count, rows.width);
        if (chain == Chain::Vectorised)
            fusedVectorised<<<divideUp(count, 4 * threads), threads, 0, stream>>>(x->data(), bias->data(), y, count,
                                                                                  rows.width);
        if (chain != Chain::Separate) return;
        scale<<<blocks, threads, 0, stream>>>(x->data(), y, count);
        checkLaunch();
        addBias<<<blocks, threads, 0, stream>>>(y, bias->data(), count, rows.width);
        checkLaunch();
        relu<<<blocks, threads, 0, stream>>>(y, count);
    };
    return prepareMapping<float>(
        {.out_count = count, .launch = launch, .reference = [=]() -> Reference {
             return [=, x = x->toHost(), bias = bias->toHost()](std::size_t i) {
                 const double product = double{factor} * x[i];
                 const double sum = product + bias[i % rows.width];
                 // The product is rounded, then the sum; either may be larger than what is left of both.
                 return Expected{std::max(sum, 0.0), 0x1p-24 * (std::abs(product) + std::abs(sum)) * 1.01};
             };
         }});
}

template <typename Tanh>
__global__ void __launch_bounds__(threads) geluScalar(const __half* x, __half* y, std::size_t count)
{
    if (const auto i = ownIndex(); i < count) y[i] = __float2half(geluOf<Tanh>(__half2float(x[i])));
}

template <typename Tanh>
__global__ void __launch_bounds__(threads) geluVectorised(const __half* x, __half* y, std::size_t count)
{
    const auto v = ownIndex();
    if (v < count / 8) {
        float value[8];
        unpack(reinterpret_cast<const uint4*>(x)[v], value);
#pragma unroll
        for (float& element : value) element = geluOf<Tanh>(element);
        reinterpret_cast<uint4*>(y)[v] = pack(value);
    }
    const auto rest = count / 8 * 8 + v;
    if (blockIdx.x == 0 && rest < count) y[rest] = __float2half(geluOf<Tanh>(__half2float(x[rest])));
}

using GeluKernel = void (*)(const __half*, __half*, std::size_t);

template <typename Tanh, GeluKernel kernel, unsigned perThread>
PreparedVariant prepareGelu(const Gpu&, const Size& size)
{
    const std::size_t count = Rows(size).elements();
    const auto x = shared(randomHalves(count, 1, 4));
    return prepareMapping<__half>({.out_count = count,
                                   .launch =
                                       [=](__half* y, cudaStream_t stream) {
                                           kernel<<<divideUp(count, perThread * threads), threads, 0, stream>>>(
                                               x->data(), y, count);
                                       },
                                   .reference = [=]() -> Reference {
                                       return [in = x->toHost()](std::size_t i) {
                                           const auto exact = geluExpected<Tanh>(__half2float(in[i]));
                                           auto expected = roundedToHalf(exact.value, 0);
                                           expected.tolerance += exact.tolerance;
                                           return expected;
                                       };
                                   }});
}

const harness::LibraryRegistration registration({
    {.name = "scale_bias_relu",
     .title = "Scale, bias, ReLU",
     .formula = "y[i][j] = max(a*x[i][j] + b[j], 0); 2 FLOP, 8 bytes an element (float)",
     .file = "fusion.cu",
     .sizes = rowSizes(),
     .work =
         [](const Size& size) {
             const auto n = static_cast<double>(Rows(size).elements());
             using Kind = core::ResourceKind;
             return std::vector{harness::algorithmic(Kind::DramRead, 4 * n),
                                harness::algorithmic(Kind::DramWrite, 4 * n), harness::algorithmic(Kind::Fp32, 2 * n)};
         },
     .same_result = true,
     .variants = {{"three_kernels", "A kernel an operator: what one writes, the next reads again.",
                   prepareChain<Chain::Separate>},
                  {"fused", "One kernel: values stay in registers between operators, a third of the bytes.",
                   prepareChain<Chain::Fused>},
                  {"vectorised", "16 bytes a load and a store, evict-first.", prepareChain<Chain::Vectorised>}}},
    {.name = "gelu",
     .title = "GELU",
     .formula =
         "y[i] = x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))); 8 FLOP, 1 tanh, 4 bytes an element (FP16, computed "
         "in FP32)",
     .file = "fusion.cu",
     .sizes = rowSizes(),
     .work = [](const Size& size) { return rowWork(size, 1, 1, 8, 1); },
     .same_result = true,
     .variants = {{"scalar", "tanhf, one element of 2 bytes a thread.", prepareGelu<Libm, geluScalar<Libm>, 1>},
                  {"vectorised", "Eight elements a thread, 16 bytes a load and a store.",
                   prepareGelu<Libm, geluVectorised<Libm>, 8>},
                  {"tanh_approx", "One instruction of the special-function pipe in place of tanhf's arithmetic.",
                   prepareGelu<Hardware, geluVectorised<Hardware>, 8>}}},
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// The family `gemm_epilogue`: a layer's bias and GELU, by a kernel after the product or within its epilogue.
#include "kernels/library/gelu.cuh"
#include "kernels/library/gemm_persistent.cuh"

namespace {

using namespace library;
using namespace library::gemm;
using Number = __nv_bfloat16;

constexpr unsigned mapThreads = 256;
constexpr unsigned vector = 8; ///< numbers in 16 bytes

/// In place. n is a multiple of 8, so that a vector lies in one row.
__global__ void __launch_bounds__(mapThreads) addBiasAndGelu(uint4* c, const Number* bias, GemmShape s)
{
    const std::size_t i = std::size_t{blockIdx.x} * mapThreads + threadIdx.x;
    if (i >= std::size_t{s.m} * s.n / vector) return;
    uint4 packed = c[i];
    auto* pairs = reinterpret_cast<__nv_bfloat162*>(&packed);
    const auto* own = reinterpret_cast<const __nv_bfloat162*>(bias + i * vector % s.n);
#pragma unroll
    for (unsigned p = 0; p < vector / 2; ++p) {
        const float2 v = __bfloat1622float2(pairs[p]);
        const float2 b = __bfloat1622float2(own[p]);
        pairs[p] = __floats2bfloat162_rn(geluOf<Hardware>(v.x + b.x), geluOf<Hardware>(v.y + b.y));
    }
    c[i] = packed;
}

/// On sums in registers.
struct BiasAndGelu {
    const Number* bias;

    __device__ void operator()(float (&d)[sums], const GemmShape& s, unsigned column) const
    {
#pragma unroll
        for (unsigned i = 0; i < sums / 4; ++i) {
            const unsigned own = column + columnOf(i);
            const float2 b =
                own < s.n ? __bfloat1622float2(*reinterpret_cast<const __nv_bfloat162*>(bias + own)) : float2{};
#pragma unroll
            for (unsigned j = 0; j < 4; ++j) d[4 * i + j] = geluOf<Hardware>(d[4 * i + j] + (j % 2 ? b.y : b.x));
        }
    }
};

struct Layer {
    Bf16Problem in;
    std::shared_ptr<DeviceBuffer<Number>> bias;

    explicit Layer(const Size& size) : in(size), bias(randomMatrix<Number>(in.shape.n, 3)) {}

    [[nodiscard]] HostEpilogue epilogue(double roundingBefore = 0) const
    {
        return {.value =
                    [bias = bias->toHost()](double sum, std::size_t column) {
                        return geluExpected<Hardware>(sum + __bfloat162float(bias[column]));
                    },
                .steepest = 1.13,
                .rounding_before = roundingBefore};
    }
};

PreparedVariant prepareSeparate(const Gpu& gpu, const Size& size)
{
    const Layer layer(size);
    const auto& s = layer.in.shape;
    const auto product = persistentLaunch<Bf16Operands, 2>(gpu, layer.in, AsTheyAre{});
    const unsigned blocks = divideUp(std::size_t{s.m} * s.n / vector, mapThreads);
    return prepareGemm(
        layer.in,
        [=](cudaStream_t stream) {
            product(stream);
            addBiasAndGelu<<<blocks, mapThreads, 0, stream>>>(reinterpret_cast<uint4*>(layer.in.c->data()),
                                                              layer.bias->data(), s);
        },
        layer.epilogue(roundingToBf16));
}

PreparedVariant prepareFused(const Gpu& gpu, const Size& size)
{
    const Layer layer(size);
    const auto launch = persistentLaunch<Bf16Operands, 2>(gpu, layer.in, BiasAndGelu{layer.bias->data()});
    const auto holdingBias = [layer, launch](cudaStream_t stream) { launch(stream); };
    return prepareGemm(layer.in, holdingBias, layer.epilogue());
}

PreparedVariant prepareCublasLt(const Gpu&, const Size& size)
{
    const Layer layer(size);
    const auto& s = layer.in.shape;
    const auto matmul =
        std::make_shared<harness::LtMatmul>(harness::LtProblem{.m = s.m, .n = s.n, .k = s.k, .bias_and_gelu = true});
    return prepareGemm(
        layer.in,
        [=](cudaStream_t stream) {
            matmul->launch(layer.in.a->data(), layer.in.b->data(), layer.in.c->data(), stream, layer.bias->data());
        },
        layer.epilogue());
}

const harness::LibraryRegistration registration({{
    .name = "gemm_epilogue",
    .title = "Matrix product, bias, GELU",
    .formula =
        "C[i][j] = gelu(sum over l of A[i][l] * B[l][j] + b[j]); 2 m n k FLOP of the product, 2 (m k + k n + m n) "
        "bytes (BF16, sums in FP32)",
    .file = "gemm_epilogue.cu",
    .more_files = {"gemm_persistent.cuh", "gemm_wgmma.cuh"},
    .sizes = {gemmSize("small", {1024, 1024, 512}), gemmSize("medium", {4096, 4096, 1024}),
              gemmSize("large", {8192, 8192, 2048}),
              gemmSize("awkward", {2057, 2056, 1032}, " (tiles at two edges are cut)")},
    .work = [](const Size& size) { return gemmWork<Number>(size, tensorPipe("bf16", core::TensorPath::Wgmma)); },
    .variants = {{.name = "separate",
                  .step = "The product's kernel, then one that reads and writes all of C again, 16 bytes a time.",
                  .prepare = prepareSeparate,
                  .from = {9, 0},
                  .to = {9, 0}},
                 {.name = "fused",
                  .step = "Bias and GELU on the sums in registers: C is written once, and rounded once.",
                  .prepare = prepareFused,
                  .from = {9, 0},
                  .to = {9, 0}},
                 {.name = "cublaslt",
                  .step = "cuBLASLt with its epilogue of bias and GELU, its first choice.",
                  .prepare = prepareCublasLt,
                  .from = {8, 0},
                  .is_reference = true,
                  .work = libraryWork<Number>("bf16")}},
}});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// The family `gemm_fp8`: E4M3 at twice the rate of BF16, in the same stages of 128 bytes.
#include "kernels/library/gemm_persistent.cuh"

namespace {

using namespace library;
using namespace library::gemm;

template <unsigned cluster> PreparedVariant prepare(const Gpu& gpu, const Size& size)
{
    const Fp8Problem in(size);
    return prepareGemm(in, persistentLaunch<Fp8Operands, cluster>(gpu, in, AsTheyAre{}));
}

PreparedVariant prepareCublasLt(const Gpu&, const Size& size)
{
    const Fp8Problem in(size);
    const auto& s = in.shape;
    const auto matmul = std::make_shared<harness::LtMatmul>(
        harness::LtProblem{.m = s.m, .n = s.n, .k = s.k, .type = CUDA_R_8F_E4M3, .b_along_k = true});
    return prepareGemm(in,
                       [=](cudaStream_t stream) { matmul->launch(in.a->data(), in.b->data(), in.c->data(), stream); });
}

const harness::LibraryRegistration registration({{
    .name = "gemm_fp8",
    .title = "Matrix product, FP8",
    .formula = "C[i][j] = sum over l of A[i][l] * B[j][l]; 2 m n k FLOP, m k + k n + 2 m n bytes (E4M3, sums in FP32, "
               "C in BF16)",
    .file = "gemm_fp8.cu",
    .more_files = {"gemm_persistent.cuh", "gemm_wgmma.cuh"},
    .sizes = {gemmSize("small", {1024, 1024, 1024}), gemmSize("medium", {4096, 4096, 4096}),
              gemmSize("large", {8192, 8192, 8192}),
              gemmSize("awkward", {2057, 2056, 1040}, " (tiles at two edges are cut)")},
    .work = [](const Size& size) { return gemmWork<__nv_fp8_e4m3>(size, tensorPipe("fp8", core::TensorPath::Wgmma)); },
    .variants = {{.name = "persistent",
                  .step = "The BF16 ladder's: a producer warp, two warpgroups that multiply, blocks that stay.",
                  .prepare = prepare<1>,
                  .from = {9, 0},
                  .to = {9, 0}},
                 {.name = "cluster",
                  .step = "Two blocks share a tile's columns of B: each loads half of them, for both, by multicast.",
                  .prepare = prepare<2>,
                  .from = {9, 0},
                  .to = {9, 0}},
                 {.name = "cublaslt",
                  .step = "cuBLASLt, its first choice, sums as the tensor pipe keeps them (fast accumulation).",
                  .prepare = prepareCublasLt,
                  .from = {8, 9},
                  .is_reference = true,
                  .work = libraryWork<__nv_fp8_e4m3>("fp8")}},
}});

} // namespace

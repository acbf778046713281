// SPDX-License-Identifier: Apache-2.0
// The family `gemm`: a product of BF16 matrices, from an element a thread to clusters of specialised warps.
#include "kernels/library/gemm_problem.h"
#include "kernels/library/gemm_variants.h"

#include <algorithm>
#include <iterator>

namespace {

using namespace library;

PreparedVariant prepareCublasLt(const Gpu&, const Size& size)
{
    const Bf16Problem in(size);
    const auto& s = in.shape;
    const auto matmul = std::make_shared<harness::LtMatmul>(harness::LtProblem{.m = s.m, .n = s.n, .k = s.k});
    return prepareGemm(in,
                       [=](cudaStream_t stream) { matmul->launch(in.a->data(), in.b->data(), in.c->data(), stream); });
}

std::vector<Variant> ladder()
{
    std::vector<Variant> variants;
    for (auto part : {simtSteps(), mmaSteps(), wgmmaSteps()}) std::ranges::move(part, std::back_inserter(variants));
    variants.push_back({.name = "cublaslt",
                        .step = "cuBLASLt, its first choice.",
                        .prepare = prepareCublasLt,
                        .from = {8, 0},
                        .is_reference = true,
                        .work = libraryWork<__nv_bfloat16>("bf16")});
    return variants;
}

const harness::LibraryRegistration registration({{
    .name = "gemm",
    .title = "Matrix product, BF16",
    .formula =
        "C[i][j] = sum over l of A[i][l] * B[l][j]; 2 m n k FLOP, 2 (m k + k n + m n) bytes (BF16, sums in FP32)",
    .file = "gemm.cu",
    .more_files = {"gemm_simt.cu", "gemm_mma.cu", "gemm_wgmma.cu", "gemm_persistent.cuh", "gemm_wgmma.cuh"},
    .sizes = {gemmSize("small", {1024, 1024, 1024}), gemmSize("medium", {4096, 4096, 4096}),
              gemmSize("large", {8192, 8192, 8192}),
              gemmSize("awkward", {2057, 2056, 1032},
                       " (21 tiles of 128 x 256 more than an H200 has SMs, those at two edges cut)")},
    .work = [](const Size& size) { return gemmWork<__nv_bfloat16>(size, tensorPipe("bf16", core::TensorPath::Wgmma)); },
    .variants = ladder(),
}});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's matrix product, loaded at run time: 500 MB that not every machine has. A reference, never a roof.
#pragma once

#include <cuda_runtime_api.h>
#include <library_types.h>

#include <cstddef>
#include <memory>

namespace harness {

/// C[m][n] = A[m][k] * B, as C++ has matrices, rows packed. FP32 and FP64: C and its sums likewise, no tensor cores for
/// FP32; others: sums in FP32, C in BF16.
struct LtProblem {
    std::size_t m = 0;
    std::size_t n = 0;
    std::size_t k = 0;
    cudaDataType type = CUDA_R_16BF; ///< of A and B
    bool b_along_k = false;          ///< B is [n][k] in place of [k][n]
    bool bias_and_gelu = false;      ///< C = gelu(A * B + bias[n])
};

class LtMatmul {
public:
    /// Takes the library's first choice of algorithm. Throws Unavailable where the library or an algorithm is missing.
    explicit LtMatmul(const LtProblem& problem);
    ~LtMatmul();
    LtMatmul(const LtMatmul&) = delete;
    LtMatmul& operator=(const LtMatmul&) = delete;

    /// bias: BF16, for problems that have one. Throws Error with the library's status.
    void launch(const void* a, const void* b, void* c, cudaStream_t stream, const void* bias = nullptr) const;

private:
    class Implementation;
    std::unique_ptr<Implementation> m_implementation;
};

} // namespace harness

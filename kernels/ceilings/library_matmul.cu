// SPDX-License-Identifier: Apache-2.0
// What a library reaches on random data: BF16 matmul by cuBLASLt, where it is installed. A reference, not a roof.
#include "kernels/harness/benchmark.h"
#include "kernels/harness/cublaslt.h"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/experiment.h"
#include "kernels/harness/random_data.h"

#include <cuda_bf16.h>

#include <algorithm>
#include <memory>

namespace {

using namespace harness;

/// C = A * B^T of square matrices, row by row: every element is a product of two rows.
class Matmul {
public:
    explicit Matmul(unsigned size)
        : m_size(size), m_matmul({.m = size, .n = size, .k = size, .b_along_k = true}), m_a(randomMatrix(size, 16)),
          m_b(randomMatrix(size, 17)), m_c(std::size_t{size} * size)
    {}
    void launch(cudaStream_t stream) const { m_matmul.launch(m_a.data(), m_b.data(), m_c.data(), stream); }
    /// Compares a hundred elements with their products on the host.
    void verify() const
    {
        m_c.poison();
        launch(nullptr);
        for (std::size_t i = 0; i < 100; ++i) {
            const std::size_t row = i * 7919 % m_size;
            const std::size_t column = i * 104729 % m_size;
            const auto a = rowOf(m_a, row);
            const auto b = rowOf(m_b, column);
            double sum = 0;
            for (std::size_t k = 0; k < m_size; ++k)
                sum += double{__bfloat162float(a[k])} * double{__bfloat162float(b[k])};
            const double got = __bfloat162float(rowOf(m_c, row)[column]);
            // BF16 keeps 8 bits; sums of 8192 products of numbers in [-1, 1) are about 30.
            if (!(std::abs(got - sum) <= 0.01 * std::abs(sum) + 0.1))
                throw core::Error("the library's product is wrong");
        }
    }

private:
    static DeviceBuffer<__nv_bfloat16> randomMatrix(unsigned size, std::uint32_t seed)
    {
        constexpr std::size_t different = 1048573; // prime: no two rows or columns are alike
        std::vector<__nv_bfloat16> host;
        for (const auto number : randomNumbers(different, seed)) host.push_back(__double2bfloat16(number));
        DeviceBuffer<__nv_bfloat16> matrix(std::size_t{size} * size);
        for (std::size_t first = 0; first < matrix.size(); first += different)
            check(cudaMemcpy(matrix.data() + first, host.data(),
                             std::min(different, matrix.size() - first) * sizeof(__nv_bfloat16),
                             cudaMemcpyHostToDevice));
        return matrix;
    }
    [[nodiscard]] std::vector<__nv_bfloat16> rowOf(const DeviceBuffer<__nv_bfloat16>& matrix, std::size_t row) const
    {
        std::vector<__nv_bfloat16> numbers(m_size);
        check(cudaMemcpy(numbers.data(), matrix.data() + row * m_size, m_size * sizeof(__nv_bfloat16),
                         cudaMemcpyDeviceToHost));
        return numbers;
    }

    std::size_t m_size;
    LtMatmul m_matmul;
    DeviceBuffer<__nv_bfloat16> m_a;
    DeviceBuffer<__nv_bfloat16> m_b;
    DeviceBuffer<__nv_bfloat16> m_c;
};

Prepared prepare(unsigned size)
{
    const auto matmul = std::make_shared<Matmul>(size);
    const auto launch = [=](const Launch& l) {
        for (std::uint32_t i = 0; i < l.iterations; ++i) matmul->launch(l.stream);
    };
    const auto n = std::to_string(size);
    return {2.0 * size * size * size, launch, [=] { matmul->verify(); },
            "cuBLASLt, BF16 with FP32 accumulation, " + n + " x " + n + " x " + n + ", its first heuristic"};
}

SweptLine line(const std::string& name, const std::string& label, unsigned more)
{
    SweptLine line{.name = name, .label = label};
    for (const unsigned n : {256, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192})
        line.sweep.push_back({static_cast<double>(n + more), [=](const Gpu&) { return prepare(n + more); }});
    return line;
}

const Registration registration({
    {.name = "library_matmul_bf16",
     .unit = "FLOP/s",
     .from = {8, 0},
     .prepare = [](const Gpu&) { return prepare(8192); }},
});

const ExperimentRegistration experiments({
    {.about = {.name = "matmul_size",
               .title = "Matmul size",
               .x = {"M = N = K", "", core::Scale::Log},
               .y = {"BF16 matmul by cuBLASLt", "FLOP/s", core::Scale::Log},
               .lesson =
                   "A product must be large to fill the GPU, and its rows must be aligned: one element more a row "
                   "costs most of it."},
     .x_name = "size",
     .lines =
         [](const Gpu&) {
             return std::vector{line("matmul_by_size", "multiples of 256", 0),
                                line("matmul_by_odd_size", "one more: rows that aren't aligned", 1)};
         },
     .roofs = {{"tensor_bf16_fp32_tcgen05", "Tensor BF16"},
               {"tensor_bf16_fp32_wgmma", "Tensor BF16"},
               {"tensor_bf16_fp32_mma", "Tensor BF16"}},
     .from = {8, 0}},
});

} // namespace

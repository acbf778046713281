// SPDX-License-Identifier: Apache-2.0
// What a library reaches on random data: BF16 matmul by cuBLASLt, where it is installed. A reference, not a roof.
#define BOOST_DLL_USE_STD_FS
#include "kernels/harness/benchmark.h"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/experiment.h"
#include "kernels/harness/random_data.h"
#include "kernels/harness/tensor_elements.h"

#include <boost/dll/shared_library.hpp>

#include <cublasLt.h>

#include <algorithm>
#include <memory>

namespace {

using namespace harness;

constexpr std::size_t workspaceBytes = std::size_t{64} << 20;

/// cuBLASLt, loaded at run time: 500 MB that not every machine has.
class Library {
public:
    Library()
    try : m_library("libcublasLt.so." + std::to_string(CUBLAS_VER_MAJOR),
                    boost::dll::load_mode::search_system_folders) {
        call<decltype(cublasLtCreate)>("cublasLtCreate", &m_handle);
    } catch (const std::system_error&) {
        throw Unavailable("cuBLASLt " + std::to_string(CUBLAS_VER_MAJOR) + " isn't installed");
    }
    ~Library() { m_library.get<decltype(cublasLtDestroy)>("cublasLtDestroy")(m_handle); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] cublasLtHandle_t handle() const { return m_handle; }
    template <typename Function, typename... Arguments> void call(const char* name, Arguments... arguments) const
    {
        const auto status = m_library.get<Function>(name)(arguments...);
        if (status != CUBLAS_STATUS_SUCCESS)
            throw core::Error(name, "cuBLASLt status " + std::to_string(static_cast<int>(status)));
    }

private:
    boost::dll::shared_library m_library;
    cublasLtHandle_t m_handle = nullptr;
};

/// D = A^T * B of square matrices, column by column: every element is a product of two columns.
class Matmul {
public:
    explicit Matmul(unsigned size)
        : m_size(size), m_a(randomMatrix(size, 16)), m_b(randomMatrix(size, 17)), m_d(std::size_t{size} * size),
          m_workspace(workspaceBytes)
    {
        using Description = decltype(cublasLtMatmulDescCreate);
        m_library.call<Description>("cublasLtMatmulDescCreate", &m_description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
        const auto transposed = CUBLAS_OP_T;
        using Attribute = decltype(cublasLtMatmulDescSetAttribute);
        m_library.call<Attribute>("cublasLtMatmulDescSetAttribute", m_description, CUBLASLT_MATMUL_DESC_TRANSA,
                                  &transposed, sizeof(transposed));
        using Layout = decltype(cublasLtMatrixLayoutCreate);
        m_library.call<Layout>("cublasLtMatrixLayoutCreate", &m_layout, CUDA_R_16BF, std::uint64_t{size},
                               std::uint64_t{size}, std::int64_t{size});
        chooseAlgorithm();
    }
    void launch(cudaStream_t stream) const
    {
        const float one = 1;
        const float zero = 0;
        m_library.call<decltype(cublasLtMatmul)>("cublasLtMatmul", m_library.handle(), m_description, &one, m_a.data(),
                                                 m_layout, m_b.data(), m_layout, &zero, m_d.data(), m_layout,
                                                 m_d.data(), m_layout, &m_algorithm.algo, m_workspace.data(),
                                                 workspaceBytes, stream);
    }
    /// Compares a hundred elements with their products on the host.
    void verify() const
    {
        m_d.poison();
        launch(nullptr);
        for (std::size_t i = 0; i < 100; ++i) {
            const std::size_t row = i * 7919 % m_size;
            const std::size_t column = i * 104729 % m_size;
            const auto a = columnOf(m_a, row);
            const auto b = columnOf(m_b, column);
            double sum = 0;
            for (std::size_t k = 0; k < m_size; ++k)
                sum += double{__bfloat162float(a[k])} * double{__bfloat162float(b[k])};
            const double got = __bfloat162float(columnOf(m_d, column)[row]);
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
    [[nodiscard]] std::vector<__nv_bfloat16> columnOf(const DeviceBuffer<__nv_bfloat16>& matrix,
                                                      std::size_t column) const
    {
        std::vector<__nv_bfloat16> numbers(m_size);
        check(cudaMemcpy(numbers.data(), matrix.data() + column * m_size, m_size * sizeof(__nv_bfloat16),
                         cudaMemcpyDeviceToHost));
        return numbers;
    }
    void chooseAlgorithm()
    {
        cublasLtMatmulPreference_t preference = nullptr;
        m_library.call<decltype(cublasLtMatmulPreferenceCreate)>("cublasLtMatmulPreferenceCreate", &preference);
        m_library.call<decltype(cublasLtMatmulPreferenceSetAttribute)>(
            "cublasLtMatmulPreferenceSetAttribute", preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
            &workspaceBytes, sizeof(workspaceBytes));
        int found = 0;
        m_library.call<decltype(cublasLtMatmulAlgoGetHeuristic)>("cublasLtMatmulAlgoGetHeuristic", m_library.handle(),
                                                                 m_description, m_layout, m_layout, m_layout, m_layout,
                                                                 preference, 1, &m_algorithm, &found);
        if (found == 0) throw Unavailable("cuBLASLt has no algorithm for BF16 on this GPU");
    }

    Library m_library;
    std::size_t m_size;
    DeviceBuffer<__nv_bfloat16> m_a;
    DeviceBuffer<__nv_bfloat16> m_b;
    DeviceBuffer<__nv_bfloat16> m_d;
    DeviceBuffer<unsigned char> m_workspace;
    cublasLtMatmulDesc_t m_description = nullptr;
    cublasLtMatrixLayout_t m_layout = nullptr;
    cublasLtMatmulHeuristicResult_t m_algorithm = {};
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

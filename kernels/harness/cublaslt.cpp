// SPDX-License-Identifier: Apache-2.0
#define BOOST_DLL_USE_STD_FS
#include "kernels/harness/cublaslt.h"

#include "kernels/harness/benchmark.h"
#include "kernels/harness/device_buffer.h"

#include <boost/dll/shared_library.hpp>

#include <cublasLt.h>

#include <cstdint>
#include <string>

namespace harness {
namespace {

constexpr std::size_t workspaceBytes = std::size_t{64} << 20;

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
    template <typename Function, typename... Arguments>
    cublasStatus_t status(const char* name, Arguments... arguments) const
    {
        return m_library.get<Function>(name)(arguments...);
    }
    template <typename Function, typename... Arguments> void call(const char* name, Arguments... arguments) const
    {
        const auto got = status<Function>(name, arguments...);
        if (got != CUBLAS_STATUS_SUCCESS)
            throw core::Error(name, "cuBLASLt status " + std::to_string(static_cast<int>(got)));
    }

private:
    boost::dll::shared_library m_library;
    cublasLtHandle_t m_handle = nullptr;
};

} // namespace

/// The library counts column by column: its first operand is B, its second A, its result C, each transposed.
class LtMatmul::Implementation {
public:
    explicit Implementation(const LtProblem& p) : m_isFp64(p.type == CUDA_R_64F), m_workspace(workspaceBytes)
    {
        m_library.call<decltype(cublasLtMatmulDescCreate)>("cublasLtMatmulDescCreate", &m_description,
                                                           m_isFp64 ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
                                                           m_isFp64 ? CUDA_R_64F : CUDA_R_32F);
        if (p.b_along_k) set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
        // The accumulator as the tensor pipe has it; otherwise FP8 sums are moved to FP32 ones now and then.
        if (p.type == CUDA_R_8F_E4M3) set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, std::int8_t{1});
        if (p.bias_and_gelu) set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_BIAS);
        m_b = p.b_along_k ? layout(p.type, p.k, p.n) : layout(p.type, p.n, p.k);
        m_a = layout(p.type, p.k, p.m);
        m_c = layout(m_isFp64 || p.type == CUDA_R_32F ? p.type : CUDA_R_16BF, p.n, p.m);
        chooseAlgorithm();
    }
    ~Implementation()
    {
        for (const auto layout : {m_a, m_b, m_c})
            m_library.status<decltype(cublasLtMatrixLayoutDestroy)>("cublasLtMatrixLayoutDestroy", layout);
        m_library.status<decltype(cublasLtMatmulDescDestroy)>("cublasLtMatmulDescDestroy", m_description);
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    void launch(const void* a, const void* b, void* c, cudaStream_t stream, const void* bias)
    {
        if (bias) set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
        const float one = 1;
        const float zero = 0;
        const double oneFp64 = 1;
        const double zeroFp64 = 0;
        const void* alpha = m_isFp64 ? static_cast<const void*>(&oneFp64) : &one;
        const void* beta = m_isFp64 ? static_cast<const void*>(&zeroFp64) : &zero;
        m_library.call<decltype(cublasLtMatmul)>("cublasLtMatmul", m_library.handle(), m_description, alpha, b, m_b, a,
                                                 m_a, beta, c, m_c, c, m_c, &m_algorithm.algo, m_workspace.data(),
                                                 workspaceBytes, stream);
    }

private:
    template <typename Value> void set(cublasLtMatmulDescAttributes_t attribute, Value value)
    {
        m_library.call<decltype(cublasLtMatmulDescSetAttribute)>("cublasLtMatmulDescSetAttribute", m_description,
                                                                 attribute, &value, sizeof(value));
    }
    cublasLtMatrixLayout_t layout(cudaDataType type, std::uint64_t rows, std::uint64_t columns)
    {
        cublasLtMatrixLayout_t layout = nullptr;
        m_library.call<decltype(cublasLtMatrixLayoutCreate)>("cublasLtMatrixLayoutCreate", &layout, type, rows, columns,
                                                             static_cast<std::int64_t>(rows));
        return layout;
    }
    void chooseAlgorithm()
    {
        cublasLtMatmulPreference_t preference = nullptr;
        m_library.call<decltype(cublasLtMatmulPreferenceCreate)>("cublasLtMatmulPreferenceCreate", &preference);
        m_library.call<decltype(cublasLtMatmulPreferenceSetAttribute)>(
            "cublasLtMatmulPreferenceSetAttribute", preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
            &workspaceBytes, sizeof(workspaceBytes));
        int found = 0;
        const auto status = m_library.status<decltype(cublasLtMatmulAlgoGetHeuristic)>(
            "cublasLtMatmulAlgoGetHeuristic", m_library.handle(), m_description, m_b, m_a, m_c, m_c, preference, 1,
            &m_algorithm, &found);
        m_library.status<decltype(cublasLtMatmulPreferenceDestroy)>("cublasLtMatmulPreferenceDestroy", preference);
        if (status != CUBLAS_STATUS_SUCCESS || found == 0)
            throw Unavailable("cuBLASLt has no algorithm for this product on this GPU");
    }

    bool m_isFp64;
    Library m_library;
    DeviceBuffer<unsigned char> m_workspace;
    cublasLtMatmulDesc_t m_description = nullptr;
    cublasLtMatrixLayout_t m_a = nullptr;
    cublasLtMatrixLayout_t m_b = nullptr;
    cublasLtMatrixLayout_t m_c = nullptr;
    cublasLtMatmulHeuristicResult_t m_algorithm = {};
};

LtMatmul::LtMatmul(const LtProblem& problem) : m_implementation(std::make_unique<Implementation>(problem)) {}

LtMatmul::~LtMatmul() = default;

void LtMatmul::launch(const void* a, const void* b, void* c, cudaStream_t stream, const void* bias) const
{
    m_implementation->launch(a, b, c, stream, bias);
}

} // namespace harness

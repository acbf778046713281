// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_name.h"

#include "core/import/ncu_report.h"
#include "corpus.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>

using namespace core;
using testing::ElementsAre;

namespace {

KernelMeasurement kernelNamed(std::string name)
{
    KernelMeasurement kernel;
    kernel.name = std::move(name);
    return kernel;
}

std::string shortOf(std::string name, std::string_view tensorInput = {})
{
    return shortName(kernelNamed(std::move(name)), tensorInput);
}

Session sessionOf(const std::vector<std::string>& names)
{
    Session session;
    for (const auto& name : names) {
        session.kernels.push_back(kernelNamed(name));
        session.kernels.back().index = session.kernels.size() - 1;
    }
    return session;
}

std::size_t characterCount(std::string_view utf8)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

const std::string lambdaChain =
    "::[lambda() (instance 3)]::operator ()() const::[lambda() (instance 10)]::operator ()() const";

const std::string geluName =
    "void at::native::vectorized_elementwise_kernel<(int)8, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase &, "
    "at::native::GeluType)::[lambda() (instance 2)]::operator ()() const::[lambda() (instance 3)]::operator ()() "
    "const::[lambda(c10::Half) (instance 1)], std::array<char *, (unsigned long)2>>(int, T2, T3)";

const std::string copyName =
    "void at::native::elementwise_kernel<(int)128, (int)4, void at::native::gpu_kernel_impl_nocast<"
    "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase &)" +
    lambdaChain +
    "::[lambda(c10::Half) (instance 1)]>(at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)";

const std::string sumName =
    "void at::native::reduce_kernel<(int)128, (int)4, at::native::ReduceOp<c10::Half, "
    "at::native::func_wrapper_t<c10::Half, at::native::sum_functor<c10::Half, float, c10::Half>::operator "
    "()(at::TensorIterator &)::[lambda(float, float) (instance 1)]>, unsigned int, c10::Half, (int)4, (int)8>>(T3)";

const std::string flashName =
    "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<(int)128, (int)128, (int)64, (int)4, (bool)0, "
    "(bool)0, cutlass::bfloat16_t, Flash_kernel_traits<(int)128, (int)128, (int)64, (int)4, cutlass::bfloat16_t>>, "
    "(bool)0, (bool)1, (bool)0, (bool)0, (bool)1, (bool)1, (bool)0, (bool)0>(pytorch_flash::Flash_fwd_params)";

const std::string softmaxName = "void at::native::<unnamed>::cunn_SoftMaxForwardReg<c10::Half, float, c10::Half, "
                                "at::native::<unnamed>::SoftMaxForwardEpilogue, long, (int)4>(T3 *, const T1 *, T5)";

const std::string randomOperator =
    "void at::native::templates::cuda::random_from_to_kernel<at::CUDAGeneratorImpl *>(at::TensorIteratorBase &, "
    "unsigned long, long, T1)::[lambda() (instance 1)]::operator ()() const::[lambda() (instance 2)]::operator ()() "
    "const::[lambda(";

const std::string randomName =
    "void at::native::<unnamed>::distribution_elementwise_grid_stride_kernel<unsigned int, (int)4, " + randomOperator +
    "curandStatePhilox4_32_10 *) (instance 2)], void at::native::<unnamed>::distribution_nullary_kernel<signed char, "
    "unsigned int, uint4, at::CUDAGeneratorImpl *, " +
    randomOperator + "curandStatePhilox4_32_10 *) (instance 2)], " + randomOperator +
    "unsigned int) (instance 1)]>(at::TensorIteratorBase &, T4, const T5 &, T6)::[lambda(int, unsigned int) (instance "
    "1)]>(long, at::PhiloxCudaState, T3, T4)";

} // namespace

TEST(KernelName, LibraryKernelsAreSaidAsAPersonWould)
{
    EXPECT_EQ(shortOf("nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT", "bf16"), "nvjet bf16 [256×128×64] nnt");
    EXPECT_EQ(shortOf("void cutlass::Kernel2<cutlass_80_simt_sgemm_256x128_8x4_nn_align1>(T1::Params)"),
              "cutlass sgemm [256×128×8] nn");
    EXPECT_EQ(shortOf("sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x256x32_warpgroupsize2x1x1_execute_segment_k_"
                      "off_kernel__5x_cublas"),
              "xmma gemm tf32 [128×256×32] nn");
    EXPECT_EQ(shortOf("void cutlass::Kernel2<cutlass_80_wmma_tensorop_i161616gemm_s8_forwardCompat_128x128_32x2_nn_"
                      "align4>(T1::Params)"),
              "cutlass i161616gemm s8 [128×128×32] nn");
    EXPECT_EQ(shortOf(flashName), "flash_fwd bf16 d128 [128×64]");
}

// Written after the patterns of other versions of these libraries, not taken from a report.
TEST(KernelName, OtherGenerationsOfLibraryKernels)
{
    EXPECT_EQ(shortOf("nvjet_hsh_192x192_64x4_2x1_v_bz_coopB_TNT", "fp16"), "nvjet f16 [192×192×64] tnt");
    EXPECT_EQ(shortOf("ampere_sgemm_128x64_tn"), "sgemm [128×64] tn");
    EXPECT_EQ(shortOf("ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn"), "s16816gemm bf16 [128×128] tn");
    EXPECT_EQ(shortOf("sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize64x64x32_stage4_kernel"),
              "xmma fprop_implicit_gemm tf32 [64×64×32]");
    EXPECT_EQ(
        shortOf("void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, int, int>, "
                "cutlass::gemm::collective::CollectiveMma<cutlass::gemm::MainloopSm90TmaGmmaWarpSpecialized<(int)7, "
                "cute::tuple<cute::C<(int)2>, cute::C<(int)1>, cute::C<(int)1>>, cutlass::gemm::Kernel>, "
                "cute::tuple<cute::C<(int)128>, cute::C<(int)256>, cute::C<(int)64>>, cutlass::half_t>>>(T1::Params)"),
        "cutlass gemm f16 [128×256×64]");
    EXPECT_EQ(shortOf("triton_poi_fused_add_mul_0"), "triton fused_add_mul_0 · pointwise");
}

TEST(KernelName, PyTorchWrappersGiveOperatorTypeAndHow)
{
    EXPECT_EQ(shortOf(geluName), "gelu f16 · vec8");
    EXPECT_EQ(shortOf(copyName), "copy f16 · strided");
    EXPECT_EQ(shortOf(sumName), "reduce sum f16 · 128×4");
    EXPECT_EQ(shortOf(randomName), "random_from_to u32 · grid-stride");
    EXPECT_EQ(shortOf("void at::native::vectorized_elementwise_kernel<(int)8, at::native::CUDAFunctor_add<c10::Half>, "
                      "std::array<char *, (unsigned long)3>>(int, T2, T3)"),
              "add f16 · vec8");
    EXPECT_EQ(shortOf("void at::native::vectorized_elementwise_kernel<(int)4, at::native::AUnaryFunctor<float, float, "
                      "float, at::native::binary_internal::MulFunctor<float>>, std::array<char *, (unsigned "
                      "long)2>>(int, T2, T3)"),
              "mul f32 · vec4");
    EXPECT_EQ(shortOf("void at::native::vectorized_elementwise_kernel<(int)4, mine::smooth(int)::[lambda(float) "
                      "(instance 1)], std::array<char *, (unsigned long)1>>(int, T2, T3)"),
              "mine::smooth · vec4");
}

TEST(KernelName, OthersKeepTheirFunctionAndUpToFourTypesOrNumbers)
{
    EXPECT_EQ(shortOf(softmaxName), "cunn_SoftMaxForwardReg <f16,f32,i64,4>");
    EXPECT_EQ(shortOf("void fma_chain<float, (int)8>(T1 *, T1, int)"), "fma_chain <f32,8>");
    EXPECT_EQ(shortOf("void tile<(int)64, (int)64, (int)8, (int)8, (int)1>(float *)"), "tile <64,64,8,8>");
    EXPECT_EQ(shortOf("copy(float4 *, const float4 *, unsigned long)"), "copy");
    EXPECT_EQ(shortOf("matmul_kernel(const float *, int)"), "matmul");
    EXPECT_EQ(shortOf("julia__5_6739(CuKernelContext, CuDeviceArray<Int4x8, (int)1, (int)1>)"), "julia__5_6739");
    EXPECT_EQ(shortOf("graph"), "graph");
}

TEST(KernelName, EverySpellingOfCastsAndUnnamedNamespacesIsDropped)
{
    for (const auto* name :
         {"void a::<unnamed>::f<(int)32, (bool)1>(int)", "void a::(anonymous namespace)::f<32, 1>(int)",
          "void f<int=32, bool=1>(int)", "void f<(ns::Mode)32, (unsigned long)1>(int)"})
        EXPECT_EQ(shortOf(name), "f <32,1>") << name;
}

TEST(KernelName, PureWrappersTakeTheFunctorInside)
{
    EXPECT_EQ(shortOf("void Kokkos::Impl::cuda_parallel_launch_constant_memory<Kokkos::Impl::ParallelFor<"
                      "benchmark_collocation(Config)::[lambda(const Kokkos::Impl::CudaTeamMember &) (instance 5)], "
                      "Kokkos::TeamPolicy<Kokkos::Cuda>, Kokkos::Cuda>>()"),
              "benchmark_collocation · ParallelFor");
    EXPECT_EQ(shortOf("void thrust::cuda_cub::core::_kernel_agent<thrust::cuda_cub::__parallel_for::ParallelForAgent<"
                      "thrust::cuda_cub::__transform::unary_transform_f<thrust::device_ptr<float>, saxpy_functor>, "
                      "long>, long>(T2)"),
              "saxpy_functor · ParallelForAgent");
    EXPECT_EQ(shortOf("void RAJA::policy::cuda::impl::forallp_cuda_kernel<RAJA::cuda_exec<(int)256>, "
                      "RAJA::Iterators::numeric_iterator<long>, rajaperf::basic::DAXPY::run<(int)256>("
                      "rajaperf::VariantID)::[lambda(long) (instance 1)], long>(T1, T2, T3)"),
              "DAXPY::run · forall");
}

TEST(KernelName, NvjetWithoutTensorCountersHasNoInventedType)
{
    EXPECT_EQ(shortOf("nvjet_sm90_qqtst_128x128_128x6_2x1_v_bz_coopA_algo2_TNT"), "nvjet [128×128×128] tnt");
    EXPECT_EQ(shortOf("nvjet_sm90_qqtst_128x128_128x6_2x1_v_bz_coopA_algo2_TNT", "fp8"), "nvjet fp8 [128×128×128] tnt");
}

TEST(KernelName, WithoutAnyNameIsItsLaunch)
{
    auto kernel = kernelNamed("");
    kernel.index = 9;
    EXPECT_EQ(shortName(kernel), "launch 9");
    kernel.mangled = "_Z4copyPf";
    EXPECT_EQ(shortName(kernel), "_Z4copyPf");
    kernel.function = "copy";
    EXPECT_EQ(shortName(kernel), "copy");
}

TEST(KernelName, LongNamesAreElidedInTheMiddleByCharacters)
{
    const std::string digits = "0123456789";
    const auto name = "a" + digits + digits + digits + digits + "z";
    EXPECT_EQ(shortOf(name), "a0123456789012345678…23456789" + digits + "z"); // 20 + 1 + 19
    std::string cyrillic;
    for (int i = 0; i < 4000; ++i) cyrillic += "я";
    EXPECT_EQ(characterCount(shortOf(cyrillic)), 40U);
    EXPECT_EQ(shortOf(cyrillic).substr(0, 2), "я");
}

TEST(KernelName, DifferentFullNamesWithOneShortAreNumberedInOrderOfTime)
{
    const auto session = sessionOf({"void a::f(float)", "g()", "void b::f(int)", "void a::f(float)", "g()"});
    EXPECT_THAT(shortNames(session), ElementsAre("f #1", "g", "f #2", "f #1", "g"));
}

TEST(KernelName, OfAKernelOfTheLibraryIsItsFamilyAndVariantUnlessItWasGivenAnother)
{
    auto session = sessionOf({"void tiled<Padded>(float*)", "void tiled<Plain>(float*)"});
    session.kernels[0].library = LibraryStep{.family = "transpose", .variant = "padded"};
    session.kernels[1].library = LibraryStep{.family = "transpose", .variant = "shared"};
    EXPECT_THAT(shortNames(session), ElementsAre("transpose padded", "transpose shared"));
    EXPECT_EQ(familyOf(shortName(session.kernels[0])), "transpose");
    session.kernels[0].alias = "mine";
    EXPECT_THAT(shortNames(session), ElementsAre("mine", "transpose shared"));
}

TEST(KernelName, OfAKernelOfTheLibraryTellsItsSizeWhereThereAreSeveral)
{
    auto session = sessionOf({"void tiled<Padded>(float*)", "void tiled<Padded>(float*)", "of_another_program"});
    session.kernels[0].library = LibraryStep{.family = "transpose", .variant = "padded", .size = "small"};
    session.kernels[1].library = LibraryStep{.family = "transpose", .variant = "padded", .size = "large"};
    EXPECT_THAT(shortNames(session),
                ElementsAre("transpose padded small", "transpose padded large", "of_another_program"));
}

TEST(KernelName, NumbersNeverMakeANameTooLong)
{
    const std::string digits = "0123456789";
    const auto function = digits + digits + digits + digits + digits;
    for (const auto& name : shortNames(sessionOf({function + "(int)", function + "(float)"})))
        EXPECT_EQ(characterCount(name), 40U) << name;
}

TEST(KernelName, OneShortNameOfManyFullOnesIsNumberedForEach)
{
    std::vector<std::string> names;
    for (int i = 0; i < 50'000; ++i) names.push_back(randomName + std::to_string(i % 220));
    const auto shorts = shortNames(sessionOf(names));
    EXPECT_EQ(std::set<std::string>(shorts.begin(), shorts.end()).size(), 220U);
}

TEST(KernelName, TheUsersOwnNameStaysAsItWasGiven)
{
    auto session = sessionOf({"void a<int>()", "void a<int>(float)", "void b()"});
    const auto before = shortNames(session);
    session.kernels[2].alias = before[0];
    session.kernels[1].alias = "a name of more than forty characters, as the user wants it";
    const auto names = shortNames(session);
    EXPECT_EQ(names[1], *session.kernels[1].alias);
    EXPECT_EQ(names[2], before[0]);
}

TEST(KernelName, AFamilyIsTheFirstWord)
{
    EXPECT_EQ(familyOf("nvjet bf16 [256×128×64] nnt"), "nvjet");
    EXPECT_EQ(familyOf("gelu"), "gelu");
    EXPECT_EQ(familyOf(""), "");
}

/// Two reports with 46 different names of 14 to 1,146 characters.
TEST(KernelName, NamesOfRealReportsStayDifferentAndWhole)
{
    if (!exists(test::corpus)) GTEST_SKIP() << "no corpus at " << test::corpus;
    std::set<std::string> full;
    std::set<std::string> shortened;
    for (const auto* name : {"torch_roofline", "kernels_full"}) {
        const auto report = test::unpacked(test::corpus / "h200" / (std::string(name) + ".ncu-rep.xz"));
        const auto session = readNcuReport(report, name, {});
        for (const auto& kernel : session.kernels) full.insert(kernel.name);
        for (const auto& text : shortNames(session)) shortened.insert(text);
    }
    EXPECT_EQ(full.size(), 46U);
    EXPECT_EQ(shortened.size(), 46U);
    for (const auto& text : shortened) EXPECT_EQ(text.find_first_of("#"), std::string::npos) << text;
    for (const auto& text : shortened) EXPECT_EQ(text.find("…"), std::string::npos) << text;
    // Types that only the tensor counters tell.
    EXPECT_TRUE(shortened.contains("nvjet bf16 [256×128×64] nnt"));
    EXPECT_TRUE(shortened.contains("nvjet fp8 [128×128×128] tnt"));
}

TEST(KernelName, AnyBytesGiveANameOfAtMostFortyCharacters)
{
    std::mt19937 random(3);
    const std::vector<std::string> pieces = {"<",
                                             ">",
                                             "(",
                                             ")",
                                             "::",
                                             " ",
                                             ",",
                                             "[lambda(",
                                             "_kernel",
                                             "KernelImpl",
                                             "a",
                                             "ReduceOp<",
                                             "reduce_kernel<1, 2, ",
                                             "cutlass_",
                                             "{op}",
                                             "{=",
                                             "\xff",
                                             "я",
                                             "9"};
    for (int i = 0; i < 3000; ++i) {
        std::string name;
        for (auto length = random() % 60; length > 0; --length) name += pieces[random() % pieces.size()];
        const auto shortened = shortOf(name);
        ASSERT_FALSE(shortened.empty()) << name;
        ASSERT_LE(characterCount(shortened), 40U) << name;
    }
    for (const auto* piece : {"<", "(", "a::", "[lambda(", "reduce_kernel<", "_xmma_f32"}) {
        std::string name;
        while (name.size() < 100'000) name += piece;
        ASSERT_LE(characterCount(shortOf(name)), 40U) << piece;
    }
}

// SPDX-License-Identifier: Apache-2.0
// tcgen05 in a block: tensor memory, descriptors, groups of multiplications and the barriers that tell when they end.
#pragma once

#include "kernels/harness/asm_operands.h"
#include "kernels/harness/async_proxy.cuh"
#include "kernels/harness/shared_address.h"
#include "kernels/harness/tensor_tile.h"

#include <cstdint>

// PTX ISA, "tcgen05.mma", target notes: each of these targets for itself, or a family. Integers are there on 10.0
// alone, K 96 on 10.3 alone. Elsewhere nothing comes of them, and the benchmarks are skipped.
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)
#define RIDGEPOINT_TCGEN05(...) __VA_ARGS__
#else
#define RIDGEPOINT_TCGEN05(...)
#endif
#if defined(__CUDA_ARCH_FEAT_SM100_ALL)
#define RIDGEPOINT_TCGEN05_100(...) __VA_ARGS__
#else
#define RIDGEPOINT_TCGEN05_100(...)
#endif
#if defined(__CUDA_ARCH_FEAT_SM103_ALL)
#define RIDGEPOINT_TCGEN05_103(...) __VA_ARGS__
#else
#define RIDGEPOINT_TCGEN05_103(...)
#endif

namespace harness::tcgen05 {

constexpr unsigned threads = 128; ///< four warps: each reaches 32 of tensor memory's 128 lanes
constexpr unsigned m = 128;       ///< rows of D: its lanes
constexpr unsigned n = 256;       ///< columns of D
constexpr unsigned columns = 512; ///< of tensor memory: D in the first half, scales after it

// PTX ISA, "Instruction Descriptor": D's type from bit 4, A's from 7, B's from 10, N / 8 from 17, M / 16 from 24.
enum class Accumulate : std::uint32_t { Fp32 = 1, Int32 = 2 };
constexpr std::uint32_t shape = (n >> 3) << 17 | (m >> 4) << 24;
constexpr std::uint32_t instruction(std::uint32_t type, Accumulate accumulate)
{
    return static_cast<std::uint32_t>(accumulate) << 4 | type << 7 | type << 10 | shape;
}
/// Of the kinds with block scales: always into FP32. Bit 23: scales are powers of two (UE8M0).
constexpr std::uint32_t scaledInstruction(std::uint32_t type)
{
    return type << 7 | type << 10 | 1u << 23 | shape;
}
constexpr std::uint32_t k96 = 1u << 31; ///< of FP4, in place of K 64

/// PTX ISA, "Shared Memory Descriptor" of tcgen05: address, stride of 8 rows, the constant 0b001 from bit 46, 128-byte
/// swizzle as 2 from bit 61. The leading dimension's stride isn't used by a swizzled tile along K.
inline __device__ std::uint64_t descriptor(const void* tile)
{
    constexpr std::uint64_t strideOf8Rows = 8 * tileRowBytes >> 4;
    constexpr std::uint64_t swizzle128 = 2;
    const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(tile));
    return (address & 0x3FFFF) >> 4 | std::uint64_t{1} << 16 | strideOf8Rows << 32 | std::uint64_t{1} << 46 |
           swizzle128 << 61;
}

/// By one whole warp: leaves the address of all of tensor memory in shared memory. The same warp frees it.
inline __device__ void allocate(std::uint32_t* address)
{
    RIDGEPOINT_TCGEN05(
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;\n"
                     "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::"r"(sharedAddress(address)),
                     "n"(columns)
                     : "memory");)
}
inline __device__ void free(std::uint32_t tensorMemory)
{
    RIDGEPOINT_TCGEN05(
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(tensorMemory), "n"(columns)
                     : "memory");)
}

/// PTX ISA, "Tensor Memory Addressing": lane from bit 16, column from bit 0.
inline __device__ std::uint32_t addressOf(std::uint32_t tensorMemory, std::uint32_t column)
{
    return tensorMemory + (threadIdx.x / 32 * 32 << 16) + column;
}

/// One column of the lane that is this thread's.
inline __device__ void store(std::uint32_t address, std::uint32_t word)
{
    RIDGEPOINT_TCGEN05(asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};\n"
                                    "tcgen05.wait::st.sync.aligned;" ::"r"(address),
                                    "r"(word)
                                    : "memory");)
}

/// Eight columns of the lane that is this thread's.
inline __device__ void load(std::uint32_t (&words)[8], [[maybe_unused]] std::uint32_t address)
{
    RIDGEPOINT_TCGEN05(asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];\n"
                                    "tcgen05.wait::ld.sync.aligned;"
                                    : RIDGEPOINT_OPERANDS_8("=r", words, 0)
                                    : "r"(address)
                                    : "memory");)
}

/// Around a barrier of threads: what went before is done for those that come after (PTX ISA, "tcgen05.fence").
inline __device__ void fenceBeforeSync()
{
    RIDGEPOINT_TCGEN05(asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");)
}
inline __device__ void fenceAfterSync()
{
    RIDGEPOINT_TCGEN05(asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");)
}

/// For one arrival a phase: that of a group. Threads may use it after publishShared.
inline __device__ void initialise(std::uint64_t* barrier)
{
    RIDGEPOINT_TCGEN05(asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n"
                                    "fence.mbarrier_init.release.cluster;" ::"r"(sharedAddress(barrier))
                                    : "memory");)
}

/// The barrier's phase ends when all that this thread has issued is done.
inline __device__ void commit(std::uint64_t* barrier)
{
    RIDGEPOINT_TCGEN05(asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                                        sharedAddress(barrier))
                                    : "memory");)
}

/// Whether the phase with this number, from 0, has ended; the one before it must have.
inline __device__ bool hasEnded(std::uint64_t* barrier, std::uint32_t phase)
{
    std::uint32_t ended = 1;
    RIDGEPOINT_TCGEN05(asm volatile("{ .reg .pred ended; mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2;\n"
                                    "selp.u32 %0, 1, 0, ended; }"
                                    : "=r"(ended)
                                    : "r"(sharedAddress(barrier)), "r"(phase % 2)
                                    : "memory");)
    return ended != 0;
}
inline __device__ void wait(std::uint64_t* barrier, std::uint32_t phase)
{
    while (!hasEnded(barrier, phase)) {
    }
}

} // namespace harness::tcgen05

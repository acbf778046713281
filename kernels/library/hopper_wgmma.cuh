// SPDX-License-Identifier: Apache-2.0
// wgmma (CC 9.0a): a warpgroup multiplies 64 rows of A, out of shared memory or its registers, by n columns of B out of
// shared memory, and adds to n / 2 FP32 sums a thread. PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".
#pragma once

#include "kernels/harness/asm_operands.h"
#include "kernels/library/hopper.cuh"

#include <type_traits>

// An instruction of each n, its operands numbered behind the sums: A and B by descriptors, or A in four registers.
#define RIDGEPOINT_WGMMA_BOTH(text, list, a, b, accumulate, tail, ...)                                                 \
    asm volatile("{ .reg .pred accumulate; setp.ne.b32 accumulate, " accumulate                                        \
                 ", 0; wgmma.mma_async.sync.aligned" text " {" list "}, " a ", " b ", accumulate, 1, 1" tail "; }"     \
                 : __VA_ARGS__                                                                                         \
                 : "l"(a_tile), "l"(b_tile), "r"(static_cast<unsigned>(adds)))
#define RIDGEPOINT_WGMMA_REGISTERS(text, list, registers, b, accumulate, tail, ...)                                    \
    asm volatile("{ .reg .pred accumulate; setp.ne.b32 accumulate, " accumulate                                        \
                 ", 0; wgmma.mma_async.sync.aligned" text " {" list "}, {" registers "}, " b ", accumulate, 1, 1" tail \
                 "; }"                                                                                                 \
                 : __VA_ARGS__                                                                                         \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b_tile), "r"(static_cast<unsigned>(adds)))

/// An instruction by its types and depth; the tails hold which operands are transposed, for types that have the choice.
#define RIDGEPOINT_WGMMA_TYPE(name, types, tailBoth, tailRegisters)                                                    \
    struct name {                                                                                                      \
        template <unsigned n>                                                                                          \
        static __device__ void multiply(float (&d)[n / 2], std::uint64_t a_tile, std::uint64_t b_tile, bool adds)      \
        {                                                                                                              \
            static_assert(n == 64 || n == 128 || n == 192 || n == 256);                                                \
            if constexpr (n == 64)                                                                                     \
                RIDGEPOINT_WGMMA_BOTH(".m64n64" types, RIDGEPOINT_REGISTERS_32, "%32", "%33", "%34", tailBoth,         \
                                      RIDGEPOINT_OPERANDS_32("+f", d, 0));                                             \
            if constexpr (n == 128)                                                                                    \
                RIDGEPOINT_WGMMA_BOTH(".m64n128" types, RIDGEPOINT_REGISTERS_64, "%64", "%65", "%66", tailBoth,        \
                                      RIDGEPOINT_OPERANDS_64("+f", d));                                                \
            if constexpr (n == 192)                                                                                    \
                RIDGEPOINT_WGMMA_BOTH(".m64n192" types, RIDGEPOINT_REGISTERS_96, "%96", "%97", "%98", tailBoth,        \
                                      RIDGEPOINT_OPERANDS_96("+f", d));                                                \
            if constexpr (n == 256)                                                                                    \
                RIDGEPOINT_WGMMA_BOTH(".m64n256" types, RIDGEPOINT_REGISTERS_128, "%128", "%129", "%130", tailBoth,    \
                                      RIDGEPOINT_OPERANDS_128("+f", d));                                               \
        }                                                                                                              \
        template <unsigned n>                                                                                          \
        static __device__ void multiply(float (&d)[n / 2], const std::uint32_t (&a)[4], std::uint64_t b_tile,          \
                                        bool adds)                                                                     \
        {                                                                                                              \
            static_assert(n == 64 || n == 128 || n == 192 || n == 256);                                                \
            if constexpr (n == 64)                                                                                     \
                RIDGEPOINT_WGMMA_REGISTERS(".m64n64" types, RIDGEPOINT_REGISTERS_32, "%32, %33, %34, %35", "%36",      \
                                           "%37", tailRegisters, RIDGEPOINT_OPERANDS_32("+f", d, 0));                  \
            if constexpr (n == 128)                                                                                    \
                RIDGEPOINT_WGMMA_REGISTERS(".m64n128" types, RIDGEPOINT_REGISTERS_64, "%64, %65, %66, %67", "%68",     \
                                           "%69", tailRegisters, RIDGEPOINT_OPERANDS_64("+f", d));                     \
            if constexpr (n == 192)                                                                                    \
                RIDGEPOINT_WGMMA_REGISTERS(".m64n192" types, RIDGEPOINT_REGISTERS_96, "%96, %97, %98, %99", "%100",    \
                                           "%101", tailRegisters, RIDGEPOINT_OPERANDS_96("+f", d));                    \
            if constexpr (n == 256)                                                                                    \
                RIDGEPOINT_WGMMA_REGISTERS(".m64n256" types, RIDGEPOINT_REGISTERS_128, "%128, %129, %130, %131",       \
                                           "%132", "%133", tailRegisters, RIDGEPOINT_OPERANDS_128("+f", d));           \
        }                                                                                                              \
    };

namespace library {

/// adds: to d; otherwise d is the product alone. A in registers is as the accumulator's fragment, two 16-bit numbers
/// (four FP8) a register. K-major: the operand's rows run along k. B of 16-bit types may run along n.
RIDGEPOINT_WGMMA_TYPE(WgmmaBf16, "k16.f32.bf16.bf16", ", 0, 0", ", 0")
RIDGEPOINT_WGMMA_TYPE(WgmmaBf16AlongN, "k16.f32.bf16.bf16", ", 0, 1", ", 1")
RIDGEPOINT_WGMMA_TYPE(WgmmaFp16, "k16.f32.f16.f16", ", 0, 0", ", 0")
RIDGEPOINT_WGMMA_TYPE(WgmmaFp16AlongN, "k16.f32.f16.f16", ", 0, 1", ", 1")
RIDGEPOINT_WGMMA_TYPE(WgmmaFp8, "k32.f32.e4m3.e4m3", "", "")

/// Descriptor of a tile of rows of 128 bytes under the 128-byte swizzle, at a multiple of 1024 bytes ("Matrix
/// Descriptor Format", "Strides"). A K-major tile has its rows one after the other; its next 32 bytes of k are at +32
/// bytes. One along n has a row for each k: 64 columns, of 16 bits; between_columns is from them to the next 64.
__device__ inline std::uint64_t tileDescriptor(const void* tile, unsigned between_columns = 16)
{
    constexpr std::uint64_t betweenEightRows = 8 * 128 >> 4;
    constexpr std::uint64_t swizzle128 = 1;
    return (sharedAddress(tile) & 0x3FFFF) >> 4 | std::uint64_t{between_columns >> 4} << 16 | betweenEightRows << 32 |
           swizzle128 << 62;
}

/// The descriptor of what lies `bytes` further in the same tile.
__device__ inline std::uint64_t further(std::uint64_t descriptor, unsigned bytes)
{
    return descriptor + (bytes >> 4);
}

/// Before the first multiplication, and where registers of A or sums were written by others.
__device__ inline void beginWgmma()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

/// The multiplications since the last call are a group.
__device__ inline void commitWgmma()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// Until all but the latest `left` groups are done.
template <unsigned left> __device__ void awaitWgmma()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(left) : "memory");
}

/// Keeps the compiler from moving reads and writes of these registers across: it doesn't see that wgmma is still at
/// work.
template <typename T, unsigned count> __device__ void holdInPlace(T (&registers)[count])
{
#pragma unroll
    for (T& r : registers)
        if constexpr (std::is_same_v<T, float>)
            asm volatile("" : "+f"(r)::"memory");
        else
            asm volatile("" : "+r"(r)::"memory");
}

} // namespace library

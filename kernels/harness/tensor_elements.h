// SPDX-License-Identifier: Apache-2.0
// Matrix elements of the tensor pipes' types: rounding a number to the type, and its bits in a register.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace harness {

/// A number as the type holds it, and its bits; `perRegister` of them fill 32 bits, the first in the lowest.
struct Element {
    double value = 0;
    std::uint32_t bits = 0;
};

struct Fp16Element {
    static constexpr unsigned perRegister = 2;
    static Element of(double value)
    {
        const auto half = __double2half(value);
        return {double{__half2float(half)}, __half_as_ushort(half)};
    }
};

struct Bf16Element {
    static constexpr unsigned perRegister = 2;
    static Element of(double value)
    {
        const auto narrow = __double2bfloat16(value);
        return {double{__bfloat162float(narrow)}, __bfloat16_as_ushort(narrow)};
    }
};

/// A register of its own, 64 bits wide.
struct Fp64Element {
    static constexpr unsigned perRegister = 1;
    static Element of(double value) { return {value, 0}; }
};

/// FP32 with a mantissa of 10 bits; the pipe ignores the rest, so they are cut off here.
struct Tf32Element {
    static constexpr unsigned perRegister = 1;
    static Element of(double value)
    {
        const auto wide = static_cast<float>(value);
        std::uint32_t bits = 0;
        std::memcpy(&bits, &wide, sizeof(bits));
        bits &= 0xFFFFE000u;
        float narrow = 0;
        std::memcpy(&narrow, &bits, sizeof(narrow));
        return {double{narrow}, bits};
    }
};

/// E4M3.
struct Fp8Element {
    static constexpr unsigned perRegister = 4;
    static Element of(double value)
    {
        const __nv_fp8_e4m3 narrow(value);
        return {double{static_cast<float>(narrow)}, narrow.__x};
    }
};

/// E2M1: a sign above eight sizes. Numbers in [-1, 1] are spread over all of them.
struct Fp4Element {
    static constexpr unsigned perRegister = 8;
    static Element of(double value)
    {
        constexpr std::array sizes{0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0};
        const double size = std::abs(6 * value);
        const auto* nearest = std::ranges::min_element(sizes, {}, [=](double s) { return std::abs(s - size); });
        const auto bits = static_cast<std::uint32_t>(nearest - sizes.begin());
        return {std::copysign(*nearest, value), bits | (std::signbit(value) ? 8u : 0u)};
    }
};

struct Int8Element {
    static constexpr unsigned perRegister = 4;
    static Element of(double value)
    {
        const auto whole = static_cast<std::int8_t>(std::lround(127 * value));
        return {double{static_cast<double>(whole)}, static_cast<std::uint8_t>(whole)};
    }
};

} // namespace harness

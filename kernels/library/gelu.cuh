// SPDX-License-Identifier: Apache-2.0
// GELU(x) = x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))): Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016.
#pragma once

#include "kernels/harness/close.h"

#include <cmath>

namespace library {

constexpr double geluRoot = 0.7978845608028654;
constexpr double geluCube = 0.044715;

struct Libm {
    static constexpr double tanh_error = 3e-7; ///< 1 unit in the last place and the roundings of its argument
    static __device__ float tanh(float x) { return tanhf(x); }
};
struct Hardware {
    /// PTX ISA, tanh.approx.f32: a relative error of 2^-11; near the resolution of the FP16 result.
    static constexpr double tanh_error = 0x1p-10;
    static __device__ float tanh(float x)
    {
        float y;
        asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
        return y;
    }
};

template <typename Tanh> __device__ float geluOf(float x)
{
    const float inner = static_cast<float>(geluRoot) * x * fmaf(static_cast<float>(geluCube) * x, x, 1.0f);
    return 0.5f * x * (1.0f + Tanh::tanh(inner));
}

/// What geluOf() must give, before it is rounded to a narrower type.
template <typename Tanh> harness::Expected geluExpected(double x)
{
    const double tanh = std::tanh(geluRoot * x * (1 + geluCube * x * x));
    const double value = 0.5 * x * (1 + tanh);
    // Where 1 + tanh is small, what tanh is off by isn't.
    return {value, 1e-6 * std::abs(value) + 0.5 * std::abs(x) * (Tanh::tanh_error * std::abs(tanh) + 0x1p-23)};
}

} // namespace library

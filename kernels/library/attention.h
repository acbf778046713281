// SPDX-License-Identifier: Apache-2.0
// What the kernels of attention share: the problem, its inputs, and how a result is checked.
#pragma once

#include "kernels/library/mapping.h"

#include <cuda_bf16.h>

#include <type_traits>

namespace library {

using Bf16 = __nv_bfloat16;

/// Causal: a query sees the keys up to its own place.
enum class Mask { None, Causal };

struct AttentionShape {
    unsigned heads;    ///< of all sequences of the batch: each is a problem of its own
    unsigned sequence; ///< queries, and as many keys
    unsigned width;    ///< columns of a head: 64 or 128

    explicit AttentionShape(const Size& size);
    [[nodiscard]] __host__ __device__ std::size_t rows() const { return std::size_t{heads} * sequence; }
    [[nodiscard]] std::size_t elements() const { return rows() * width; }
    [[nodiscard]] double pairs(Mask mask) const; ///< of a query and a key that it sees, in all heads
};

/// Arrays of [head][place][column].
struct Attention {
    AttentionShape shape;
    const Bf16* q;
    const Bf16* k;
    const Bf16* v;
    Bf16* out;
    float scale; ///< see scoreScale()
};

/// 1 / sqrt(width) of the scores, for powers of two: exp2(scale * q.k).
float scoreScale(unsigned width);

/// A query, and the keys that it sees; rows of `width`.
struct SeenRow {
    const Bf16* q;
    const Bf16* k;
    const Bf16* v;
    std::size_t keys;
    unsigned width;
};
/// What the row of the result must be: `width` elements.
void expectRow(const SeenRow& row, Expected* expected);

using Launcher = std::function<void(cudaStream_t)>;

/// What launches the kernels for the arrays; it holds whatever else they need.
using MakeLauncher = Launcher (*)(const Gpu&, const Attention&);

/// A named variant becomes one whose products take this path.
Variant attentionVariant(Variant named, Mask mask, core::TensorPath path, MakeLauncher makeLauncher);

/// A step of the ladder. Step: a type with a static launcher<mask>, which is a MakeLauncher.
template <typename Step> Variant attentionStep(std::string name, std::string step, Mask mask, core::TensorPath path)
{
    const MakeLauncher make =
        mask == Mask::Causal ? &Step::template launcher<Mask::Causal> : &Step::template launcher<Mask::None>;
    return attentionVariant({.name = std::move(name), .step = std::move(step), .prepare = {}}, mask, path, make);
}

/// Calls work with the width as a constant.
template <typename Work> auto withWidth(unsigned width, const Work& work)
{
    if (width == 64) return work(std::integral_constant<unsigned, 64>());
    return work(std::integral_constant<unsigned, 128>());
}

// Steps of the ladder, each file's in order.
std::vector<Variant> attentionByScores(Mask mask);
std::vector<Variant> attentionTiled(Mask mask);
std::vector<Variant> attentionByMma(Mask mask);
std::vector<Variant> attentionByWgmma(Mask mask);

} // namespace library

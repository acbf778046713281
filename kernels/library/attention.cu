// SPDX-License-Identifier: Apache-2.0
// Attention, forward: each query's weighted mean of the values, in BF16 with FP32 sums. The score matrix has more bytes
// than inputs and output together, and needn't exist.
#include "kernels/library/attention.h"

#include "kernels/harness/random_data.h"

#include <random>

namespace library {

AttentionShape::AttentionShape(const Size& size)
    : heads(static_cast<unsigned>(size.dimensions[0] * size.dimensions[1])),
      sequence(static_cast<unsigned>(size.dimensions[2])), width(static_cast<unsigned>(size.dimensions[3]))
{}

double AttentionShape::pairs(Mask mask) const
{
    const double n = sequence;
    return heads * (mask == Mask::Causal ? n * (n + 1) / 2 : n * n);
}

float scoreScale(unsigned width)
{
    constexpr double log2_e = 1.4426950408889634;
    return static_cast<float>(log2_e / std::sqrt(width));
}

namespace {

struct Arrays {
    explicit Arrays(const AttentionShape& shape)
        : q(harness::randomBf16(shape.elements(), 1, 2)), k(harness::randomBf16(shape.elements(), 2, 2)),
          v(harness::randomBf16(shape.elements(), 3, 1)), out(shape.elements())
    {}
    DeviceBuffer<Bf16> q; // with numbers in [-2, 2) the scores have a deviation of 4/3: some keys matter, no one rules
    DeviceBuffer<Bf16> k;
    DeviceBuffer<Bf16> v;
    DeviceBuffer<Bf16> out;
};

/// Rows of the result that are compared, of all heads: where there are few, all; otherwise the first and the last of
/// each head, those at the edges of tiles, and some at random.
std::vector<std::size_t> checkedRows(const AttentionShape& shape)
{
    constexpr std::size_t few = 4096;
    std::vector<std::size_t> rows;
    if (shape.rows() <= few) {
        for (std::size_t row = 0; row < shape.rows(); ++row) rows.push_back(row);
        return rows;
    }
    std::mt19937 generator(1);
    std::uniform_int_distribution<unsigned> anyPlace(0, shape.sequence - 1);
    for (unsigned head = 0; head < shape.heads; ++head) {
        for (const unsigned place : {0u, 63u, 64u, 127u, 128u, 191u, 192u, shape.sequence - 1})
            rows.push_back(std::size_t{head} * shape.sequence + place);
        for (unsigned i = 0; i < 8; ++i) rows.push_back(std::size_t{head} * shape.sequence + anyPlace(generator));
    }
    return rows;
}

/// The weights are rounded to BF16 before they meet the values, each by up to half a unit in the last place, 2^-8 of it
/// at most. These errors are independent: by Hoeffding's inequality their sum is beyond six times the root of the sum
/// of their squares in one element of 30 million, and beyond the sum of all never. FP32 sums of products and the
/// exponential add what is small beside it. The result is rounded to BF16 once.
double toleranceOf(double value, double absolute, double rootOfSquares)
{
    constexpr double half_ulp = 0x1p-8;
    constexpr double fp32 = 2e-5;
    return half_ulp * (std::abs(value) + std::min(6 * rootOfSquares, absolute)) + fp32 * absolute;
}

void verifyRows(const Attention& attention, const Arrays& arrays, Mask mask)
{
    const auto& shape = attention.shape;
    const auto rows = checkedRows(shape);
    const auto q = arrays.q.toHost();
    const auto k = arrays.k.toHost();
    const auto v = arrays.v.toHost();
    const auto out = arrays.out.toHost();
    std::vector<Expected> expected(rows.size() * shape.width);
    std::vector<float> got(expected.size());
    harness::inParallel(rows.size(), [&](std::size_t first, std::size_t last) {
        for (auto i = first; i < last; ++i) {
            const auto place = rows[i] % shape.sequence;
            const auto head = (rows[i] - place) * shape.width;
            expectRow({.q = q.data() + rows[i] * shape.width,
                       .k = k.data() + head,
                       .v = v.data() + head,
                       .keys = mask == Mask::Causal ? place + 1 : shape.sequence,
                       .width = shape.width},
                      expected.data() + i * shape.width);
            for (unsigned c = 0; c < shape.width; ++c) got[i * shape.width + c] = out[rows[i] * shape.width + c];
        }
    });
    harness::requireClose("rows that are checked", got, [&](std::size_t i) { return expected[i]; });
}

std::vector<core::Work> workOf(const Size& size, Mask mask, core::TensorPath path)
{
    using Kind = core::ResourceKind;
    const AttentionShape shape(size);
    const double arrayBytes = sizeof(Bf16) * static_cast<double>(shape.elements());
    core::Work products = harness::algorithmic(Kind::Tensor, 4 * shape.pairs(mask) * shape.width);
    products.resource.tensor = {.input = "bf16", .accumulate = "fp32", .path = path};
    return {harness::algorithmic(Kind::DramRead, 3 * arrayBytes), harness::algorithmic(Kind::DramWrite, arrayBytes),
            products, harness::algorithmic(Kind::Xu, shape.pairs(mask))};
}

Size sizeOf(const char* name, std::vector<std::size_t> d)
{
    const auto text = std::to_string(d[0]) + " x " + std::to_string(d[1]) + " heads, sequence " + std::to_string(d[2]) +
                      ", head dimension " + std::to_string(d[3]);
    return {name, std::move(d), text};
}

harness::KernelFamily family(std::string name, std::string title, std::string formula, Mask mask)
{
    harness::KernelFamily made{
        .name = std::move(name),
        .title = std::move(title),
        .formula = std::move(formula),
        .file = "attention.cu",
        .more_files = {"attention_scores.cu", "attention_tiled.cu", "attention_mma.cu", "attention_wgmma.cu",
                       "attention_softmax.cuh", "attention_jobs.cuh"},
        .sizes = {sizeOf("small", {1, 4, 512, 64}), sizeOf("medium", {4, 16, 4096, 64}),
                  sizeOf("large", {4, 16, 4096, 128}), sizeOf("awkward", {1, 3, 1021, 128})},
        .work = [mask](const Size& size) { return workOf(size, mask, core::TensorPath::Wgmma); },
        .variants = {},
    };
    for (auto* steps : {attentionByScores, attentionTiled, attentionByMma, attentionByWgmma})
        for (auto& variant : steps(mask)) made.variants.push_back(std::move(variant));
    return made;
}

const harness::LibraryRegistration registration({
    family("attention", "Attention",
           "out[i] = sum over j of softmax_j(q[i].k[j] / sqrt(d)) * v[j]; 4 d FLOP and 1 exponential for each query "
           "and key, 8 d bytes for each query (BF16, FP32 sums)",
           Mask::None),
    family("attention_causal", "Causal attention",
           "out[i] = sum over j <= i of softmax_j(q[i].k[j] / sqrt(d)) * v[j]; 4 d FLOP and 1 exponential for each of "
           "the n (n + 1) / 2 pairs of a query and a key that it sees, 8 d bytes for each query (BF16, FP32 sums)",
           Mask::Causal),
});

} // namespace

void expectRow(const SeenRow& row, Expected* expected)
{
    std::vector<double> q(row.q, row.q + row.width);
    std::vector<double> weights(row.keys);
    for (std::size_t key = 0; key < row.keys; ++key) {
        double score = 0;
        for (unsigned c = 0; c < row.width; ++c) score += q[c] * double{row.k[key * row.width + c]};
        weights[key] = score / std::sqrt(row.width);
    }
    const double largest = *std::ranges::max_element(weights);
    double all = 0;
    for (auto& weight : weights) all += weight = std::exp(weight - largest);
    std::vector<double> sum(row.width);
    std::vector<double> absolute(row.width);
    std::vector<double> squares(row.width);
    for (std::size_t key = 0; key < row.keys; ++key)
        for (unsigned c = 0; c < row.width; ++c) {
            const double term = weights[key] / all * double{row.v[key * row.width + c]};
            sum[c] += term;
            absolute[c] += std::abs(term);
            squares[c] += term * term;
        }
    for (unsigned c = 0; c < row.width; ++c)
        expected[c] = {sum[c], toleranceOf(sum[c], absolute[c], std::sqrt(squares[c]))};
}

Variant attentionVariant(Variant named, Mask mask, core::TensorPath path, MakeLauncher makeLauncher)
{
    const bool isWgmma = path == core::TensorPath::Wgmma;
    named.from = isWgmma ? core::ComputeCapability{9, 0} : core::ComputeCapability{8, 0};
    if (isWgmma) named.to = named.from;
    named.work = [=](const Size& size) { return workOf(size, mask, path); };
    named.prepare = [=](const Gpu& gpu, const Size& size) -> PreparedVariant {
        const AttentionShape shape(size);
        const auto arrays = std::make_shared<Arrays>(shape);
        const Attention attention{.shape = shape,
                                  .q = arrays->q.data(),
                                  .k = arrays->k.data(),
                                  .v = arrays->v.data(),
                                  .out = arrays->out.data(),
                                  .scale = scoreScale(shape.width)};
        return {.run =
                    [launch = makeLauncher(gpu, attention)](cudaStream_t stream) {
                        launch(stream);
                        checkLaunch();
                    },
                .reset = [arrays] { arrays->out.poison(); },
                .verify = [=] { verifyRows(attention, *arrays, mask); }};
    };
    return named;
}

} // namespace library

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

/// Inputs on the host, and what a row of the result must be.
class RowReference {
public:
    RowReference(const Attention& attention, const Arrays& arrays, Mask mask)
        : m_shape(attention.shape), m_mask(mask), m_q(arrays.q.toHost()), m_k(toFloats(arrays.k)),
          m_v(toFloats(arrays.v))
    {}

    void compute(std::size_t row, Expected* expected) const
    {
        const std::size_t first = row / m_shape.sequence * m_shape.sequence;
        const auto weights = weightsOf(row, first);
        std::vector<double> sum(m_shape.width), absolute(m_shape.width), squares(m_shape.width);
        for (std::size_t key = 0; key < weights.size(); ++key)
            for (unsigned c = 0; c < m_shape.width; ++c) {
                const double term = weights[key] * m_v[(first + key) * m_shape.width + c];
                sum[c] += term;
                absolute[c] += std::abs(term);
                squares[c] += term * term;
            }
        for (unsigned c = 0; c < m_shape.width; ++c)
            expected[c] = {sum[c], toleranceOf(sum[c], absolute[c], std::sqrt(squares[c]))};
    }

private:
    static std::vector<float> toFloats(const DeviceBuffer<Bf16>& buffer)
    {
        const auto host = buffer.toHost();
        return {host.begin(), host.end()};
    }

    /// Softmax of the row's scores.
    [[nodiscard]] std::vector<double> weightsOf(std::size_t row, std::size_t first) const
    {
        std::vector<double> weights(m_mask == Mask::Causal ? row - first + 1 : m_shape.sequence);
        double largest = -HUGE_VAL;
        for (std::size_t key = 0; key < weights.size(); ++key) {
            double score = 0;
            for (unsigned c = 0; c < m_shape.width; ++c)
                score += double{m_q[row * m_shape.width + c]} * m_k[(first + key) * m_shape.width + c];
            weights[key] = score / std::sqrt(m_shape.width);
            largest = std::max(largest, weights[key]);
        }
        double sum = 0;
        for (auto& weight : weights) sum += weight = std::exp(weight - largest);
        for (auto& weight : weights) weight /= sum;
        return weights;
    }

    /// The weights are rounded to BF16 before they meet the values, each by up to half a unit in the last place, 2^-8
    /// of it at most. These errors are independent: by Hoeffding's inequality their sum is beyond six times the root of
    /// the sum of their squares in one element of 30 million, and beyond the sum of all never. FP32 sums of products
    /// and the exponential add what is small beside it. The result is rounded to BF16 once.
    static double toleranceOf(double value, double absolute, double rootOfSquares)
    {
        constexpr double half_ulp = 0x1p-8;
        constexpr double fp32 = 2e-5;
        return half_ulp * (std::abs(value) + std::min(6 * rootOfSquares, absolute)) + fp32 * absolute;
    }

    AttentionShape m_shape;
    Mask m_mask;
    std::vector<Bf16> m_q;
    std::vector<float> m_k;
    std::vector<float> m_v;
};

void verifyRows(const Attention& attention, const Arrays& arrays, Mask mask)
{
    const auto rows = checkedRows(attention.shape);
    const auto width = attention.shape.width;
    const RowReference reference(attention, arrays, mask);
    const auto out = arrays.out.toHost();
    std::vector<Expected> expected(rows.size() * width);
    std::vector<float> got(expected.size());
    harness::inParallel(rows.size(), [&](std::size_t first, std::size_t last) {
        for (auto i = first; i < last; ++i) {
            reference.compute(rows[i], expected.data() + i * width);
            for (unsigned c = 0; c < width; ++c) got[i * width + c] = out[rows[i] * width + c];
        }
    });
    harness::requireClose("rows that are checked", got, [&](std::size_t i) { return expected[i]; });
}

std::vector<core::Work> workOf(const Size& size, Mask mask)
{
    using Kind = core::ResourceKind;
    const AttentionShape shape(size);
    const double arrayBytes = sizeof(Bf16) * static_cast<double>(shape.elements());
    core::Work products = harness::algorithmic(Kind::Tensor, 4 * shape.pairs(mask) * shape.width);
    products.resource.tensor = {.input = "bf16", .accumulate = "fp32"};
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
        .sizes = {sizeOf("small", {1, 4, 512, 64}), sizeOf("medium", {4, 16, 4096, 64}),
                  sizeOf("large", {4, 16, 4096, 128}), sizeOf("awkward", {1, 3, 1000, 128})},
        .work = [mask](const Size& size) { return workOf(size, mask); },
        .variants = {},
    };
    for (auto* steps : {attentionByScores, attentionTiled, attentionByMma, attentionByWgmma})
        for (auto& variant : steps(mask)) made.variants.push_back(std::move(variant));
    return made;
}

const harness::LibraryRegistration registration({
    family(
        "attention", "Attention",
        "out[i] = sum over j of softmax_j(q[i].k[j] / sqrt(d)) * v[j]; 4 d FLOP and 1 exponential for each query and "
        "key, 8 d bytes for each query (BF16, FP32 sums)",
        Mask::None),
    family("attention_causal", "Causal attention",
           "out[i] = sum over j <= i of softmax_j(q[i].k[j] / sqrt(d)) * v[j]; 4 d FLOP and 1 exponential for each of "
           "the n (n + 1) / 2 pairs of a query and a key that it sees, 8 d bytes for each query (BF16, FP32 sums)",
           Mask::Causal),
});

} // namespace

PreparedVariant prepareAttention(const Size& size, Mask mask, Launcher (*makeLauncher)(const Attention&))
{
    const AttentionShape shape(size);
    const auto arrays = std::make_shared<Arrays>(shape);
    constexpr double binary = 1.4426950408889634; // log2(e)
    const Attention attention{.shape = shape,
                              .q = arrays->q.data(),
                              .k = arrays->k.data(),
                              .v = arrays->v.data(),
                              .out = arrays->out.data(),
                              .scale = static_cast<float>(binary / std::sqrt(shape.width))};
    return {.run =
                [launch = makeLauncher(attention)](cudaStream_t stream) {
                    launch(stream);
                    checkLaunch();
                },
            .reset = [arrays] { arrays->out.poison(); },
            .verify = [=] { verifyRows(attention, *arrays, mask); }};
}

} // namespace library

// SPDX-License-Identifier: Apache-2.0
// Attention of one new query a head against the keys and values of all that came before (BF16, computed in FP32): each
// byte of the cache is used for 1 FLOP a query, so that memory is all that counts. Four queries share a head of keys.
#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

#include <cuda_bf16.h>

namespace {

using namespace library;
using Bf16 = __nv_bfloat16;

constexpr unsigned width = 128; ///< columns of a head
constexpr unsigned sharing = 4; ///< queries that have their keys in common
constexpr unsigned threads = 256;
constexpr unsigned partKeys = 1024;
constexpr float lowest = -0x1p100f; ///< below any score

/// Arrays of [head of keys][query or key][column].
struct Decode {
    unsigned heads; ///< of keys, in all sequences of the batch
    unsigned sequence;
    unsigned parts; ///< of a sequence; each a block's work
    const Bf16* q;
    const Bf16* k;
    const Bf16* v;
    float scale; ///< of the scores, in powers of two
};

/// Results of parts, [query][part]: of the exponentials and the values, as they are with the part's largest score.
struct Partials {
    float* largest;
    float* sum;
    float* out; ///< and [column]
};

/// A key or value over the 32 lanes of a warp, 2 bytes a load.
struct ByElement {
    static constexpr unsigned lanes = 32;
    static constexpr unsigned columns = width / lanes;
    Bf16 part[columns];

    static __device__ unsigned column(unsigned i) { return i * lanes + threadIdx.x % lanes; }
    __device__ void load(const Bf16* row)
    {
#pragma unroll
        for (unsigned i = 0; i < columns; ++i) part[i] = row[column(i)];
    }
    __device__ float at(unsigned i) const
    {
        return __bfloat162float(part[i]);
    }
};

/// Over half a warp, 16 bytes a load.
struct ByVector {
    static constexpr unsigned lanes = 16;
    static constexpr unsigned columns = width / lanes;
    uint4 part;

    static __device__ unsigned column(unsigned i) { return threadIdx.x % lanes * columns + i; }
    __device__ void load(const Bf16* row) { part = __ldcs(reinterpret_cast<const uint4*>(row + column(0))); }
    __device__ float at(unsigned i) const
    {
        const unsigned words[] = {part.x, part.y, part.z, part.w};
        return __uint_as_float(i % 2 ? words[i / 2] & 0xFFFF0000u : words[i / 2] << 16);
    }
};

/// What the lanes that share a key have found for one query: online softmax over the keys that they saw.
template <typename Row> struct Running {
    float q[Row::columns];
    float out[Row::columns] = {};
    float largest = lowest;
    float sum = 0;

    __device__ void load(const Bf16* query, float scale)
    {
        for (unsigned i = 0; i < Row::columns; ++i) q[i] = __bfloat162float(query[Row::column(i)]) * scale;
    }

    __device__ float score(const Row& key) const
    {
        float s = 0;
#pragma unroll
        for (unsigned i = 0; i < Row::columns; ++i) s = fmaf(q[i], key.at(i), s);
#pragma unroll
        for (unsigned other = Row::lanes / 2; other > 0; other /= 2) s += __shfl_xor_sync(~0u, s, other);
        return s;
    }

    template <unsigned count> __device__ void add(const float (&scores)[count], const Row (&values)[count])
    {
        float now = largest;
#pragma unroll
        for (const float s : scores) now = fmaxf(now, s);
        const float correction = exp2f(largest - now);
        largest = now;
        sum *= correction;
#pragma unroll
        for (float& o : out) o *= correction;
#pragma unroll
        for (unsigned key = 0; key < count; ++key) {
            const float weight = exp2f(scores[key] - now);
            sum += weight;
#pragma unroll
            for (unsigned i = 0; i < Row::columns; ++i) out[i] = fmaf(weight, values[key].at(i), out[i]);
        }
    }
};

/// Results of the block's teams of lanes, to be merged.
template <unsigned teams> struct Merge {
    float largest[teams];
    float sum[teams];
    float out[teams][width];

    /// What all are to be multiplied by, and their sum then.
    __device__ float sumAndWeights(float (&weight)[teams], float& most) const
    {
        most = lowest;
        for (unsigned t = 0; t < teams; ++t) most = fmaxf(most, largest[t]);
        float all = 0;
        for (unsigned t = 0; t < teams; ++t) all += sum[t] * (weight[t] = exp2f(largest[t] - most));
        return all;
    }
};

/// A block has one part of a sequence, for `queries` of those that share the keys; team by team, keysAtOnce keys each.
template <typename Row, unsigned queries, unsigned keysAtOnce>
__global__ void __launch_bounds__(threads, 2) attendPart(Decode d, Partials to, Bf16* out)
{
    constexpr unsigned teams = threads / Row::lanes;
    __shared__ Merge<teams> merge[queries];
    const unsigned first = blockIdx.x * queries; // of all queries
    const std::size_t head = std::size_t{first / sharing} * d.sequence;
    const unsigned team = threadIdx.x / Row::lanes;
    Running<Row> running[queries];
#pragma unroll
    for (unsigned i = 0; i < queries; ++i) running[i].load(d.q + std::size_t{first + i} * width, d.scale);
    const unsigned perPart = (d.sequence + d.parts - 1) / d.parts;
    const unsigned end = min(d.sequence, (blockIdx.y + 1) * perPart);
    for (unsigned at = blockIdx.y * perPart; at < end; at += teams * keysAtOnce) {
        Row keys[keysAtOnce];
        Row values[keysAtOnce];
#pragma unroll
        for (unsigned i = 0; i < keysAtOnce; ++i) {
            const std::size_t key = head + min(at + i * teams + team, end - 1);
            keys[i].load(d.k + key * width);
            values[i].load(d.v + key * width);
        }
#pragma unroll
        for (unsigned q = 0; q < queries; ++q) {
            float scores[keysAtOnce];
#pragma unroll
            for (unsigned i = 0; i < keysAtOnce; ++i) {
                scores[i] = running[q].score(keys[i]);
                if (at + i * teams + team >= end) scores[i] = -INFINITY;
            }
            running[q].add(scores, values);
        }
    }
#pragma unroll
    for (unsigned q = 0; q < queries; ++q) {
        merge[q].largest[team] = running[q].largest;
        merge[q].sum[team] = running[q].sum;
        for (unsigned i = 0; i < Row::columns; ++i) merge[q].out[team][Row::column(i)] = running[q].out[i];
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < queries * width; i += threads) {
        const auto& own = merge[i / width];
        const unsigned column = i % width;
        float weight[teams];
        float most = 0;
        const float sum = own.sumAndWeights(weight, most);
        float all = 0;
        for (unsigned t = 0; t < teams; ++t) all += weight[t] * own.out[t][column];
        const std::size_t query = first + i / width;
        if (d.parts == 1) {
            out[query * width + column] = __float2bfloat16(all / sum);
            continue;
        }
        const std::size_t part = query * d.parts + blockIdx.y;
        to.out[part * width + column] = all;
        if (column > 0) continue;
        to.largest[part] = most;
        to.sum[part] = sum;
    }
}

/// A block a query, a thread a column.
__global__ void __launch_bounds__(width) combine(Partials from, unsigned parts, Bf16* out)
{
    const std::size_t first = std::size_t{blockIdx.x} * parts;
    float most = lowest;
    for (unsigned part = 0; part < parts; ++part) most = fmaxf(most, from.largest[first + part]);
    float sum = 0;
    float all = 0;
    for (unsigned part = 0; part < parts; ++part) {
        const float weight = exp2f(from.largest[first + part] - most);
        sum = fmaf(weight, from.sum[first + part], sum);
        all = fmaf(weight, from.out[(first + part) * width + threadIdx.x], all);
    }
    out[std::size_t{blockIdx.x} * width + threadIdx.x] = __float2bfloat16(all / sum);
}

struct Shape {
    unsigned heads;
    unsigned sequence;

    explicit Shape(const Size& size)
        : heads(static_cast<unsigned>(size.dimensions[0] * size.dimensions[1])),
          sequence(static_cast<unsigned>(size.dimensions[2]))
    {}
    [[nodiscard]] unsigned queries() const { return heads * sharing; }
    [[nodiscard]] std::size_t cached() const { return std::size_t{heads} * sequence * width; } ///< keys, or values
};

struct Arrays {
    explicit Arrays(const Shape& shape)
        : q(harness::randomBf16(shape.queries() * width, 1, 2)), k(harness::randomBf16(shape.cached(), 2, 2)),
          v(harness::randomBf16(shape.cached(), 3, 1))
    {}
    DeviceBuffer<Bf16> q;
    DeviceBuffer<Bf16> k;
    DeviceBuffer<Bf16> v;
};

/// The results of all queries, and for each the mean distance of the values from 0.
struct Results {
    std::vector<double> out;
    std::vector<double> absolute;
};

Results resultsOf(const Shape& shape, const Arrays& arrays)
{
    const auto q = arrays.q.toHost();
    const auto k = arrays.k.toHost();
    const auto v = arrays.v.toHost();
    Results all{std::vector<double>(q.size()), std::vector<double>(q.size())};
    harness::inParallel(shape.queries(), [&](std::size_t firstQuery, std::size_t lastQuery) {
        std::vector<double> weights(shape.sequence);
        for (auto query = firstQuery; query < lastQuery; ++query) {
            const auto head = query / sharing * shape.sequence;
            double largest = -HUGE_VAL;
            for (unsigned key = 0; key < shape.sequence; ++key) {
                double score = 0;
                for (unsigned c = 0; c < width; ++c)
                    score += double{q[query * width + c]} * double{k[(head + key) * width + c]};
                weights[key] = score / std::sqrt(width);
                largest = std::max(largest, weights[key]);
            }
            double sum = 0;
            for (auto& weight : weights) sum += weight = std::exp(weight - largest);
            for (unsigned key = 0; key < shape.sequence; ++key)
                for (unsigned c = 0; c < width; ++c) {
                    const double term = weights[key] / sum * double{v[(head + key) * width + c]};
                    all.out[query * width + c] += term;
                    all.absolute[query * width + c] += std::abs(term);
                }
        }
    });
    return all;
}

/// The result is rounded to BF16 once, by half a unit in the last place. Before that, FP32: sums of 128 products in the
/// scores, whose error the exponential hands on, and sums over keys; all below 1e-5 of the sum of the values' parts.
Expected expectedOf(double value, double absolute)
{
    constexpr double half_ulp = 0x1p-8;
    constexpr double fp32 = 1e-5;
    return {value, half_ulp * std::abs(value) + fp32 * absolute};
}

enum class Split { None, Parts };

template <typename Row, unsigned queries, unsigned keysAtOnce, Split split>
PreparedVariant prepare(const Gpu&, const Size& size)
{
    const Shape shape(size);
    const auto arrays = std::make_shared<Arrays>(shape);
    const unsigned parts = split == Split::None ? 1 : divideUp(shape.sequence, partKeys);
    const auto numbers = shared(DeviceBuffer<float>(std::size_t{shape.queries()} * parts * (width + 2)));
    const std::size_t count = std::size_t{shape.queries()} * parts;
    const Partials partials{numbers->data(), numbers->data() + count, numbers->data() + 2 * count};
    const Decode decode{.heads = shape.heads,
                        .sequence = shape.sequence,
                        .parts = parts,
                        .q = arrays->q.data(),
                        .k = arrays->k.data(),
                        .v = arrays->v.data(),
                        .scale = static_cast<float>(1.4426950408889634 / std::sqrt(width))}; // log2(e)
    const dim3 grid(shape.queries() / queries, parts);
    return prepareMapping<Bf16>({.out_count = shape.queries() * width,
                                 .launch =
                                     [=](Bf16* out, cudaStream_t stream) {
                                         attendPart<Row, queries, keysAtOnce>
                                             <<<grid, threads, 0, stream>>>(decode, partials, out);
                                         if (parts == 1) return;
                                         checkLaunch();
                                         combine<<<shape.queries(), width, 0, stream>>>(partials, parts, out);
                                         static_cast<void>(numbers); // held
                                     },
                                 .reference = [=]() -> Reference {
                                     return [all = resultsOf(shape, *arrays)](std::size_t i) {
                                         return expectedOf(all.out[i], all.absolute[i]);
                                     };
                                 }});
}

Size sizeOf(const char* name, std::size_t batch, std::size_t heads, std::size_t sequence)
{
    return {name,
            {batch, heads, sequence},
            std::to_string(batch) + " x " + std::to_string(heads) + " heads of " + std::to_string(sequence) +
                " keys, 4 queries each, head dimension 128"};
}

std::vector<core::Work> workOf(const Size& size)
{
    using Kind = core::ResourceKind;
    const Shape shape(size);
    const auto cached = static_cast<double>(shape.cached());
    const double results = shape.queries() * width;
    return {harness::algorithmic(Kind::DramRead, sizeof(Bf16) * (2 * cached + results)),
            harness::algorithmic(Kind::DramWrite, sizeof(Bf16) * results),
            harness::algorithmic(Kind::Fp32, 4.0 * sharing * cached),
            harness::algorithmic(Kind::Xu, sharing * cached / width)};
}

const harness::LibraryRegistration registration({{
    .name = "attention_decode",
    .title = "Attention of one token",
    .formula =
        "out = sum over j of softmax_j(q.k[j] / sqrt(d)) * v[j] for one query a head, d = 128, 4 queries for each "
        "head of keys; 16 d FLOP, 4 exponentials, 4 d bytes a key (BF16, computed in FP32)",
    .file = "attention_decode.cu",
    .sizes = {sizeOf("small", 1, 2, 1024), sizeOf("medium", 4, 8, 4096), sizeOf("large", 4, 8, 65536),
              sizeOf("awkward", 1, 3, 4099)},
    .work = workOf,
    .variants = {{"by_query", "A block a query: too few for all SMs.", prepare<ByElement, 1, 1, Split::None>},
                 {"split", "Parts of the sequence in blocks of their own; a second kernel combines them.",
                  prepare<ByElement, 1, 1, Split::Parts>},
                 {"vectorised", "16 bytes a load, four keys and four values in flight a thread.",
                  prepare<ByVector, 1, 4, Split::Parts>},
                 {"grouped", "A block reads keys and values once for the four queries that share them.",
                  prepare<ByVector, sharing, 4, Split::Parts>}},
}});

} // namespace

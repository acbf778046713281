// SPDX-License-Identifier: Apache-2.0
// Attention of one new query a head against the keys and values of all that came before (BF16, computed in FP32): each
// byte of the cache is used for 1 FLOP a query, so that memory is all that counts. Four queries share a head of keys.
#include "kernels/library/attention_decode.cuh"

#include "kernels/harness/random_data.h"

namespace library {
namespace {

constexpr unsigned threads = 256;

/// A key or value over the 32 lanes of a warp, 2 bytes a load.
struct ByElement {
    static constexpr unsigned lanes = 32;
    static constexpr unsigned columns = headWidth / lanes;
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
    static constexpr unsigned columns = headWidth / lanes;
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
    float largest = lowestScore;
    float sum = 0;

    /// Scores will be in powers of two.
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
        const float correction = exp2Of(largest - now);
        largest = now;
        sum *= correction;
#pragma unroll
        for (float& o : out) o *= correction;
#pragma unroll
        for (unsigned key = 0; key < count; ++key) {
            const float weight = exp2Of(scores[key] - now);
            sum += weight;
#pragma unroll
            for (unsigned i = 0; i < Row::columns; ++i) out[i] = fmaf(weight, values[key].at(i), out[i]);
        }
    }
};

/// A block has one part of a sequence, for `queries` of those that share the keys; team by team, keysAtOnce keys each.
template <typename Row, unsigned queries, unsigned keysAtOnce>
__global__ void __launch_bounds__(threads, 2) attendPart(Decode d)
{
    constexpr unsigned teams = threads / Row::lanes;
    __shared__ Merge<queries, teams> merge;
    const unsigned firstQuery = blockIdx.x * queries;
    const std::size_t head = std::size_t{firstQuery / sharing} * d.sequence * headWidth;
    const Bf16* k = d.k + head;
    const Bf16* v = d.v + head;
    const unsigned team = threadIdx.x / Row::lanes;
    Running<Row> running[queries];
#pragma unroll
    for (unsigned q = 0; q < queries; ++q) running[q].load(d.q + std::size_t{firstQuery + q} * headWidth, d.scale);
    const unsigned end = min(d.sequence, (blockIdx.y + 1) * d.partKeys());
    for (unsigned at = blockIdx.y * d.partKeys(); at < end; at += teams * keysAtOnce) {
        Row keys[keysAtOnce];
        Row values[keysAtOnce];
#pragma unroll
        for (unsigned i = 0; i < keysAtOnce; ++i) {
            const unsigned key = min(at + i * teams + team, end - 1);
            keys[i].load(k + key * headWidth);
            values[i].load(v + key * headWidth);
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
        merge.largest[q][team] = running[q].largest;
        merge.sum[q][team] = running[q].sum;
        for (unsigned i = 0; i < Row::columns; ++i) merge.out[q][team][Row::column(i)] = running[q].out[i];
    }
    __syncthreads();
    merge.store(d, firstQuery, blockIdx.y);
}

template <typename Row, unsigned queries, unsigned keysAtOnce> void launch(const Decode& d, cudaStream_t stream)
{
    attendPart<Row, queries, keysAtOnce><<<dim3(d.queries() / queries, d.parts), threads, 0, stream>>>(d);
}

/// A block a query, a thread a column.
__global__ void __launch_bounds__(headWidth) combine(Decode d)
{
    const std::size_t first = std::size_t{blockIdx.x} * d.parts;
    float most = lowestScore;
    for (unsigned part = 0; part < d.parts; ++part) most = fmaxf(most, d.part_largest[first + part]);
    float sum = 0;
    float out = 0;
#pragma unroll 8
    for (unsigned part = 0; part < d.parts; ++part) {
        const float weight = exp2Of(d.part_largest[first + part] - most);
        sum = fmaf(weight, d.part_sum[first + part], sum);
        out = fmaf(weight, d.part_out[(first + part) * headWidth + threadIdx.x], out);
    }
    d.out[std::size_t{blockIdx.x} * headWidth + threadIdx.x] = __float2bfloat16(out / sum);
}

struct Shape {
    unsigned heads;
    unsigned sequence;

    explicit Shape(const Size& size)
        : heads(static_cast<unsigned>(size.dimensions[0] * size.dimensions[1])),
          sequence(static_cast<unsigned>(size.dimensions[2]))
    {}
    [[nodiscard]] unsigned queries() const { return heads * sharing; }
    [[nodiscard]] std::size_t cached() const { return std::size_t{heads} * sequence * headWidth; } ///< keys, or values
};

struct Arrays {
    explicit Arrays(const Shape& shape)
        : q(harness::randomBf16(shape.queries() * headWidth, 1, 2)), k(harness::randomBf16(shape.cached(), 2, 2)),
          v(harness::randomBf16(shape.cached(), 3, 1))
    {}
    DeviceBuffer<Bf16> q;
    DeviceBuffer<Bf16> k;
    DeviceBuffer<Bf16> v;
};

/// What the results must be.
std::vector<Expected> resultsOf(const Shape& shape, const Arrays& arrays)
{
    const auto q = arrays.q.toHost();
    const auto k = arrays.k.toHost();
    const auto v = arrays.v.toHost();
    std::vector<Expected> all(q.size());
    harness::inParallel(shape.queries(), [&](std::size_t firstQuery, std::size_t lastQuery) {
        for (auto query = firstQuery; query < lastQuery; ++query) {
            const auto head = query / sharing * shape.sequence * headWidth;
            expectRow({.q = q.data() + query * headWidth,
                       .k = k.data() + head,
                       .v = v.data() + head,
                       .keys = shape.sequence,
                       .width = headWidth},
                      all.data() + query * headWidth);
        }
    });
    return all;
}

/// How many parts: so many blocks an SM, where one has all queries of a head of keys, and not too small ones. 0: one.
unsigned partsOf(const Shape& shape, unsigned blocksPerSm, const Gpu& gpu)
{
    constexpr unsigned leastKeys = 256;
    const unsigned wanted = blocksPerSm * gpu.smCount() / shape.heads;
    return std::clamp(wanted, 1u, divideUp(shape.sequence, leastKeys));
}

template <void (*launch)(const Decode&, cudaStream_t), unsigned blocksPerSm>
PreparedVariant prepare(const Gpu& gpu, const Size& size)
{
    const Shape shape(size);
    const auto arrays = std::make_shared<Arrays>(shape);
    const unsigned parts = partsOf(shape, blocksPerSm, gpu);
    const std::size_t count = std::size_t{shape.queries()} * parts;
    const auto ofParts = shared(DeviceBuffer<float>(count * (2 + headWidth)));
    const Decode decode{.heads = shape.heads,
                        .sequence = shape.sequence,
                        .parts = parts,
                        .scale = scoreScale(headWidth),
                        .q = arrays->q.data(),
                        .k = arrays->k.data(),
                        .v = arrays->v.data(),
                        .out = nullptr,
                        .part_largest = ofParts->data(),
                        .part_sum = ofParts->data() + count,
                        .part_out = ofParts->data() + 2 * count};
    const auto launchAll = [decode, held = ofParts](Bf16* out, cudaStream_t stream) {
        auto d = decode;
        d.out = out;
        launch(d, stream);
        if (d.parts == 1) return;
        checkLaunch();
        combine<<<d.queries(), headWidth, 0, stream>>>(d);
    };
    return prepareMapping<Bf16>(
        {.out_count = std::size_t{shape.queries()} * headWidth, .launch = launchAll, .reference = [=]() -> Reference {
             return [all = resultsOf(shape, *arrays)](std::size_t i) { return all[i]; };
         }});
}

Size sizeOf(const char* name, std::size_t batch, std::size_t heads, std::size_t sequence)
{
    return {name,
            {batch, heads, sequence},
            std::to_string(batch) + " x " + std::to_string(heads) + " heads of " + std::to_string(sequence) +
                " keys, 4 queries each, head dimension 128"};
}

std::vector<core::Work> workOf(const Size& size, const core::Resource& pipe)
{
    using Kind = core::ResourceKind;
    const Shape shape(size);
    const auto cached = static_cast<double>(shape.cached());
    const double results = shape.queries() * headWidth;
    auto flop = harness::algorithmic(Kind::Fp32, 4.0 * sharing * cached);
    flop.resource = pipe;
    return {harness::algorithmic(Kind::DramRead, sizeof(Bf16) * (2 * cached + results)),
            harness::algorithmic(Kind::DramWrite, sizeof(Bf16) * results), flop,
            harness::algorithmic(Kind::Xu, sharing * cached / headWidth)};
}

core::Resource mmaPipe()
{
    return {.kind = core::ResourceKind::Tensor,
            .tensor = {.input = "bf16", .accumulate = "fp32", .path = core::TensorPath::Mma}};
}

const harness::LibraryRegistration registration({{
    .name = "attention_decode",
    .title = "Attention of one token",
    .formula = "out = sum over j of softmax_j(q.k[j] / sqrt(d)) * v[j] for one query a head, d = 128, 4 queries for "
               "each head of keys; 16 d FLOP, 4 exponentials, 4 d bytes a key (BF16, computed in FP32)",
    .file = "attention_decode.cu",
    .more_files = {"attention_decode_mma.cu", "attention_decode.cuh"},
    .sizes = {sizeOf("small", 1, 2, 1024), sizeOf("medium", 4, 8, 4096), sizeOf("large", 4, 8, 65536),
              sizeOf("awkward", 1, 3, 4099)},
    .work = [](const Size& size) { return workOf(size, {.kind = core::ResourceKind::Fp32}); },
    .variants = {{"by_query", "A block a query: few for so many SMs, and each reads its whole cache alone.", prepare<launch<ByElement, 1, 1>, 0>},
                 {"split", "Parts of the sequence in blocks of their own; a second kernel combines them.",
                  prepare<launch<ByElement, 1, 1>, 2>},
                 {"vectorised", "16 bytes a load, four keys and four values on their way to a thread.",
                  prepare<launch<ByVector, 1, 4>, 2>},
                 {"grouped", "A block reads keys and values once for the four queries that share them.",
                  prepare<launch<ByVector, sharing, 3>, 2>},
                 {.name = "mma_sync",
                  .step = "The queries that share keys are columns of a product on the tensor cores; cp.async keeps "
                          "more bytes on their way than registers could.",
                  .prepare = prepare<launchDecodeByMma, 2>,
                  .from = {8, 0},
                  .work = [](const Size& size) { return workOf(size, mmaPipe()); }}},
}});

} // namespace
} // namespace library

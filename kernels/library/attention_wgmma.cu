// SPDX-License-Identifier: Apache-2.0
// Attention by wgmma (CC 9.0a): one warp brings tiles of keys and values by TMA, two or three warpgroups of 64 queries
// each multiply. The steps differ in what hides the softmax (Shah et al., "FlashAttention-3", 2024).
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/attention_jobs.cuh"
#include "kernels/library/attention_softmax.cuh"
#include "kernels/library/hopper_wgmma.cuh"
#include "kernels/library/tensor_map.h"

namespace library {
namespace {

constexpr unsigned panel = 64; ///< columns of 128 bytes, as wide as the swizzle
constexpr unsigned groupRows = 64;
constexpr unsigned tileKeys = 128;
constexpr unsigned stages = 2;

/// What runs while a warpgroup is at its softmax.
enum class Overlap {
    Others,    ///< what other warpgroups happen to multiply
    OwnValues, ///< and its own values of the tile before
    InTurn     ///< likewise, and only one warpgroup at a time hands in products
};

template <unsigned width_, Mask mask_, Overlap overlap_> struct Plan {
    static constexpr unsigned width = width_;
    [[maybe_unused]] static constexpr Mask mask = mask_;
    [[maybe_unused]] static constexpr Overlap overlap = overlap_;
    static constexpr unsigned groups = width == 64 ? 3 : 2; ///< as many as have room for their registers
    static constexpr unsigned registers = groups == 3 ? 160 : 240;
    static constexpr unsigned rows = groups * groupRows;
    static constexpr unsigned threads = 128 * (1 + groups);
};

/// Panels one after the other, each of rows of 128 bytes.
template <unsigned rows, unsigned width> struct Panels {
    static constexpr unsigned panelBytes = rows * panel * sizeof(Bf16);
    static constexpr unsigned bytes = width / panel * panelBytes;
    unsigned char data[bytes];
};

template <typename Plan> struct Shared {
    Panels<Plan::rows, Plan::width> queries;
    Panels<tileKeys, Plan::width> keys[stages];
    Panels<tileKeys, Plan::width> values[stages];
    std::uint64_t queries_full;
    std::uint64_t queries_free;
    std::uint64_t keys_full[stages];
    std::uint64_t keys_free[stages];
    std::uint64_t values_full[stages];
    std::uint64_t values_free[stages];
    unsigned job; ///< of the queries
};

struct Maps {
    CUtensorMap queries;
    CUtensorMap keys;
    CUtensorMap values;
};

#if RIDGEPOINT_HAS_WGMMA

template <unsigned rows, unsigned width>
__device__ void loadPanels(Panels<rows, width>& to, const CUtensorMap& map, unsigned row, unsigned head,
                           std::uint64_t* full)
{
    expectBytes(full, to.bytes);
    for (unsigned i = 0; i < width / panel; ++i)
        library::loadTile(to.data + i * to.panelBytes, map, full, i * panel, row, head);
}

/// The thread that brings everything. Keys and values come from the last to the first: the masked tile is the first.
template <typename Plan> __device__ void produce(Shared<Plan>& shared, const Maps& maps, const Schedule& schedule)
{
    Turn<stages> turn;
    for (unsigned parity = 1;; parity ^= 1) {
        const unsigned number = schedule.fetch();
        awaitPhase(&shared.queries_free, parity);
        shared.job = number;
        if (number >= schedule.jobs()) return arrive(&shared.queries_full);
        const auto job = jobOf<Plan::mask, Plan::rows, tileKeys>(number, schedule);
        loadPanels(shared.queries, maps.queries, job.row, job.head, &shared.queries_full);
        for (unsigned tile = job.tiles; tile-- > 0; turn.advance()) {
            const unsigned stage = turn.stage;
            awaitPhase(&shared.keys_free[stage], turn.parity ^ 1);
            loadPanels(shared.keys[stage], maps.keys, tile * tileKeys, job.head, &shared.keys_full[stage]);
            awaitPhase(&shared.values_free[stage], turn.parity ^ 1);
            loadPanels(shared.values[stage], maps.values, tile * tileKeys, job.head, &shared.values_full[stage]);
        }
    }
}

/// A warpgroup with 64 queries.
template <typename Plan> struct Consumer {
    Shared<Plan>& shared;
    unsigned group;
    Turn<stages> key_turn; ///< one tile ahead of the values
    Turn<stages> value_turn;
    float scores[tileKeys / 2];
    std::uint32_t weights[tileKeys / 16][4];
    float out[Plan::width / 2];

    __device__ void takeTurn() const
    {
        if (Plan::overlap == Overlap::InTurn) syncSome(1 + group, 256);
    }
    __device__ void passTurn() const
    {
        if (Plan::overlap == Overlap::InTurn) arriveSome(1 + (group + 1) % Plan::groups, 256);
    }
    static __device__ void release(std::uint64_t* barrier)
    {
        if (threadIdx.x % 32 == 0) arrive(barrier);
    }

    __device__ void multiplyKeys()
    {
        auto& keys = shared.keys[key_turn.stage];
        const auto a = tileDescriptor(shared.queries.data + group * groupRows * 128);
        const auto b = tileDescriptor(keys.data);
        beginWgmma();
#pragma unroll
        for (unsigned k = 0; k < Plan::width; k += 16) {
            const unsigned inPanel = k % panel * sizeof(Bf16);
            WgmmaBf16::multiply<tileKeys>(scores, further(a, k / panel * shared.queries.panelBytes + inPanel),
                                          further(b, k / panel * keys.panelBytes + inPanel), k > 0);
        }
        commitWgmma();
    }

    __device__ void addValues(bool adds)
    {
        auto& values = shared.values[value_turn.stage];
        const auto b = tileDescriptor(values.data, values.panelBytes);
        beginWgmma();
#pragma unroll
        for (unsigned k = 0; k < tileKeys / 16; ++k)
            WgmmaBf16AlongN::multiply<Plan::width>(out, weights[k], further(b, k * 16 * 128), k > 0 || adds);
        commitWgmma();
    }

    __device__ void packWeights()
    {
#pragma unroll
        for (unsigned w = 0; w < tileKeys / 4; ++w) weights[w / 4][w % 4] = packBf16(scores[2 * w], scores[2 * w + 1]);
    }

    __device__ void awaitKeys()
    {
        awaitPhase(&shared.keys_full[key_turn.stage], key_turn.parity);
    }
    __device__ void awaitValues()
    {
        awaitPhase(&shared.values_full[value_turn.stage], value_turn.parity);
    }

    __device__ void releaseKeys(bool isLast)
    {
        release(&shared.keys_free[key_turn.stage]);
        if (isLast) release(&shared.queries_free);
        key_turn.advance();
    }
    __device__ void releaseValues()
    {
        release(&shared.values_free[value_turn.stage]);
        value_turn.advance();
    }

    __device__ void hide(const Job& job, unsigned tile, unsigned sequence)
    {
        const unsigned first = job.row + group * groupRows;
        if ((tile + 1) * tileKeys > (Plan::mask == Mask::Causal ? first : sequence))
            hideScores<Plan::mask>(scores, firstRow(job), tile * tileKeys, sequence);
    }

    /// Of this lane.
    __device__ unsigned firstRow(const Job& job) const
    {
        return job.row + group * groupRows + threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4;
    }

    /// Scores of a tile become weights, of those that are seen.
    __device__ void weigh(const Job& job, unsigned tile, const Attention& a, OnlineSoftmax& softmax)
    {
        holdInPlace(scores);
        releaseKeys(tile == 0);
        hide(job, tile, a.shape.sequence);
        softmax.add(scores);
    }

    __device__ void finishValues()
    {
        awaitWgmma<0>();
        holdInPlace(out);
        for (auto& step : weights) holdInPlace(step);
        releaseValues();
    }

    __device__ void attendTileByTile(const Job& job, const Attention& a, OnlineSoftmax& softmax)
    {
        for (unsigned tile = job.tiles; tile-- > 0;) {
            awaitKeys();
            multiplyKeys();
            awaitWgmma<0>();
            weigh(job, tile, a, softmax);
            softmax.correct(out);
            packWeights();
            awaitValues();
            addValues(tile + 1 < job.tiles);
            finishValues();
        }
    }

    __device__ void attendOverlapped(const Job& job, const Attention& a, OnlineSoftmax& softmax)
    {
        unsigned tile = job.tiles - 1;
        awaitKeys();
        takeTurn();
        multiplyKeys();
        passTurn();
        awaitWgmma<0>();
        weigh(job, tile, a, softmax);
        packWeights();
        bool adds = false;
        while (tile-- > 0) {
            awaitKeys();
            takeTurn();
            multiplyKeys();
            awaitValues();
            addValues(adds);
            adds = true;
            passTurn();
            awaitWgmma<1>(); // the scores are there, the products with values go on
            weigh(job, tile, a, softmax);
            finishValues();
            softmax.correct(out);
            packWeights();
        }
        awaitValues();
        addValues(adds);
        finishValues();
    }

    __device__ void attend(const Job& job, const Attention& a)
    {
        OnlineSoftmax softmax{a.scale};
        if constexpr (Plan::overlap == Overlap::Others)
            attendTileByTile(job, a, softmax);
        else
            attendOverlapped(job, a, softmax);
        storeRows<Plan::width>(out, softmax, a.out + std::size_t{job.head} * a.shape.sequence * Plan::width,
                               firstRow(job), a.shape.sequence);
    }
};

template <typename Plan> __device__ void consume(Shared<Plan>& shared, const Attention& a, const Schedule& schedule)
{
    Consumer<Plan> consumer{.shared = shared, .group = threadIdx.x / 128 - 1};
    if (consumer.group == Plan::groups - 1) consumer.passTurn(); // the first one's
    for (unsigned parity = 0;; parity ^= 1) {
        awaitPhase(&shared.queries_full, parity);
        const unsigned number = shared.job;
        if (number >= schedule.jobs()) return;
        consumer.attend(jobOf<Plan::mask, Plan::rows, tileKeys>(number, schedule), a);
    }
}

template <typename Plan> __device__ void initBarriers(Shared<Plan>& shared)
{
    constexpr unsigned warps = 4 * Plan::groups; // each tells when it is done with a tile
    initBarrier(&shared.queries_full);
    initBarrier(&shared.queries_free, warps);
    for (unsigned i = 0; i < stages; ++i) {
        initBarrier(&shared.keys_full[i]);
        initBarrier(&shared.keys_free[i], warps);
        initBarrier(&shared.values_full[i]);
        initBarrier(&shared.values_free[i], warps);
    }
}

#endif

template <typename Plan>
__global__ void __launch_bounds__(Plan::threads, 1)
    byWgmma(const __grid_constant__ Maps maps, const Attention a, const Schedule schedule)
{
#if RIDGEPOINT_HAS_WGMMA
    extern __shared__ __align__(1024) unsigned char memory[];
    auto& shared = *reinterpret_cast<Shared<Plan>*>(memory);
    if (threadIdx.x == 0) initBarriers(shared);
    __syncthreads();
    if (threadIdx.x < 128) {
        giveUpRegisters<24>();
        if (threadIdx.x == 0) produce(shared, maps, schedule);
    } else {
        takeRegisters<Plan::registers>();
        consume(shared, a, schedule);
    }
#endif
}

CUtensorMap mapOf(const Bf16* array, const AttentionShape& shape, unsigned rows)
{
    return tensorMap(array, {.sizes = {shape.width, shape.sequence, shape.heads}, .tile = {panel, rows, 1}});
}

template <typename Plan> Launcher launcherOf(const Gpu& gpu, const Attention& a)
{
    const auto& shape = a.shape;
    const auto next = shared(DeviceBuffer<unsigned>(1));
    check(cudaMemset(next->data(), 0, next->bytes()));
    const Maps maps{mapOf(a.q, shape, Plan::rows), mapOf(a.k, shape, tileKeys), mapOf(a.v, shape, tileKeys)};
    const auto schedule = scheduleOf(shape, Plan::rows, next->data());
    constexpr int bytes = sizeof(Shared<Plan>);
    harness::allowShared(byWgmma<Plan>, bytes);
    const unsigned grid = std::min(schedule.jobs(), gpu.smCount());
    return [=](cudaStream_t stream) {
        static_cast<void>(next); // held
        byWgmma<Plan><<<grid, Plan::threads, bytes, stream>>>(maps, a, schedule);
    };
}

template <Overlap overlap> struct ByWgmma {
    template <Mask mask> static Launcher launcher(const Gpu& gpu, const Attention& a)
    {
        return withWidth(a.shape.width, [&](auto width) { return launcherOf<Plan<width, mask, overlap>>(gpu, a); });
    }
};

} // namespace

std::vector<Variant> attentionByWgmma(Mask mask)
{
    return {
        attentionStep<ByWgmma<Overlap::Others>>("wgmma",
                                                "TMA and wgmma: a warp brings tiles for warpgroups that multiply out "
                                                "of shared memory; blocks of queries are handed out as SMs get free.",
                                                mask, core::TensorPath::Wgmma),
        attentionStep<ByWgmma<Overlap::OwnValues>>(
            "overlapped", "The softmax of a tile runs while the tile before is multiplied with its values.", mask,
            core::TensorPath::Wgmma),
        attentionStep<ByWgmma<Overlap::InTurn>>(
            "ping_pong",
            "Warpgroups take turns at the tensor cores, the others are at their softmax: that pays where a softmax "
            "takes as long as the products, at head dimension 64.",
            mask, core::TensorPath::Wgmma)};
}

} // namespace library

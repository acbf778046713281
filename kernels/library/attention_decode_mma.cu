// SPDX-License-Identifier: Apache-2.0
// Attention of one token by mma.sync (CC 8.0): queries that share their keys are the columns of a product, and the FP32
// pipe is rid of it. Each warp copies by cp.async what it alone will read: no barrier of the block holds the copies up.
#include "kernels/harness/dynamic_shared.h"
#include "kernels/library/attention_decode.cuh"
#include "kernels/library/mma_sync.cuh"

namespace library {
namespace {

constexpr unsigned warps = 4;
constexpr unsigned threads = 32 * warps;
constexpr unsigned stages = 2;
constexpr unsigned stepKeys = 16; ///< of a warp
constexpr unsigned chunk = 8;     ///< columns in 16 bytes
constexpr unsigned rowChunks = headWidth / chunk;

struct Step {
    uint4 keys[stepKeys * rowChunks];
    uint4 values[stepKeys * rowChunks];
};
struct Shared {
    Step step[warps][stages];
    Merge<sharing, warps> merge;
};

#if __CUDA_ARCH__ >= 800

/// Where chunks lie: lanes that read at once, of two rows of keys or four of values, find them in different banks.
__device__ unsigned placeOfKey(unsigned row, unsigned chunkOfRow)
{
    return row * rowChunks + (chunkOfRow ^ row % 2 * 4);
}
__device__ unsigned placeOfValue(unsigned row, unsigned chunkOfRow)
{
    return row * rowChunks + (chunkOfRow ^ row / 2 % 4 * 2);
}

__device__ std::uint32_t wordOf(const uint4& piece, unsigned i)
{
    const std::uint32_t words[] = {piece.x, piece.y, piece.z, piece.w};
    return words[i];
}

/// Column `column` of a chunk, out of two rows.
__device__ std::uint32_t pairOf(const uint4& first, const uint4& second, unsigned column)
{
    return __byte_perm(wordOf(first, column / 2), wordOf(second, column / 2), column % 2 == 0 ? 0x5410 : 0x7632);
}

/// 8 x 8 numbers of 16 bits over the lanes of a warp.
__device__ std::uint32_t transposed(std::uint32_t rows)
{
    std::uint32_t columns;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(columns) : "r"(rows));
    return columns;
}

/// Over the eight lanes that have other keys for the same queries.
template <typename Op> __device__ float overKeys(Op op, float v)
{
    for (unsigned other = 4; other < 32; other *= 2) v = op(v, __shfl_xor_sync(~0u, v, other));
    return v;
}

/// A warp's share of a part: 16 keys a step. Which key is which row of a product, and which column of a head is which
/// of a product, is ours to choose: a lane's operands are what it has in 16 bytes, and nothing is rearranged but pairs
/// of values. Lane 4 g + t has scores of keys g and g + 8 for queries 2 t and 2 t + 1, and of these the results.
struct Share {
    const Decode& d;
    Shared& shared;
    std::size_t head; ///< its first key
    unsigned end;     ///< of the part
    unsigned g = threadIdx.x % 32 / 4;
    unsigned t = threadIdx.x % 4;
    uint4 q[4] = {};
    float largest[2] = {lowestScore, lowestScore};
    float sum[2] = {};
    float out[chunk][4] = {}; ///< [e]: columns 8 g + e and, in the upper half, 64 + 8 g + e

    __device__ void loadQueries(unsigned firstQuery)
    {
        if (g >= sharing) return; // a product has 8 columns
        const auto* query = reinterpret_cast<const uint4*>(d.q + std::size_t{firstQuery + g} * headWidth);
#pragma unroll
        for (unsigned j = 0; j < 4; ++j) q[j] = query[t + 4 * j];
    }

    /// Rows one after the other, each of 16 lanes.
    __device__ void load(unsigned first, Step& to) const
    {
        constexpr unsigned pieces = stepKeys * rowChunks / 32; // of keys, for each lane
        if (first < end) {
#pragma unroll
            for (unsigned i = 0; i < pieces; ++i) {
                const unsigned row = i * 2 + threadIdx.x % 32 / rowChunks;
                const unsigned own = threadIdx.x % rowChunks;
                const std::size_t from = (head + min(first + row, end - 1)) * headWidth + own * chunk;
                copyAsync(to.keys + placeOfKey(row, own), d.k + from);
                copyAsync(to.values + placeOfValue(row, own), d.v + from);
            }
        }
        commitCopies(); // an empty group behind the last
    }

    __device__ void multiplyKeys(float (&scores)[4], const Step& step) const
    {
#pragma unroll
        for (unsigned j = 0; j < 4; ++j) {
            const uint4 upper = step.keys[placeOfKey(g, t + 4 * j)];
            const uint4 lower = step.keys[placeOfKey(g + 8, t + 4 * j)];
#pragma unroll
            for (unsigned w = 0; w < 4; w += 2) {
                const std::uint32_t a[] = {wordOf(upper, w), wordOf(lower, w), wordOf(upper, w + 1),
                                           wordOf(lower, w + 1)};
                const std::uint32_t b[] = {wordOf(q[j], w), wordOf(q[j], w + 1)};
                multiplyAdd(scores, a, b);
            }
        }
    }

    /// Scores become weights; what was summed up so far is brought to the largest score.
    __device__ void weigh(float (&scores)[4])
    {
#pragma unroll
        for (unsigned c = 0; c < 2; ++c) {
            const float most = overKeys([](float a, float b) { return fmaxf(a, b); }, fmaxf(scores[c], scores[2 + c]));
            const float now = fmaxf(largest[c], most);
            const float correction = exp2Of((largest[c] - now) * d.scale);
            largest[c] = now;
            sum[c] *= correction;
#pragma unroll
            for (unsigned s = c; s < 4; s += 2) sum[c] += scores[s] = exp2Of((scores[s] - now) * d.scale);
#pragma unroll
            for (auto& columns : out) {
                columns[c] *= correction;
                columns[2 + c] *= correction;
            }
        }
    }

    __device__ void addValues(const float (&weights)[4], const Step& step)
    {
        const std::uint32_t b[] = {transposed(packBf16(weights[0], weights[1])),
                                   transposed(packBf16(weights[2], weights[3]))};
        uint4 rows[8];
#pragma unroll
        for (unsigned i = 0; i < 8; ++i)
            rows[i] = step.values[placeOfValue(2 * t + i % 2 + i / 2 % 2 * 8, g + i / 4 * 8)];
#pragma unroll
        for (unsigned e = 0; e < chunk; ++e) {
            const std::uint32_t a[] = {pairOf(rows[0], rows[1], e), pairOf(rows[4], rows[5], e),
                                       pairOf(rows[2], rows[3], e), pairOf(rows[6], rows[7], e)};
            multiplyAdd(out[e], a, b);
        }
    }

    __device__ void attend(unsigned first)
    {
        constexpr unsigned stride = warps * stepKeys;
        auto& ring = shared.step[threadIdx.x / 32];
        for (unsigned s = 0; s + 1 < stages; ++s) load(first + s * stride, ring[s]);
        for (unsigned i = 0; first < end; first += stride, ++i) {
            __syncwarp(); // the step before has been read
            load(first + (stages - 1) * stride, ring[(i + stages - 1) % stages]);
            awaitCopies<stages - 1>();
            __syncwarp(); // the other lanes' copies have come, too
            const auto& step = ring[i % stages];
            float scores[4] = {};
            multiplyKeys(scores, step);
            if (first + g >= end) scores[0] = scores[1] = -INFINITY;
            if (first + g + 8 >= end) scores[2] = scores[3] = -INFINITY;
            weigh(scores);
            addValues(scores, step);
        }
    }

    __device__ void store() const
    {
        const unsigned warp = threadIdx.x / 32;
#pragma unroll
        for (unsigned c = 0; c < 2; ++c) {
            const float all = overKeys([](float a, float b) { return a + b; }, sum[c]);
            const unsigned query = 2 * t + c;
            if (query >= sharing) continue;
            shared.merge.largest[query][warp] = largest[c] * d.scale;
            shared.merge.sum[query][warp] = all;
#pragma unroll
            for (unsigned e = 0; e < chunk; ++e) {
                shared.merge.out[query][warp][g * chunk + e] = out[e][c];
                shared.merge.out[query][warp][64 + g * chunk + e] = out[e][2 + c];
            }
        }
    }
};

#endif

__global__ void __launch_bounds__(threads) attendPartByMma(Decode d)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<Shared*>(memory);
    const unsigned first = blockIdx.y * d.partKeys();
    Share share{.d = d,
                .shared = shared,
                .head = std::size_t{blockIdx.x} * d.sequence,
                .end = min(d.sequence, first + d.partKeys())};
    share.loadQueries(blockIdx.x * sharing);
    share.attend(first + threadIdx.x / 32 * stepKeys);
    share.store();
    __syncthreads();
    shared.merge.store(d, blockIdx.x * sharing, blockIdx.y);
#endif
}

} // namespace

void launchDecodeByMma(const Decode& d, cudaStream_t stream)
{
    harness::allowShared(attendPartByMma, sizeof(Shared));
    attendPartByMma<<<dim3(d.heads, d.parts), threads, sizeof(Shared), stream>>>(d);
}

} // namespace library

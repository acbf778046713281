// SPDX-License-Identifier: Apache-2.0
// Patterns whose elements need each other: a stencil, a histogram and a prefix sum.
#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

#include <cub/block/block_scan.cuh>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_scan.cuh>

namespace {

using namespace library;
using Kind = core::ResourceKind;

constexpr unsigned threads = 256;

// --- Stencil: five points of a grid of floats, the edge is copied.

struct Plane {
    unsigned height;
    unsigned width;
};
constexpr unsigned side = 32;
constexpr unsigned rows = 8;
constexpr float centre = 0.5f;
constexpr float around = 0.125f;

__device__ bool isEdge(unsigned x, unsigned y, Plane p)
{
    return x == 0 || y == 0 || x == p.width - 1 || y == p.height - 1;
}

__device__ float ofFive(float c, float north, float south, float west, float east)
{
    return fmaf(around, (north + south) + (west + east), centre * c);
}

__global__ void __launch_bounds__(side* rows) byCaches(const float* in, float* out, Plane p)
{
    const unsigned x = blockIdx.x * side + threadIdx.x;
    const unsigned y = blockIdx.y * rows + threadIdx.y;
    if (x >= p.width || y >= p.height) return;
    const std::size_t i = std::size_t{y} * p.width + x;
    out[i] = isEdge(x, y, p) ? in[i] : ofFive(in[i], in[i - p.width], in[i + p.width], in[i - 1], in[i + 1]);
}

/// A tile with a border of one.
__global__ void __launch_bounds__(side* rows) byTile(const float* in, float* out, Plane p)
{
    __shared__ float tile[rows + 2][side + 2];
    const auto firstX = static_cast<int>(blockIdx.x * side) - 1;
    const auto firstY = static_cast<int>(blockIdx.y * rows) - 1;
    for (unsigned k = threadIdx.y * side + threadIdx.x; k < (rows + 2) * (side + 2); k += side * rows) {
        const int x = firstX + static_cast<int>(k % (side + 2));
        const int y = firstY + static_cast<int>(k / (side + 2));
        const bool isInside = x >= 0 && y >= 0 && x < static_cast<int>(p.width) && y < static_cast<int>(p.height);
        tile[k / (side + 2)][k % (side + 2)] = isInside ? in[static_cast<std::size_t>(y) * p.width + x] : 0.0f;
    }
    __syncthreads();
    const unsigned x = blockIdx.x * side + threadIdx.x;
    const unsigned y = blockIdx.y * rows + threadIdx.y;
    if (x >= p.width || y >= p.height) return;
    const unsigned tx = threadIdx.x + 1;
    const unsigned ty = threadIdx.y + 1;
    out[std::size_t{y} * p.width + x] =
        isEdge(x, y, p) ? tile[ty][tx]
                        : ofFive(tile[ty][tx], tile[ty - 1][tx], tile[ty + 1][tx], tile[ty][tx - 1], tile[ty][tx + 1]);
}

constexpr unsigned down = 16; ///< rows that a thread walks

/// Each thread walks down a column: what was south becomes the centre, and the centre north.
__global__ void __launch_bounds__(threads) byColumn(const float* in, float* out, Plane p)
{
    const unsigned x = blockIdx.x * threads + threadIdx.x;
    const unsigned first = blockIdx.y * down;
    if (x >= p.width) return;
    const auto at = [&](unsigned y) { return in[std::size_t{y} * p.width + x]; };
    float north = first > 0 ? at(first - 1) : 0.0f;
    float c = at(first);
#pragma unroll 4
    for (unsigned y = first; y < min(first + down, p.height); ++y) {
        const float south = y + 1 < p.height ? at(y + 1) : 0.0f;
        const std::size_t i = std::size_t{y} * p.width + x;
        out[i] = isEdge(x, y, p) ? c : ofFive(c, north, south, in[i - 1], in[i + 1]);
        north = c;
        c = south;
    }
}

using StencilKernel = void (*)(const float*, float*, Plane);
enum class Walk { Points, Columns };

template <StencilKernel kernel, Walk walk> PreparedVariant prepareStencil(const Gpu&, const Size& size)
{
    const Plane p{static_cast<unsigned>(size.dimensions[0]), static_cast<unsigned>(size.dimensions[1])};
    const std::size_t count = size.dimensions[0] * size.dimensions[1];
    const auto in = shared(harness::randomFloats(count, 1));
    const bool byPoints = walk == Walk::Points;
    const dim3 grid = byPoints ? dim3(divideUp(p.width, side), divideUp(p.height, rows))
                               : dim3(divideUp(p.width, threads), divideUp(p.height, down));
    const dim3 block = byPoints ? dim3(side, rows) : dim3(threads);
    return prepareMapping<float>(
        {.out_count = count,
         .launch = [=](float* out, cudaStream_t stream) { kernel<<<grid, block, 0, stream>>>(in->data(), out, p); },
         .reference = [=]() -> Reference {
             return [x = in->toHost(), p](std::size_t i) {
                 const auto column = i % p.width;
                 const auto row = i / p.width;
                 if (column == 0 || row == 0 || column == p.width - 1 || row == p.height - 1) return Expected{x[i], 0};
                 const double sum = double{x[i - p.width]} + x[i + p.width] + x[i - 1] + x[i + 1];
                 // Five roundings, of values that add up to no more than 4 an eighth and a half.
                 return Expected{centre * x[i] + around * sum, 5 * 0x1p-24};
             };
         }});
}

std::vector<Size> planeSizes()
{
    const auto square = [](const char* name, std::size_t n) {
        return Size{name, {n, n}, std::to_string(n) + " x " + std::to_string(n)};
    };
    return {square("small", 1024),
            square("medium", 4096),
            square("large", 16384),
            {"awkward", {4099, 3001}, "4099 x 3001 (primes)"}};
}

// --- Histogram: 256 bins of bytes.

constexpr unsigned bins = 256;

__global__ void __launch_bounds__(threads) globalBins(const unsigned* words, unsigned* counts, std::size_t count)
{
    const std::size_t stride = std::size_t{gridDim.x} * threads;
    for (std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x; i < count; i += stride)
        for (unsigned byte = 0; byte < 4; ++byte) atomicAdd(counts + (words[i] >> 8 * byte & 0xff), 1u);
}

/// copies: tables a block, so that fewer threads meet in one bin.
template <unsigned copies>
__global__ void __launch_bounds__(threads) sharedBins(const unsigned* words, unsigned* counts, std::size_t count)
{
    __shared__ unsigned own[copies][bins];
    for (unsigned k = threadIdx.x; k < copies * bins; k += threads) own[k / bins][k % bins] = 0;
    __syncthreads();
    auto* table = own[threadIdx.x / 32 % copies];
    const std::size_t stride = std::size_t{gridDim.x} * threads;
    for (std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x; i < count; i += stride)
        for (unsigned byte = 0; byte < 4; ++byte) atomicAdd(table + (words[i] >> 8 * byte & 0xff), 1u);
    __syncthreads();
    unsigned sum = 0;
    for (unsigned c = 0; c < copies; ++c) sum += own[c][threadIdx.x];
    atomicAdd(counts + threadIdx.x, sum);
}

std::shared_ptr<DeviceBuffer<uint4>> randomBytes(const Size& size)
{
    return shared(harness::randomBits(size.dimensions[0], 1));
}

Reference histogramOf(const DeviceBuffer<uint4>& data)
{
    std::vector<double> counts(bins);
    const auto vectors = data.toHost();
    const auto* bytes = reinterpret_cast<const unsigned char*>(vectors.data());
    for (std::size_t i = 0; i < data.bytes(); ++i) ++counts[bytes[i]];
    return [counts](std::size_t bin) { return Expected{counts[bin], 0}; };
}

using HistogramKernel = void (*)(const unsigned*, unsigned*, std::size_t);

template <HistogramKernel kernel> PreparedVariant prepareHistogram(const Gpu& gpu, const Size& size)
{
    const auto data = randomBytes(size);
    const std::size_t words = data->bytes() / sizeof(unsigned);
    const unsigned blocks = std::min(divideUp(words, threads), gpu.smCount() * 8);
    return prepareMapping<unsigned>({.out_count = bins,
                                     .launch =
                                         [=](unsigned* counts, cudaStream_t stream) {
                                             check(cudaMemsetAsync(counts, 0, bins * sizeof(unsigned), stream));
                                             kernel<<<blocks, threads, 0, stream>>>(
                                                 reinterpret_cast<const unsigned*>(data->data()), counts, words);
                                         },
                                     .reference = [=] { return histogramOf(*data); }});
}

PreparedVariant prepareCubHistogram(const Gpu&, const Size& size)
{
    const auto data = randomBytes(size);
    const auto* bytes = reinterpret_cast<const unsigned char*>(data->data());
    const auto samples = static_cast<std::int64_t>(data->bytes());
    std::size_t needed = 0;
    const auto histogram = [=](void* scratch, std::size_t& size, unsigned* counts, cudaStream_t stream) {
        check(cub::DeviceHistogram::HistogramEven(scratch, size, bytes, counts, static_cast<int>(bins) + 1, 0,
                                                  static_cast<int>(bins), samples, stream));
    };
    histogram(nullptr, needed, nullptr, nullptr);
    const auto scratch = shared(DeviceBuffer<unsigned char>(needed));
    return prepareMapping<unsigned>({.out_count = bins,
                                     .launch =
                                         [=](unsigned* counts, cudaStream_t stream) {
                                             std::size_t size = scratch->bytes();
                                             histogram(scratch->data(), size, counts, stream);
                                             static_cast<void>(data);
                                         },
                                     .reference = [=] { return histogramOf(*data); }});
}

// --- Prefix sum: each block scans its piece, the sums of the pieces are scanned, and added.

constexpr unsigned perThread = 16;
constexpr unsigned piece = threads * perThread;
using BlockScan = cub::BlockScan<unsigned, threads>;

__global__ void __launch_bounds__(threads) pieceSums(const unsigned* x, unsigned* sums, std::size_t count)
{
    __shared__ unsigned total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    unsigned sum = 0;
    const std::size_t first = std::size_t{blockIdx.x} * piece + threadIdx.x;
#pragma unroll
    for (unsigned u = 0; u < perThread; ++u)
        if (first + u * threads < count) sum += x[first + u * threads];
    for (unsigned other = 16; other > 0; other /= 2) sum += __shfl_xor_sync(~0u, sum, other);
    if (threadIdx.x % 32 == 0) atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

/// One block: each sum becomes that of all before it.
__global__ void __launch_bounds__(threads) scanSums(unsigned* sums, unsigned count)
{
    __shared__ typename BlockScan::TempStorage storage;
    unsigned before = 0;
    for (unsigned first = 0; first < count; first += threads) {
        const unsigned i = first + threadIdx.x;
        unsigned own = i < count ? sums[i] : 0;
        unsigned all = 0;
        BlockScan(storage).ExclusiveSum(own, own, all);
        if (i < count) sums[i] = before + own;
        before += all;
        __syncthreads();
    }
}

__global__ void __launch_bounds__(threads)
    scanPieces(const unsigned* x, const unsigned* sums, unsigned* y, std::size_t count)
{
    __shared__ typename BlockScan::TempStorage storage;
    __shared__ unsigned values[piece];
    const std::size_t first = std::size_t{blockIdx.x} * piece;
    for (unsigned k = threadIdx.x; k < piece; k += threads) values[k] = first + k < count ? x[first + k] : 0;
    __syncthreads();
    unsigned own[perThread];
    for (unsigned u = 0; u < perThread; ++u) own[u] = values[threadIdx.x * perThread + u];
    BlockScan(storage).InclusiveSum(own, own);
    for (unsigned u = 0; u < perThread; ++u) values[threadIdx.x * perThread + u] = own[u] + sums[blockIdx.x];
    __syncthreads();
    for (unsigned k = threadIdx.x; k < piece; k += threads)
        if (first + k < count) y[first + k] = values[k];
}

// The same in one pass (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016): a
// block publishes the sum of its piece, and adds up what those before it have published.

constexpr unsigned lookVectors = 8; ///< 16-byte loads in flight a thread
constexpr unsigned lookPiece = threads * lookVectors * 4;

/// What is known of a piece, in one word that is written at once.
using Published = unsigned long long;
enum class Known : unsigned { Nothing, OwnSum, AllUpToHere };

__device__ Published published(Known known, unsigned sum)
{
    return Published{static_cast<unsigned>(known)} << 32 | sum;
}
__device__ Known knownOf(Published p)
{
    return static_cast<Known>(p >> 32);
}

/// Inclusive, over the warp.
__device__ unsigned warpScan(unsigned v)
{
    for (unsigned before = 1; before < 32; before *= 2) {
        const unsigned other = __shfl_up_sync(~0u, v, before);
        if (threadIdx.x % 32 >= before) v += other;
    }
    return v;
}

/// For all threads of the warp.
__device__ unsigned warpSum(unsigned v)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(~0u, v);
#else
    for (unsigned other = 16; other > 0; other /= 2) v += __shfl_xor_sync(~0u, v, other);
    return v;
#endif
}

/// Sum of all pieces before this one, by one warp: it looks at 32 at a time, back to one that knows all up to it.
__device__ unsigned lookBack(const Published* pieces, unsigned own)
{
    unsigned sum = 0;
    for (int at = static_cast<int>(own) - 1 - static_cast<int>(threadIdx.x);;) {
        const Published p =
            at >= 0 ? *const_cast<const volatile Published*>(pieces + at) : published(Known::AllUpToHere, 0);
        const unsigned ready = __ballot_sync(~0u, knownOf(p) != Known::Nothing);
        const unsigned all = __ballot_sync(~0u, knownOf(p) == Known::AllUpToHere);
        const unsigned needed = all ? (all ^ (all - 1)) : ~0u; // the nearest of those, and what lies between
        if ((ready & needed) != needed) continue;
        sum += warpSum(needed >> threadIdx.x & 1 ? static_cast<unsigned>(p) : 0);
        if (all) return sum;
        at -= 32;
    }
}

/// Own sum, sum of all pieces before: by the first warp, which has each warp's sum in `warps` and leaves there what
/// lies before it.
__device__ void publishAndLookBack(Published* pieces, unsigned piece, unsigned* warps)
{
    const bool isOne = threadIdx.x < threads / 32;
    const unsigned own = isOne ? warps[threadIdx.x] : 0;
    const unsigned upTo = warpScan(own);
    const unsigned sum = __shfl_sync(~0u, upTo, 31);
    if (threadIdx.x == 0) atomicExch(pieces + piece, published(Known::OwnSum, sum));
    const unsigned before = lookBack(pieces, piece);
    if (threadIdx.x == 0) atomicExch(pieces + piece, published(Known::AllUpToHere, before + sum));
    if (isOne) warps[threadIdx.x] = before + upTo - own;
}

__device__ uint4 plus(uint4 v, unsigned add)
{
    return make_uint4(v.x + add, v.y + add, v.z + add, v.w + add);
}

__device__ uint4 loadWhere(const unsigned* x, std::size_t i, std::size_t count)
{
    if (i + 4 <= count) return __ldcs(reinterpret_cast<const uint4*>(x + i));
    const auto at = [&](std::size_t k) { return k < count ? x[k] : 0; };
    return make_uint4(at(i), at(i + 1), at(i + 2), at(i + 3));
}

__device__ void storeWhere(unsigned* y, std::size_t i, std::size_t count, uint4 v)
{
    if (i + 4 <= count) return __stcs(reinterpret_cast<uint4*>(y + i), v);
    const unsigned parts[4] = {v.x, v.y, v.z, v.w};
    for (unsigned k = 0; k < 4; ++k)
        if (i + k < count) y[i + k] = parts[k];
}

/// Pieces are taken in the order in which blocks begin: one that is waited for is always under way.
__global__ void __launch_bounds__(threads, 4)
    scanOnce(const unsigned* x, unsigned* y, Published* pieces, unsigned* taken, std::size_t count)
{
    __shared__ unsigned warps[threads / 32];
    __shared__ unsigned own;
    if (threadIdx.x == 0) own = atomicAdd(taken, 1);
    __syncthreads();
    const unsigned warp = threadIdx.x / 32;
    const std::size_t first =
        std::size_t{own} * lookPiece + std::size_t{warp} * 32 * lookVectors * 4 + threadIdx.x % 32 * 4;
    uint4 v[lookVectors];
#pragma unroll
    for (unsigned u = 0; u < lookVectors; ++u) v[u] = loadWhere(x, first + u * 128, count);
    unsigned sum = 0; // of the warp, so far
#pragma unroll
    for (unsigned u = 0; u < lookVectors; ++u) {
        v[u] = make_uint4(v[u].x, v[u].x + v[u].y, v[u].x + v[u].y + v[u].z, v[u].x + v[u].y + v[u].z + v[u].w);
        const unsigned upTo = warpScan(v[u].w);
        v[u] = plus(v[u], sum + upTo - v[u].w);
        sum += __shfl_sync(~0u, upTo, 31);
    }
    if (threadIdx.x % 32 == 0) warps[warp] = sum;
    __syncthreads();
    if (warp == 0) publishAndLookBack(pieces, own, warps);
    __syncthreads();
#pragma unroll
    for (unsigned u = 0; u < lookVectors; ++u) storeWhere(y, first + u * 128, count, plus(v[u], warps[warp]));
}

std::shared_ptr<DeviceBuffer<uint4>> randomWords(std::size_t count)
{
    return shared(harness::randomBits((count + 3) / 4 * sizeof(uint4), 1));
}

const unsigned* wordsOf(const DeviceBuffer<uint4>& data)
{
    return reinterpret_cast<const unsigned*>(data.data());
}

Reference prefixSumsOf(const DeviceBuffer<uint4>& data, std::size_t count)
{
    const auto vectors = data.toHost();
    const auto* x = reinterpret_cast<const unsigned*>(vectors.data());
    std::vector<unsigned> sums(count);
    unsigned sum = 0;
    for (std::size_t i = 0; i < count; ++i) sums[i] = sum += x[i];
    return [sums = std::move(sums)](std::size_t i) { return Expected{static_cast<double>(sums[i]), 0}; };
}

PreparedVariant preparePieces(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto data = randomWords(count);
    const unsigned pieces = divideUp(count, piece);
    const auto sums = shared(DeviceBuffer<unsigned>(pieces));
    return prepareMapping<unsigned>(
        {.out_count = count,
         .launch =
             [=](unsigned* y, cudaStream_t stream) {
                 pieceSums<<<pieces, threads, 0, stream>>>(wordsOf(*data), sums->data(), count);
                 checkLaunch();
                 scanSums<<<1, threads, 0, stream>>>(sums->data(), pieces);
                 checkLaunch();
                 scanPieces<<<pieces, threads, 0, stream>>>(wordsOf(*data), sums->data(), y, count);
             },
         .reference = [=] { return prefixSumsOf(*data, count); }});
}

PreparedVariant prepareLookBack(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const unsigned pieces = divideUp(count, lookPiece);
    const auto data = randomWords(count);
    const auto known = shared(DeviceBuffer<Published>(pieces + 1)); // the last: how many are taken
    return prepareMapping<unsigned>({.out_count = count,
                                     .launch =
                                         [=](unsigned* y, cudaStream_t stream) {
                                             check(cudaMemsetAsync(known->data(), 0, known->bytes(), stream));
                                             scanOnce<<<pieces, threads, 0, stream>>>(
                                                 wordsOf(*data), y, known->data(),
                                                 reinterpret_cast<unsigned*>(known->data() + pieces), count);
                                         },
                                     .reference = [=] { return prefixSumsOf(*data, count); }});
}

PreparedVariant prepareCubScan(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto data = randomWords(count);
    std::size_t needed = 0;
    check(cub::DeviceScan::InclusiveSum(nullptr, needed, wordsOf(*data), static_cast<unsigned*>(nullptr), count));
    const auto scratch = shared(DeviceBuffer<unsigned char>(needed));
    return prepareMapping<unsigned>(
        {.out_count = count,
         .launch =
             [=](unsigned* y, cudaStream_t stream) {
                 std::size_t size = scratch->bytes();
                 check(cub::DeviceScan::InclusiveSum(scratch->data(), size, wordsOf(*data), y, count, stream));
             },
         .reference = [=] { return prefixSumsOf(*data, count); }});
}

const harness::LibraryRegistration registration({
    {.name = "stencil",
     .title = "Stencil of five points",
     .formula = "y = x/2 + (north + south + west + east)/8; 6 FLOP, 8 bytes a point (float)",
     .file = "patterns.cu",
     .sizes = planeSizes(),
     .work =
         [](const Size& size) {
             const double n = static_cast<double>(size.dimensions[0]) * static_cast<double>(size.dimensions[1]);
             return std::vector{harness::algorithmic(Kind::DramRead, 4 * n),
                                harness::algorithmic(Kind::DramWrite, 4 * n), harness::algorithmic(Kind::Fp32, 6 * n)};
         },
     .same_result = true,
     .variants = {{"caches", "Five loads a point: L1 and L2 bring the neighbours.",
                   prepareStencil<byCaches, Walk::Points>},
                  {"shared", "A tile with its border in shared memory: each point is loaded once a block.",
                   prepareStencil<byTile, Walk::Points>},
                  {"registers", "Threads walk down columns: north and centre stay in registers.",
                   prepareStencil<byColumn, Walk::Columns>}}},
    {.name = "histogram",
     .title = "Histogram of bytes",
     .formula = "count[b] = number of bytes equal to b, 256 bins; 0 FLOP, 1 byte an element",
     .file = "patterns.cu",
     .sizes = {{"small", {1u << 20}, "1 MiB"},
               {"medium", {1u << 24}, "16 MiB"},
               {"large", {1u << 27}, "128 MiB"},
               {"awkward", {16 * 1'048'583}, "16,777,328 bytes"}},
     .work =
         [](const Size& size) {
             return std::vector{harness::algorithmic(Kind::DramRead, static_cast<double>(size.dimensions[0]))};
         },
     .same_result = true,
     .variants = {{"global_atomics", "All threads add to 256 counters in L2.", prepareHistogram<globalBins>},
                  {"shared_atomics", "Each block has a table of its own in shared memory.",
                   prepareHistogram<sharedBins<1>>},
                  {"a_table_a_warp", "Each warp has a table: only its own threads meet in a bin.",
                   prepareHistogram<sharedBins<8>>},
                  {.name = "cub",
                   .step = "DeviceHistogram of CUB, NVIDIA's own.",
                   .prepare = prepareCubHistogram,
                   .is_reference = true}}},
    {.name = "prefix_sum",
     .title = "Prefix sum",
     .formula = "y[i] = x[0] + .. + x[i], modulo 2^32; 0 FLOP, 8 bytes an element",
     .file = "patterns.cu",
     .sizes = {{"small", {1u << 20}, "1 Mi elements"},
               {"medium", {1u << 24}, "16 Mi elements"},
               {"large", {1u << 27}, "128 Mi elements"},
               {"awkward", {16'777'259}, "16,777,259 elements (a prime)"}},
     .work =
         [](const Size& size) {
             const double bytes = 4.0 * static_cast<double>(size.dimensions[0]);
             return std::vector{harness::algorithmic(Kind::DramRead, bytes),
                                harness::algorithmic(Kind::DramWrite, bytes)};
         },
     .same_result = true,
     .variants = {{"three_kernels", "Sums of pieces, a scan of these, a scan of each piece: the input is read twice.",
                   preparePieces},
                  {.name = "look_back",
                   .step = "One pass: a block publishes the sum of its piece, and looks back at those before it.",
                   .prepare = prepareLookBack,
                   .from = {8, 0}},
                  {.name = "cub",
                   .step = "DeviceScan of CUB, NVIDIA's own: one pass, blocks look back at those before.",
                   .prepare = prepareCubScan,
                   .is_reference = true}}},
});

} // namespace

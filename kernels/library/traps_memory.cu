// SPDX-License-Identifier: Apache-2.0
// Traps of memory: the same useful bytes, reached in ways that move more of them, or keep too few on their way.
#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

namespace {

using namespace library;

constexpr unsigned threads = 256;

std::vector<Size> elementSizes(std::size_t small, std::size_t medium, std::size_t large, std::size_t awkward)
{
    const auto size = [](const char* name, std::size_t n) { return Size{name, {n}, std::to_string(n) + " elements"}; };
    return {size("small", small), size("medium", medium), size("large", large), size("awkward", awkward)};
}

std::vector<core::Work> readAndWritten(const Size& size)
{
    const double bytes = 4.0 * static_cast<double>(size.dimensions[0]);
    return {harness::algorithmic(core::ResourceKind::DramRead, bytes),
            harness::algorithmic(core::ResourceKind::DramWrite, bytes)};
}

// --- Strides: a sector is 32 bytes, a line 128: of each only a part is wanted.

template <unsigned stride>
__global__ void __launch_bounds__(threads) strided(const float* x, float* y, std::size_t count)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i < count) y[i] = x[i * stride];
}

template <unsigned stride> PreparedVariant prepareStrided(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomFloats(count * stride, 1));
    return prepareMapping<float>({.out_count = count,
                                  .launch =
                                      [=](float* y, cudaStream_t stream) {
                                          strided<stride>
                                              <<<divideUp(count, threads), threads, 0, stream>>>(x->data(), y, count);
                                      },
                                  .reference = [=]() -> Reference {
                                      return [in = x->toHost()](std::size_t i) { return Expected{in[i * stride], 0}; };
                                  }});
}

// --- Misalignment: a warp's 128 bytes begin in the middle of a line.

__global__ void __launch_bounds__(threads) shifted(const float* x, float* y, std::size_t count)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i < count) y[i] = x[i];
}

template <unsigned floats> PreparedVariant prepareShifted(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomFloats(count + floats, 1));
    return prepareMapping<float>({.out_count = count,
                                  .launch =
                                      [=](float* y, cudaStream_t stream) {
                                          shifted<<<divideUp(count, threads), threads, 0, stream>>>(x->data() + floats,
                                                                                                    y, count);
                                      },
                                  .reference = [=]() -> Reference {
                                      return [in = x->toHost()](std::size_t i) { return Expected{in[i + floats], 0}; };
                                  }});
}

// --- Gather: the order of the reads is that of a permutation.

__global__ void __launch_bounds__(threads) gathered(const float* x, const unsigned* index, float* y, std::size_t count)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i < count) y[i] = x[index[i]];
}

enum class Order { Rising, NearBy, Random };

/// Each index once. NearBy: within 1024 elements of its own place; Random: anywhere.
std::vector<unsigned> permutation(std::size_t count, Order order)
{
    std::vector<unsigned> index(count);
    for (std::size_t i = 0; i < count; ++i) index[i] = static_cast<unsigned>(i);
    std::uint64_t state = 88172645463325252u; // xorshift64: Marsaglia, "Xorshift RNGs", 2003
    const auto below = [&state](std::size_t n) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state % n;
    };
    const std::size_t window = order == Order::Rising ? 1 : order == Order::NearBy ? 1024 : count;
    for (std::size_t first = 0; first < count; first += window)
        for (std::size_t left = std::min(window, count - first); left > 1; --left)
            std::swap(index[first + left - 1], index[first + below(left)]);
    return index;
}

template <Order order> PreparedVariant prepareGathered(const Gpu&, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto x = shared(harness::randomFloats(count, 1));
    const auto index = shared(DeviceBuffer<unsigned>(count));
    index->fromHost(permutation(count, order));
    return prepareMapping<float>(
        {.out_count = count,
         .launch =
             [=](float* y, cudaStream_t stream) {
                 gathered<<<divideUp(count, threads), threads, 0, stream>>>(x->data(), index->data(), y, count);
             },
         .reference = [=]() -> Reference {
             return [in = x->toHost(), at = index->toHost()](std::size_t i) { return Expected{in[at[i]], 0}; };
         }});
}

// --- Dependent loads: who has to wait for one before it knows the next has one on its way.

/// Each thread walks along its own chain of `steps` links and leaves where it came to.
template <unsigned chains>
__global__ void __launch_bounds__(32) chased(const unsigned* next, unsigned* end, unsigned steps, std::size_t places)
{
    unsigned at[chains];
    const std::size_t first = std::size_t{blockIdx.x} * 32 + threadIdx.x;
#pragma unroll
    for (unsigned c = 0; c < chains; ++c) at[c] = static_cast<unsigned>((first * chains + c) % places);
    for (unsigned s = 0; s < steps / chains; ++s)
#pragma unroll
        for (unsigned c = 0; c < chains; ++c) at[c] = next[at[c]];
    unsigned all = 0;
#pragma unroll
    for (unsigned c = 0; c < chains; ++c) all ^= at[c];
    end[first] = all;
}

constexpr unsigned chaseSteps = 1024;
constexpr unsigned chaseWarps = 132;

template <unsigned chains> PreparedVariant prepareChased(const Gpu&, const Size& size)
{
    const std::size_t places = size.dimensions[0];
    const auto next = shared(DeviceBuffer<unsigned>(places));
    next->fromHost(permutation(places, Order::Random));
    constexpr std::size_t count = chaseWarps * 32;
    return prepareMapping<unsigned>({.out_count = count,
                                     .launch =
                                         [=](unsigned* end, cudaStream_t stream) {
                                             chased<chains>
                                                 <<<chaseWarps, 32, 0, stream>>>(next->data(), end, chaseSteps, places);
                                         },
                                     .reference = [=]() -> Reference {
                                         return [to = next->toHost(), places](std::size_t thread) {
                                             unsigned all = 0;
                                             for (unsigned c = 0; c < chains; ++c) {
                                                 auto at = static_cast<unsigned>((thread * chains + c) % places);
                                                 for (unsigned s = 0; s < chaseSteps / chains; ++s) at = to[at];
                                                 all ^= at;
                                             }
                                             return Expected{static_cast<double>(all), 0};
                                         };
                                     }});
}

// --- Little's law: enough bytes have to be on their way, by warps or by loads of each.

constexpr unsigned fewBytesPerBlock = 1u << 16;

/// Each block copies 64 KiB, four floats a thread at a time.
__global__ void __launch_bounds__(threads) copied(const float4* x, float4* y, std::size_t vectors)
{
    constexpr unsigned perBlock = fewBytesPerBlock / sizeof(float4);
    for (unsigned v = threadIdx.x; v < perBlock; v += threads) {
        const std::size_t i = std::size_t{blockIdx.x} * perBlock + v;
        if (i < vectors) y[i] = x[i];
    }
}

/// blocksPerSm: that dynamic shared memory, which nobody uses, leaves room for; 0: none is asked for.
template <unsigned blocksPerSm> PreparedVariant prepareCopied(const Gpu& gpu, const Size& size)
{
    const std::size_t count = size.dimensions[0] / 4 * 4;
    const auto x = shared(harness::randomFloats(count, 1));
    unsigned bytes = 0;
    if constexpr (blocksPerSm > 0) {
        const auto optin = gpu.device.shared_bytes_per_block_optin.value_or(48u << 10);
        bytes = static_cast<unsigned>(std::min<std::uint64_t>(
            optin, gpu.device.shared_bytes_per_sm.value_or(optin) / blocksPerSm - 1024)); // CC 8.0 on reserves 1 KiB
        // The most: variants that are prepared side by side share the kernel and its attribute.
        check(cudaFuncSetAttribute(copied, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(optin)));
    }
    return prepareMapping<float>(
        {.out_count = count,
         .launch =
             [=](float* y, cudaStream_t stream) {
                 copied<<<divideUp(count * sizeof(float), fewBytesPerBlock), threads, bytes, stream>>>(
                     reinterpret_cast<const float4*>(x->data()), reinterpret_cast<float4*>(y), count / 4);
             },
         .reference = [=]() -> Reference { return [in = x->toHost()](std::size_t i) {
                                               return Expected{in[i], 0};
                                           }; }});
}

// --- A set that stays in L2 against one that doesn't: the same bytes asked for.

constexpr unsigned tileThreads = 512;
constexpr unsigned tileLoads = 6;                         ///< 16-byte loads in flight a thread
constexpr unsigned tileVectors = tileThreads * tileLoads; ///< 48 KiB that a block reads
constexpr unsigned tileFloats = tileVectors * sizeof(float4) / 4;

/// Each block reads one tile past L1, and ends; those behind the last tile of the set begin again at its first.
/// floats: that all blocks together read, a multiple of 4.
__global__ void __launch_bounds__(tileThreads)
    sumOfTile(const float4* set, float* sums, unsigned tilesOfSet, std::size_t floats)
{
    __shared__ float part[tileThreads / 32];
    const std::size_t before = std::size_t{blockIdx.x} * tileVectors;
    const float4* tile = set + std::size_t{blockIdx.x % tilesOfSet} * tileVectors;
    float4 v[tileLoads];
#pragma unroll
    for (unsigned u = 0; u < tileLoads; ++u) {
        const unsigned i = threadIdx.x + u * tileThreads;
        v[u] = before + i < floats / 4 ? __ldcg(tile + i) : float4{};
    }
    float sum = 0;
#pragma unroll
    for (unsigned u = 0; u < tileLoads; ++u) sum += (v[u].x + v[u].y) + (v[u].z + v[u].w);
    for (unsigned other = 16; other > 0; other /= 2) sum += __shfl_xor_sync(~0u, sum, other);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return; // others may begin
    sum = threadIdx.x < tileThreads / 32 ? part[threadIdx.x] : 0;
    for (unsigned other = 16; other > 0; other /= 2) sum += __shfl_xor_sync(~0u, sum, other);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// share: 1 over it of what is read is different; the rest is read again.
template <unsigned share> PreparedVariant prepareTiles(const Gpu&, const Size& size)
{
    const std::size_t floats = size.dimensions[0];
    const unsigned blocks = divideUp(floats, tileFloats);
    const unsigned tiles = divideUp(floats, std::size_t{tileFloats} * share);
    const auto set = shared(harness::randomWholeFloats(std::size_t{tiles} * tileFloats, 1, 8));
    return prepareMapping<float>({.out_count = blocks,
                                  .launch =
                                      [=](float* sums, cudaStream_t stream) {
                                          sumOfTile<<<blocks, tileThreads, 0, stream>>>(
                                              reinterpret_cast<const float4*>(set->data()), sums, tiles, floats);
                                      },
                                  .reference = [=]() -> Reference {
                                      return [in = set->toHost(), floats, tiles](std::size_t block) {
                                          const std::size_t count =
                                              std::min<std::size_t>(tileFloats, floats - block * tileFloats);
                                          double sum = 0; // whole numbers: exact
                                          for (std::size_t i = 0; i < count; ++i)
                                              sum += in[block % tiles * tileFloats + i];
                                          return Expected{sum, 0};
                                      };
                                  }});
}

const harness::LibraryRegistration registration({
    {.name = "stride",
     .title = "Strided reads",
     .formula = "y[i] = x[s*i]; 0 FLOP, 8 useful bytes an element (float)",
     .file = "traps_memory.cu",
     .sizes = elementSizes(1u << 18, 1u << 22, 1u << 24, 4'194'319),
     .work = readAndWritten,
     .variants = {{"stride_1", "Neighbours read neighbours: each byte of a sector is wanted.", prepareStrided<1>},
                  {"stride_2", "Every other float: half of each sector is wanted.", prepareStrided<2>},
                  {"stride_4", "A quarter of each sector is wanted.", prepareStrided<4>},
                  {"stride_8", "One float of each sector of 32 bytes.", prepareStrided<8>},
                  {"stride_16", "Every other sector; DRAM moves 64 bytes all the same.", prepareStrided<16>},
                  {"stride_32", "One float of each line of 128 bytes.", prepareStrided<32>}}},
    {.name = "misaligned",
     .title = "Misaligned reads",
     .formula = "y[i] = x[i + s]; 0 FLOP, 8 bytes an element (float)",
     .file = "traps_memory.cu",
     .sizes = elementSizes(1u << 20, 1u << 24, 1u << 28, 16'777'259),
     .work = readAndWritten,
     .variants = {{"aligned", "A warp's 128 bytes are one line.", prepareShifted<0>},
                  {"by_32_bytes", "Two lines, four sectors: as many as before.", prepareShifted<8>},
                  {"by_4_bytes", "Two lines and five sectors, of which the next warp reads one again.",
                   prepareShifted<1>}}},
    {.name = "gather",
     .title = "Gather",
     .formula = "y[i] = x[index[i]]; 0 FLOP, 12 bytes an element (float)",
     .file = "traps_memory.cu",
     .sizes = elementSizes(1u << 18, 1u << 22, 1u << 26, 4'194'319),
     .work =
         [](const Size& size) {
             auto work = readAndWritten(size);
             work.front().amount *= 2; // the index, too
             return work;
         },
     .variants = {{"rising", "The index is the place itself: as a copy.", prepareGathered<Order::Rising>},
                  {"near_by", "A permutation within 4 KiB: L1 and L2 bring the sectors together.",
                   prepareGathered<Order::NearBy>},
                  {"random", "A permutation of all: a sector, and 64 bytes of DRAM, for each float.",
                   prepareGathered<Order::Random>}}},
    {.name = "dependent_loads",
     .title = "Dependent loads",
     .formula = "at = next[at], 1024 links a thread, 132 warps; 4 useful bytes a link",
     .file = "traps_memory.cu",
     .sizes = elementSizes(1u << 18, 1u << 22, 1u << 26, 4'194'319),
     .work =
         [](const Size&) {
             return std::vector{harness::algorithmic(core::ResourceKind::DramRead, 4.0 * chaseSteps * chaseWarps * 32)};
         },
     .variants = {{"one_chain", "Each load's address is the result of the one before: one on its way a thread.",
                   prepareChased<1>},
                  {"four_chains", "Four chains side by side, a quarter as long.", prepareChased<4>},
                  {"sixteen_chains", "Sixteen chains side by side, a sixteenth as long.", prepareChased<16>}}},
    {.name = "occupancy",
     .title = "Occupancy by shared memory",
     .formula = "y[i] = x[i]; 0 FLOP, 8 bytes an element (float)",
     .file = "traps_memory.cu",
     .sizes = elementSizes(1u << 20, 1u << 24, 1u << 28, 16'777'216 + 20),
     .work = readAndWritten,
     .variants = {{"one_block", "Shared memory that nobody uses leaves room for one block of 8 warps an SM.",
                   prepareCopied<1>},
                  {"two_blocks", "Half of it: two blocks an SM.", prepareCopied<2>},
                  {"four_blocks", "A quarter of it: four blocks an SM.", prepareCopied<4>},
                  {"all_blocks", "None: as many blocks as warps have room.", prepareCopied<0>}}},
    {.name = "working_set",
     .title = "Working set and L2",
     .formula = "sums of tiles of a set that is read again and again; 1 FLOP, 4 bytes asked for an element (float)",
     .file = "traps_memory.cu",
     .sizes = elementSizes(1u << 24, 1u << 28, 1u << 30, 4 * 4'194'319),
     .work =
         [](const Size& size) {
             const auto n = static_cast<double>(size.dimensions[0]);
             using Kind = core::ResourceKind;
             return std::vector{harness::algorithmic(Kind::L2Read, 4 * n), harness::algorithmic(Kind::Fp32, n)};
         },
     .variants = {{"beyond_l2", "A sixteenth of what is read: 256 MiB at the large size, which DRAM serves.",
                   prepareTiles<16>},
                  {"in_l2", "A 256th of it: 16 MiB at the large size, which stay in L2.", prepareTiles<256>}}},
});

} // namespace

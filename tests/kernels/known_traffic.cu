// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/known_traffic.h"

#include "kernels/harness/device_buffer.h"
#include "kernels/harness/random_data.h"
#include "kernels/library/bulk_copy.cuh"
#include "kernels/library/hopper_wgmma.cuh"
#include "kernels/library/tensor_map.h"

#include <memory>

namespace {

using namespace harness;
using namespace library;

constexpr unsigned blocks = 1024;
constexpr unsigned threads = 256;
constexpr unsigned rounds = 64;
constexpr double allThreads = double{blocks} * threads;
constexpr double allWarps = allThreads / 32;
constexpr double wavefront = 128; ///< bytes

/// Uses a value without writing it: no random word is this.
template <typename T> __device__ void consume(T value, unsigned* out)
{
    if (value == T(0xDEADBEEFu)) *out = 1;
}

// --- DRAM and L2.

/// One float of each 64 bytes: a sector of 32 bytes at L1 and L2, and the 64 bytes that DRAM moves at least.
constexpr unsigned stride = 16;
__global__ void strided(const float* in, float* out)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    out[i] = in[i * stride];
}

constexpr std::size_t residentBytes = std::size_t{16} << 20;
constexpr unsigned residentRounds = 20;

/// Each thread reads its own places again and again: no two SMs ever ask for a line. L1 is passed by.
__global__ void readL2(const uint4* in, unsigned* out)
{
    constexpr std::size_t vectors = residentBytes / sizeof(uint4);
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < residentRounds; ++round)
        for (std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x; i < vectors; i += blocks * threads)
            sum += __ldcg(in + i).x;
    consume(sum, out);
}

__global__ void writeL2(uint4* out)
{
    constexpr std::size_t vectors = residentBytes / sizeof(uint4);
    for (unsigned round = 0; round < residentRounds; ++round)
        for (std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x; i < vectors; i += blocks * threads)
            out[i] = make_uint4(round, threadIdx.x, blockIdx.x, 0);
}

/// Reductions whose result nobody reads: a warp's are four sectors.
__global__ void reduceInL2(unsigned* out)
{
    for (unsigned round = 0; round < residentRounds; ++round)
        atomicAdd(out + std::size_t{blockIdx.x} * threads + threadIdx.x, round);
}

// --- Shared memory: loads, stores, matrices, atomics, cp.async.

__device__ uint4 loadShared(unsigned address)
{
    uint4 v;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "r"(address)
                 : "memory");
    return v;
}

__device__ void storeShared(unsigned address, uint4 v)
{
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                 : "memory");
}

/// 16 bytes a thread in, and 16 out that another warp put in: no two threads of a warp meet in a bank.
__global__ void copyShared(unsigned* out)
{
    __shared__ uint4 tile[threads];
    uint4 v = make_uint4(threadIdx.x, 1, 2, 3);
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        storeShared(sharedAddress(&tile[threadIdx.x]), v);
        __syncthreads();
        v = loadShared(sharedAddress(&tile[(threadIdx.x + 32 * round) % threads]));
        __syncthreads();
    }
    consume(v.x, out);
}

/// Four matrices of 8 x 8 halves a warp, 512 bytes, in and out.
__global__ void copyMatrices(unsigned* out)
{
#if __CUDA_ARCH__ >= 900
    __shared__ uint4 tile[threads];
    const unsigned address = sharedAddress(&tile[threadIdx.x]);
    unsigned v[4] = {threadIdx.x, 1, 2, 3};
    for (unsigned round = 0; round < rounds; ++round) {
        storeMatrices(&tile[threadIdx.x], v[0], v[1], v[2], v[3]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                     : "r"(address)
                     : "memory");
    }
    consume(v[0], out);
#endif
}

/// `ways` threads of a warp share an address, where they take turns; no two addresses of a warp share a bank.
template <unsigned ways> __global__ void addInShared(unsigned* out)
{
    __shared__ unsigned sums[threads];
    sums[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned round = 0; round < rounds; ++round) atomicAdd(&sums[threadIdx.x / ways * ways], round + threadIdx.x);
    __syncthreads();
    consume(sums[threadIdx.x], out);
}

/// cp.async: `bytes` a thread and round from global into shared memory; 16 pass L1 by.
template <unsigned bytes> __global__ void copyAsync(const unsigned char* in, unsigned* out)
{
#if __CUDA_ARCH__ >= 800
    __shared__ __align__(16) unsigned char tile[threads * bytes];
    const unsigned address = sharedAddress(tile + threadIdx.x * bytes);
    for (unsigned round = 0; round < rounds; ++round) {
        const auto* from = in + ((std::size_t{round} * blocks + blockIdx.x) * threads + threadIdx.x) * bytes;
        if (bytes == 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from) : "memory");
        else
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address), "l"(from), "n"(bytes) : "memory");
        asm volatile("cp.async.wait_all;" ::: "memory");
    }
    consume(tile[threadIdx.x], out);
#endif
}

// --- The copy engine (TMA).

constexpr unsigned bulkBytes = 8192;
constexpr unsigned bulkTurns = 8;
constexpr double allBulkBytes = double{blocks} * bulkTurns * bulkBytes;

[[maybe_unused]] __device__ std::size_t bulkPlace(unsigned turn)
{
    return (std::size_t{turn} * blocks + blockIdx.x) * bulkBytes;
}

__global__ void loadByEngine(const unsigned char* in, unsigned* out)
{
#if __CUDA_ARCH__ >= 900
    __shared__ __align__(128) unsigned char tile[bulkBytes];
    __shared__ std::uint64_t arrived;
    initBarrier(&arrived);
    for (unsigned turn = 0; turn < bulkTurns; ++turn) {
        expectBytes(&arrived, bulkBytes);
        loadBulk(tile, in + bulkPlace(turn), bulkBytes, &arrived);
        awaitPhase(&arrived, turn % 2);
    }
    consume(tile[0], out);
#endif
}

constexpr unsigned boxWidth = 32; ///< floats: the 128 bytes of a swizzled row
constexpr unsigned boxHeight = bulkBytes / 4 / boxWidth;
constexpr unsigned planeHeight = blocks * bulkTurns * boxHeight;

/// Boxes of a matrix, by its tensor map.
__global__ void loadTensor(const __grid_constant__ CUtensorMap map, unsigned* out)
{
#if __CUDA_ARCH__ >= 900
    __shared__ __align__(1024) unsigned char tile[bulkBytes];
    __shared__ std::uint64_t arrived;
    initBarrier(&arrived);
    for (unsigned turn = 0; turn < bulkTurns; ++turn) {
        expectBytes(&arrived, bulkBytes);
        loadTile(tile, map, &arrived, 0, (turn * blocks + blockIdx.x) * boxHeight);
        awaitPhase(&arrived, turn % 2);
    }
    consume(tile[0], out);
#endif
}

enum class Leaves { AsCopy, AsSum };

/// Out of shared memory, over what is there or added to it.
template <Leaves how> __global__ void storeByEngine(unsigned char* out)
{
#if __CUDA_ARCH__ >= 900
    __shared__ __align__(128) unsigned char tile[bulkBytes];
    for (unsigned turn = 0; turn < bulkTurns; ++turn) {
        auto* to = out + bulkPlace(turn);
        if (how == Leaves::AsCopy) {
            storeBulk(to, tile, bulkBytes);
        } else {
            asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(to),
                         "r"(sharedAddress(tile)), "r"(bulkBytes)
                         : "memory");
            commitStores();
        }
    }
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
}

// --- Clusters of two: what one block's shared memory gives to, or takes from, the other's SM.

// Not even the attribute is there before.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define IN_PAIRS __cluster_dims__(2)
#else
#define IN_PAIRS
#endif

constexpr unsigned apart = 120 * 1024; ///< bytes of shared memory: two blocks don't fit into one SM

#if __CUDA_ARCH__ >= 900
__device__ unsigned addressInPeer(unsigned address)
{
    unsigned peer;
    const unsigned other = blockInCluster() ^ 1;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(peer) : "r"(address), "r"(other));
    return peer;
}
#endif

/// Each block loads half, and the engine puts it into both.
__global__ void IN_PAIRS loadForBoth(const unsigned char* in, unsigned* out)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char tile[];
    __shared__ std::uint64_t arrived;
    initBarrier(&arrived);
    const unsigned half = blockInCluster() * bulkBytes / 2;
    for (unsigned turn = 0; turn < bulkTurns; ++turn) {
        expectBytes(&arrived, bulkBytes);
        syncCluster(); // both expect it
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], "
                     "%2, [%3], %4;" ::"r"(sharedAddress(tile + half)),
                     "l"(in + bulkPlace(turn) / 2), "r"(bulkBytes / 2), "r"(sharedAddress(&arrived)),
                     "h"(static_cast<unsigned short>(3))
                     : "memory");
        awaitPhase(&arrived, turn % 2);
    }
    syncCluster();
    consume(tile[0], out);
#endif
}

/// From shared memory into the other's, by the engine.
template <Leaves how> __global__ void IN_PAIRS copyToPeer(unsigned* out)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char tile[];
    __shared__ std::uint64_t arrived;
    initBarrier(&arrived);
    for (unsigned turn = 0; turn < bulkTurns; ++turn) {
        expectBytes(&arrived, bulkBytes);
        syncCluster();
        const unsigned to = addressInPeer(sharedAddress(tile + bulkBytes));
        const unsigned barrier = addressInPeer(sharedAddress(&arrived));
        if constexpr (how == Leaves::AsCopy)
            asm volatile(
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                    to),
                "r"(sharedAddress(tile)), "r"(bulkBytes), "r"(barrier)
                : "memory");
        else
            asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], "
                         "[%1], %2, [%3];" ::"r"(to),
                         "r"(sharedAddress(tile)), "r"(bulkBytes), "r"(barrier)
                         : "memory");
        awaitPhase(&arrived, turn % 2);
    }
    syncCluster();
    consume(tile[bulkBytes], out);
#endif
}

/// Where a thread finds its 4 bytes of a round: the compiler leaves out what it knows to be read or written twice.
[[maybe_unused]] __device__ unsigned placeInTile(unsigned round)
{
    return (round * threads + threadIdx.x) * sizeof(unsigned);
}

__global__ void IN_PAIRS readPeer(unsigned* out)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char tile[];
    syncCluster();
    const unsigned peer = addressInPeer(sharedAddress(tile));
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        unsigned v;
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(peer + placeInTile(round)) : "memory");
        sum += v;
    }
    syncCluster();
    consume(sum, out);
#endif
}

__global__ void IN_PAIRS writePeer(unsigned*)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char tile[];
    syncCluster();
    const unsigned peer = addressInPeer(sharedAddress(tile));
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round)
        asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(peer + placeInTile(round)), "r"(round) : "memory");
    syncCluster();
#endif
}

__global__ void IN_PAIRS addInPeer(unsigned*)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char tile[];
    syncCluster();
    const unsigned peer = addressInPeer(sharedAddress(tile + threadIdx.x * sizeof(unsigned)));
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round)
        asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(peer), "r"(round) : "memory");
    syncCluster();
#endif
}

enum class Async { Store, Add };

/// 4 bytes a thread that tell a barrier of the other block when they are there.
template <Async what> __global__ void IN_PAIRS sendToPeer(unsigned* out)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char tile[];
    __shared__ std::uint64_t arrived;
    if (threadIdx.x == 0) {
        initBarrier(&arrived);
        expectBytes(&arrived, rounds * threads * sizeof(unsigned));
    }
    __syncthreads();
    syncCluster();
    const unsigned peer = addressInPeer(sharedAddress(tile + threadIdx.x * sizeof(unsigned)));
    const unsigned barrier = addressInPeer(sharedAddress(&arrived));
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        if constexpr (what == Async::Store)
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(
                             peer + round * threads * 4),
                         "r"(round), "r"(barrier)
                         : "memory");
        else
            asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, "
                         "[%2];" ::"r"(peer),
                         "r"(round), "r"(barrier)
                         : "memory");
    }
    awaitPhase(&arrived, 0);
    syncCluster();
    consume(tile[0], out);
#endif
}

// --- wgmma: a warpgroup multiplies 64 x 16 by 16 x 64, again and again.

constexpr unsigned groupThreads = 128;
constexpr unsigned tileBytes = 64 * 128;     ///< 64 rows of 64 BF16 numbers
constexpr unsigned sliceBytes = 64 * 16 * 2; ///< what one instruction takes of a tile
constexpr double groupFlop = 2.0 * 64 * 64 * 16;

enum class A { InShared, InRegisters };

template <A where> __global__ void __launch_bounds__(groupThreads) multiplyGroups(unsigned* out)
{
#if RIDGEPOINT_HAS_WGMMA
    __shared__ __align__(1024) unsigned char a[tileBytes];
    __shared__ __align__(1024) unsigned char b[tileBytes];
    for (unsigned i = threadIdx.x; i < tileBytes / 16; i += groupThreads) {
        storeShared(sharedAddress(a) + 16 * i, make_uint4(i, i, i, i));
        storeShared(sharedAddress(b) + 16 * i, make_uint4(i, i, i, i));
    }
    publishToAsync();
    __syncthreads();
    float d[32] = {};
    const std::uint32_t inRegisters[4] = {threadIdx.x, 1, 2, 3};
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned slice = round % 4 * 32;
        beginWgmma();
        const auto ofB = further(tileDescriptor(b), slice);
        if constexpr (where == A::InShared)
            WgmmaBf16::multiply<64>(d, further(tileDescriptor(a), slice), ofB, true);
        else
            WgmmaBf16::multiply<64>(d, inRegisters, ofB, true);
        commitWgmma();
        awaitWgmma<0>();
    }
    float sum = 0;
    for (const float x : d) sum += x;
    consume(sum, out);
#endif
}

// --- Arithmetic: as many additions, multiplications and FMAs; intrinsics are never fused.

/// Conversions and constants are counted among them: so many that these are less than a per cent.
constexpr unsigned manyRounds = 512;

__global__ void halves(unsigned* out)
{
    __half2 v = __floats2half2_rn(threadIdx.x, 1);
    const __half2 by = __floats2half2_rn(0.5f, 0.25f);
    for (unsigned round = 0; round < manyRounds; ++round) v = __hfma2(__hmul2_rn(__hadd2_rn(v, by), by), by, by);
    consume(__low2float(v), out);
}

__global__ void floats(unsigned* out)
{
    auto v = static_cast<float>(threadIdx.x);
    for (unsigned round = 0; round < rounds; ++round) v = __fmaf_rn(__fmul_rn(__fadd_rn(v, 0.5f), 0.25f), 0.5f, 0.1f);
    consume(v, out);
}

__global__ void doubles(unsigned* out)
{
    double v = threadIdx.x;
    for (unsigned round = 0; round < rounds; ++round) v = __fma_rn(__dmul_rn(__dadd_rn(v, 0.5), 0.25), 0.5, 0.1);
    consume(v, out);
}

// --- Launches.

using Launch = std::function<void()>;

template <typename Kernel> void allowShared(Kernel* kernel, unsigned bytes)
{
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

/// A kernel that takes an input of so many random bytes (0: none) and an output of so many.
template <typename In, typename Out>
std::function<Launch(const Gpu&)> with(std::size_t inBytes, std::size_t outBytes, void (*kernel)(const In*, Out*),
                                       unsigned grid = blocks, unsigned block = threads, unsigned sharedBytes = 0)
{
    return [=](const Gpu&) -> Launch {
        allowShared(kernel, sharedBytes);
        const auto in = std::make_shared<DeviceBuffer<uint4>>(randomBits(std::max<std::size_t>(inBytes, 16), 1));
        const auto out = std::make_shared<DeviceBuffer<unsigned char>>(std::max<std::size_t>(outBytes, 16));
        return [=] {
            kernel<<<grid, block, sharedBytes>>>(reinterpret_cast<const In*>(in->data()),
                                                 reinterpret_cast<Out*>(out->data()));
            checkLaunch();
        };
    };
}

/// One without an input.
template <typename Out>
std::function<Launch(const Gpu&)> without(std::size_t outBytes, void (*kernel)(Out*), unsigned block = threads,
                                          unsigned sharedBytes = 0)
{
    return [=](const Gpu&) -> Launch {
        allowShared(kernel, sharedBytes);
        const auto out = std::make_shared<DeviceBuffer<unsigned char>>(std::max<std::size_t>(outBytes, 16));
        return [=] {
            kernel<<<blocks, block, sharedBytes>>>(reinterpret_cast<Out*>(out->data()));
            checkLaunch();
        };
    };
}

Launch prepareTensorLoad(const Gpu&)
{
    const auto plane = std::make_shared<DeviceBuffer<float>>(randomFloats(std::size_t{boxWidth} * planeHeight, 1));
    const auto out = std::make_shared<DeviceBuffer<unsigned>>(1);
    // Nothing is fetched ahead, which would be read as well.
    const auto map = tensorMap(
        plane->data(),
        {.sizes = {boxWidth, planeHeight}, .tile = {boxWidth, boxHeight}, .fetched = CU_TENSOR_MAP_L2_PROMOTION_NONE});
    return [=] {
        loadTensor<<<blocks, 1>>>(map, out->data());
        checkLaunch();
        static_cast<void>(plane);
    };
}

KnownAmount none(const char* resource, double allowed)
{
    return {resource, 0, allowed};
}

} // namespace

KnownAmount exactly(const std::string& resource, double amount)
{
    return {resource, amount, amount * 0.01};
}

std::vector<KnownKernel> knownKernels()
{
    constexpr core::ComputeCapability ampere{8, 0};
    constexpr core::ComputeCapability hopper{9, 0};
    constexpr unsigned manyBlocks = 1u << 16;
    constexpr double elements = double{manyBlocks} * threads;
    constexpr double resident = double{residentBytes} * residentRounds;
    constexpr double copied = 16 * allThreads * rounds;
    constexpr double filled = blocks * 2.0 * tileBytes;
    return {
        {"strided",
         with<float, float>(static_cast<std::size_t>(elements) * stride * 4, static_cast<std::size_t>(elements) * 4,
                            strided, manyBlocks),
         {exactly("dram_read", 64 * elements), exactly("l2_read", 32 * elements), exactly("l2_write", 4 * elements),
          exactly("l1", 36 * elements)}},
        {"l2_reads",
         with<uint4, unsigned>(residentBytes, 0, readL2),
         {exactly("l2_read", resident), none("dram_read", 0.01 * resident), none("l2_write", 0.01 * resident)}},
        {"l2_writes",
         without<uint4>(residentBytes, writeL2),
         {exactly("l2_write", resident), none("dram_read", 0.01 * resident), none("dram_write", 0.01 * resident)}},
        {"l2_reductions",
         without<unsigned>(static_cast<std::size_t>(allThreads) * 4, reduceInL2),
         {exactly("l2_atomic", 4 * allThreads * residentRounds)}},

        {"shared_copy", without<unsigned>(0, copyShared), {exactly("shared", 2 * copied)}},
        {"shared_matrices", without<unsigned>(0, copyMatrices), {exactly("shared", 2 * copied)}, hopper},
        {"shared_atomics",
         without<unsigned>(0, addInShared<1>),
         {exactly("shared", (rounds + 2) * allWarps * wavefront)}},
        {"shared_atomics_8_turns",
         without<unsigned>(0, addInShared<8>),
         {exactly("shared", (8 * rounds + 2) * allWarps * wavefront)}},
        {"cp_async_16",
         with<unsigned char, unsigned>(static_cast<std::size_t>(copied), 0, copyAsync<16>),
         {exactly("shared", copied + allWarps * wavefront), exactly("l2_read", copied), exactly("dram_read", copied)},
         ampere},
        {"cp_async_4",
         with<unsigned char, unsigned>(static_cast<std::size_t>(copied) / 4, 0, copyAsync<4>),
         {exactly("shared", copied / 4 + allWarps * wavefront), exactly("l2_read", copied / 4)},
         ampere},

        {"tma_load",
         with<unsigned char, unsigned>(static_cast<std::size_t>(allBulkBytes), 0, loadByEngine, blocks, 1),
         {exactly("shared", allBulkBytes), exactly("l2_read", allBulkBytes)},
         hopper},
        {"tma_tensor_load",
         prepareTensorLoad,
         {exactly("shared", allBulkBytes), exactly("l2_read", allBulkBytes)},
         hopper},
        {"tma_store",
         without<unsigned char>(static_cast<std::size_t>(allBulkBytes), storeByEngine<Leaves::AsCopy>, 1),
         {exactly("shared", allBulkBytes), exactly("l2_write", allBulkBytes)},
         hopper},
        {"tma_reduction",
         without<unsigned char>(static_cast<std::size_t>(allBulkBytes), storeByEngine<Leaves::AsSum>, 1),
         {exactly("shared", allBulkBytes), exactly("l2_atomic", allBulkBytes)},
         hopper},
        {"tma_multicast",
         with<unsigned char, unsigned>(static_cast<std::size_t>(allBulkBytes), 0, loadForBoth, blocks, 1, apart),
         {exactly("shared", allBulkBytes), exactly("l2_read", allBulkBytes / 2)},
         hopper},
        {"tma_to_peer",
         without<unsigned>(0, copyToPeer<Leaves::AsCopy>, 1, apart),
         {exactly("shared", 2 * allBulkBytes)},
         hopper},
        {"peer_reads", without<unsigned>(0, readPeer, threads, apart), {exactly("shared", copied / 4)}, hopper},
        {"peer_writes", without<unsigned>(0, writePeer, threads, apart), {exactly("shared", copied / 4)}, hopper},
        {"peer_reductions", without<unsigned>(0, addInPeer, threads, apart), {exactly("shared", copied / 4)}, hopper},
        {"peer_async_writes",
         without<unsigned>(0, sendToPeer<Async::Store>, threads, apart),
         {exactly("shared", copied / 4 + allWarps * wavefront)},
         hopper},
        {"peer_async_reductions",
         without<unsigned>(0, sendToPeer<Async::Add>, threads, apart),
         {exactly("shared", copied / 4 + allWarps * wavefront)},
         hopper},
        {"tma_reduction_in_peer",
         without<unsigned>(0, copyToPeer<Leaves::AsSum>, 1, apart),
         {exactly("shared", 2 * allBulkBytes)},
         hopper},

        {"wgmma_from_shared",
         without<unsigned>(0, multiplyGroups<A::InShared>, groupThreads),
         {exactly("tensor_bf16_fp32_wgmma", blocks * rounds * groupFlop),
          exactly("shared", blocks * rounds * 2.0 * sliceBytes + filled)},
         hopper,
         hopper},
        {"wgmma_from_registers",
         without<unsigned>(0, multiplyGroups<A::InRegisters>, groupThreads),
         {exactly("tensor_bf16_fp32_wgmma", blocks * rounds * groupFlop),
          exactly("shared", double{blocks} * rounds * sliceBytes + filled)},
         hopper,
         hopper},

        {"halves",
         without<unsigned>(0, halves),
         {exactly("fp16", 8 * manyRounds * allThreads), none("fp32", 0), none("fp64", 0)}},
        {"floats", without<unsigned>(0, floats), {exactly("fp32", 4 * rounds * allThreads), none("fp64", 0)}},
        {"doubles", without<unsigned>(0, doubles), {exactly("fp64", 4 * rounds * allThreads), none("fp32", 0)}},
    };
}

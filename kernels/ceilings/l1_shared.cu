// SPDX-License-Identifier: Apache-2.0
// The data pipe of an SM: reads that hit L1, shared-memory reads (plain and by ldmatrix) and writes.
// 128 bytes a clock and SM on CC 7.0 to 12.x (CUDA C++ Programming Guide: 32 banks of 4 bytes).
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/mismatches.cuh"
#include "kernels/harness/random_data.h"

#include <memory>
#include <span>

namespace {

using namespace harness;

constexpr unsigned threads = 1024;
constexpr unsigned accesses = 32; ///< of one thread in an iteration, unrolled: their offsets are immediates
/// Of 16-byte vectors: 32 a warp of the block, and as many again: 32 KiB, which fits L1 and static shared memory of
/// every chip. Access a of warp w reads row w + a, in the next iteration a row further: no address is asked for twice
/// in a row, which the compiler would answer from registers.
constexpr unsigned rows = 64;
constexpr unsigned vectors = rows * 32;

__host__ __device__ constexpr unsigned firstRow(unsigned warp, std::uint32_t iteration)
{
    return (warp + iteration) % 32;
}

/// A warp reads 512 bytes in a row: 4 wavefronts of 128 without a conflict. load(offset in bytes).
template <typename Load> __device__ std::uint32_t readAll(std::uint32_t iterations, const Load& load)
{
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < iterations; ++i) {
        const unsigned first = (firstRow(threadIdx.x / 32, i) * 32 + threadIdx.x % 32) * sizeof(uint4);
#pragma unroll
        for (unsigned a = 0; a < accesses; ++a) {
            const uint4 v = load(first, a * 32 * static_cast<unsigned>(sizeof(uint4)));
            sum = (sum ^ v.x ^ v.y ^ v.z ^ v.w) + a;
        }
    }
    return sum;
}

__global__ void __launch_bounds__(threads, 1)
    readL1(const uint4* data, std::uint32_t iterations, std::uint32_t* sums, ClockReading* clocks)
{
    std::uint32_t sum;
    {
        const ClockScope scope(clocks);
        sum = readAll(iterations, [data](unsigned first, unsigned offset) {
            uint4 v;
            asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                         : "l"(reinterpret_cast<const char*>(data) + first + offset));
            return v;
        });
    }
    sums[blockIdx.x * threads + threadIdx.x] = sum;
}

struct PlainLoad {
    std::uint32_t base;
    __device__ uint4 operator()(unsigned first, unsigned offset) const
    {
        uint4 v;
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "r"(base + first + offset));
        return v;
    }
};

/// Four 8x8 matrices of 16-bit elements: 512 bytes a warp, a row of 16 bytes from each lane's address.
struct MatrixLoad {
    std::uint32_t base;
    __device__ uint4 operator()(unsigned first, unsigned offset) const
    {
        uint4 v;
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "r"(base + first + offset));
        return v;
    }
};

template <typename Load>
__global__ void __launch_bounds__(threads, 1)
    readShared(const uint4* data, std::uint32_t iterations, std::uint32_t* sums, ClockReading* clocks)
{
    __shared__ uint4 tile[vectors];
    for (unsigned i = threadIdx.x; i < vectors; i += threads) tile[i] = data[i];
    __syncthreads();
    std::uint32_t sum;
    {
        const ClockScope scope(clocks);
        sum = readAll(iterations, Load{static_cast<std::uint32_t>(__cvta_generic_to_shared(tile))});
    }
    sums[blockIdx.x * threads + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(threads, 1) writeShared(std::uint32_t iterations, uint4* result, ClockReading* clocks)
{
    __shared__ uint4 tile[vectors];
    {
        const ClockScope scope(clocks);
        const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(tile + threadIdx.x));
        for (std::uint32_t i = 0; i < iterations; ++i) {
            const auto v = pattern(threadIdx.x, i); // one value an iteration: the pipe is what is measured
#pragma unroll
            for (unsigned a = 0; a < accesses; ++a)
                asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address + a % 2 * threads * 16), "r"(v.x),
                             "r"(v.y), "r"(v.z), "r"(v.w)
                             : "memory");
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < vectors; i += threads) result[blockIdx.x * vectors + i] = tile[i];
}

double bytesPerIteration(const Gpu& gpu)
{
    return static_cast<double>(gpu.smCount()) * threads * accesses * sizeof(uint4);
}

using ReadKernel = void (*)(const uint4*, std::uint32_t, std::uint32_t*, ClockReading*);

/// What a lane gets of the 32 vectors that its warp points to: its own, but for ldmatrix, which hands parts of rows
/// around.
using Handout = uint4 (*)(std::span<const uint4> row, unsigned lane);

uint4 ownVector(std::span<const uint4> row, unsigned lane)
{
    return row[lane];
}

/// PTX ISA, "ldmatrix": register r of lane l is word l%4 of row l/4 of matrix r, to which lane 8*r + l/4 pointed.
uint4 matrixWords(std::span<const uint4> row, unsigned lane)
{
    const auto word = [&](unsigned r) {
        const auto& v = row[8 * r + lane / 4];
        const std::uint32_t words[] = {v.x, v.y, v.z, v.w};
        return words[lane % 4];
    };
    return {word(0), word(1), word(2), word(3)};
}

std::uint32_t expectedSum(const std::vector<uint4>& tile, unsigned thread, std::uint32_t iterations, Handout handout)
{
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < iterations; ++i)
        for (unsigned a = 0; a < accesses; ++a) {
            const auto row = std::span(tile).subspan((firstRow(thread / 32, i) + a) * 32, 32);
            const auto v = handout(row, thread % 32);
            sum = (sum ^ v.x ^ v.y ^ v.z ^ v.w) + a;
        }
    return sum;
}

Prepared prepareRead(const Gpu& gpu, ReadKernel kernel, Handout handout, const std::string& instruction)
{
    const auto data = std::make_shared<DeviceBuffer<uint4>>(randomBits(vectors * sizeof(uint4), 6));
    const auto sums = std::make_shared<DeviceBuffer<std::uint32_t>>(std::size_t{gpu.smCount()} * threads);
    const auto launch = [=](const Launch& l) {
        kernel<<<gpu.smCount(), threads, 0, l.stream>>>(data->data(), l.iterations, sums->data(), l.clocks);
        checkLaunch();
    };
    const auto verify = [=] {
        constexpr std::uint32_t iterations = 3;
        sums->poison();
        launch({.iterations = iterations});
        const auto got = sums->toHost();
        const auto tile = data->toHost();
        std::vector<std::uint32_t> expected;
        for (unsigned thread = 0; thread < threads; ++thread)
            expected.push_back(expectedSum(tile, thread, iterations, handout));
        for (std::size_t i = 0; i < got.size(); ++i)
            requireSame("sum of thread " + std::to_string(i), got[i], expected[i % threads]);
    };
    return {bytesPerIteration(gpu), launch, verify, instruction + ", 1024 threads an SM, 32 KiB"};
}

Prepared prepareL1(const Gpu& gpu)
{
    check(cudaFuncSetAttribute(readL1, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1));
    return prepareRead(gpu, readL1, ownVector, "LDG.128");
}

Prepared prepareSharedWrite(const Gpu& gpu)
{
    const auto result = std::make_shared<DeviceBuffer<uint4>>(std::size_t{gpu.smCount()} * vectors);
    const auto launch = [=](const Launch& l) {
        writeShared<<<gpu.smCount(), threads, 0, l.stream>>>(l.iterations, result->data(), l.clocks);
        checkLaunch();
    };
    const auto verify = [=] {
        result->poison();
        launch({.iterations = 3});
        const auto* tiles = result->data();
        requireNoMismatch("vectors written", result->size(),
                          [tiles] __device__(std::size_t i) { return same(tiles[i], pattern(i % threads, 2)); });
    };
    return {bytesPerIteration(gpu), launch, verify, "STS.128, 1024 threads an SM, 32 KiB"};
}

const core::Resource shared{.kind = core::ResourceKind::Shared};
const Registration registration({
    {.name = "l1_read",
     .resource = core::Resource{.kind = core::ResourceKind::L1},
     .access_mix = "read",
     .prepare = prepareL1},
    {.name = "shared_read",
     .resource = shared,
     .access_mix = "read",
     .prepare = [](const Gpu& gpu) { return prepareRead(gpu, readShared<PlainLoad>, ownVector, "LDS.128"); }},
    {.name = "shared_ldmatrix",
     .resource = shared,
     .access_mix = "ldmatrix",
     .prepare = [](const Gpu& gpu) { return prepareRead(gpu, readShared<MatrixLoad>, matrixWords, "LDSM.x4"); }},
    {.name = "shared_write", .resource = shared, .access_mix = "write", .prepare = prepareSharedWrite},
});

} // namespace

// SPDX-License-Identifier: Apache-2.0
// Counts a set of 21 launches one after the other, and ends: what a whole process of it costs is measured
// from outside. count_launches base|full [TIMES]: the set so often; exit code 77 without counters. The launches are of
// all kinds and lengths, from an empty kernel of 2 us to a chain of 0.3 ms.
#include "core/own_counters.h"
#include "kernels/harness/benchmark.h"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/set_profiler.h"
#include "kernels/library/hopper.cuh"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace harness;

constexpr unsigned threads = 256;
constexpr unsigned side = 4096;
constexpr std::size_t count = std::size_t{side} * side * 4; ///< floats of an array: 256 MiB

__global__ void nothing() {}

__global__ void copyVectors(const float4* in, float4* out)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    out[i] = in[i];
}

__global__ void everyNth(const float* in, float* out, unsigned n)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    out[i] = in[i * n];
}

template <unsigned rowFloats> __global__ void turnTile(const float* in, float* out)
{
    __shared__ float tile[32 * rowFloats];
    const auto at = [](unsigned row, unsigned column) { return std::size_t{row} * side + column; };
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        tile[y * rowFloats + threadIdx.x] = in[at(blockIdx.y * 32 + y, blockIdx.x * 32 + threadIdx.x)];
    __syncthreads();
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        out[at(blockIdx.x * 32 + y, blockIdx.y * 32 + threadIdx.x)] = tile[threadIdx.x * rowFloats + y];
}

template <typename T, unsigned chains> __global__ void fmaChains(T* out, T factor, unsigned steps)
{
    T sums[chains];
    for (unsigned c = 0; c < chains; ++c) sums[c] = static_cast<T>(threadIdx.x + c);
    for (unsigned s = 0; s < steps; ++s)
        for (unsigned c = 0; c < chains; ++c) sums[c] = sums[c] * factor + factor;
    T sum = 0;
    for (unsigned c = 0; c < chains; ++c) sum += sums[c];
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

__global__ void oddAndEven(float* out, unsigned steps)
{
    auto v = static_cast<float>(threadIdx.x);
    for (unsigned s = 0; s < steps; ++s) {
        if (threadIdx.x % 2 == 0)
            v = sinf(v) + sqrtf(v);
        else
            v = fmaf(v, 1.01f, 0.5f);
    }
    out[blockIdx.x * threads + threadIdx.x] = v;
}

/// An array that the compiler can't keep in registers.
__global__ void localArray(const int* places, float* out, unsigned steps)
{
    float own[128];
    for (int i = 0; i < 128; ++i) own[i] = static_cast<float>(i);
    for (unsigned s = 0; s < steps; ++s) own[places[s] & 127] += own[places[s + 1] & 127];
    float sum = 0;
    for (const float v : own) sum += v;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void addToEight(int* sums)
{
    atomicAdd(sums + threadIdx.x % 8, 1);
}

constexpr int muchShared = 200 * 1024;

__global__ void oneBlockAnSm(float* out)
{
    extern __shared__ float own[];
    own[threadIdx.x] = static_cast<float>(threadIdx.x);
    __syncthreads();
    out[blockIdx.x * threads + threadIdx.x] = own[threadIdx.x * 7 % threads];
}

// Where there are no clusters its blocks are alone.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2) inPairs(float* out)
{
#if __CUDA_ARCH__ >= 900
    library::syncCluster();
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<float>(library::blockInCluster());
#endif
}
#else
__global__ void inPairs(float*) {}
#endif

using Launches = std::vector<std::function<void()>>;

/// a, b: `count` floats; places: 1 MiB.
Launches launchSet(float* a, float* b, int* places)
{
    constexpr unsigned fullGrid = 132 * 8; // blocks of 256 threads that an H200 holds at once
    Launches all;
    const auto add = [&all](auto launch) {
        all.emplace_back([=] {
            launch();
            checkLaunch();
        });
    };
    add([=] {
        copyVectors<<<count / 4 / threads, threads>>>(reinterpret_cast<const float4*>(a), reinterpret_cast<float4*>(b));
    });
    add([=] { nothing<<<1, 32>>>(); });
    for (unsigned n = 1; n <= 32; n *= 2)
        add([=] { everyNth<<<static_cast<unsigned>(count / n / threads), threads>>>(a, b, n); });
    const dim3 tiles(side / 32, side / 32);
    add([=] { turnTile<32><<<tiles, dim3(32, 8)>>>(a, b); });
    add([=] { turnTile<33><<<tiles, dim3(32, 8)>>>(a, b); });
    add([=] { fmaChains<float, 1><<<fullGrid, threads>>>(b, 1.0001f, 4096); });
    add([=] { fmaChains<float, 8><<<fullGrid, threads>>>(b, 1.0001f, 4096); });
    add([=] { fmaChains<double, 4><<<fullGrid, threads>>>(reinterpret_cast<double*>(b), 1.0001, 1024); });
    add([=] { oddAndEven<<<fullGrid, threads>>>(b, 256); });
    for (const unsigned grid : {fullGrid, fullGrid + 1, 8U}) // whole waves, one block over them, hardly any
        add([=] { fmaChains<float, 1><<<grid, threads>>>(b, 1.0001f, 8192); });
    add([=] { localArray<<<132 * 4, 128>>>(places, b, 512); });
    add([=] { addToEight<<<1024, threads>>>(places); });
    check(cudaFuncSetAttribute(oneBlockAnSm, cudaFuncAttributeMaxDynamicSharedMemorySize, muchShared));
    add([=] { oneBlockAnSm<<<1320, threads, muchShared>>>(b); });
    add([=] { inPairs<<<264, 128>>>(b); });
    return all;
}

/// Says on stderr how long each part took.
class Parts {
public:
    void end(const char* part)
    {
        const auto now = std::chrono::steady_clock::now();
        std::fprintf(stderr, "%-10s %7.1f ms\n", part, std::chrono::duration<double>(now - m_last).count() * 1e3);
        m_last = now;
    }

private:
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

int countLaunches(core::CounterLevel level, unsigned times)
{
    Parts parts;
    const DeviceBuffer<float> a(count);
    const DeviceBuffer<float> b(count);
    const DeviceBuffer<int> places(1u << 18);
    check(cudaMemset(a.data(), 0x3c, a.bytes()));
    check(cudaMemset(places.data(), 7, places.bytes()));
    const auto set = launchSet(a.data(), b.data(), places.data());
    Launches all;
    for (unsigned t = 0; t < times; ++t) all.insert(all.end(), set.begin(), set.end());
    for (const auto& launch : all) launch();
    check(cudaDeviceSynchronize());
    parts.end("launches");
    const auto chip = chipName(0);
    parts.end("chip");
    const ChipCounters counters(chip, core::ownCounterNames(level, ChipCounters::allNames(chip)));
    parts.end("counters");
    std::vector<CountedRange> counted;
    {
        SetProfiler profiler(counters, all.size(), Before::TheRest);
        parts.end("profiler");
        counted = *profiler.count(all, [] { return false; });
        parts.end("count");
    }
    parts.end("closing");
    std::size_t known = 0;
    for (const auto& range : counted)
        for (const auto& value : range) known += value ? 1 : 0;
    std::printf("%zu launches, %zu passes, %zu of %zu values\n", counted.size(), counters.passes(), known,
                counted.size() * counters.names().size());
    return counted.size() == all.size() && known > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const bool full = argc > 1 && std::string_view(argv[1]) == "full";
        const auto times = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
        return countLaunches(full ? core::CounterLevel::Full : core::CounterLevel::Base, times);
    } catch (const Unavailable& reason) {
        std::fprintf(stderr, "%s\n", reason.what());
        return 77;
    } catch (const core::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}

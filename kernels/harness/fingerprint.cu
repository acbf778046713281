// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/fingerprint.h"

namespace harness {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned blocks = 2048;

/// All bits of the result depend on all of x (the finish of splitmix64, Steele, Lea, Flood 2014).
__device__ std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/// Two sums over what each piece and its place make: their order makes no difference, places do.
__global__ void __launch_bounds__(threads)
    addUp(const unsigned short* pieces, std::size_t count, unsigned long long* sums)
{
    const std::size_t stride = std::size_t{blocks} * threads;
    const std::size_t thread = std::size_t{blockIdx.x} * threads + threadIdx.x;
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    const auto add = [&](std::size_t place, std::uint64_t piece) {
        const std::uint64_t both = mixed(place * 0x9E3779B97F4A7C15u ^ piece);
        first += both;
        second += mixed(both + piece);
    };
    const auto* words = reinterpret_cast<const std::uint64_t*>(pieces);
    for (std::size_t i = thread; i < count / 4; i += stride) add(i, words[i]);
    if (thread < count % 4) add(count / 4 + thread, pieces[count / 4 * 4 + thread]);
    atomicAdd(sums, static_cast<unsigned long long>(first));
    atomicAdd(sums + 1, static_cast<unsigned long long>(second));
}

} // namespace

Fingerprint fingerprintOf(const void* data, std::size_t bytes)
{
    const DeviceBuffer<unsigned long long> sums(2);
    check(cudaMemset(sums.data(), 0, sums.bytes()));
    addUp<<<blocks, threads>>>(static_cast<const unsigned short*>(data), bytes / 2, sums.data());
    checkLaunch();
    const auto host = sums.toHost();
    return {host[0], host[1]};
}

} // namespace harness

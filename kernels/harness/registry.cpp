// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/benchmark.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace harness {
namespace {

/// Lives inside a function: other files' globals register before this file's would be built.
std::vector<Benchmark>& registered()
{
    static std::vector<Benchmark> benchmarks;
    return benchmarks;
}

} // namespace

bool Benchmark::isFor(const core::ComputeCapability& here) const
{
    return here >= from && here <= to && std::ranges::find(not_on, here) == not_on.end();
}

Registration::Registration(std::vector<Benchmark> benchmarks)
{
    std::ranges::move(benchmarks, std::back_inserter(registered()));
}

std::vector<Benchmark> allBenchmarks()
{
    auto benchmarks = registered();
    std::ranges::sort(benchmarks, [](const Benchmark& a, const Benchmark& b) {
        const bool aIsNoRoof = !a.resource; // roofs first: they are what a window waits for
        const bool bIsNoRoof = !b.resource;
        return std::tie(aIsNoRoof, a.resource, a.name) < std::tie(bIsNoRoof, b.resource, b.name);
    });
    return benchmarks;
}

} // namespace harness

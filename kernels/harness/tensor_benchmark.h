// SPDX-License-Identifier: Apache-2.0
// What the benchmarks of tensor pipes share, whatever instruction feeds them: their names and their judgement.
#pragma once

#include "core/error.h"
#include "kernels/harness/benchmark.h"

#include <cmath>
#include <string>
#include <utility>

namespace harness {

/// Named as its resource is.
inline Benchmark tensorBenchmark(core::TensorPipe pipe, core::ComputeCapability from, core::ComputeCapability to,
                                 std::function<Prepared(const Gpu&)> prepare)
{
    const core::Resource resource{.kind = core::ResourceKind::Tensor, .tensor = std::move(pipe)};
    return {
        .name = core::toString(resource), .resource = resource, .from = from, .to = to, .prepare = std::move(prepare)};
}

/// One element of a product and what the host's arithmetic gives for it.
struct ProductElement {
    unsigned row = 0;
    unsigned column = 0;
    double got = 0;
    double expected = 0;
};

/// Throws Error if the two are further apart than `allowed`, or if there is no number.
inline void requireNear(const ProductElement& element, double allowed)
{
    if (std::abs(element.got - element.expected) <= allowed) return;
    throw core::Error("element " + std::to_string(element.row) + ", " + std::to_string(element.column) + " is " +
                      std::to_string(element.got) + " in place of " + std::to_string(element.expected));
}

} // namespace harness

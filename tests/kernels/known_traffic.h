// SPDX-License-Identifier: Apache-2.0
// Kernels whose traffic and arithmetic are known by construction: what counters must say of them.
#pragma once

#include "kernels/harness/benchmark.h"

#include <functional>
#include <string>
#include <vector>

struct KnownAmount {
    std::string resource; ///< "shared", as core::toString calls it
    double amount = 0;    ///< bytes or operations
    double allowed = 0;   ///< how far from it what is counted may lie, in the same unit
};

struct KnownKernel {
    std::string name;
    std::function<std::function<void()>(const harness::Gpu&)> prepare; ///< the launch, which holds its buffers
    std::vector<KnownAmount> amounts;
    core::ComputeCapability from = {7, 5};
    core::ComputeCapability to = {99, 9};
};

std::vector<KnownKernel> knownKernels();

/// Within one per cent.
KnownAmount exactly(const std::string& resource, double amount);

// SPDX-License-Identifier: Apache-2.0
// A kernel that leaves all its results in a buffer: how it is launched, and how the buffer proves its work.
#pragma once

#include "kernels/harness/benchmark.h"
#include "kernels/harness/device_buffer.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace harness {

template <typename Result> struct VerifiedKernel {
    std::size_t result_count = 0;
    std::function<void(const Launch&, Result* results)> launch;
    std::function<void(const std::vector<Result>&)> require; ///< throws Error if one isn't what the kernel must leave
    std::uint32_t verified_iterations = 1;                   ///< after which they must be that
};

/// Allocates the results; before they are compared, they are poisoned.
template <typename Result>
Prepared prepareVerified(double work_per_iteration, std::string method, VerifiedKernel<Result> kernel)
{
    const auto results = std::make_shared<DeviceBuffer<Result>>(kernel.result_count);
    const auto launch = [=, launchInto = std::move(kernel.launch)](const Launch& l) {
        launchInto(l, results->data());
        checkLaunch();
    };
    const auto verify = [=, require = std::move(kernel.require), iterations = kernel.verified_iterations] {
        results->poison();
        launch({.iterations = iterations});
        require(results->toHost());
    };
    return {work_per_iteration, launch, verify, std::move(method)};
}

} // namespace harness

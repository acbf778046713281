// SPDX-License-Identifier: Apache-2.0
// Counters of a set of ranges: for each pass the whole set runs once. That takes a third of the time of replaying each
// launch, and nothing of the device's memory is saved and restored: what runs must be able to run again.
#pragma once

#include "kernels/harness/chip_counters.h"
#include "kernels/harness/measure.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace harness {

/// What runs before a range, uncounted, and leaves its lines in L2.
enum class Before {
    Itself,  ///< caches, and the lines that wait to be written, are then as when it runs again and again
    TheRest, ///< what comes before it in the set
};

/// Values of one range, in the order of the counters' names.
using CountedRange = std::vector<std::optional<double>>;

/// Enabled from construction to destruction on the current context; only one may live at a time, and no other process
/// may profile the GPU meanwhile.
class SetProfiler {
public:
    /// counters: outlive it. Throws Unavailable, with the remedy, where they can't be had.
    SetProfiler(const ChipCounters& counters, std::size_t rangeCount, Before before);
    ~SetProfiler();

    /// Counts the work of each of `rangeCount` functions, all its launches together.
    /// Throws CudaError, or Unavailable; std::nullopt if cancelled.
    std::optional<std::vector<CountedRange>> count(std::span<const std::function<void()>> ranges,
                                                   const Cancelled& cancelled);

private:
    class Session;
    std::unique_ptr<Session> m_session;
};

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
// What counters say of a memory benchmark: that its bytes went where it claims, and the clock of L2, which nothing else
// tells.
#pragma once

#include "core/resource.h"
#include "kernels/harness/benchmark.h"
#include "kernels/harness/set_profiler.h"

#include <memory>
#include <optional>

namespace capture {

struct MemoryCounters {
    std::optional<double> dram_bytes;       ///< read and written by one iteration
    std::optional<double> l2_read_bytes;    ///< by one iteration, from the slices
    std::optional<double> l2_written_bytes; ///< likewise, to them
    std::optional<double> l2_clock_hz;
    std::optional<double> l2_bytes_per_clock; ///< at most, of reads, all slices
};

/// Keeps the counters open while memory benchmarks follow each other: opening takes a quarter of a second.
class MemoryProof {
public:
    explicit MemoryProof(int deviceOrdinal) : m_deviceOrdinal(deviceOrdinal) {}

    /// Runs the benchmark once more, with counters. Throws Unavailable where they can't be had; the reason stays the
    /// same for later calls.
    MemoryCounters count(const harness::Prepared& prepared);
    /// Lets go of the counters, so that what is timed next runs without.
    void close() { m_profiler.reset(); }

private:
    void open();

    int m_deviceOrdinal;
    std::unique_ptr<harness::ChipCounters> m_counters; ///< outlives the profiler
    std::unique_ptr<harness::SetProfiler> m_profiler;
    std::string m_obstacle;
};

/// Share of the claimed bytes that the level moved, at most 1; none where it wasn't counted. Throws Error if it is
/// under 90 %: a cache before the level served so much that nothing can be said of it.
std::optional<double> countedShare(const core::Resource& level, double claimed, const MemoryCounters& counted);

} // namespace capture

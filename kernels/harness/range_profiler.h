// SPDX-License-Identifier: Apache-2.0
// Hardware counters of our own launches, by CUPTI's range profiler. CUPTI is loaded at run time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace harness {

/// Counts one fixed list of counters. Enabled from construction to destruction on the current context; only one may
/// live at a time, and no other process may profile the GPU meanwhile.
class RangeProfiler {
public:
    /// names: with their rollup ("dram__bytes_read.sum"). Throws Unavailable, with the remedy, where counters can't be
    /// had: no library, no permission, another profiler at work, none of the names on this chip.
    RangeProfiler(int deviceOrdinal, std::vector<std::string> names);
    ~RangeProfiler();
    RangeProfiler(const RangeProfiler&) = delete;
    RangeProfiler& operator=(const RangeProfiler&) = delete;

    /// Counters of one kernel launch, in the order of the names; absent where the chip doesn't have it or gave no
    /// number. run: launches the same kernel each time it is called, once for each pass. Throws Unavailable.
    std::vector<std::optional<double>> count(const std::function<void()>& run);

private:
    class Session;
    std::unique_ptr<Session> m_session;
};

} // namespace harness

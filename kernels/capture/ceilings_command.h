// SPDX-License-Identifier: Apache-2.0
// Measures roofs and figures, one after the other, and prints each as an event.
#pragma once

#include "kernels/capture/item_log.h"
#include "kernels/harness/measure.h"

#include <string>
#include <vector>

namespace capture {

struct CeilingsRequest {
    std::string device;            ///< "", ordinal or UUID
    std::vector<std::string> only; ///< names or beginnings of names; empty: all
    harness::Effort effort;
    std::string continue_after; ///< an item of an earlier process whose context was lost; empty: from the start
    std::string out;            ///< file; empty: stdout
};

/// Throws Error before anything is measured (no GPU, unknown name) and where the events can't be written.
RunResult runCeilings(const CeilingsRequest& request, EventStream& events, const harness::Cancelled& cancelled);

/// The benchmarks whose names are one of `only`, or begin with one that is no whole name. Throws Error, which names
/// those that there are, if one of them fits none.
std::vector<harness::Benchmark> chosenBenchmarks(const std::vector<std::string>& only);

} // namespace capture

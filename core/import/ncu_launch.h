// SPDX-License-Identifier: Apache-2.0
// Shape and time of a launch, from its fields and from the counters that describe it.
#pragma once

#include "core/kernel_measurement.h"

#include <optional>
#include <string_view>

namespace core::ncu {

/// Whether launchOf, durationOf or deviceIndexOf read this counter.
bool describesLaunch(std::string_view counterName);

/// The launch of a kernel; none if its shape is unknown (a failed collection writes zeros) or none of a GPU.
/// grid: as the file holds it, in threads up to ncu 2020.2 and in blocks from 2020.3 on.
std::optional<Launch> launchOf(const Dim3& grid, const Dim3& block, const CounterSet& counters);

/// Time on the GPU in seconds, > 0; none if it wasn't collected or the collection failed (NaN).
std::optional<double> durationOf(const CounterSet& counters);

std::optional<std::uint64_t> deviceIndexOf(const CounterSet& counters);

} // namespace core::ncu

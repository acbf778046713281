// SPDX-License-Identifier: Apache-2.0
// Computed ceilings: what a report's own peaks, or a device's attributes, say at given clocks.
#pragma once

#include "core/expression.h"
#include "core/session.h"

#include <optional>
#include <span>
#include <vector>

namespace core {

/// The three clock domains of a GPU: pipes, L1 and shared memory follow the SM clock, L2 and DRAM their own. The links
/// to the host and to other GPUs follow none of these.
struct Clocks {
    std::optional<double> sm_hz;
    std::optional<double> l2_hz;
    std::optional<double> dram_hz;
};

/// Clocks of one launch. The SM clock is capped at the device's maximum: cycles and time of a report come from
/// different passes, which gives up to 12 % too much for short launches. The clock of a launch that was timed without
/// a profiler goes before what its counters say.
Clocks launchClocks(const KernelMeasurement& kernel, const Device* device);

/// Whether a launch is so short (under 20 us) that its clocks may be 12 % off: cycles and time come from different
/// passes.
bool clockIsUnreliable(const KernelMeasurement& kernel);

/// The SM clock as counted, before it is capped.
std::optional<double> countedSmClock(const KernelMeasurement& kernel);

/// Ceilings that a kernel's counters give at these clocks, in the vocabulary's order. A peak of 0 or NaN (a failed
/// collection) gives none.
std::vector<Ceiling> reportCeilings(const KernelMeasurement& kernel, const Device* device, const Clocks& clocks);

/// The expressions that computed ceilings read, for the importer.
std::span<const Expression> roofExpressions();

/// The clock of its own domain that a ceiling holds for; none for links.
std::optional<double> ownClock(const Ceiling& ceiling);
/// A ceiling at another clock of its own domain; unchanged where a clock is unknown.
Ceiling atClocks(Ceiling ceiling, const Clocks& clocks);

} // namespace core

// SPDX-License-Identifier: Apache-2.0
// A measurement as an event of a session, and as a line of the log.
#pragma once

#include "core/event.h"
#include "kernels/harness/measure.h"

#include <string>
#include <vector>

namespace capture {

/// A Ceiling if the benchmark has a resource, else a Figure.
core::Event resultEvent(const harness::Benchmark& benchmark, const harness::Prepared& prepared,
                        const harness::Measurement& measured, const core::Device& device);

/// A curve with the points measured so far: x of its sweep, and median rates.
core::Curve curveOf(const harness::Benchmark& benchmark, const std::vector<double>& rates, const std::string& method,
                    const core::Device& device);

/// For people: name, value, spread, clock, per cent of theory.
std::string summaryLine(const core::Event& event, const core::Device& device);

/// The date of a result: "2026-11-30T18:04:05Z".
std::string now();

/// Tool, version and date of what is being written.
core::Source sourceOfThisRun();

} // namespace capture

// SPDX-License-Identifier: Apache-2.0
// A kernel of the library, timed and counted, as a measurement of a session and as a line of the log.
#pragma once

#include "kernels/capture/kernels_command.h"
#include "kernels/harness/chip_counters.h"

namespace capture {

/// Without counters. Throws CudaError.
core::KernelMeasurement measurementOf(const LibraryItem& item, const harness::PreparedVariant& prepared,
                                      const harness::Measurement& measured, const core::Device& device);

/// values: one a name of `counters`.
void addCounters(core::KernelMeasurement& kernel, const harness::ChipCounters& counters,
                 const std::vector<std::optional<double>>& values);

/// "void (anonymous namespace)::copy<float>(float*)" -> "copy".
std::string functionName(const std::string& demangled);

/// For people: name, time, spread, clock, bytes and FLOP a second that the algorithm needs.
std::string summaryLine(const std::string& item, const core::KernelMeasurement& kernel);

} // namespace capture

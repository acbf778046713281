// SPDX-License-Identifier: Apache-2.0
// What a timed kernel leaves behind: its cycles and its nanoseconds.
#pragma once

namespace harness {

/// From the start to the end of the grid's first thread.
struct ClockReading {
    unsigned long long cycles;
    unsigned long long nanoseconds;
};

} // namespace harness

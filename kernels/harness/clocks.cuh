// SPDX-License-Identifier: Apache-2.0
// The SM clock of the very kernel that is timed: cycles over nanoseconds, read inside it.
#pragma once

#include "kernels/harness/clock_reading.h"

namespace harness {

inline __device__ unsigned long long globalNanoseconds()
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

/// All threads put it around what is timed: it reads both clocks there and, when it goes out of scope, stores what
/// passed until the whole block was done. Only a persistent kernel, whose first block runs as long as the grid, gets
/// the clock of the whole launch; one block an SM, or the older block of an SM ends early.
class ClockScope {
public:
    __device__ explicit ClockScope(ClockReading* reading) : m_reading(isFirst() ? reading : nullptr)
    {
        if (m_reading) {
            m_reading->cycles = -cycles(); // in memory, not in registers: some kernels have none to spare
            m_reading->nanoseconds = -globalNanoseconds();
        }
        __syncthreads(); // nobody takes issue slots while the two are read: they belong to the same moment
    }
    __device__ ~ClockScope()
    {
        __syncthreads();
        if (!m_reading) return;
        m_reading->cycles += cycles();
        m_reading->nanoseconds += globalNanoseconds();
    }
    ClockScope(const ClockScope&) = delete;
    ClockScope& operator=(const ClockScope&) = delete;

private:
    static __device__ bool isFirst() { return blockIdx.x == 0 && threadIdx.x == 0; }
    static __device__ unsigned long long cycles() { return static_cast<unsigned long long>(clock64()); }

    ClockReading* m_reading;
};

} // namespace harness

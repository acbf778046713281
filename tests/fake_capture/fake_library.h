// SPDX-License-Identifier: Apache-2.0
// A kernel library of our own invention, with round figures: what a window shows of it can be worked out by hand.
#pragma once

#include "core/family.h"
#include "core/kernel_measurement.h"

#include <string>
#include <vector>

namespace fake {

inline constexpr const char* gpuId = "GPU-00000000-fa4e";

/// "matmul" (six steps and a reference, one of them for CC 10.0 alone) and "copy" (three steps, no FLOP).
std::vector<core::Family> families();

enum class Counters { None, Read };

/// Of families()[family].steps[place]. Large matmuls, 1e12 FLOP each, of 100, 50, 50, 25, 20 ms in their order and 16
/// ms of the reference, at 8, 8, 32, 32, 64 and 64 FLOP/byte of DRAM; L2 moves twice the bytes.
core::KernelMeasurement kernel(std::size_t family, std::size_t place, const std::string& size, Counters counters);

} // namespace fake

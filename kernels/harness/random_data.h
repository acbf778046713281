// SPDX-License-Identifier: Apache-2.0
// Random operands: zeros draw less power and would run up to 13 % faster (measured on an H200, BF16 matmul).
#pragma once

#include "kernels/harness/device_buffer.h"

#include <cuda_bf16.h>

#include <cstdint>
#include <vector>

namespace harness {

/// Buffer of random bits, the same in every run. They are no use as floating-point numbers: some are NaN.
DeviceBuffer<uint4> randomBits(std::size_t bytes, std::uint32_t seed);
/// Buffer of random floats in [-1, 1).
DeviceBuffer<float> randomFloats(std::size_t count, std::uint32_t seed);
/// Buffer of random numbers in [-range, range).
DeviceBuffer<__nv_bfloat16> randomBf16(std::size_t count, std::uint32_t seed, float range);
/// Buffer of random whole numbers from -largest to largest, as floats: their sums are exact in any order.
DeviceBuffer<float> randomWholeFloats(std::size_t count, std::uint32_t seed, float largest);
/// Random numbers in [-1, 1) on the host, for operands of a few kilobytes.
std::vector<double> randomNumbers(std::size_t count, std::uint32_t seed);

} // namespace harness

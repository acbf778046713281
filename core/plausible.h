// SPDX-License-Identifier: Apache-2.0
// What a damaged file can say and no GPU can do: never taken for a measurement.
#pragma once

#include "core/kernel_measurement.h"

namespace core {

/// Whether a count, rate, time or share can have this value: finite, not negative, and within what all machines of
/// decades could count, so that products and quotients of a few stay finite too.
bool isQuantity(double value);

/// Whether a GPU can launch it: every axis within the limits of the CUDA C++ Programming Guide (compute capabilities,
/// technical specifications).
bool isLaunchable(const Launch& launch);

} // namespace core

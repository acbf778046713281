// SPDX-License-Identifier: Apache-2.0
// Medians and percentiles of repeats.
#pragma once

#include "core/ceiling.h"

#include <vector>

namespace core {

/// The value below which this share (0..1) of the values lies, between neighbours by straight line. Throws Error if
/// there are none.
double percentile(std::vector<double> values, double share);
/// Median, p10, p90 and count, in the unit of the values. Throws Error if there are none.
Spread spreadOf(const std::vector<double>& values);
/// Half of p10..p90 over the median: what "±0.4 %" says.
double spreadRatio(const Spread& spread);

} // namespace core

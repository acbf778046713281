// SPDX-License-Identifier: Apache-2.0
// Medians and percentiles of repeats and of launches.
#pragma once

#include "core/ceiling.h"

#include <optional>
#include <vector>

namespace core {

/// The value below which this share (0..1) of the values lies, between neighbours in proportion. Throws Error if there
/// are none.
double percentile(std::vector<double> values, double share);
/// Median, p10, p90 and count, in the unit of the values. Throws Error if there are none.
Spread spreadOf(const std::vector<double>& values);
/// Of times from rates, or the other way round: p10 and p90 change places.
Spread inverse(const Spread& spread);
/// Half the way from p10 to p90, of the median: the figure after "±". None for a median of 0.
std::optional<double> halfSpreadRatio(const Spread& spread);

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/statistics.h"

#include "core/error.h"

#include <algorithm>
#include <cmath>

namespace core {

double percentile(std::vector<double> values, double share)
{
    if (values.empty()) throw Error("a percentile needs at least one value");
    std::ranges::sort(values);
    const double rank = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const auto above = std::min(below + 1, values.size() - 1);
    return std::lerp(values[below], values[above], rank - static_cast<double>(below));
}

Spread spreadOf(const std::vector<double>& values)
{
    return {.median = percentile(values, 0.5),
            .p10 = percentile(values, 0.1),
            .p90 = percentile(values, 0.9),
            .n = values.size()};
}

Spread inverse(const Spread& spread)
{
    return {.median = 1 / spread.median, .p10 = 1 / spread.p90, .p90 = 1 / spread.p10, .n = spread.n};
}

std::optional<double> halfSpreadRatio(const Spread& spread)
{
    return spread.median > 0 ? std::optional((spread.p90 - spread.p10) / 2 / spread.median) : std::nullopt;
}

} // namespace core

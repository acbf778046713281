// SPDX-License-Identifier: Apache-2.0
#include "core/figure.h"

#include <algorithm>
#include <iterator>

namespace core {

std::optional<double> valueAt(const Curve& curve, double x)
{
    const auto right = std::ranges::lower_bound(curve.x, x);
    if (right == curve.x.end()) return std::nullopt;
    const auto place = static_cast<std::size_t>(right - curve.x.begin());
    if (*right == x) return curve.y[place];
    if (place == 0) return std::nullopt;
    const double share = (x - curve.x[place - 1]) / (curve.x[place] - curve.x[place - 1]);
    return curve.y[place - 1] + share * (curve.y[place] - curve.y[place - 1]);
}

} // namespace core

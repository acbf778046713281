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

bool isSameLine(const Curve& a, const Curve& b)
{
    return a.experiment == b.experiment && a.name == b.name && a.origin == b.origin && a.device_id == b.device_id;
}

/// Puts a value at its place: before the one that is there, or over it.
template <typename T> static void put(std::vector<T>& values, std::size_t place, bool isKnown, const T& value)
{
    if (isKnown)
        values[place] = value;
    else
        values.insert(values.begin() + static_cast<std::ptrdiff_t>(place), value);
}

void addPoints(Curve& line, const Curve& points)
{
    const bool haveSpread = !points.n.empty() && (line.x.empty() || !line.n.empty());
    if (!haveSpread) {
        line.p10.clear();
        line.p90.clear();
        line.n.clear();
    }
    for (std::size_t i = 0; i < points.x.size(); ++i) {
        const auto place = static_cast<std::size_t>(std::ranges::lower_bound(line.x, points.x[i]) - line.x.begin());
        const bool isKnown = place < line.x.size() && line.x[place] == points.x[i];
        put(line.x, place, isKnown, points.x[i]);
        put(line.y, place, isKnown, points.y[i]);
        if (!haveSpread) continue;
        put(line.p10, place, isKnown, points.p10[i]);
        put(line.p90, place, isKnown, points.p90[i]);
        put(line.n, place, isKnown, points.n[i]);
    }
    line.method = points.method;
    line.date = points.date;
}

} // namespace core

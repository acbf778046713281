// SPDX-License-Identifier: Apache-2.0
#include "core/experiment.h"

#include "core/session.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace core {

std::string pointName(const std::string& line, double x)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.10g", x);
    return line + "." + text.data();
}

std::vector<const Curve*> linesOf(const Session& session, const Experiment& experiment)
{
    std::vector<const Curve*> lines;
    for (const auto& curve : session.curves) {
        if (curve.experiment != experiment.name || curve.device_id != experiment.device_id) continue;
        const auto known = std::ranges::find_if(lines, [&](const Curve* line) { return isSameLine(*line, curve); });
        if (known == lines.end())
            lines.push_back(&curve);
        else
            *known = &curve;
    }
    return lines;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/experiment.h"

#include "core/session.h"

#include <algorithm>

namespace core {

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

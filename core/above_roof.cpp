// SPDX-License-Identifier: Apache-2.0
#include "core/above_roof.h"

namespace core {

std::vector<AboveRoof> aboveRoofs(const KernelAnalysis& analysis)
{
    std::vector<AboveRoof> above;
    for (const auto* points : {&analysis.points, &analysis.integer_points})
        for (const auto& point : *points) {
            if (!point.above_roof_reason) continue;
            const auto& roof = point.attainable_flop_per_s;
            const auto share = roof ? std::optional(point.flop_per_s / *roof) : std::nullopt;
            above.push_back({point.level, point.pipe, share, *point.above_roof_reason});
        }
    for (const auto& share : analysis.strip)
        if (share.above_roof_reason)
            above.push_back({share.level, std::nullopt, share.share_ratio, *share.above_roof_reason});
    if (!above.empty()) return above;
    for (const auto& time : analysis.times)
        if (time.above_roof_reason)
            above.push_back({std::nullopt, time.resource, time.share_ratio, *time.above_roof_reason});
    return above;
}

} // namespace core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/default_pipes.h"

#include "app/chart_axis.h"
#include "core/roofline.h"

#include <map>
#include <utility>

namespace app {

std::vector<core::Resource> defaultPipes(std::span<const core::Ceiling> roofs)
{
    const auto worth = [](const core::Ceiling& roof) {
        return std::pair(-core::originRank(roof.origin), roof.rate_per_s);
    };
    std::map<std::pair<core::ResourceKind, std::string>, const core::Ceiling*> best;
    for (const core::Ceiling& roof : roofs) {
        const core::Resource& pipe = roof.resource;
        if (pipe.tensor.sparse || (!counts(Axis::Flop, pipe) && !counts(Axis::Op, pipe))) continue;
        const core::Ceiling*& known = best[{pipe.kind, pipe.tensor.input}];
        if (!known || worth(roof) > worth(*known)) known = &roof;
    }
    std::vector<core::Resource> pipes;
    for (const auto& [type, roof] : best) pipes.push_back(roof->resource);
    return pipes;
}

} // namespace app

// SPDX-License-Identifier: Apache-2.0
#include "core/roof_candidates.h"

#include <algorithm>

namespace core {
namespace {

bool has(std::span<const Ceiling> roofs, const Ceiling& wanted)
{
    return std::ranges::any_of(roofs, [&wanted](const Ceiling& roof) {
        return roof.resource == wanted.resource && roof.origin == wanted.origin;
    });
}

} // namespace

bool isChosen(Origin origin, RoofChoice choice)
{
    switch (choice) {
    case RoofChoice::BestKnown:
    case RoofChoice::All: return true;
    case RoofChoice::Measured: return origin == Origin::Measured || origin == Origin::Entered;
    case RoofChoice::Computed: return origin == Origin::Computed;
    case RoofChoice::Datasheet: return origin == Origin::Datasheet;
    }
    return false;
}

double readShare(const std::string& mix)
{
    if (mix == "read") return 1;
    if (mix == "triad") return 2.0 / 3;
    if (mix == "copy") return 0.5;
    if (mix == "write") return 0;
    return 0.5;
}

std::span<const ResourceKind> sharingARoof(const ResourceKind& kind)
{
    using enum ResourceKind;
    static constexpr ResourceKind l1[] = {ResourceKind::L1, L1Shared, Shared};
    static constexpr ResourceKind shared[] = {Shared, L1Shared, ResourceKind::L1};
    static constexpr ResourceKind pipe[] = {L1Shared, Shared, ResourceKind::L1};
    switch (kind) {
    case ResourceKind::L1: return l1;
    case Shared: return shared;
    case L1Shared: return pipe;
    default: return {&kind, 1};
    }
}

std::vector<Ceiling> roofCandidates(const SessionIndex& index, const KernelMeasurement& kernel, const RoofQuery& query)
{
    std::vector<Ceiling> all;
    const auto take = [&](const Ceiling& ceiling) {
        if (isChosen(ceiling.origin, query.choice)) all.push_back(atClocks(ceiling, query.clocks));
    };
    for (const auto* ceiling : index.strongestCeilings(kernel.device_id)) take(*ceiling);
    const auto* device = index.device(kernel.device_id);
    for (auto& ceiling : reportCeilings(kernel, device, query.clocks)) all.push_back(std::move(ceiling));
    const auto own = all.size();
    for (const auto& ceiling : query.other_roofs)
        if (!has(std::span(all).first(own), ceiling)) take(ceiling);
    return all;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/session_index.h"

#include "core/caution.h"
#include "core/roof_candidates.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace core {
namespace {

/// Which ceiling of a kind is the best depends on whether they are taken to another clock.
struct Strongest {
    const Ceiling* by_rate = nullptr;
    const Ceiling* by_clock = nullptr; ///< by rate a clock
};

void replaceIfWeaker(const Ceiling*& best, const Ceiling& ceiling, double (*strength)(const Ceiling&))
{
    if (!best || strength(ceiling) > strength(*best)) best = &ceiling;
}

double rate(const Ceiling& ceiling)
{
    return ceiling.rate_per_s;
}

double ratePerClock(const Ceiling& ceiling)
{
    return ceiling.rate_per_s / ownClock(ceiling).value_or(1);
}

} // namespace

std::vector<const Ceiling*> strongest(std::span<const Ceiling* const> ceilings)
{
    std::map<std::tuple<Resource, Origin, double, bool>, Strongest> kinds;
    for (const auto* ceiling : ceilings) {
        const auto& [resource, origin, mix] = std::tie(ceiling->resource, ceiling->origin, ceiling->access_mix);
        auto& kind = kinds[{resource, origin, readShare(mix), ownClock(*ceiling).has_value()}];
        replaceIfWeaker(kind.by_rate, *ceiling, rate);
        replaceIfWeaker(kind.by_clock, *ceiling, ratePerClock);
    }
    const auto isStrongest = [&](const Ceiling* ceiling) {
        const auto& kind = kinds.at(
            {ceiling->resource, ceiling->origin, readShare(ceiling->access_mix), ownClock(*ceiling).has_value()});
        return ceiling == kind.by_rate || ceiling == kind.by_clock;
    };
    std::vector<const Ceiling*> found;
    std::ranges::copy_if(ceilings, std::back_inserter(found), isStrongest);
    return found;
}

std::vector<Ceiling> strongest(std::span<const Ceiling> ceilings)
{
    std::vector<const Ceiling*> all;
    for (const auto& ceiling : ceilings) all.push_back(&ceiling);
    std::vector<Ceiling> found;
    for (const auto* ceiling : strongest(all)) found.push_back(*ceiling);
    return found;
}

SessionIndex::SessionIndex(const Session& session) : m_session(session), m_meaningless(meaninglessSources(session))
{
    for (const auto& device : session.devices) {
        auto& of = m_devices[device.id];
        if (!of.device) of.device = &device;
    }
    for (const auto& kernel : session.kernels) m_devices[kernel.device_id].kernels.push_back(&kernel);
    for (const auto& ceiling : session.ceilings) m_devices[ceiling.device_id].ceilings.push_back(&ceiling);
    for (auto& [id, of] : m_devices) of.strongest = strongest(of.ceilings);
    for (const auto& device : session.devices)
        for (const auto* ceiling : at(device.id).ceilings)
            m_models[modelOf(device.name)].try_emplace(ceiling->origin, device.id);
}

const SessionIndex::OfDevice& SessionIndex::at(std::string_view id) const
{
    static const OfDevice none;
    const auto found = m_devices.find(id);
    return found == m_devices.end() ? none : found->second;
}

std::vector<const Ceiling*> SessionIndex::withNameless(std::string_view id,
                                                       std::vector<const Ceiling*> OfDevice::*ceilings) const
{
    auto all = at(id).*ceilings;
    if (id.empty()) return all;
    const auto& nameless = at({}).*ceilings;
    const auto own = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), nameless.begin(), nameless.end());
    std::inplace_merge(all.begin(), all.begin() + own, all.end()); // by place in the session
    addOfModel(all, id, ceilings);
    return all;
}

void SessionIndex::addOfModel(std::vector<const Ceiling*>& known, std::string_view id,
                              std::vector<const Ceiling*> OfDevice::*ceilings) const
{
    const auto* of = device(id);
    const auto model = of ? m_models.find(modelOf(of->name)) : m_models.end();
    if (model == m_models.end()) return;
    const auto own = known.size();
    for (const auto& [origin, first] : model->second) {
        const auto isOfIt = [origin = origin](const Ceiling* ceiling) { return ceiling->origin == origin; };
        if (std::ranges::none_of(std::span(known).first(own), isOfIt))
            std::ranges::copy_if(at(first).*ceilings, std::back_inserter(known), isOfIt);
    }
}

std::vector<const Ceiling*> SessionIndex::ceilings(std::string_view id) const
{
    return withNameless(id, &OfDevice::ceilings);
}

std::vector<const Ceiling*> SessionIndex::strongestCeilings(std::string_view id) const
{
    return withNameless(id, &OfDevice::strongest);
}

bool SessionIndex::throughputIsMeaningless(std::uint32_t source) const
{
    return source < m_meaningless.size() && m_meaningless[source];
}

} // namespace core

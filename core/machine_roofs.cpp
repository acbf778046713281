// SPDX-License-Identifier: Apache-2.0
// The machine's roofs as the chart draws them, at one clock.
#include "core/roof_candidates.h"
#include "core/statistics.h"
#include "core/theoretical.h"

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace core {
namespace {

/// Launches whose clock is good enough for the report's own.
constexpr double longEnoughForMedian_s = 50e-6;

std::optional<double> median(const std::vector<double>& values)
{
    return values.empty() ? std::nullopt : std::optional(percentile(values, 0.5));
}

/// Clocks of the chart: medians over the device's launches over 50 us, else the device's maximum.
Clocks chartClocks(const Session& session, const std::string& deviceId, const Device* device)
{
    std::vector<double> sm;
    std::vector<double> l2;
    std::vector<double> dram;
    for (const auto& kernel : session.kernels) {
        if (kernel.device_id != deviceId || kernel.duration_s.value_or(0) < longEnoughForMedian_s) continue;
        const auto clocks = launchClocks(kernel, device);
        if (countedSmClock(kernel)) sm.push_back(*clocks.sm_hz);
        if (clocks.l2_hz) l2.push_back(*clocks.l2_hz);
        if (clocks.dram_hz) dram.push_back(*clocks.dram_hz);
    }
    Clocks clocks{median(sm), median(l2), median(dram)};
    if (!clocks.sm_hz && device) clocks.sm_hz = device->max_sm_clock_hz;
    return clocks;
}

/// Adds what the list doesn't have yet, by resource, origin and mix.
void addMissing(std::vector<Ceiling>& ceilings, Ceiling ceiling)
{
    const bool there = std::ranges::any_of(ceilings, [&ceiling](const Ceiling& other) {
        return other.resource == ceiling.resource && other.origin == ceiling.origin &&
               other.access_mix == ceiling.access_mix;
    });
    if (!there) ceilings.push_back(std::move(ceiling));
}

/// Launches with the same counters carry the same peaks: so many of each kind are asked, in case a collection failed.
constexpr int launchesAsked = 8;

std::size_t kindOf(const CounterSet& counters)
{
    std::size_t hash = 0;
    for (const auto& counter : counters.all()) boost::hash_combine(hash, counter.name().id());
    return hash;
}

/// The chart's clocks; where only short launches are there, theirs of L2 and DRAM are better than none.
Clocks withFallback(Clocks clocks, const KernelMeasurement& kernel, const Device* device)
{
    const auto launch = launchClocks(kernel, device);
    if (!clocks.l2_hz) clocks.l2_hz = launch.l2_hz;
    if (!clocks.dram_hz) clocks.dram_hz = launch.dram_hz;
    return clocks;
}

void widen(MachineRoofs& roofs, double clock_hz)
{
    roofs.lowest_sm_clock_hz = std::min(roofs.lowest_sm_clock_hz.value_or(clock_hz), clock_hz);
    roofs.highest_sm_clock_hz = std::max(roofs.highest_sm_clock_hz.value_or(clock_hz), clock_hz);
}

/// What its units could do at the clocks of the measurement; none where nothing tells.
std::optional<Ceiling> theoryOf(const Ceiling& measured, const Device* device)
{
    if (!device || measured.origin != Origin::Measured) return std::nullopt;
    const Clocks clocks{measured.sm_clock_hz, measured.l2_clock_hz, measured.memory_clock_hz};
    auto theory = theoreticalCeiling(measured.resource, *device, clocks);
    if (theory) theory->device_id = device->id;
    return theory;
}

/// Roofs of a session without kernels: each as it was measured, or printed, and where others than the best known are
/// asked for, theory beside it. Power let the tensor pipes run at a lower clock than the rest, so that at another clock
/// they would be roofs that nothing reaches.
void addAsMeasured(MachineRoofs& roofs, const Session& session, const std::string& deviceId,
                   std::span<const Ceiling> otherRoofs)
{
    const auto add = [&roofs](const Ceiling& ceiling) {
        if (isChosen(ceiling.origin, roofs.choice)) addMissing(roofs.ceilings, ceiling);
    };
    for (const auto& ceiling : session.ceilings) {
        if (!ceiling.device_id.empty() && ceiling.device_id != deviceId) continue;
        add(ceiling);
        const auto theory = theoryOf(ceiling, session.device(deviceId));
        if (theory && roofs.choice != RoofChoice::BestKnown) add(*theory);
    }
    for (const auto& ceiling : otherRoofs) add(ceiling);
}

/// The clock of a session without kernels, if all of its roofs have that one.
std::optional<double> commonClock(const std::vector<Ceiling>& ceilings)
{
    std::vector<double> clocks;
    for (const auto& ceiling : ceilings)
        if (ceiling.sm_clock_hz) clocks.push_back(*ceiling.sm_clock_hz);
    if (clocks.empty()) return std::nullopt;
    const auto [lowest, highest] = std::ranges::minmax(clocks);
    return highest < 1.01 * lowest ? median(clocks) : std::nullopt;
}

/// A datasheet's roof beside better known ones of the same resource says nothing.
void dropKnownBetter(std::vector<Ceiling>& ceilings)
{
    const auto isKnownBetter = [&ceilings](const Ceiling& roof) {
        return roof.origin == Origin::Datasheet && std::ranges::any_of(ceilings, [&roof](const Ceiling& other) {
                   return other.origin != Origin::Datasheet && roofMatches(roof.resource, other.resource);
               });
    };
    std::vector<Ceiling> kept;
    std::ranges::remove_copy_if(ceilings, std::back_inserter(kept), isKnownBetter);
    ceilings = std::move(kept);
}

} // namespace

MachineRoofs machineRoofs(const Session& session, const std::string& deviceId, RoofChoice choice,
                          std::span<const Ceiling> otherRoofs)
{
    MachineRoofs roofs;
    const auto* device = session.device(deviceId);
    const auto clocks = chartClocks(session, deviceId, device);
    roofs.choice = choice;
    roofs.sm_clock_hz = clocks.sm_hz;
    std::unordered_map<std::size_t, int> asked;
    for (const auto& kernel : session.kernels) {
        if (kernel.device_id != deviceId) continue;
        if (countedSmClock(kernel) && kernel.duration_s && !clockIsUnreliable(kernel))
            widen(roofs, *launchClocks(kernel, device).sm_hz);
        if (++asked[kindOf(kernel.counters)] > launchesAsked) continue;
        const auto own = withFallback(clocks, kernel, device);
        for (auto& ceiling : roofCandidates(session, kernel, {own, choice, otherRoofs}))
            addMissing(roofs.ceilings, std::move(ceiling));
    }
    if (session.kernels.empty()) addAsMeasured(roofs, session, deviceId, otherRoofs);
    if (choice == RoofChoice::BestKnown) dropKnownBetter(roofs.ceilings);
    if (session.kernels.empty()) roofs.sm_clock_hz = commonClock(roofs.ceilings);
    std::ranges::stable_sort(roofs.ceilings, {}, &Ceiling::resource);
    return roofs;
}

} // namespace core

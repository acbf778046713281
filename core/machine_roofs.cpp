// SPDX-License-Identifier: Apache-2.0
// The machine's roofs as the chart draws them, at one clock.
#include "core/roof_candidates.h"
#include "core/statistics.h"
#include "core/theoretical.h"

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
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
Clocks chartClocks(std::span<const KernelMeasurement* const> kernels, const Device* device)
{
    std::vector<double> sm;
    std::vector<double> l2;
    std::vector<double> dram;
    for (const auto* kernel : kernels) {
        if (kernel->duration_s.value_or(0) < longEnoughForMedian_s) continue;
        const auto clocks = launchClocks(*kernel, device);
        if (countedSmClock(*kernel)) sm.push_back(*clocks.sm_hz);
        if (clocks.l2_hz) l2.push_back(*clocks.l2_hz);
        if (clocks.dram_hz) dram.push_back(*clocks.dram_hz);
    }
    Clocks clocks{median(sm), median(l2), median(dram)};
    if (!clocks.sm_hz && device) clocks.sm_hz = device->max_sm_clock_hz;
    return clocks;
}

/// Roofs of which each resource, origin and mix is taken once: the first.
class FirstOfEach {
public:
    explicit FirstOfEach(RoofChoice choice) : m_choice(choice) {}

    void add(Ceiling ceiling)
    {
        if (!isChosen(ceiling.origin, m_choice)) return;
        if (m_known.emplace(ceiling.resource, ceiling.origin, ceiling.access_mix).second)
            m_ceilings.push_back(std::move(ceiling));
    }
    /// Unless a roof of the resource and origin is there, of whatever mix.
    void addUnknown(Ceiling ceiling, const std::set<std::pair<Resource, Origin>>& known)
    {
        if (!known.contains({ceiling.resource, ceiling.origin})) add(std::move(ceiling));
    }
    [[nodiscard]] std::set<std::pair<Resource, Origin>> known() const
    {
        std::set<std::pair<Resource, Origin>> all;
        for (const auto& ceiling : m_ceilings) all.emplace(ceiling.resource, ceiling.origin);
        return all;
    }
    [[nodiscard]] RoofChoice choice() const { return m_choice; }
    [[nodiscard]] std::vector<Ceiling> take() { return std::move(m_ceilings); }

private:
    RoofChoice m_choice;
    std::vector<Ceiling> m_ceilings;
    std::set<std::tuple<Resource, Origin, std::string>> m_known;
};

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
void addAsMeasured(FirstOfEach& roofs, const SessionIndex& index, const std::string& deviceId, RoofChoice choice)
{
    for (const auto* ceiling : index.ceilings(deviceId)) {
        roofs.add(*ceiling);
        const auto theory = theoryOf(*ceiling, index.device(deviceId));
        if (theory && choice != RoofChoice::BestKnown) roofs.add(*theory);
    }
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

/// The range of clocks that the launches ran at, of those long enough to tell.
void addClockRange(MachineRoofs& roofs, std::span<const KernelMeasurement* const> kernels, const Device* device)
{
    for (const auto* kernel : kernels)
        if (countedSmClock(*kernel) && kernel->duration_s && !clockIsUnreliable(*kernel))
            widen(roofs, *launchClocks(*kernel, device).sm_hz);
}

/// What the launches' own counters tell of their GPU's peaks.
void addOfReport(FirstOfEach& roofs, std::span<const KernelMeasurement* const> kernels, const Device* device,
                 const Clocks& clocks)
{
    std::unordered_map<std::size_t, int> asked;
    for (const auto* kernel : kernels) {
        if (++asked[kindOf(kernel->counters)] > launchesAsked) continue;
        for (auto& ceiling : reportCeilings(*kernel, device, withFallback(clocks, *kernel, device)))
            roofs.add(std::move(ceiling));
    }
}

/// Roofs of a device with launches, all at their clocks: the session's, then the report's, then what only others know.
void addAtClocks(FirstOfEach& roofs, const SessionIndex& index, const std::string& deviceId, const Clocks& clocks,
                 std::span<const Ceiling> otherRoofs)
{
    const auto kernels = index.kernels(deviceId);
    const auto* device = index.device(deviceId);
    const auto first = withFallback(clocks, *kernels.front(), device);
    for (const auto* ceiling : index.ceilings(deviceId)) roofs.add(atClocks(*ceiling, first));
    addOfReport(roofs, kernels, device, clocks);
    // Beside better known ones the datasheet's stand as they are printed.
    const auto asDrawn = [&](const Ceiling& ceiling) {
        const bool isPrinted = roofs.choice() == RoofChoice::All && ceiling.origin == Origin::Datasheet;
        return isPrinted ? ceiling : atClocks(ceiling, first);
    };
    for (const auto known = roofs.known(); const auto& ceiling : otherRoofs) roofs.addUnknown(asDrawn(ceiling), known);
}

} // namespace

MachineRoofs machineRoofs(const SessionIndex& index, const std::string& deviceId, RoofChoice choice,
                          std::span<const Ceiling> otherRoofs)
{
    const bool hasKernels = !index.session().kernels.empty();
    const auto* device = index.device(deviceId);
    const auto kernels = index.kernels(deviceId);
    const auto clocks = chartClocks(kernels, device);
    MachineRoofs roofs{.choice = choice, .ceilings = {}, .sm_clock_hz = clocks.sm_hz};
    addClockRange(roofs, kernels, device);
    FirstOfEach ceilings(choice);
    if (kernels.empty())
        addAsMeasured(ceilings, index, deviceId, choice);
    else
        addAtClocks(ceilings, index, deviceId, clocks, otherRoofs);
    if (!hasKernels)
        for (const auto& ceiling : otherRoofs) ceilings.add(ceiling);
    roofs.ceilings = ceilings.take();
    if (choice == RoofChoice::BestKnown) dropKnownBetter(roofs.ceilings);
    if (kernels.empty()) roofs.sm_clock_hz = commonClock(roofs.ceilings);
    std::ranges::stable_sort(roofs.ceilings, {}, &Ceiling::resource);
    return roofs;
}

MachineRoofs machineRoofs(const Session& session, const std::string& deviceId, RoofChoice choice,
                          std::span<const Ceiling> otherRoofs)
{
    return machineRoofs(SessionIndex(session), deviceId, choice, otherRoofs);
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/roofline.h"

#include "core/roofs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core {
namespace {

using enum ResourceKind;

/// Launches whose clock is good enough for the report's own.
constexpr double longEnoughForMedian_s = 50e-6;
/// Over its roof by more than this a point needs a reason.
constexpr double tolerance = 1.03;

/// A roof that names fewer of a tensor pipe's properties than the work stands for all of them, and the reverse.
bool roofMatches(const Resource& roof, const Resource& work)
{
    if (roof.kind != work.kind) return false;
    if (roof.kind != Tensor) return true;
    const auto same = [](const std::string& a, const std::string& b) { return a.empty() || b.empty() || a == b; };
    return roof.tensor.input == work.tensor.input && roof.tensor.sparse == work.tensor.sparse &&
           same(roof.tensor.accumulate, work.tensor.accumulate) &&
           (roof.tensor.path == work.tensor.path || roof.tensor.path == TensorPath::Unknown ||
            work.tensor.path == TensorPath::Unknown);
}

bool wanted(Origin origin, RoofChoice choice)
{
    switch (choice) {
    case RoofChoice::BestKnown: return true;
    case RoofChoice::Measured: return origin == Origin::Measured || origin == Origin::Entered;
    case RoofChoice::Computed: return origin == Origin::Computed;
    case RoofChoice::Datasheet: return origin == Origin::Datasheet;
    }
    return false;
}

/// Measured before computed before datasheet.
int rank(Origin origin)
{
    constexpr std::array order = {Origin::Entered, Origin::Measured, Origin::Computed, Origin::Datasheet};
    return static_cast<int>(std::ranges::find(order, origin) - order.begin());
}

/// Read share of the mixes that DRAM is measured with, in bytes.
double readShare(const std::string& mix)
{
    if (mix == "read") return 1;
    if (mix == "triad") return 2.0 / 3;
    if (mix == "copy") return 0.5;
    if (mix == "write") return 0;
    return 0.5;
}

/// The roofs to choose from, each at the clocks asked for.
std::vector<Ceiling> candidates(const Session& session, const KernelMeasurement& kernel, const Device* device,
                                const Clocks& clocks, RoofChoice choice, std::span<const Ceiling> otherRoofs)
{
    std::vector<Ceiling> all;
    const auto take = [&](const Ceiling& ceiling) {
        if (wanted(ceiling.origin, choice)) all.push_back(atClocks(ceiling, clocks));
    };
    for (const auto& ceiling : session.ceilings)
        if (ceiling.device_id.empty() || ceiling.device_id == kernel.device_id) take(ceiling);
    for (const auto& ceiling : otherRoofs) take(ceiling);
    for (const auto& ceiling : reportCeilings(kernel, device, clocks)) take(ceiling);
    return all;
}

/// Analysis of one kernel, step by step in the order of roofline.md.
class Analyser {
public:
    Analyser(const KernelMeasurement& kernel, std::vector<Ceiling> roofs) : m_kernel(kernel), m_roofs(std::move(roofs))
    {}

    KernelAnalysis run(MeasuredWork measured)
    {
        m_result.work = std::move(measured.work);
        m_result.work.insert(m_result.work.end(), m_kernel.declared_work.begin(), m_kernel.declared_work.end());
        m_result.absent = std::move(measured.absent);
        m_readShare = dramReadShare();
        if (m_kernel.duration_s && *m_kernel.duration_s > 0) {
            addTimes(measured.shares);
            chooseChartedPipe();
            addPoints();
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] const Work* find(ResourceKind kind) const
    {
        const auto found = std::ranges::find_if(m_result.work, [kind](const Work& work) {
            return work.resource.kind == kind && work.basis != Basis::Algorithmic;
        });
        return found == m_result.work.end() ? nullptr : &*found;
    }

    [[nodiscard]] std::optional<double> dramReadShare() const
    {
        const auto* read = find(DramRead);
        const auto* write = find(DramWrite);
        if (!read || !write || read->amount + write->amount <= 0) return std::nullopt;
        return read->amount / (read->amount + write->amount);
    }

    /// The best known roof of a resource; of several DRAM mixes the one nearest to the kernel's own.
    [[nodiscard]] const Ceiling* roof(const Resource& resource)
    {
        const Ceiling* best = nullptr;
        for (const auto& ceiling : m_roofs) {
            if (!roofMatches(ceiling.resource, resource)) continue;
            if (!best || better(ceiling, *best, resource)) best = &ceiling;
        }
        if (best && std::ranges::find(m_result.ceilings, best->resource, &Ceiling::resource) == m_result.ceilings.end())
            m_result.ceilings.push_back(*best);
        return best;
    }

    [[nodiscard]] bool better(const Ceiling& a, const Ceiling& b, const Resource& resource) const
    {
        if (a.origin != b.origin) return rank(a.origin) < rank(b.origin);
        const bool exactA = a.resource == resource;
        const bool exactB = b.resource == resource;
        if (exactA != exactB) return exactA;
        if (a.access_mix != b.access_mix && m_readShare)
            return std::abs(readShare(a.access_mix) - *m_readShare) < std::abs(readShare(b.access_mix) - *m_readShare);
        return a.rate_per_s > b.rate_per_s;
    }

    void addTime(const Work& work)
    {
        if (work.basis == Basis::Algorithmic || work.basis == Basis::UpperBound) return;
        if (work.resource.kind == Tensor && work.amount == 0) return; // two dozen pipes that did nothing
        const auto* ceiling = roof(work.resource);
        if (!ceiling) return;
        const double time_s = work.amount / ceiling->rate_per_s;
        m_result.times.push_back({work.resource, time_s, time_s / *m_kernel.duration_s, work.amount,
                                  ceiling->rate_per_s, ceiling->origin, work.basis, work.from});
    }

    void addTimes(const std::vector<ResourceShare>& shares)
    {
        if (auto dram = levelBytes(m_result.work, Level::Dram)) addTime(*dram);
        for (const auto& work : m_result.work) {
            using enum ResourceKind;
            const auto kind = work.resource.kind;
            const bool partOfAnother = kind == DramRead || kind == DramWrite || kind == Dram ||
                                       kind == ResourceKind::L1 || kind == Shared || kind == ResourceKind::L2;
            if (!partOfAnother) addTime(work);
        }
        for (const auto& share : shares) {
            if (timeOf(share.resource)) continue;
            m_result.times.push_back({share.resource, share.share_ratio * *m_kernel.duration_s, share.share_ratio,
                                      std::nullopt, std::nullopt, Origin::Computed, Basis::Measured, share.from});
        }
        std::ranges::stable_sort(m_result.times, std::greater(), &ResourceTime::share_ratio);
        preferCountedInTie();
        if (m_result.times.empty() || m_result.times.front().share_ratio <= 0) return;
        m_result.binding = m_result.times.front().resource;
        m_result.efficiency_ratio = m_result.times.front().share_ratio;
    }

    /// A share comes from a pass with cycles of its own: within 1 % of it a resource whose work was counted goes first.
    void preferCountedInTie()
    {
        auto& times = m_result.times;
        if (times.size() < 2 || times[0].work || !times[1].work) return;
        if (times[1].share_ratio >= 0.99 * times[0].share_ratio) std::swap(times[0], times[1]);
    }

    [[nodiscard]] const ResourceTime* timeOf(const Resource& resource) const
    {
        const auto found = std::ranges::find(m_result.times, resource, &ResourceTime::resource);
        return found == m_result.times.end() ? nullptr : &*found;
    }

    /// The FLOP pipe that needs most time; without roofs the one with most FLOP.
    void chooseChartedPipe()
    {
        const Work* best = nullptr;
        const auto weight = [this](const Work& work) {
            const auto* time = timeOf(work.resource);
            return std::pair(time ? time->time_s : 0, work.amount);
        };
        for (const auto& work : m_result.work) {
            if (isInteger(work.resource) && work.amount > 0) m_result.integer_pipe = work.resource;
            if (!isFloatingPoint(work.resource) || work.amount <= 0 || work.basis == Basis::Algorithmic) continue;
            if (work.basis == Basis::UpperBound) {
                m_result.fp16_upper_bound = work;
                continue;
            }
            if (!best || weight(work) > weight(*best)) best = &work;
        }
        if (!best) return;
        m_result.integer_pipe.reset();
        m_result.charted_pipe = best->resource;
        m_flop = *best;
    }

    void addPoints()
    {
        bool anyLevel = false;
        for (const auto level : allLevels) {
            const auto bytes = levelBytes(m_result.work, level);
            if (!bytes) continue;
            anyLevel = anyLevel || bytes->amount > 0;
            if (!m_flop)
                addStripShare(level, *bytes);
            else if (bytes->amount > 0)
                m_result.points.push_back(point(level, *bytes));
            else if (level == Level::Dram || level == Level::L2)
                m_result.zero_byte_levels.push_back(level);
        }
        if (m_flop && !anyLevel) m_result.absent.push_back({"points", AbsenceReason::NoBytesAtAnyLevel});
    }

    [[nodiscard]] const Ceiling* levelRoof(Level level)
    {
        switch (level) {
        case Level::Dram: return roof({Dram});
        case Level::L2: return roof({L2Read});
        case Level::L1: return roof({ResourceKind::L1});
        case Level::Shared: return roof({Shared});
        }
        return nullptr;
    }

    void addStripShare(Level level, const Work& bytes)
    {
        const auto* ceiling = levelRoof(level);
        if (!ceiling || bytes.amount <= 0) return;
        const double rate = bytes.amount / *m_kernel.duration_s;
        m_result.strip.push_back({level, rate / ceiling->rate_per_s, rate, bytes.basis});
    }

    [[nodiscard]] RooflinePoint point(Level level, const Work& bytes)
    {
        RooflinePoint point{.level = level, .pipe = m_flop->resource};
        point.intensity_flop_per_byte = m_flop->amount / bytes.amount;
        point.flop_per_s = m_flop->amount / *m_kernel.duration_s;
        point.bytes_are_bound = m_flop->basis == Basis::Measured && bytes.basis != Basis::Measured;
        point.basis = m_flop->basis == Basis::Measured ? bytes.basis : m_flop->basis;
        const auto* pipe = roof(m_flop->resource);
        const auto* memory = levelRoof(level);
        if (!pipe || !memory) return point;
        const double roof_flop_per_s = attainable(*pipe, *memory, point.intensity_flop_per_byte);
        point.attainable_flop_per_s = roof_flop_per_s;
        if (point.flop_per_s > tolerance * roof_flop_per_s)
            point.above_roof_reason = reasonAbove(point, *pipe, *memory);
        return point;
    }

    [[nodiscard]] AboveRoofReason reasonAbove(const RooflinePoint& point, const Ceiling& pipe,
                                              const Ceiling& memory) const
    {
        if (clockIsUnreliable(m_kernel)) return AboveRoofReason::ClockUnreliable;
        const bool memoryIsLower = memory.rate_per_s * point.intensity_flop_per_byte < pipe.rate_per_s;
        if (memoryIsLower && memory.origin == Origin::Measured && point.level == Level::Dram)
            return AboveRoofReason::OtherAccessMix;
        if ((memoryIsLower ? memory : pipe).origin == Origin::Measured) return AboveRoofReason::MeasuredRoofLow;
        return m_kernel.kind == ResultKind::Kernel ? AboveRoofReason::PassesDisagree
                                                   : AboveRoofReason::ReplayMeaningless;
    }

    const KernelMeasurement& m_kernel;
    std::vector<Ceiling> m_roofs;
    KernelAnalysis m_result;
    std::optional<Work> m_flop; ///< of the charted pipe
    std::optional<double> m_readShare;
};

std::optional<double> median(std::vector<double> values)
{
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
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

/// Adds what the list doesn't have yet, by resource, origin and mix; whether it was new.
bool addMissing(std::vector<Ceiling>& ceilings, Ceiling ceiling)
{
    const bool there = std::ranges::any_of(ceilings, [&ceiling](const Ceiling& other) {
        return other.resource == ceiling.resource && other.origin == ceiling.origin &&
               other.access_mix == ceiling.access_mix;
    });
    if (!there) ceilings.push_back(std::move(ceiling));
    return !there;
}

/// Launches of a report carry the same peaks: after so many that added nothing the rest isn't asked.
constexpr int launchesWithoutNews = 64;

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

} // namespace

double ridgePoint(const Ceiling& pipe, const Ceiling& memory)
{
    return pipe.rate_per_s / memory.rate_per_s;
}

double attainable(const Ceiling& pipe, const Ceiling& memory, double intensity)
{
    return std::min(pipe.rate_per_s, memory.rate_per_s * intensity);
}

KernelAnalysis analyse(const Session& session, const KernelMeasurement& kernel, RoofChoice choice,
                       std::span<const Ceiling> otherRoofs)
{
    const auto* device = session.device(kernel.device_id);
    const auto clocks = launchClocks(kernel, device);
    Analyser analyser(kernel, candidates(session, kernel, device, clocks, choice, otherRoofs));
    auto analysis = analyser.run(measuredWork(kernel, device));
    const auto counted = countedSmClock(kernel);
    if (counted) analysis.sm_clock_hz = clocks.sm_hz;
    analysis.sm_clock_capped = counted && clocks.sm_hz && *counted > *clocks.sm_hz;
    analysis.clock_unreliable = clockIsUnreliable(kernel);
    return analysis;
}

MachineRoofs machineRoofs(const Session& session, const std::string& deviceId, RoofChoice choice,
                          std::span<const Ceiling> otherRoofs)
{
    MachineRoofs roofs;
    const auto* device = session.device(deviceId);
    const auto clocks = chartClocks(session, deviceId, device);
    roofs.sm_clock_hz = clocks.sm_hz;
    int withoutNews = 0;
    for (const auto& kernel : session.kernels) {
        if (kernel.device_id != deviceId) continue;
        if (countedSmClock(kernel) && kernel.duration_s && !clockIsUnreliable(kernel))
            widen(roofs, *launchClocks(kernel, device).sm_hz);
        if (++withoutNews > launchesWithoutNews) continue;
        const auto own = withFallback(clocks, kernel, device);
        for (auto& ceiling : candidates(session, kernel, device, own, choice, otherRoofs))
            if (addMissing(roofs.ceilings, std::move(ceiling))) withoutNews = 0;
    }
    if (session.kernels.empty()) // a session of measured roofs alone
        for (const auto& ceiling : session.ceilings)
            if (wanted(ceiling.origin, choice)) addMissing(roofs.ceilings, atClocks(ceiling, clocks));
    std::ranges::stable_sort(roofs.ceilings, {}, &Ceiling::resource);
    return roofs;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/roofline.h"

#include "core/roof_candidates.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core {
namespace {

using enum ResourceKind;

/// Over its roof by more than this a point needs a reason.
constexpr double tolerance = 1.03;

/// Analysis of one kernel, step by step: time of each resource, charted pipe, points.
class Analyser {
public:
    Analyser(const KernelMeasurement& kernel, std::vector<Ceiling> roofs, RoofChoice choice)
        : m_kernel(kernel), m_roofs(std::move(roofs)), m_choice(choice)
    {}

    KernelAnalysis run(MeasuredWork measured)
    {
        m_result.work = std::move(measured.work);
        for (const auto& work : m_kernel.declared_work)
            (work.basis == Basis::Algorithmic ? m_result.algorithmic_work : m_result.work).push_back(work);
        // Our own kernels are drawn without counters, too: hollow, by what their mathematics needs.
        if (m_kernel.library && m_kernel.counters.empty()) m_result.work = m_result.algorithmic_work;
        m_result.absent = std::move(measured.absent);
        for (const auto& work : m_kernel.declared_work) // what a program counted isn't missing
            if (work.basis != Basis::Algorithmic)
                std::erase_if(m_result.absent, [what = toString(work.resource)](const Absence& absence) {
                    return absence.what == what;
                });
        m_readShare = dramReadShare(m_result.work);
        if (m_kernel.duration_s && *m_kernel.duration_s > 0) {
            addTimes(measured.shares);
            choosePipes();
            addPoints();
        }
        return std::move(m_result);
    }

private:
    /// The best known roof of a resource, or of what shares it; of several DRAM mixes the one nearest to the kernel's.
    [[nodiscard]] const Ceiling* roof(const Resource& resource)
    {
        const auto* best = bestSharedRoof(resource.kind, [&](ResourceKind kind) {
            return ownRoof(kind == resource.kind ? resource : Resource{kind});
        });
        if (best) remember(*best);
        return best;
    }

    [[nodiscard]] const Ceiling* ownRoof(const Resource& resource) const
    {
        const Ceiling* best = nullptr;
        for (const auto& ceiling : m_roofs) {
            if (!isChosen(ceiling.origin, m_choice) || !roofMatches(ceiling.resource, resource)) continue;
            if (!best || better(ceiling, *best, resource)) best = &ceiling;
        }
        return best;
    }

    /// Once a resource. The fastest mix bounds a kernel whose own is unknown, but isn't said to be its mix.
    void remember(const Ceiling& roof)
    {
        auto& judgedBy = m_result.ceilings;
        if (std::ranges::find(judgedBy, roof.resource, &Ceiling::resource) != judgedBy.end()) return;
        judgedBy.push_back(roof);
        if (!m_readShare) judgedBy.back().access_mix.clear();
    }

    [[nodiscard]] bool better(const Ceiling& a, const Ceiling& b, const Resource& resource) const
    {
        if (a.origin != b.origin) return isBetterKnown(a, b);
        const bool exactA = a.resource == resource;
        const bool exactB = b.resource == resource;
        if (exactA != exactB) return exactA;
        if (const auto distanceA = distance(a), distanceB = distance(b); distanceA != distanceB)
            return distanceA < distanceB;
        return a.rate_per_s > b.rate_per_s;
    }

    /// Of a roof's mix from the kernel's own; only DRAM has mixes of reads and writes that differ.
    [[nodiscard]] double distance(const Ceiling& ceiling) const
    {
        return m_readShare && ceiling.resource.kind == Dram ? std::abs(readShare(ceiling.access_mix) - *m_readShare)
                                                            : 0;
    }

    void addTime(const Work& work)
    {
        if (work.basis == Basis::UpperBound) return;
        if (work.resource.kind == Tensor && work.amount == 0) return; // two dozen pipes that did nothing
        const auto* ceiling = roof(work.resource);
        if (!ceiling) {
            if (work.amount > 0) m_result.without_roof.push_back(work.resource);
            return;
        }
        const double time_s = work.amount / ceiling->rate_per_s;
        m_result.times.push_back({work.resource, time_s, time_s / *m_kernel.duration_s, work.amount,
                                  ceiling->rate_per_s, ceiling->origin, work.basis, work.from});
    }

    /// The peak that a report's share is of.
    [[nodiscard]] const Ceiling* peakOf(const Resource& resource) const
    {
        const auto isPeak = [&](const Ceiling& ceiling) {
            return ceiling.origin == Origin::Computed && roofMatches(ceiling.resource, resource);
        };
        const auto found = std::ranges::find_if(m_roofs, isPeak);
        return found == m_roofs.end() ? nullptr : &*found;
    }

    /// What a share of the peak is of the roof that the kernel is judged by. Where that one isn't the peak itself both
    /// rates have to be known.
    [[nodiscard]] std::optional<ResourceTime> timeByShare(const ResourceShare& share)
    {
        ResourceTime time{.resource = share.resource, .share_ratio = share.share_ratio, .from = share.from};
        const auto* peak = peakOf(share.resource);
        const auto* judge = roof(share.resource);
        if (peak && judge && judge->origin != Origin::Computed) {
            time.share_ratio *= peak->rate_per_s / judge->rate_per_s;
            time.rate_per_s = judge->rate_per_s;
            time.origin = judge->origin;
        } else if (!isChosen(Origin::Computed, m_choice)) {
            return std::nullopt;
        }
        time.time_s = time.share_ratio * *m_kernel.duration_s;
        return time;
    }

    void addShare(const ResourceShare& share)
    {
        if (timeOf(share.resource)) return;
        auto& roofless = m_result.without_roof;
        if (const auto time = timeByShare(share)) {
            std::erase(roofless, share.resource);
            m_result.times.push_back(*time);
        } else if (share.share_ratio > 0 && std::ranges::find(roofless, share.resource) == roofless.end()) {
            roofless.push_back(share.resource);
        }
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
        for (const auto& share : shares) addShare(share);
        sortTimes(m_result.times);
        for (auto& time : m_result.times) {
            const bool isDram = time.resource.kind == Dram;
            if (time.share_ratio > tolerance)
                time.above_roof_reason = reasonAbove(isDram ? std::optional(Level::Dram) : std::nullopt, time.origin);
        }
        if (m_result.times.empty() || m_result.times.front().share_ratio <= 0) return;
        m_result.binding = m_result.times.front().resource;
        m_result.efficiency_ratio = m_result.times.front().share_ratio;
    }

    [[nodiscard]] const ResourceTime* timeOf(const Resource& resource) const
    {
        const auto found = std::ranges::find(m_result.times, resource, &ResourceTime::resource);
        return found == m_result.times.end() ? nullptr : &*found;
    }

    /// Of the pipes that count the one that needs most time; without roofs the one with most operations.
    [[nodiscard]] std::optional<Work> heaviest(bool (*counts)(const Resource&)) const
    {
        const auto weight = [this](const Work& work) {
            const auto* time = timeOf(work.resource);
            return std::pair(time ? time->time_s : 0, work.amount);
        };
        const Work* best = nullptr;
        for (const auto& work : m_result.work) {
            if (!counts(work.resource) || work.amount <= 0 || work.basis == Basis::UpperBound) continue;
            if (!best || weight(work) > weight(*best)) best = &work;
        }
        return best ? std::optional(*best) : std::nullopt;
    }

    void choosePipes()
    {
        m_flop = heaviest(isFloatingPoint);
        if (m_flop) m_result.charted_pipe = m_flop->resource;
        m_integer = heaviest(isInteger);
        if (m_integer) m_result.integer_pipe = m_integer->resource;
        for (const auto& work : m_result.work)
            if (isFloatingPoint(work.resource) && work.amount > 0 && work.basis == Basis::UpperBound)
                m_result.fp16_upper_bound = work;
    }

    void addPoints()
    {
        bool anyLevel = false;
        for (const auto level : allLevels) {
            const auto bytes = levelBytes(m_result.work, level);
            if (!bytes) continue;
            anyLevel = anyLevel || bytes->amount > 0;
            if (!m_flop) addStripShare(level, *bytes);
            if (!m_flop && !m_integer) continue;
            if (bytes->amount > 0)
                addPointsAt(level, *bytes);
            else if (level == Level::Dram || level == Level::L2)
                m_result.zero_byte_levels.push_back(level);
        }
        if (m_flop && !anyLevel) m_result.absent.push_back({"points", AbsenceReason::NoBytesAtAnyLevel});
    }

    void addPointsAt(Level level, const Work& bytes)
    {
        if (m_flop) m_result.points.push_back(point(*m_flop, level, bytes));
        if (m_integer) m_result.integer_points.push_back(point(*m_integer, level, bytes));
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

    /// L2 reads, writes and its fabric are three resources: the level is as busy as the busiest.
    [[nodiscard]] std::optional<double> busiestL2() const
    {
        std::optional<double> busiest;
        for (const auto& time : m_result.times) {
            const auto kind = time.resource.kind;
            if (kind == L2Read || kind == L2Write || kind == L2Fabric)
                busiest = std::max(busiest.value_or(0), time.share_ratio);
        }
        return busiest;
    }

    void addStripShare(Level level, const Work& bytes)
    {
        if (bytes.amount <= 0) return;
        const double rate = bytes.amount / *m_kernel.duration_s;
        const auto* ceiling = levelRoof(level);
        auto share = ceiling ? std::optional(rate / ceiling->rate_per_s) : std::nullopt;
        if (level == Level::L2) share = busiestL2();
        if (!share) return;
        BandwidthShare strip{level, *share, rate, bytes.basis};
        if (*share > tolerance)
            strip.above_roof_reason = reasonAbove(level, ceiling ? ceiling->origin : Origin::Computed);
        m_result.strip.push_back(strip);
    }

    [[nodiscard]] RooflinePoint point(const Work& operations, Level level, const Work& bytes)
    {
        RooflinePoint point{.level = level, .pipe = operations.resource};
        point.intensity_flop_per_byte = operations.amount / bytes.amount;
        point.flop_per_s = operations.amount / *m_kernel.duration_s;
        point.bytes_are_bound = operations.basis == Basis::Measured && bytes.basis != Basis::Measured;
        point.basis = operations.basis == Basis::Measured ? bytes.basis : operations.basis;
        const auto* pipe = roof(operations.resource);
        const auto* memory = levelRoof(level);
        if (!pipe || !memory) return point;
        const double roof_flop_per_s = attainable(*pipe, *memory, point.intensity_flop_per_byte);
        point.attainable_flop_per_s = roof_flop_per_s;
        if (point.flop_per_s > tolerance * roof_flop_per_s) {
            const bool memoryIsLower = point.intensity_flop_per_byte < ridgePoint(*pipe, *memory);
            point.above_roof_reason =
                memoryIsLower ? reasonAbove(level, memory->origin) : reasonAbove({}, pipe->origin);
        }
        return point;
    }

    /// level: whose roof it is; none: a pipe's.
    [[nodiscard]] AboveRoofReason reasonAbove(std::optional<Level> level, Origin roof) const
    {
        if (clockIsUnreliable(m_kernel)) return AboveRoofReason::ClockUnreliable;
        if (level == Level::Dram && roof == Origin::Measured) return AboveRoofReason::OtherAccessMix;
        if (roof == Origin::Measured) return AboveRoofReason::MeasuredRoofLow;
        return m_kernel.kind == ResultKind::Kernel ? AboveRoofReason::PassesDisagree
                                                   : AboveRoofReason::ReplayMeaningless;
    }

    const KernelMeasurement& m_kernel;
    std::vector<Ceiling> m_roofs;
    RoofChoice m_choice;
    KernelAnalysis m_result;
    std::optional<Work> m_flop;    ///< of the charted pipe
    std::optional<Work> m_integer; ///< of the integer pipe
    std::optional<double> m_readShare;
};

/// Nothing that is judged by time; the points stay for those who want to see them all the same.
void withholdJudgement(KernelAnalysis& analysis)
{
    analysis.throughput_meaningless = true;
    analysis.times.clear();
    analysis.without_roof.clear();
    analysis.binding.reset();
    analysis.efficiency_ratio.reset();
}

} // namespace

bool isFlopUnknown(const KernelAnalysis& analysis)
{
    const auto isPipe = [](const Absence& absence) {
        if (absence.what == "tensor") return true; // all of them
        const auto resource = parseResource(absence.what);
        return resource && isFloatingPoint(*resource);
    };
    return analysis.points.empty() && !analysis.charted_pipe && std::ranges::any_of(analysis.absent, isPipe);
}

int originRank(Origin origin)
{
    constexpr std::array order = {Origin::Entered, Origin::Measured, Origin::Computed, Origin::Datasheet};
    return static_cast<int>(std::ranges::find(order, origin) - order.begin());
}

bool isBetterKnown(const Ceiling& a, const Ceiling& b)
{
    return originRank(a.origin) < originRank(b.origin);
}

bool roofMatches(const Resource& roof, const Resource& work)
{
    if (roof.kind != work.kind) return false;
    if (roof.kind != Tensor) return true;
    const auto same = [](const auto& a, const auto& b, const auto& unknown) {
        return a == unknown || b == unknown || a == b;
    };
    return roof.tensor.input == work.tensor.input && roof.tensor.sparse == work.tensor.sparse &&
           same(roof.tensor.accumulate, work.tensor.accumulate, std::string()) &&
           same(roof.tensor.path, work.tensor.path, TensorPath::Unknown);
}

std::optional<double> dramReadShare(const std::vector<Work>& work)
{
    const auto bytes = [&work](ResourceKind kind) -> std::optional<double> {
        const auto row = std::ranges::find(work, kind, [](const Work& entry) { return entry.resource.kind; });
        return row == work.end() ? std::nullopt : std::optional(row->amount);
    };
    const auto read = bytes(DramRead);
    const auto write = bytes(DramWrite);
    if (!read || !write || *read + *write <= 0) return std::nullopt;
    return *read / (*read + *write);
}

void sortTimes(std::vector<ResourceTime>& times)
{
    std::ranges::stable_sort(times, std::greater(), &ResourceTime::share_ratio);
    if (times.size() < 2 || times[0].work || !times[1].work) return;
    if (times[1].share_ratio >= 0.99 * times[0].share_ratio) std::swap(times[0], times[1]);
}

double ridgePoint(const Ceiling& pipe, const Ceiling& memory)
{
    return pipe.rate_per_s / memory.rate_per_s;
}

double attainable(const Ceiling& pipe, const Ceiling& memory, double intensity)
{
    return std::min(pipe.rate_per_s, memory.rate_per_s * intensity);
}

KernelAnalysis analyse(const SessionIndex& index, const KernelMeasurement& kernel, RoofChoice choice,
                       std::span<const Ceiling> otherRoofs)
{
    const auto* device = index.device(kernel.device_id);
    const auto clocks = launchClocks(kernel, device);
    Analyser analyser(kernel, roofCandidates(index, kernel, {clocks, choice, otherRoofs}), choice);
    auto analysis = analyser.run(measuredWork(kernel, device));
    const auto counted = countedSmClock(kernel);
    if (counted) analysis.sm_clock_hz = clocks.sm_hz;
    analysis.sm_clock_capped = counted && clocks.sm_hz && *counted > *clocks.sm_hz;
    analysis.clock_unreliable = clockIsUnreliable(kernel);
    if (index.throughputIsMeaningless(kernel.source)) withholdJudgement(analysis);
    return analysis;
}

KernelAnalysis analyse(const Session& session, const KernelMeasurement& kernel, RoofChoice choice,
                       std::span<const Ceiling> otherRoofs)
{
    return analyse(SessionIndex(session), kernel, choice, otherRoofs);
}

} // namespace core

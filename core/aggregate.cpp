// SPDX-License-Identifier: Apache-2.0
#include "core/aggregate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace core {
namespace {

using Launches = std::span<const LaunchAnalysis>;

/// Measured before Algorithmic before the bounds: the later, the less is known.
Basis weaker(Basis a, Basis b)
{
    return std::max(a, b);
}

bool mayBeUnmentioned(const Resource& resource)
{
    return resource.kind == ResourceKind::Tensor;
}

/// Sums rows by a key and drops those that not every launch has.
template <typename Row, typename Key, typename Add>
std::vector<Row> summed(Launches launches, std::vector<Row> KernelAnalysis::*rows, Key key, Add add)
{
    struct Sum {
        Row row;
        std::size_t seen = 0;
    };
    using KeyType = std::decay_t<std::invoke_result_t<Key, const Row&>>;
    std::map<KeyType, Sum> sums;
    for (const auto& launch : launches) {
        for (const auto& row : launch.analysis->*rows) {
            const auto [sum, isNew] = sums.try_emplace(std::invoke(key, row), Sum{row});
            if (!isNew) add(sum->second.row, row);
            ++sum->second.seen;
        }
    }
    std::vector<Row> result;
    for (auto& [name, sum] : sums) {
        bool complete = sum.seen >= launches.size();
        if constexpr (std::is_same_v<KeyType, Resource>) complete = complete || mayBeUnmentioned(name);
        if (complete) result.push_back(std::move(sum.row));
    }
    return result;
}

std::vector<Work> summedWork(Launches launches)
{
    return summed(launches, &KernelAnalysis::work, &Work::resource, [](Work& sum, const Work& work) {
        sum.amount += work.amount;
        sum.basis = weaker(sum.basis, work.basis);
    });
}

/// Of all launches or not at all: the maths of some says nothing about the others.
std::vector<Work> summedAlgorithmicWork(Launches launches)
{
    std::map<Resource, std::size_t> seen;
    for (const auto& launch : launches)
        for (const auto& work : launch.analysis->algorithmic_work) ++seen[work.resource];
    auto sums = summed(launches, &KernelAnalysis::algorithmic_work, &Work::resource,
                       [](Work& sum, const Work& work) { sum.amount += work.amount; });
    std::erase_if(sums, [&](const Work& sum) { return seen[sum.resource] < launches.size(); });
    return sums;
}

std::vector<ResourceTime> summedTimes(Launches launches, double duration_s)
{
    auto times = summed(launches, &KernelAnalysis::times, &ResourceTime::resource,
                        [](ResourceTime& sum, const ResourceTime& time) {
                            sum.time_s += time.time_s;
                            if (sum.work && time.work)
                                *sum.work += *time.work;
                            else
                                sum.work.reset();
                            sum.basis = weaker(sum.basis, time.basis);
                            if (!sum.above_roof_reason) sum.above_roof_reason = time.above_roof_reason;
                        });
    for (auto& time : times) {
        time.share_ratio = time.time_s / duration_s;
        // The roof that would give the summed time: launches may have run at different clocks.
        if (time.rate_per_s && time.work && time.time_s > 0) time.rate_per_s = *time.work / time.time_s;
    }
    sortTimes(times);
    return times;
}

/// Mean over time; of those launches that know it.
template <typename Value> std::optional<double> timeMean(Launches launches, Value value)
{
    double sum = 0;
    double duration_s = 0;
    for (const auto& launch : launches) {
        const auto known = value(*launch.analysis);
        if (!known) continue;
        sum += *known * launch.duration_s;
        duration_s += launch.duration_s;
    }
    return duration_s > 0 ? std::optional(sum / duration_s) : std::nullopt;
}

/// The points of FLOP or those of integer operations.
using PointsOf = std::vector<RooflinePoint> KernelAnalysis::*;

const RooflinePoint* pointAt(const std::vector<RooflinePoint>& points, Level level)
{
    const auto found = std::ranges::find(points, level, &RooflinePoint::level);
    return found == points.end() ? nullptr : &*found;
}

/// The group's point at a level, from each launch's own FLOP and bytes: flop_per_s x duration and that over intensity.
/// Launches without a point there have no bytes there; the FLOP of the others stand for the group's.
std::optional<RooflinePoint> summedPoint(Launches launches, PointsOf points, Level level)
{
    std::optional<RooflinePoint> point;
    double flop = 0;
    double bytes = 0;
    double duration_s = 0;
    double best_s = 0;
    bool allAttainable = true;
    for (const auto& [analysis, launch_s] : launches) {
        const auto* own = pointAt(analysis->*points, level);
        if (!own) continue;
        if (!point) point = *own;
        if (own->pipe != point->pipe) return std::nullopt;
        const double own_flop = own->flop_per_s * launch_s;
        flop += own_flop;
        bytes += own_flop / own->intensity_flop_per_byte;
        duration_s += launch_s;
        allAttainable = allAttainable && own->attainable_flop_per_s.value_or(0) > 0;
        if (allAttainable) best_s += own_flop / *own->attainable_flop_per_s;
        point->basis = weaker(point->basis, own->basis);
        point->bytes_are_bound = point->bytes_are_bound || own->bytes_are_bound;
        if (!point->above_roof_reason) point->above_roof_reason = own->above_roof_reason;
    }
    if (!point || duration_s <= 0 || bytes <= 0) return std::nullopt;
    point->intensity_flop_per_byte = flop / bytes;
    point->flop_per_s = flop / duration_s;
    point->attainable_flop_per_s = allAttainable && best_s > 0 ? std::optional(flop / best_s) : std::nullopt;
    return point;
}

std::vector<BandwidthShare> summedStrip(Launches launches, double duration_s)
{
    struct Timed {
        BandwidthShare sum;
        std::size_t seen = 0;
    };
    std::map<Level, Timed> sums;
    for (const auto& [analysis, launch_s] : launches) {
        for (const auto& share : analysis->strip) {
            auto& [sum, seen] = sums[share.level];
            sum.level = share.level;
            sum.share_ratio += share.share_ratio * launch_s / duration_s;
            sum.bytes_per_s += share.bytes_per_s * launch_s / duration_s;
            sum.basis = weaker(sum.basis, share.basis);
            if (!sum.above_roof_reason) sum.above_roof_reason = share.above_roof_reason;
            ++seen;
        }
    }
    std::vector<BandwidthShare> strip;
    for (const auto& [level, timed] : sums)
        if (timed.seen == launches.size()) strip.push_back(timed.sum);
    return strip;
}

std::vector<Absence> allAbsences(Launches launches)
{
    std::vector<Absence> absences;
    for (const auto& launch : launches)
        for (const auto& absence : launch.analysis->absent)
            if (std::ranges::find(absences, absence.what, &Absence::what) == absences.end())
                absences.push_back(absence);
    return absences;
}

/// What one launch can't be judged by the group can't either.
std::vector<Resource> allWithoutRoof(Launches launches)
{
    std::set<Resource> resources;
    for (const auto& launch : launches)
        resources.insert(launch.analysis->without_roof.begin(), launch.analysis->without_roof.end());
    return {resources.begin(), resources.end()};
}

std::optional<Work> summedHalfBound(Launches launches)
{
    std::optional<Work> sum;
    for (const auto& launch : launches) {
        const auto& bound = launch.analysis->fp16_upper_bound;
        if (!bound) return std::nullopt;
        if (sum)
            sum->amount += bound->amount;
        else
            sum = bound;
    }
    return sum;
}

std::vector<Level> commonZeroLevels(Launches launches)
{
    auto levels = launches.front().analysis->zero_byte_levels;
    std::erase_if(levels, [&](Level level) {
        return !std::ranges::all_of(launches, [&](const LaunchAnalysis& launch) {
            return std::ranges::count(launch.analysis->zero_byte_levels, level) > 0;
        });
    });
    return levels;
}

} // namespace

KernelAnalysis aggregate(Launches launches)
{
    if (launches.empty()) return {};
    if (launches.size() == 1) return *launches.front().analysis;
    double duration_s = 0;
    for (const auto& launch : launches) duration_s += launch.duration_s;

    KernelAnalysis group;
    group.work = summedWork(launches);
    group.algorithmic_work = summedAlgorithmicWork(launches);
    group.absent = allAbsences(launches);
    group.without_roof = allWithoutRoof(launches);
    group.ceilings = launches.front().analysis->ceilings;
    if (duration_s > 0) group.times = summedTimes(launches, duration_s);
    if (duration_s > 0) group.strip = summedStrip(launches, duration_s);
    for (const auto points : {&KernelAnalysis::points, &KernelAnalysis::integer_points})
        for (const auto level : allLevels)
            if (auto point = summedPoint(launches, points, level)) (group.*points).push_back(std::move(*point));
    const auto pipe = std::ranges::find_if(
        group.times, [](const ResourceTime& time) { return isFloatingPoint(time.resource) && time.time_s > 0; });
    if (pipe != group.times.end())
        group.charted_pipe = pipe->resource;
    else if (!group.points.empty())
        group.charted_pipe = group.points.front().pipe;
    group.integer_pipe = group.integer_points.empty() ? launches.front().analysis->integer_pipe
                                                      : std::optional(group.integer_points.front().pipe);
    group.fp16_upper_bound = summedHalfBound(launches);
    group.zero_byte_levels = commonZeroLevels(launches);
    if (!group.times.empty() && group.times.front().share_ratio > 0) {
        group.binding = group.times.front().resource;
        group.efficiency_ratio = group.times.front().share_ratio;
    }
    group.sm_clock_hz = timeMean(launches, [](const KernelAnalysis& launch) { return launch.sm_clock_hz; });
    group.sm_clock_capped =
        std::ranges::any_of(launches, [](const LaunchAnalysis& launch) { return launch.analysis->sm_clock_capped; });
    group.clock_unreliable =
        std::ranges::any_of(launches, [](const LaunchAnalysis& launch) { return launch.analysis->clock_unreliable; });
    group.throughput_meaningless = std::ranges::any_of(
        launches, [](const LaunchAnalysis& launch) { return launch.analysis->throughput_meaningless; });
    return group;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/launch_spread.h"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

/// sorted: at least one value; share 0..1.
double quantile(const std::vector<double>& sorted, double share)
{
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

using PointsOf = std::vector<RooflinePoint> KernelAnalysis::*;

std::optional<LevelSpread> levelSpread(std::span<const LaunchAnalysis> launches, PointsOf points, Level level)
{
    std::vector<double> intensities;
    std::vector<double> rates;
    for (const auto& launch : launches)
        for (const auto& point : launch.analysis->*points) {
            if (point.level != level) continue;
            intensities.push_back(point.intensity_flop_per_byte);
            rates.push_back(point.flop_per_s);
        }
    if (rates.size() < 2) return std::nullopt;
    return LevelSpread{level, spreadOf(std::move(intensities)), spreadOf(std::move(rates))};
}

std::vector<LevelSpread> levelSpreads(std::span<const LaunchAnalysis> launches, PointsOf points)
{
    std::vector<LevelSpread> spreads;
    for (const auto level : allLevels)
        if (const auto own = levelSpread(launches, points, level)) spreads.push_back(*own);
    return spreads;
}

} // namespace

Spread spreadOf(std::vector<double> values)
{
    std::ranges::sort(values);
    return {quantile(values, 0.5), quantile(values, 0.1), quantile(values, 0.9), values.size()};
}

std::optional<double> halfSpreadRatio(const Spread& spread)
{
    return spread.median > 0 ? std::optional((spread.p90 - spread.p10) / 2 / spread.median) : std::nullopt;
}

LaunchSpread launchSpread(std::span<const LaunchAnalysis> launches)
{
    LaunchSpread spread;
    if (launches.size() < 2) return spread;
    std::vector<double> durations;
    for (const auto& launch : launches)
        if (launch.duration_s > 0) durations.push_back(launch.duration_s);
    if (durations.size() > 1) spread.duration_s = spreadOf(std::move(durations));
    spread.levels = levelSpreads(launches, &KernelAnalysis::points);
    spread.integer_levels = levelSpreads(launches, &KernelAnalysis::integer_points);
    return spread;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/launch_spread.h"

namespace core {
namespace {

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
    return LevelSpread{level, spreadOf(intensities), spreadOf(rates)};
}

std::vector<LevelSpread> levelSpreads(std::span<const LaunchAnalysis> launches, PointsOf points)
{
    std::vector<LevelSpread> spreads;
    for (const auto level : allLevels)
        if (const auto own = levelSpread(launches, points, level)) spreads.push_back(*own);
    return spreads;
}

} // namespace

LaunchSpread launchSpread(std::span<const LaunchAnalysis> launches)
{
    LaunchSpread spread;
    if (launches.size() < 2) return spread;
    std::vector<double> durations;
    for (const auto& launch : launches)
        if (launch.duration_s > 0) durations.push_back(launch.duration_s);
    if (durations.size() > 1) spread.duration_s = spreadOf(durations);
    spread.levels = levelSpreads(launches, &KernelAnalysis::points);
    spread.integer_levels = levelSpreads(launches, &KernelAnalysis::integer_points);
    return spread;
}

} // namespace core

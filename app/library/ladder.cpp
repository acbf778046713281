// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/library/ladder.h"

#include "app/format.h"
#include "app/resource_name.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// Less than this is no change.
constexpr double sameRatio = 0.02;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::ladder", text);
}

bool isSame(double before, double now)
{
    return std::abs(now / before - 1) < sameRatio;
}

bool isOneLadder(const KernelRow& a, const KernelRow& b)
{
    const auto* left = stepOf(a);
    const auto* right = stepOf(b);
    return left && right && a.session_number == b.session_number && left->family == right->family &&
           left->size == right->size && a.kernel().device_id == b.kernel().device_id;
}

/// Rows that stand in no other's place: launches of an unfolded heading are told by it.
bool isOwn(const KernelRow& row)
{
    return row.fold != RowFold::Inside;
}

/// A figure of a level before and after a step.
struct LevelChange {
    core::Level level = core::Level::Dram;
    double before = 0;
    double now = 0;

    [[nodiscard]] double size() const { return std::abs(std::log(now / before)); }
};

/// Intensities of the levels that both have.
std::vector<LevelChange> intensityChanges(const core::KernelAnalysis& before, const core::KernelAnalysis& now)
{
    std::vector<LevelChange> changes;
    for (const auto& point : now.points) {
        const auto old = std::ranges::find(before.points, point.level, &core::RooflinePoint::level);
        if (old != before.points.end())
            changes.push_back({point.level, old->intensity_flop_per_byte, point.intensity_flop_per_byte});
    }
    return changes;
}

std::vector<LevelChange> byteChanges(const core::KernelAnalysis& before, const core::KernelAnalysis& now)
{
    std::vector<LevelChange> changes;
    for (const auto level : core::allLevels) {
        const auto old = core::levelBytes(before.work, level);
        const auto bytes = core::levelBytes(now.work, level);
        if (old && bytes && old->amount > 0 && bytes->amount > 0)
            changes.push_back({level, old->amount, bytes->amount});
    }
    return changes;
}

/// The one to speak of: of the levels closest to their roofs, before and now, that which changed more. Others may
/// have changed and not mattered.
std::optional<LevelChange> tellingChange(const std::vector<LevelChange>& changes, const core::KernelAnalysis& before,
                                         const core::KernelAnalysis& now)
{
    std::optional<LevelChange> telling;
    for (const auto level : {closestLevel(before), closestLevel(now)}) {
        const auto change = level ? std::ranges::find(changes, *level, &LevelChange::level) : changes.end();
        if (change != changes.end() && (!telling || change->size() > telling->size())) telling = *change;
    }
    return telling || changes.empty() ? telling : changes.front(); // no roof is known
}

/// ", DRAM 8 → 32 FLOP/byte", " at the same DRAM intensity"; empty where a figure isn't known.
QString changeText(const core::KernelAnalysis& before, const core::KernelAnalysis& now)
{
    const bool hasFlop = !before.points.empty() && !now.points.empty();
    const auto change = tellingChange(hasFlop ? intensityChanges(before, now) : byteChanges(before, now), before, now);
    if (!change) return {};
    const auto level = levelName(change->level);
    if (isSame(change->before, change->now))
        return (hasFlop ? tr(" at the same %1 intensity") : tr(" with the same %1 bytes")).arg(level);
    const auto text = tr(", %1 %2 → %3").arg(level);
    return hasFlop ? text.arg(plain(change->before), intensity(change->now))
                   : text.arg(bytes(change->before), bytes(change->now));
}

} // namespace

const core::LibraryStep* stepOf(const KernelRow& row)
{
    if (!row.session || row.launches.empty() || !row.kernel().library) return nullptr;
    const auto& first = *row.kernel().library;
    const bool isOne = std::ranges::all_of(row.launches, [&](std::uint32_t launch) {
        const auto& step = row.session->kernels[launch].library;
        return step && step->family == first.family && step->variant == first.variant && step->size == first.size;
    });
    return isOne ? &first : nullptr;
}

const core::Family* familyOf(const KernelRow& row)
{
    const auto* step = stepOf(row);
    if (!step) return nullptr;
    const auto found = std::ranges::find(row.session->families, step->family, &core::Family::name);
    return found == row.session->families.end() ? nullptr : &*found;
}

Ladder ladderOf(std::span<const KernelRow> rows, int place)
{
    const auto& own = rows[static_cast<std::size_t>(place)];
    Ladder ladder;
    for (int each = 0; each < static_cast<int>(rows.size()); ++each) {
        const auto& row = rows[static_cast<std::size_t>(each)];
        if (isOwn(row) && isOneLadder(own, row))
            (stepOf(row)->is_reference ? ladder.references : ladder.rungs).push_back(each);
    }
    const auto step = [&](int each) { return stepOf(rows[static_cast<std::size_t>(each)])->place; };
    std::ranges::stable_sort(ladder.rungs, {}, step);
    std::ranges::stable_sort(ladder.references, {}, step);
    return ladder;
}

bool holds(const Ladder& ladder, int place)
{
    return std::ranges::count(ladder.rungs, place) + std::ranges::count(ladder.references, place) > 0;
}

std::vector<Ladder> laddersOf(std::span<const KernelRow> rows, const std::string& family)
{
    std::vector<Ladder> ladders;
    const auto isKnown = [&](int place) {
        return std::ranges::any_of(ladders, [&](const Ladder& ladder) { return holds(ladder, place); });
    };
    for (int place = 0; place < static_cast<int>(rows.size()); ++place) {
        const auto& row = rows[static_cast<std::size_t>(place)];
        const auto* step = stepOf(row);
        if (step && step->family == family && isOwn(row) && !isKnown(place)) ladders.push_back(ladderOf(rows, place));
    }
    return ladders;
}

const KernelRow* stepBefore(std::span<const KernelRow> rows, const Ladder& ladder, int place)
{
    const auto found = std::ranges::find(ladder.rungs, place);
    if (found == ladder.rungs.end() || found == ladder.rungs.begin()) return nullptr;
    return &rows[static_cast<std::size_t>(*(found - 1))];
}

std::optional<core::Level> closestLevel(const core::KernelAnalysis& analysis)
{
    for (const auto& time : analysis.times) // those of most of the time first
        if (const auto level = levelOf(time.resource)) return level;
    return std::nullopt;
}

double meanTime_s(const KernelRow& row)
{
    return row.time_s / static_cast<double>(row.launches.size());
}

double speedup(const KernelRow& before, const KernelRow& now)
{
    return meanTime_s(before) / meanTime_s(now);
}

QString speedupText(double factor)
{
    return plain(factor) + QChar(0x00D7);
}

QString stepText(const KernelRow& before, const KernelRow& now)
{
    if (before.time_s <= 0 || now.time_s <= 0) return {};
    const double factor = speedup(before, now);
    const auto change = changeText(before.analysis, now.analysis);
    if (isSame(1, factor)) return tr("As fast") + change;
    return (factor > 1 ? tr("%1 faster").arg(speedupText(factor)) : tr("%1 slower").arg(speedupText(1 / factor))) +
           change;
}

} // namespace app

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

/// ", DRAM 8 → 32 FLOP/byte": of the level that changed most; levels' data come from DRAM outwards, so that the
/// outermost is named of those that changed alike.
QString changeText(const core::KernelAnalysis& before, const core::KernelAnalysis& now)
{
    const bool hasFlop = !before.points.empty() && !now.points.empty();
    const auto changes = hasFlop ? intensityChanges(before, now) : byteChanges(before, now);
    if (changes.empty()) return {};
    const auto& largest = *std::ranges::max_element(changes, {}, [](const LevelChange& change) {
        return std::round(change.size() * 100); // what differs by less is alike
    });
    if (isSame(largest.before, largest.now)) return hasFlop ? tr(" at the same intensity") : tr(" with the same bytes");
    const auto text = tr(", %1 %2 → %3");
    if (!hasFlop) return text.arg(levelName(largest.level), bytes(largest.before), bytes(largest.now));
    return text.arg(levelName(largest.level), plain(largest.before), intensity(largest.now));
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

std::vector<Ladder> laddersOf(std::span<const KernelRow> rows, const std::string& family)
{
    std::vector<Ladder> ladders;
    const auto isKnown = [&](int place) {
        return std::ranges::any_of(ladders, [&](const Ladder& ladder) {
            return std::ranges::count(ladder.rungs, place) + std::ranges::count(ladder.references, place) > 0;
        });
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

double speedup(const KernelRow& before, const KernelRow& now)
{
    const auto mean_s = [](const KernelRow& row) { return row.time_s / static_cast<double>(row.launches.size()); };
    return mean_s(before) / mean_s(now);
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

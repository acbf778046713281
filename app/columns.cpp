// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/columns.h"

#include "app/format.h"
#include "app/resource_name.h"
#include "app/row_flags.h"
#include "app/shown_text.h"
#include "core/occupancy.h"
#include "core/waves.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {
namespace {

using core::FieldUnit;
using core::Level;
using Number = std::optional<double>;

/// A value that all launches of the row have in common.
template <typename Get> auto common(const KernelRow& row, Get get) -> decltype(get(row.kernel()))
{
    const auto first = get(row.kernel());
    for (const auto place : row.launches)
        if (get(row.session->kernels[place]) != first) return std::nullopt;
    return first;
}

template <typename T> Number asNumber(const std::optional<T>& value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

double volume(const core::Dim3& size)
{
    return static_cast<double>(size[0]) * static_cast<double>(size[1]) * static_cast<double>(size[2]);
}

template <auto member> Number launchNumber(const KernelRow& row)
{
    return asNumber(common(row, [](const core::KernelMeasurement& kernel) {
        return kernel.launch ? (*kernel.launch).*member : std::nullopt;
    }));
}

Number time(const KernelRow& row)
{
    const auto known = [&](std::uint32_t place) { return row.session->kernels[place].duration_s.has_value(); };
    return std::ranges::any_of(row.launches, known) ? Number(row.time_s) : std::nullopt;
}

Number share(const KernelRow& row)
{
    return time(row) ? Number(row.share_ratio) : std::nullopt;
}

Number efficiency(const KernelRow& row)
{
    return row.analysis.efficiency_ratio;
}

Number couldSave(const KernelRow& row)
{
    if (!efficiency(row)) return std::nullopt;
    return row.time_s * std::max(0.0, 1 - *efficiency(row));
}

Number launches(const KernelRow& row)
{
    return static_cast<double>(row.launches.size());
}

Number performance(const KernelRow& row)
{
    const bool unknown = row.analysis.points.empty() || row.analysis.throughput_meaningless;
    return unknown ? std::nullopt : Number(row.analysis.points.front().flop_per_s);
}

template <Level level> Number intensityAt(const KernelRow& row)
{
    const auto point = std::ranges::find(row.analysis.points, level, &core::RooflinePoint::level);
    return point == row.analysis.points.end() ? std::nullopt : Number(point->intensity_flop_per_byte);
}

template <Level level> Number bytesAt(const KernelRow& row)
{
    const auto work = core::levelBytes(row.analysis.work, level);
    return work ? Number(work->amount) : std::nullopt;
}

Number occupancy(const KernelRow& row)
{
    if (row.isGroup()) return std::nullopt;
    const auto budget = core::occupancyBudget(*row.session, row.kernel());
    return budget ? Number(budget->theoretical_ratio) : std::nullopt;
}

Number waves(const KernelRow& row)
{
    if (row.isGroup()) return std::nullopt;
    const auto analysis = core::waveAnalysis(*row.session, row.kernel());
    return analysis ? Number(analysis->waves) : std::nullopt;
}

Number grid(const KernelRow& row)
{
    return common(row,
                  [](const auto& kernel) { return kernel.launch ? Number(volume(kernel.launch->grid)) : Number(); });
}

Number block(const KernelRow& row)
{
    return common(row,
                  [](const auto& kernel) { return kernel.launch ? Number(volume(kernel.launch->block)) : Number(); });
}

Number sharedBytes(const KernelRow& row)
{
    const auto fixed = launchNumber<&core::Launch::static_shared_bytes>(row);
    const auto dynamic = launchNumber<&core::Launch::dynamic_shared_bytes>(row);
    return fixed && dynamic ? Number(*fixed + *dynamic) : std::nullopt; // half of it known isn't the sum
}

Number clockOf(const KernelRow& row)
{
    return row.analysis.sm_clock_hz;
}

Number stream(const KernelRow& row)
{
    return asNumber(common(row, [](const auto& kernel) { return kernel.stream; }));
}

Number launchIndex(const KernelRow& row)
{
    return static_cast<double>(row.kernel().index);
}

/// Share of the duration that the resources of a kind need, the largest of them.
template <core::ResourceKind... kinds> Number shareOf(const KernelRow& row)
{
    const auto& times = row.analysis.times;
    const auto found =
        std::ranges::find_if(times, [](const auto& time) { return ((time.resource.kind == kinds) || ...); });
    return found == times.end() ? std::nullopt : Number(found->share_ratio);
}

template <Number (*number)(const KernelRow&)> QString asDuration(const KernelRow& row)
{
    return duration(number(row));
}

template <Number (*number)(const KernelRow&)> QString asPercent(const KernelRow& row)
{
    return percent(number(row));
}

template <Number (*number)(const KernelRow&)> QString asCount(const KernelRow& row)
{
    return count(number(row));
}

template <Number (*number)(const KernelRow&)> QString asBytes(const KernelRow& row)
{
    return bytes(number(row));
}

template <Number (*number)(const KernelRow&)> QString asIntensity(const KernelRow& row)
{
    return intensity(number(row));
}

/// Of a group the range of its launches: "31–44 %". It is sorted by the efficiency of all of them together.
QString efficiencyText(const KernelRow& row)
{
    const auto& range = row.efficiency_range;
    if (!row.isGroup() || !efficiency(row) || !range) return percent(efficiency(row));
    return percentRange(range->lowest_ratio, range->highest_ratio);
}

QString wavesText(const KernelRow& row)
{
    return plain(waves(row));
}

QString name(const KernelRow& row)
{
    return row.short_name;
}

QString binding(const KernelRow& row)
{
    return row.analysis.binding ? resourceName(*row.analysis.binding) : QString(enDash);
}

QString range(const KernelRow& row)
{
    const auto& ranges = row.kernel().ranges;
    return ranges.empty() ? QString(enDash) : shownText(ranges.back());
}

/// Sessions are A, B, C, ... in order of opening.
QString session(const KernelRow& row)
{
    return QChar(u'A' + row.session_number % 26);
}

using K = core::ResourceKind;

// clang-format off
constexpr Column table[] = {
    {"name", QT_TRANSLATE_NOOP("app::columns", "Name"), QT_TRANSLATE_NOOP("app::columns", "Name of the kernel"), "", CellStyle::Text, true, FieldUnit::None, nullptr, name},
    {"time", QT_TRANSLATE_NOOP("app::columns", "Time"), QT_TRANSLATE_NOOP("app::columns", "Time on the GPU, all launches of the row together"), "s", CellStyle::Number, true, FieldUnit::Seconds, time, asDuration<time>},
    {"share", QT_TRANSLATE_NOOP("app::columns", "Share"), QT_TRANSLATE_NOOP("app::columns", "Share of the whole session's time, whatever the filter"), "", CellStyle::Share, true, FieldUnit::Ratio, share, asPercent<share>},
    {"by", QT_TRANSLATE_NOOP("app::columns", "Limited by"), QT_TRANSLATE_NOOP("app::columns", "The resource that needs the largest part of the time at its roof"), "", CellStyle::Binding, true, FieldUnit::None, nullptr, binding},
    {"eff", QT_TRANSLATE_NOOP("app::columns", "Eff."), QT_TRANSLATE_NOOP("app::columns", "Efficiency: lower bound of the time, by the roof of the binding resource, over the time; of a group the range of its launches"), "", CellStyle::Number, true, FieldUnit::Ratio, efficiency, efficiencyText},
    {"notes", QT_TRANSLATE_NOOP("app::columns", "Notes"), QT_TRANSLATE_NOOP("app::columns", "Estimates, points above a roof, kernels without FLOP, small grids"), "", CellStyle::Text, true, FieldUnit::None, nullptr, notesGlyphs},
    {"save", QT_TRANSLATE_NOOP("app::columns", "Could save"), QT_TRANSLATE_NOOP("app::columns", "Time × (1 − efficiency): what reaching the roof would save"), "s", CellStyle::Number, false, FieldUnit::Seconds, couldSave, asDuration<couldSave>},
    {"launches", QT_TRANSLATE_NOOP("app::columns", "Launches"), QT_TRANSLATE_NOOP("app::columns", "Launches of the row"), "", CellStyle::Number, false, FieldUnit::None, launches, asCount<launches>},
    {"perf", QT_TRANSLATE_NOOP("app::columns", "Performance"), QT_TRANSLATE_NOOP("app::columns", "Operations of the charted pipe over the time"), "FLOP/s", CellStyle::Number, false, FieldUnit::None, performance, [](const KernelRow& row) { return flopRate(performance(row)); }},
    {"ai_dram", QT_TRANSLATE_NOOP("app::columns", "DRAM intensity"), QT_TRANSLATE_NOOP("app::columns", "FLOP of the charted pipe over DRAM bytes"), "FLOP/byte", CellStyle::Number, false, FieldUnit::None, intensityAt<Level::Dram>, asIntensity<intensityAt<Level::Dram>>},
    {"ai_l2", QT_TRANSLATE_NOOP("app::columns", "L2 intensity"), QT_TRANSLATE_NOOP("app::columns", "FLOP of the charted pipe over L2 bytes"), "FLOP/byte", CellStyle::Number, false, FieldUnit::None, intensityAt<Level::L2>, asIntensity<intensityAt<Level::L2>>},
    {"ai_l1", QT_TRANSLATE_NOOP("app::columns", "L1 intensity"), QT_TRANSLATE_NOOP("app::columns", "FLOP of the charted pipe over L1 bytes"), "FLOP/byte", CellStyle::Number, false, FieldUnit::None, intensityAt<Level::L1>, asIntensity<intensityAt<Level::L1>>},
    {"ai_shared", QT_TRANSLATE_NOOP("app::columns", "SMEM intensity"), QT_TRANSLATE_NOOP("app::columns", "FLOP of the charted pipe over shared-memory bytes"), "FLOP/byte", CellStyle::Number, false, FieldUnit::None, intensityAt<Level::Shared>, asIntensity<intensityAt<Level::Shared>>},
    {"bytes_dram", QT_TRANSLATE_NOOP("app::columns", "DRAM bytes"), QT_TRANSLATE_NOOP("app::columns", "Bytes read and written at DRAM"), "byte", CellStyle::Number, false, FieldUnit::Bytes, bytesAt<Level::Dram>, asBytes<bytesAt<Level::Dram>>},
    {"bytes_l2", QT_TRANSLATE_NOOP("app::columns", "L2 bytes"), QT_TRANSLATE_NOOP("app::columns", "Bytes between the SMs and L2"), "byte", CellStyle::Number, false, FieldUnit::Bytes, bytesAt<Level::L2>, asBytes<bytesAt<Level::L2>>},
    {"bytes_l1", QT_TRANSLATE_NOOP("app::columns", "L1 bytes"), QT_TRANSLATE_NOOP("app::columns", "Bytes of global and local memory at L1"), "byte", CellStyle::Number, false, FieldUnit::Bytes, bytesAt<Level::L1>, asBytes<bytesAt<Level::L1>>},
    {"bytes_shared", QT_TRANSLATE_NOOP("app::columns", "SMEM bytes"), QT_TRANSLATE_NOOP("app::columns", "Bytes of shared memory"), "byte", CellStyle::Number, false, FieldUnit::Bytes, bytesAt<Level::Shared>, asBytes<bytesAt<Level::Shared>>},
    {"t_dram", QT_TRANSLATE_NOOP("app::columns", "DRAM time"), QT_TRANSLATE_NOOP("app::columns", "Part of the time that DRAM needs at its roof"), "", CellStyle::Number, false, FieldUnit::Ratio, shareOf<K::Dram, K::DramRead, K::DramWrite>, asPercent<shareOf<K::Dram, K::DramRead, K::DramWrite>>},
    {"t_l2", QT_TRANSLATE_NOOP("app::columns", "L2 time"), QT_TRANSLATE_NOOP("app::columns", "Part of the time that L2 needs at its roof"), "", CellStyle::Number, false, FieldUnit::Ratio, shareOf<K::L2, K::L2Read, K::L2Write, K::L2Fabric>, asPercent<shareOf<K::L2, K::L2Read, K::L2Write, K::L2Fabric>>},
    {"t_shared", QT_TRANSLATE_NOOP("app::columns", "L1/SMEM time"), QT_TRANSLATE_NOOP("app::columns", "Part of the time that the data pipe of L1 and shared memory needs at its roof"), "", CellStyle::Number, false, FieldUnit::Ratio, shareOf<K::L1Shared, K::L1, K::Shared>, asPercent<shareOf<K::L1Shared, K::L1, K::Shared>>},
    {"t_issue", QT_TRANSLATE_NOOP("app::columns", "Issue time"), QT_TRANSLATE_NOOP("app::columns", "Part of the time that the issue slots need at their roof"), "", CellStyle::Number, false, FieldUnit::Ratio, shareOf<K::Issue>, asPercent<shareOf<K::Issue>>},
    {"occ", QT_TRANSLATE_NOOP("app::columns", "Occupancy"), QT_TRANSLATE_NOOP("app::columns", "Theoretical occupancy: resident warps over those the SM can hold"), "", CellStyle::Number, false, FieldUnit::Ratio, occupancy, asPercent<occupancy>},
    {"waves", QT_TRANSLATE_NOOP("app::columns", "Waves"), QT_TRANSLATE_NOOP("app::columns", "How often the grid fills the GPU"), "", CellStyle::Number, false, FieldUnit::None, waves, wavesText},
    {"grid", QT_TRANSLATE_NOOP("app::columns", "Grid"), QT_TRANSLATE_NOOP("app::columns", "Blocks of the grid"), "", CellStyle::Number, false, FieldUnit::None, grid, asCount<grid>},
    {"block", QT_TRANSLATE_NOOP("app::columns", "Block"), QT_TRANSLATE_NOOP("app::columns", "Threads of a block"), "", CellStyle::Number, false, FieldUnit::None, block, asCount<block>},
    {"regs", QT_TRANSLATE_NOOP("app::columns", "Registers"), QT_TRANSLATE_NOOP("app::columns", "Registers of a thread"), "", CellStyle::Number, false, FieldUnit::None, launchNumber<&core::Launch::registers_per_thread>, asCount<launchNumber<&core::Launch::registers_per_thread>>},
    {"shared", QT_TRANSLATE_NOOP("app::columns", "Shared memory"), QT_TRANSLATE_NOOP("app::columns", "Shared memory of a block, static and dynamic"), "byte", CellStyle::Number, false, FieldUnit::Bytes, sharedBytes, [](const KernelRow& row) { return capacity(sharedBytes(row)); }},
    {"clock", QT_TRANSLATE_NOOP("app::columns", "SM clock"), QT_TRANSLATE_NOOP("app::columns", "SM clock of the launch"), "Hz", CellStyle::Number, false, FieldUnit::None, clockOf, [](const KernelRow& row) { return frequency(clockOf(row)); }},
    {"nvtx", QT_TRANSLATE_NOOP("app::columns", "Range"), QT_TRANSLATE_NOOP("app::columns", "Innermost NVTX range"), "", CellStyle::Text, false, FieldUnit::None, nullptr, range},
    {"stream", QT_TRANSLATE_NOOP("app::columns", "Stream"), QT_TRANSLATE_NOOP("app::columns", "CUDA stream"), "", CellStyle::Number, false, FieldUnit::None, stream, asCount<stream>},
    {"session", QT_TRANSLATE_NOOP("app::columns", "Session"), QT_TRANSLATE_NOOP("app::columns", "Letter of the session, in order of opening"), "", CellStyle::Text, false, FieldUnit::None, nullptr, session},
    {"launch", QT_TRANSLATE_NOOP("app::columns", "Launch"), QT_TRANSLATE_NOOP("app::columns", "Place in the file, from 0; of a group, its first"), "", CellStyle::Number, false, FieldUnit::None, launchIndex, asCount<launchIndex>},
};
// clang-format on

} // namespace

std::span<const Column> columns()
{
    return table;
}

QString columnTitle(const Column& column)
{
    return QCoreApplication::translate("app::columns", column.title);
}

QString columnMeaning(const Column& column)
{
    return QCoreApplication::translate("app::columns", column.meaning);
}

int columnOf(std::string_view id)
{
    const auto found = std::ranges::find(table, id, [](const Column& column) { return std::string_view(column.id); });
    Q_ASSERT(found != std::end(table));
    return static_cast<int>(found - std::begin(table));
}

} // namespace app

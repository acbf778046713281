// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/row_flags.h"

#include "app/chart_axis.h"
#include "core/above_roof.h"
#include "core/waves.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace app {
namespace {

bool isExact(core::Basis basis)
{
    return basis == core::Basis::Measured;
}

bool isHollow(const KernelRow& row)
{
    const auto isBound = [](const auto& drawn) { return !isExact(drawn.basis); };
    const auto& analysis = row.analysis;
    return std::ranges::any_of(analysis.points, isBound) || std::ranges::any_of(analysis.integer_points, isBound) ||
           std::ranges::any_of(analysis.strip, isBound);
}

bool isAboveRoof(const KernelRow& row)
{
    return !core::aboveRoofs(row.analysis).empty();
}

/// A heading whose launches differ has no flag of its own: the filter looks at the launches inside.
bool isAll(const KernelRow& row, int launches)
{
    return launches > 0 && static_cast<std::size_t>(launches) == row.launches.size();
}

bool hasNoFlop(const KernelRow& row)
{
    return isInStrip(row.analysis) && row.conversions + row.flop_unknown == 0;
}

bool hasUnknownFlop(const KernelRow& row)
{
    return isInStrip(row.analysis) && isAll(row, row.flop_unknown);
}

bool isInteger(const KernelRow& row)
{
    return !isElsewhere(row.analysis, Axis::Op);
}

bool mayBeConversions(const KernelRow& row)
{
    return isInStrip(row.analysis) && isAll(row, row.conversions);
}

bool isMeaningless(const KernelRow& row)
{
    return row.analysis.throughput_meaningless;
}

bool isNotDrawn(const KernelRow& row)
{
    return row.analysis.points.empty() && row.analysis.integer_points.empty() && row.analysis.strip.empty();
}

bool hasSmallGrid(const KernelRow& row)
{
    if (row.isGroup()) return false;
    const auto waves = core::waveAnalysis(*row.session, row.kernel());
    return waves && waves->waves < 1;
}

bool hasUnreliableClock(const KernelRow& row)
{
    return row.analysis.clock_unreliable;
}

constexpr RowFlag flags[] = {
    {"hollow", u"~", QT_TRANSLATE_NOOP("app::rowFlags", "An amount is an estimate or a bound."), isHollow},
    {"above", u"▲", QT_TRANSLATE_NOOP("app::rowFlags", "It lies above a roof."), isAboveRoof},
    {"noflop", u"∅", QT_TRANSLATE_NOOP("app::rowFlags", "No FLOP: drawn in the strip."), hasNoFlop},
    {"unknownflop", u"?", QT_TRANSLATE_NOOP("app::rowFlags", "FLOP not collected: drawn in the strip."),
     hasUnknownFlop},
    {"integer", u"ℤ", QT_TRANSLATE_NOOP("app::rowFlags", "Integer operations: drawn on the page OP/s."), isInteger},
    {"conversions", u"≤", QT_TRANSLATE_NOOP("app::rowFlags", "Its FP16 operations are probably conversions."),
     mayBeConversions},
    {"notdrawn", u"–", QT_TRANSLATE_NOOP("app::rowFlags", "Not drawn: no counters that make a point."), isNotDrawn},
    {"small", u"◔", QT_TRANSLATE_NOOP("app::rowFlags", "The grid is smaller than one wave."), hasSmallGrid},
    {"meaningless", u"≠",
     QT_TRANSLATE_NOOP("app::rowFlags", "Counters and time are of different runs: it can't be judged."), isMeaningless},
    {"short", u"", QT_TRANSLATE_NOOP("app::rowFlags", "Under 20 µs: its clock isn't reliable."), hasUnreliableClock},
};

constexpr auto words = [] {
    std::array<std::string_view, std::size(flags)> list{};
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = flags[i].word;
    return list;
}();

} // namespace

std::span<const RowFlag> rowFlags()
{
    return flags;
}

std::span<const std::string_view> rowFlagWords()
{
    return words;
}

QString notesGlyphs(const KernelRow& row)
{
    QStringList glyphs;
    for (const auto& flag : flags)
        if (*flag.glyph != u'\0' && flag.holds(row)) glyphs << QString::fromUtf16(flag.glyph);
    return glyphs.join(u' ');
}

QString notesText(const KernelRow& row)
{
    QStringList lines;
    for (const auto& flag : flags)
        if (flag.holds(row)) lines << QCoreApplication::translate("app::rowFlags", flag.text);
    return lines.join(u'\n');
}

} // namespace app

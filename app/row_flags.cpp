// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/row_flags.h"

#include "app/chart_axis.h"
#include "core/waves.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace app {
namespace {

bool isExact(core::Basis basis)
{
    return basis == core::Basis::Measured || basis == core::Basis::Algorithmic;
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
    const auto isAbove = [](const core::RooflinePoint& point) { return point.above_roof_reason.has_value(); };
    return std::ranges::any_of(row.analysis.points, isAbove) ||
           std::ranges::any_of(row.analysis.integer_points, isAbove);
}

bool hasNoFlop(const KernelRow& row)
{
    return row.analysis.points.empty() && !row.analysis.strip.empty() && !row.analysis.fp16_upper_bound &&
           !isElsewhere(row.analysis, Axis::Flop);
}

bool isInteger(const KernelRow& row)
{
    return !isElsewhere(row.analysis, Axis::Op);
}

bool mayBeConversions(const KernelRow& row)
{
    return row.analysis.fp16_upper_bound.has_value();
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
    {"above", u"▲", QT_TRANSLATE_NOOP("app::rowFlags", "A point lies above its roof."), isAboveRoof},
    {"noflop", u"∅", QT_TRANSLATE_NOOP("app::rowFlags", "No FLOP: drawn in the strip."), hasNoFlop},
    {"integer", u"ℤ", QT_TRANSLATE_NOOP("app::rowFlags", "Integer operations: drawn on the page OP/s."), isInteger},
    {"conversions", u"≤", QT_TRANSLATE_NOOP("app::rowFlags", "Its FP16 operations are probably conversions."),
     mayBeConversions},
    {"notdrawn", u"–", QT_TRANSLATE_NOOP("app::rowFlags", "Not drawn: no counters that make a point."), isNotDrawn},
    {"small", u"◔", QT_TRANSLATE_NOOP("app::rowFlags", "The grid is smaller than one wave."), hasSmallGrid},
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

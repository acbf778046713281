// SPDX-License-Identifier: GPL-3.0-or-later
// The chart's two pages: floating-point and integer operations never share an axis.
#pragma once

#include "app/kernel_row.h"

#include <cstdint>

namespace app {

/// What a page counts.
enum class Axis : std::uint8_t { Flop, Op };
constexpr Axis allAxes[] = {Axis::Flop, Axis::Op};

QString axisUnit(Axis axis); ///< "FLOP", "OP"
QString axisName(Axis axis); ///< "FLOP/s", "OP/s": the page's tab

/// Whether the page counts a pipe's operations.
bool counts(Axis axis, const core::Resource& pipe);

/// Whether a kernel is drawn on the other page alone. A kernel without any operation belongs to the strip of FLOP/s.
bool isElsewhere(const core::KernelAnalysis& analysis, Axis axis);

/// Whether a kernel stands in the strip of FLOP/s: it has shares of bandwidth and no operations to draw.
bool isInStrip(const core::KernelAnalysis& analysis);

/// The row as a page draws it, with nothing of the other: on OP/s its integer points, their spread, pipe and badges
/// stand in place of those of FLOP; what is drawn on the other page alone keeps no point, share or badge.
KernelRow onAxis(KernelRow row, Axis axis);

} // namespace app

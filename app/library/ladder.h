// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder of a family of the kernel library: its rows in the order of their steps, and what each step changed.
#pragma once

#include "app/kernel_row.h"

#include <QString>

#include <span>
#include <string>
#include <vector>

namespace app {

struct Ladder {
    std::vector<int> rungs = {};      ///< places in the rows, first step first
    std::vector<int> references = {}; ///< other libraries' kernels, beside it
};

/// The step that all launches of a row are of; nullptr if there is none.
const core::LibraryStep* stepOf(const KernelRow& row);
/// The family that a row is of, with its source; nullptr if the session doesn't hold it.
const core::Family* familyOf(const KernelRow& row);

/// Whether the row is a rung, or beside it.
bool holds(const Ladder& ladder, int place);
/// The ladder that a row is part of: of the same session, device, family and size. Empty if it is of none.
Ladder ladderOf(std::span<const KernelRow> rows, int place);
/// All ladders of a family.
std::vector<Ladder> laddersOf(std::span<const KernelRow> rows, const std::string& family);

/// The row of the step before; nullptr for the first, and for references.
const KernelRow* stepBefore(std::span<const KernelRow> rows, const Ladder& ladder, int place);

/// The memory level that is closest to its roof; none without a roof.
std::optional<core::Level> closestLevel(const core::KernelAnalysis& analysis);

/// Of a launch, where the row is several.
double meanTime_s(const KernelRow& row);
/// How much faster than before, above 1; below 1 it is slower.
double speedup(const KernelRow& before, const KernelRow& now);
/// "2.00× faster, DRAM 8 → 32 FLOP/byte", "1.25× slower at the same L2 intensity": of the level that
/// is closest to its roof; of kernels without FLOP its bytes.
QString stepText(const KernelRow& before, const KernelRow& now);
/// "1.90×": rounded to three digits.
QString speedupText(double factor);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// The table's columns, one row each: what is shown, sorted by, copied and asked for in the filter.
#pragma once

#include "app/kernel_row.h"
#include "core/filter_expression.h"

#include <optional>
#include <span>

namespace app {

/// How a cell is drawn.
enum class CellStyle {
    Text,    ///< left-aligned
    Number,  ///< right-aligned
    Share,   ///< a number with a small bar
    Binding, ///< a chip and a name
};

struct Column {
    const char* id;    ///< as in the filter and the settings
    const char* title; ///< source strings for translation
    const char* meaning;
    const char* unit; ///< base SI unit of `number`, for copies: "s", "byte", "FLOP/s"; empty for ratios and counts
    CellStyle style;
    bool visible; ///< by default
    core::FieldUnit filter_unit;
    std::optional<double> (*number)(const KernelRow& row); ///< nullptr: the column holds text
    QString (*text)(const KernelRow& row);                 ///< as shown; an en dash where unknown
};

std::span<const Column> columns();
QString columnTitle(const Column& column);
QString columnMeaning(const Column& column);

/// Place of the column with this id; it must exist.
int columnOf(std::string_view id);

} // namespace app

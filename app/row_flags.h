// SPDX-License-Identifier: GPL-3.0-or-later
// What is worth a note about a row: the words of the filter's `is:`, the Notes column and their explanations.
#pragma once

#include "app/kernel_row.h"

#include <span>
#include <string_view>

namespace app {

/// One row of the table of flags.
struct RowFlag {
    std::string_view word; ///< as in `is:hollow`
    const char16_t* glyph; ///< in the Notes column; empty: none
    const char* text;      ///< a source string for translation
    bool (*holds)(const KernelRow& row);
};

std::span<const RowFlag> rowFlags();
/// The words of all flags, for the filter's table of fields.
std::span<const std::string_view> rowFlagWords();

QString notesGlyphs(const KernelRow& row); ///< "~ ▲", empty when nothing is to be noted
QString notesText(const KernelRow& row);   ///< one sentence a line

} // namespace app

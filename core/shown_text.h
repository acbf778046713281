// SPDX-License-Identifier: Apache-2.0
// Text of a file as it can be shown: a kernel's name may hold anything, and must not move a cursor, turn the words
// beside it around or paint over its neighbours.
#pragma once

#include <string>
#include <string_view>

namespace core {

/// The text on one line: line breaks and tabs become spaces, other control characters, those that change the direction
/// of text, and bytes that aren't UTF-8 become U+FFFD; of marks that stand over one letter the first few are kept.
std::string shownText(std::string_view text);

/// A cell of text that no spreadsheet takes for a formula: with an apostrophe before =, +, -, @ and control characters.
std::string formulaFree(std::string text);

} // namespace core

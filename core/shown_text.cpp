// SPDX-License-Identifier: Apache-2.0
#include "core/shown_text.h"

#include <boost/nowide/utf/utf.hpp>

#include <algorithm>
#include <iterator>
#include <span>

namespace core {
namespace {

namespace utf = boost::nowide::utf;

struct Range {
    utf::code_point first;
    utf::code_point last;
};

/// Categories Cc, Zl and Zp, and the bidirectional controls of Unicode Standard Annex 9.
constexpr Range controls[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x61C, 0x61C},  {0x200E, 0x200F},
                              {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};
/// The blocks of combining diacritical marks.
constexpr Range marks[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x1AB0, 0x1AFF},
                           {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};

constexpr int mostMarks = 2; // Vietnamese needs two over a letter
constexpr utf::code_point replacement = 0xFFFD;

bool isIn(std::span<const Range> ranges, utf::code_point c)
{
    return std::ranges::any_of(ranges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

utf::code_point shown(utf::code_point c)
{
    if (c == utf::illegal || c == utf::incomplete) return replacement;
    if (c >= '\t' && c <= '\r') return ' ';
    return isIn(controls, c) ? replacement : c;
}

} // namespace

std::string shownText(std::string_view text)
{
    std::string line;
    int marksHere = 0;
    for (auto at = text.begin(); at != text.end();) {
        const auto c = shown(utf::utf_traits<char>::decode(at, text.end()));
        marksHere = isIn(marks, c) ? marksHere + 1 : 0;
        if (marksHere <= mostMarks) utf::utf_traits<char>::encode(c, std::back_inserter(line));
    }
    return line;
}

std::string formulaFree(std::string text)
{
    constexpr std::string_view formulaStarts = "=+-@\t\r\n";
    if (!text.empty() && formulaStarts.find(text.front()) != std::string_view::npos) text.insert(0, 1, '\'');
    return text;
}

} // namespace core

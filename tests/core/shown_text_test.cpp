// SPDX-License-Identifier: Apache-2.0
#include "core/shown_text.h"

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(ShownText, LeavesTextOfAllScriptsAlone)
{
    for (const std::string text : {"copy<float, 4>(float*)", "ядро", "核", "e\u0301\u0323", "→ ×2", "🙂"})
        EXPECT_EQ(shownText(text), text);
}

TEST(ShownText, ReplacesWhatMovesTheCursorOrTurnsTextAround)
{
    EXPECT_EQ(shownText("a\tb\r\nc"), "a b  c");
    for (const std::string control :
         {"\x01", "\x1B", "\x7F", "\u0085", "\u200F", "\u2028", "\u202A", "\u202E", "\u2066", "\u2069", "\xFF"})
        EXPECT_EQ(shownText("a" + control + "b"), "a\uFFFDb");
    EXPECT_EQ(shownText(std::string_view("a\0b", 3)), "a\uFFFDb");
}

TEST(ShownText, KeepsTwoMarksOverALetter)
{
    std::string tower = "a";
    for (int i = 0; i < 50; ++i) tower += "\u0301";
    EXPECT_EQ(shownText(tower + "b"), "a\u0301\u0301b");
}

TEST(ShownText, AFormulaBecomesText)
{
    EXPECT_EQ(formulaFree("=cmd"), "'=cmd");
    EXPECT_EQ(formulaFree("\tx"), "'\tx");
    EXPECT_EQ(formulaFree("copy"), "copy");
    EXPECT_EQ(formulaFree(""), "");
}

} // namespace
} // namespace core

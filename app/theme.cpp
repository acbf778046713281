// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme.h"

#include <QApplication>
#include <QPalette>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace app {
namespace {

struct Row {
    Token token;
    QRgb light;
    QRgb dark;
};

// Text reaches 4.5:1 on panel, window and selected row, marks 3:1; levels differ by CIEDE2000 15 or more, also for
// protanopia, deuteranopia and tritanopia. A test computes the contrasts from this table.
constexpr Row rows[] = {
    {Token::Window, 0xFFF4F6F8, 0xFF14161A},      {Token::Panel, 0xFFFFFFFF, 0xFF1C1F25},
    {Token::SelectedRow, 0xFFE3EDFB, 0xFF24344D}, {Token::Ink, 0xFF1B1F24, 0xFFECEFF4},
    {Token::Text2, 0xFF4B5563, 0xFFB4BCC7},       {Token::Text3, 0xFF5E6874, 0xFF949DA9},
    {Token::Neutral, 0xFF687484, 0xFF8C97A6},     {Token::BarTrack, 0xFFEDF0F3, 0xFF2A2F37},
    {Token::Border, 0xFFD5DAE0, 0xFF343A43},      {Token::Axis, 0xFF87919D, 0xFF747E8B},
    {Token::Grid, 0xFFE3E7EB, 0xFF2F343C},        {Token::FineGrid, 0xFFF0F2F4, 0xFF262A31},
    {Token::WarningText, 0xFF7A4B00, 0xFFF3C672}, {Token::WarningFill, 0xFFFFF3D6, 0xFF33290F},
    {Token::ErrorText, 0xFFA3151F, 0xFFFF9C9C},   {Token::ErrorFill, 0xFFFDECEC, 0xFF3A1C1F},
    {Token::Dram, 0xFF0E66D7, 0xFF609AFF},        {Token::L2, 0xFF015D47, 0xFF75E9AF},
    {Token::L1, 0xFF7A4876, 0xFFD699BB},          {Token::Shared, 0xFFB04E0D, 0xFFF5773E},
};

constexpr bool rowsFollowTokens()
{
    for (std::size_t i = 0; i < std::size(rows); ++i)
        if (rows[i].token != static_cast<Token>(i)) return false;
    return std::size(rows) == static_cast<std::size_t>(Token::Shared) + 1;
}
static_assert(rowsFollowTokens());

/// Relative luminance, WCAG 2.1.
double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

Theme Theme::of(const QPalette& palette)
{
    // QStyleHints::colorScheme needs Qt 6.5.
    const bool dark = luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
    return Theme(dark ? ThemeKind::Dark : ThemeKind::Light);
}

QColor Theme::color(Token token) const
{
    const Row& row = rows[static_cast<std::size_t>(token)];
    return QColor::fromRgb(m_kind == ThemeKind::Light ? row.light : row.dark);
}

QColor Theme::color(core::Level level) const
{
    return color(tokenOf(level));
}

QPalette tablePalette()
{
    constexpr double strength = 0.16;
    auto colors = QApplication::palette();
    const auto mix = [](int highlight, int base) {
        return static_cast<int>(strength * highlight + (1 - strength) * base);
    };
    const auto highlight = colors.color(QPalette::Highlight);
    const auto base = colors.color(QPalette::Base);
    colors.setColor(QPalette::Highlight, QColor(mix(highlight.red(), base.red()), mix(highlight.green(), base.green()),
                                                mix(highlight.blue(), base.blue())));
    colors.setColor(QPalette::HighlightedText, colors.color(QPalette::Text));
    return colors;
}

Token tokenOf(core::Level level)
{
    switch (level) {
    case core::Level::Dram: return Token::Dram;
    case core::Level::L2: return Token::L2;
    case core::Level::L1: return Token::L1;
    case core::Level::Shared: return Token::Shared;
    }
    return Token::Ink;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)}); // a list: values, not references
    return (lighter + 0.05) / (darker + 0.05);
}

} // namespace app

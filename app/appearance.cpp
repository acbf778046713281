// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance.h"

#include <QApplication>
#include <QStyle>

namespace app {
namespace {

struct RoleRow {
    QPalette::ColorRole role;
    Token token;
};
constexpr RoleRow roles[] = {
    {QPalette::Window, Token::Window},
    {QPalette::WindowText, Token::Ink},
    {QPalette::Base, Token::Panel},
    {QPalette::AlternateBase, Token::Window},
    {QPalette::Text, Token::Ink},
    {QPalette::Button, Token::BarTrack},
    {QPalette::ButtonText, Token::Ink},
    {QPalette::BrightText, Token::ErrorText},
    {QPalette::PlaceholderText, Token::Text3},
    {QPalette::ToolTipBase, Token::Panel},
    {QPalette::ToolTipText, Token::Ink},
    {QPalette::Light, Token::Panel},
    {QPalette::Midlight, Token::BarTrack},
    {QPalette::Mid, Token::Border},
    {QPalette::Dark, Token::Axis},
    {QPalette::Link, Token::Ink},
};

} // namespace

QPalette paletteOf(ThemeKind kind)
{
    const Theme theme(kind);
    auto palette = QApplication::style()->standardPalette(); // its highlight stays
    for (const auto& row : roles) palette.setColor(row.role, theme.color(row.token));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.color(Token::Text3));
    return palette;
}

void setAppearance(Appearance appearance)
{
    switch (appearance) {
    case Appearance::System: return QApplication::setPalette(QPalette());
    case Appearance::Light: return QApplication::setPalette(paletteOf(ThemeKind::Light));
    case Appearance::Dark: return QApplication::setPalette(paletteOf(ThemeKind::Dark));
    }
}

} // namespace app

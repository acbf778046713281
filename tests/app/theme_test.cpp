// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme.h"

#include <QPalette>
#include <gtest/gtest.h>

namespace {

using app::contrastRatio;
using app::Theme;
using app::ThemeKind;
using app::Token;

class EachTheme : public testing::TestWithParam<ThemeKind> {
protected:
    const Theme theme{GetParam()};
};

TEST_P(EachTheme, TextReaches4_5OnEveryBackground)
{
    for (const Token text : {Token::Ink, Token::Text2, Token::Text3, Token::Dram, Token::L2, Token::L1, Token::Shared})
        for (const Token background : {Token::Panel, Token::Window, Token::SelectedRow})
            EXPECT_GE(contrastRatio(theme.color(text), theme.color(background)), 4.495)
                << "text " << int(text) << " on " << int(background);
}

TEST_P(EachTheme, MarksReach3OnPanelAndTrack)
{
    for (const Token mark : {Token::Axis, Token::Neutral})
        EXPECT_GE(contrastRatio(theme.color(mark), theme.color(Token::Panel)), 3) << int(mark);
    EXPECT_GE(contrastRatio(theme.color(Token::Neutral), theme.color(Token::BarTrack)), 3);
}

TEST_P(EachTheme, StatusTextReaches4_5OnItsFill)
{
    EXPECT_GE(contrastRatio(theme.color(Token::WarningText), theme.color(Token::WarningFill)), 4.5);
    EXPECT_GE(contrastRatio(theme.color(Token::ErrorText), theme.color(Token::ErrorFill)), 4.5);
}

TEST_P(EachTheme, MarkersAt70PercentReach3OnThePanel)
{
    const QColor panel = theme.color(Token::Panel);
    for (const core::Level level : core::allLevels) {
        const QColor color = theme.color(level);
        const auto mix = [](int top, int below) { return static_cast<int>(0.7 * top + 0.3 * below); };
        const QColor seen(mix(color.red(), panel.red()), mix(color.green(), panel.green()),
                          mix(color.blue(), panel.blue()));
        EXPECT_GE(contrastRatio(seen, panel), 2.95) << core::toString(level);
    }
}

INSTANTIATE_TEST_SUITE_P(Theme, EachTheme, testing::Values(ThemeKind::Light, ThemeKind::Dark));

TEST(Theme, FollowsThePlatformsPalette)
{
    EXPECT_EQ(Theme::of(QPalette(Qt::black, Qt::white, Qt::white, Qt::gray, Qt::gray, Qt::black, Qt::white)).kind(),
              ThemeKind::Light);
    QPalette dark;
    dark.setColor(QPalette::Window, QColor(30, 30, 30));
    dark.setColor(QPalette::WindowText, QColor(230, 230, 230));
    EXPECT_EQ(Theme::of(dark).kind(), ThemeKind::Dark);
}

TEST(Theme, ContrastOfBlackOnWhiteIs21)
{
    EXPECT_NEAR(contrastRatio(Qt::black, Qt::white), 21, 1e-3);
    EXPECT_NEAR(contrastRatio(Qt::white, Qt::black), 21, 1e-3);
}

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace {

const app::Settings unusual = {.appearance = app::Appearance::Dark,
                               .names = app::NameStyle::Demangled,
                               .roofs = core::RoofChoice::Computed,
                               .privacy = app::Privacy::HideFiles,
                               .measured_folder = "/roofs",
                               .capture_program = "/opt/ridgepoint-capture"};

TEST(SettingsDialog, GivesBackWhatItWasGiven)
{
    EXPECT_EQ(app::SettingsDialog(app::Settings()).settings(), app::Settings());
    EXPECT_EQ(app::SettingsDialog(unusual).settings(), unusual);
}

TEST(SettingsDialog, EveryFieldIsASetting)
{
    app::SettingsDialog dialog{app::Settings()};
    for (auto* box : dialog.findChildren<QComboBox*>()) box->setCurrentIndex(box->count() - 1);
    const auto paths = dialog.findChildren<QLineEdit*>();
    paths[0]->setText(" /roofs ");
    paths[1]->setText("/opt/ridgepoint-capture ");
    dialog.findChild<QCheckBox*>()->setChecked(true);
    EXPECT_EQ(dialog.settings(), unusual);
}

/// Colours, frames, units and thresholds have none: pictures of two people must compare.
TEST(SettingsDialog, HasNoSettingsThatMustNotExist)
{
    app::SettingsDialog dialog{app::Settings()};
    QStringList labels;
    for (const auto* label : dialog.findChildren<QLabel*>()) {
        EXPECT_NE(label->buddy(), nullptr) << "its mnemonic does nothing: " << label->text().toStdString();
        labels << label->text().remove(u'&');
    }
    EXPECT_EQ(labels, QStringList({"Appearance", "Names", "Roofs at the start", "Measured sessions are kept in",
                                   "Path of ridgepoint-capture"}));
    for (const auto* box : dialog.findChildren<QComboBox*>())
        for (int choice = 0; choice < box->count(); ++choice)
            EXPECT_NE(box->itemText(choice), "Datasheet") << "efficiency against datasheet is never a silent default";
}

TEST(SettingsDialog, RecentFilesAreForgottenAtOnce)
{
    app::SettingsDialog dialog{app::Settings()};
    QSignalSpy forgotten(&dialog, &app::SettingsDialog::recentFilesForgotten);
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text().contains("recent")) button->click();
    EXPECT_EQ(forgotten.count(), 1);
}

TEST(Appearance, GivesTheWindowsOwnThemeAndLeavesAgain)
{
    const auto before = app::Theme::of(QApplication::palette());
    app::setAppearance(app::Appearance::Dark);
    EXPECT_EQ(app::Theme::of(QApplication::palette()).kind(), app::ThemeKind::Dark);
    app::setAppearance(app::Appearance::Light);
    EXPECT_EQ(app::Theme::of(QApplication::palette()).kind(), app::ThemeKind::Light);
    app::setAppearance(app::Appearance::System);
    EXPECT_EQ(app::Theme::of(QApplication::palette()), before);
}

TEST(Appearance, TextsOfItsPaletteCanBeRead)
{
    for (const auto kind : {app::ThemeKind::Light, app::ThemeKind::Dark}) {
        const auto palette = app::paletteOf(kind);
        const auto contrast = [&](QPalette::ColorRole text, QPalette::ColorRole ground) {
            return app::contrastRatio(palette.color(text), palette.color(ground));
        };
        EXPECT_GE(contrast(QPalette::WindowText, QPalette::Window), 4.5);
        EXPECT_GE(contrast(QPalette::Text, QPalette::Base), 4.5);
        EXPECT_GE(contrast(QPalette::ButtonText, QPalette::Button), 4.5);
        EXPECT_GE(contrast(QPalette::ToolTipText, QPalette::ToolTipBase), 4.5);
        EXPECT_GE(contrast(QPalette::PlaceholderText, QPalette::Base), 4.5);
    }
}

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
// Edit > Settings: what is chosen once for all. What is chosen while looking (levels, sizes, groups) has no page.
#pragma once

#include "app/appearance.h"
#include "app/privacy.h"
#include "app/session_model.h"

#include <QDialog>

class QComboBox;
class QCheckBox;
class QLineEdit;

namespace app {

struct Settings {
    Appearance appearance = Appearance::System;
    NameStyle names = NameStyle::Short;                   ///< Short or Demangled
    core::RoofChoice roofs = core::RoofChoice::BestKnown; ///< at the start: BestKnown or Computed
    Privacy privacy = Privacy::ShowFiles;
    QString measured_folder = {}; ///< where measured sessions are kept; empty: with the program's data
    QString capture_program = {}; ///< path of ridgepoint-capture; empty: searched for

    friend bool operator==(const Settings&, const Settings&) = default;
};

class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    explicit SettingsDialog(const Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] Settings settings() const; ///< as the fields say

signals:
    void recentFilesForgotten();

private:
    void makeFields();
    void chooseFolder();
    void chooseProgram();

    QComboBox* m_appearance;
    QComboBox* m_names;
    QComboBox* m_roofs;
    QLineEdit* m_folder;
    QLineEdit* m_program;
    QCheckBox* m_hide_files;
};

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// The window's text: four sizes relative to the system's font, two weights, and labels that follow the theme.
#pragma once

#include "app/theme.h"

#include <QFont>
#include <QLabel>

namespace app {

enum class TextRole {
    Base,   ///< table, bars, verdict
    Strong, ///< panel headings, the verdict's sentence
    Small,  ///< captions
    Title,  ///< kernel name
    Mono,   ///< counter names, commands
};

/// The system's font in a role; never under 8 points.
QFont textFont(TextRole role);

/// Pixels that grow with the system's font: `pixels` at a common font of 9 points.
int scaledByFont(int pixels);
/// So wide and high, grown likewise, and within the screen that the dialog is on.
QSize dialogSize(const QWidget& dialog, int width, int height);

/// A label in a role and a colour of the theme; its text can be selected with the mouse.
class StyledLabel : public QLabel {
    Q_OBJECT

public:
    explicit StyledLabel(TextRole role, Token token = Token::Ink, QWidget* parent = nullptr);
    void setRole(TextRole role);

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    TextRole m_role;
    Token m_token;
    bool m_restyling = false;
};

} // namespace app

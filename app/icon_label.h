// SPDX-License-Identifier: GPL-3.0-or-later
// An icon beside text: it takes the colour of the theme, again when the theme changes.
#pragma once

#include "app/theme.h"

#include <QLabel>

namespace app {

class IconLabel : public QLabel {
    Q_OBJECT

public:
    /// name: of resources/icons/NAME.svg; side: in logical pixels.
    IconLabel(const QString& name, Token token, int side, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void draw();

    QString m_name;
    Token m_token;
    int m_side;
};

} // namespace app

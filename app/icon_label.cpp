// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/icon_label.h"

#include "app/icon.h"

#include <QEvent>

namespace app {

IconLabel::IconLabel(const QString& name, Token token, int side, QWidget* parent)
    : QLabel(parent), m_name(name), m_token(token), m_side(side)
{
    draw();
}

void IconLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) draw();
}

void IconLabel::draw()
{
    setPixmap(icon(m_name, Theme::of(palette()).color(m_token)).pixmap(m_side, m_side));
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/elided_button.h"

#include <QEvent>

namespace app {

ElidedButton::ElidedButton(QString words, QWidget* parent) : QPushButton(parent), m_words(std::move(words))
{
    setFlat(true);
    setAccessibleName(m_words);
    setStyleSheet(QStringLiteral("text-align: left; padding: 2px 0px;"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    elide();
}

void ElidedButton::elide()
{
    constexpr int margins = 4; // of the style, beside the text
    auto shown = fontMetrics().elidedText(m_words, Qt::ElideMiddle, width() - margins);
    setText(shown.replace(u'&', QStringLiteral("&&")));
}

void ElidedButton::resizeEvent(QResizeEvent* event)
{
    QPushButton::resizeEvent(event);
    elide();
}

void ElidedButton::changeEvent(QEvent* event)
{
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::FontChange) elide();
}

} // namespace app

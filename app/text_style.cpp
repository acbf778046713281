// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text_style.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QScreen>

#include <algorithm>

namespace app {
namespace {

struct Style {
    double factor;
    QFont::Weight weight;
};

constexpr Style styles[] = {
    {1, QFont::Normal}, {1, QFont::DemiBold}, {0.88, QFont::Normal}, {1.15, QFont::DemiBold}, {0.95, QFont::Normal},
};

} // namespace

QFont textFont(TextRole role)
{
    constexpr double leastPoints = 8;
    const auto& [factor, weight] = styles[static_cast<int>(role)];
    const auto base = QApplication::font();
    QFont font = role == TextRole::Mono ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : base;
    if (base.pointSizeF() > 0)
        font.setPointSizeF(std::max(leastPoints, base.pointSizeF() * factor));
    else
        font.setPixelSize(std::max(11, static_cast<int>(base.pixelSize() * factor)));
    font.setWeight(weight);
    return font;
}

int scaledByFont(int pixels)
{
    constexpr double commonHeight = 16;
    return static_cast<int>(pixels * std::max(1.0, QFontMetrics(QApplication::font()).height() / commonHeight));
}

QSize dialogSize(const QWidget& dialog, int width, int height)
{
    constexpr double most = 0.9; // the frame and the task bar have the rest
    return QSize(scaledByFont(width), scaledByFont(height)).boundedTo(dialog.screen()->availableSize() * most);
}

StyledLabel::StyledLabel(TextRole role, Token token, QWidget* parent) : QLabel(parent), m_role(role), m_token(token)
{
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setContextMenuPolicy(Qt::NoContextMenu); // that of the panel knows more than "Copy"
    setForegroundRole(QPalette::WindowText); // else it follows the background's role, and with it the colour
    setTextFormat(Qt::PlainText);            // names of kernels are not markup
    restyle();
}

void StyledLabel::setRole(TextRole role)
{
    m_role = role;
    restyle();
}

void StyledLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    const auto type = event->type();
    if (type == QEvent::PaletteChange || type == QEvent::ApplicationFontChange || type == QEvent::FontChange) restyle();
}

/// Setting font and palette sends the very events that lead here.
void StyledLabel::restyle()
{
    if (m_restyling) return;
    m_restyling = true;
    setFont(textFont(m_role));
    auto colors = palette();
    colors.setColor(QPalette::WindowText, Theme::of(QApplication::palette()).color(m_token));
    setPalette(colors);
    m_restyling = false;
}

} // namespace app

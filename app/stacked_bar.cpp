// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stacked_bar.h"

#include "app/text_style.h"

#include <QEvent>
#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace app {
namespace {

constexpr int barHeight = 18;
constexpr int gap = 8;
constexpr int swatch = 10;

int lineHeight()
{
    return std::max(20, QFontMetrics(textFont(TextRole::Base)).height() + 4);
}

int widest(const std::vector<BarPart>& parts, QString BarPart::*text)
{
    const QFontMetrics metrics(textFont(TextRole::Base));
    int width = 0;
    for (const auto& part : parts) width = std::max(width, metrics.horizontalAdvance(part.*text));
    return width;
}

} // namespace

void StackedBar::setParts(std::vector<BarPart> parts)
{
    m_parts = std::move(parts);
    QStringList lines;
    for (const auto& part : m_parts)
        lines << QStringList{part.name, part.figure, part.second}.join(QStringLiteral(", "));
    setAccessibleDescription(lines.join(u'\n'));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    updateGeometry();
    update();
}

QSize StackedBar::sizeHint() const
{
    return {240, barHeight + gap + lineHeight() * static_cast<int>(m_parts.size())};
}

QRect StackedBar::lineOf(std::size_t part) const
{
    return {0, barHeight + gap + lineHeight() * static_cast<int>(part), width(), lineHeight()};
}

std::vector<ShownValue> StackedBar::figures() const
{
    std::vector<ShownValue> figures;
    for (std::size_t place = 0; place < m_parts.size(); ++place)
        figures.push_back({lineOf(place), m_parts[place].figure});
    return figures;
}

/// From ink, the largest part, towards the track: parts are told apart by shade, place and the gap between them.
QColor StackedBar::shade(std::size_t part) const
{
    const auto theme = Theme::of(palette());
    const auto from = theme.color(Token::Text2);
    const auto to = theme.color(Token::BarTrack);
    const double way = static_cast<double>(part) / static_cast<double>(std::max<std::size_t>(m_parts.size(), 2));
    const auto mix = [way](int a, int b) { return static_cast<int>(a + way * (b - a)); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

void StackedBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintBar(painter);
    paintLines(painter);
}

void StackedBar::paintBar(QPainter& painter) const
{
    double left = 0;
    for (std::size_t place = 0; place < m_parts.size(); ++place) {
        const double length = m_parts[place].ratio * width();
        const double shown = std::max(1.0, length - 1); // a pixel of the panel between two parts
        painter.fillRect(QRectF(left, 0, shown, barHeight), shade(place));
        left += length;
    }
    painter.setPen(Theme::of(palette()).color(Token::Neutral));
    painter.drawRect(QRectF(0.5, 0.5, width() - 1, barHeight - 1));
}

void StackedBar::paintLines(QPainter& painter) const
{
    const auto theme = Theme::of(palette());
    const auto font = textFont(TextRole::Base);
    const int second = widest(m_parts, &BarPart::second);
    const int figure = widest(m_parts, &BarPart::figure);
    painter.setFont(font);
    for (std::size_t place = 0; place < m_parts.size(); ++place) {
        const auto& part = m_parts[place];
        const QRect line = lineOf(place);
        const QRect sign(0, line.center().y() - swatch / 2, swatch, swatch);
        painter.fillRect(sign, shade(place));
        painter.setPen(theme.color(Token::Neutral));
        painter.drawRect(sign.adjusted(0, 0, -1, -1));
        const QRect name = line.adjusted(swatch + gap, 0, -(figure + second + 2 * gap), 0);
        painter.setPen(theme.color(Token::Ink));
        painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(font).elidedText(part.name, Qt::ElideMiddle, name.width()));
        painter.drawText(line.adjusted(0, 0, -(second + gap), 0), Qt::AlignVCenter | Qt::AlignRight, part.figure);
        painter.setPen(theme.color(Token::Text2));
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, part.second);
    }
}

void StackedBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) updateGeometry();
    update();
}

} // namespace app

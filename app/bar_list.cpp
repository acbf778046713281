// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bar_list.h"

#include "app/chip.h"
#include "app/text_style.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include <algorithm>

namespace app {
namespace {

constexpr int gap = 8;
constexpr int chipWidth = 16;
constexpr int leastBar = 48;
/// Room past the 100 % line, as a share of the track: longer bars end there with a triangle.
constexpr double overflowRoom = 0.1;

int textWidth(const QFont& font, const QString& text)
{
    constexpr int slack = 2; // eliding rounds up, and so does a space that comes from another font
    return QFontMetrics(font).horizontalAdvance(text) + slack;
}

QFont fontOf(const Bar& bar)
{
    return textFont(bar.strong ? TextRole::Strong : TextRole::Base);
}

} // namespace

BarList::BarList(Scale scale, QWidget* parent) : QWidget(parent), m_scale(scale)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BarList::setBars(std::vector<Bar> bars)
{
    m_bars = std::move(bars);
    QStringList lines;
    for (const auto& bar : m_bars) lines << QStringList{bar.name, bar.figure, bar.second}.join(QStringLiteral(", "));
    setAccessibleDescription(lines.join(u'\n'));
    updateGeometry();
    update();
}

int BarList::rowHeight() const
{
    return std::max(20, QFontMetrics(textFont(TextRole::Base)).height() + 4);
}

const Bar* BarList::barAt(const QPoint& point) const
{
    const auto row = point.y() < 0 ? m_bars.size() : static_cast<std::size_t>(point.y() / rowHeight());
    return row < m_bars.size() ? &m_bars[row] : nullptr;
}

std::vector<ShownValue> BarList::figures() const
{
    std::vector<ShownValue> figures;
    for (int i = 0; const auto& bar : m_bars)
        figures.push_back({{0, rowHeight() * i++, width(), rowHeight()}, bar.figure});
    return figures;
}

QSize BarList::sizeHint() const
{
    return {240, rowHeight() * static_cast<int>(m_bars.size())};
}

BarList::Columns BarList::measure() const
{
    int name = 0;
    int figure = 0;
    int second = 0;
    bool chips = false;
    for (const auto& bar : m_bars) {
        name = std::max(name, textWidth(textFont(TextRole::Strong), bar.name));
        figure = std::max(figure, textWidth(textFont(TextRole::Strong), bar.figure));
        second = std::max(second, textWidth(textFont(TextRole::Base), bar.second));
        chips = chips || bar.resource;
    }
    const int left = chips ? chipWidth : 0;
    const int right = figure + gap + (second > 0 ? second + gap : 0);
    const int name_end = std::min(left + name, std::max(width() - right - leastBar - gap, width() / 4));
    const int figure_end = width() - (second > 0 ? second + gap : 0);
    return {name_end, figure_end - figure - gap, figure_end};
}

QString BarList::shownName(const Bar& bar) const
{
    const int room = measure().name_end - (bar.resource ? chipWidth : 0);
    return QFontMetrics(fontOf(bar)).elidedText(bar.name, Qt::ElideMiddle, room);
}

void BarList::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const auto columns = measure();
    for (int i = 0; const auto& bar : m_bars)
        paintRow(painter, bar, {0, rowHeight() * i++, width(), rowHeight()}, columns);
}

void BarList::paintRow(QPainter& painter, const Bar& bar, const QRect& row, const Columns& columns) const
{
    const auto theme = Theme::of(palette());
    const int left = bar.resource ? chipWidth : 0;
    if (bar.resource) drawChip(painter, QRectF(row.left(), row.top(), 8, row.height()), *bar.resource, theme);

    painter.setFont(fontOf(bar));
    painter.setPen(theme.color(Token::Ink));
    const QRect name(row.left() + left, row.top(), columns.name_end - left, row.height());
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft, shownName(bar));
    const QRect figure(columns.bar_end, row.top(), columns.figure_end - columns.bar_end, row.height());
    painter.drawText(figure, Qt::AlignVCenter | Qt::AlignRight, bar.figure);

    painter.setFont(textFont(TextRole::Base));
    painter.setPen(theme.color(Token::Text2));
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, bar.second);
    const double height = 10;
    paintBar(painter, bar,
             {columns.name_end + gap + 0.0, row.center().y() - height / 2 + 0.5,
              columns.bar_end - columns.name_end - 2.0 * gap, height});
}

void BarList::paintBar(QPainter& painter, const Bar& bar, const QRectF& track) const
{
    const auto theme = Theme::of(palette());
    const double hundred = m_scale == Scale::HundredPercent ? track.width() / (1 + overflowRoom) : track.width();
    painter.fillRect(QRectF(track.topLeft(), QSizeF(hundred, track.height())), theme.color(Token::BarTrack));
    const auto color = bar.resource ? resourceColor(*bar.resource, theme) : theme.color(Token::Neutral);
    const double length = std::min(std::max(bar.ratio, 0.0) * hundred, track.width());
    painter.fillRect(QRectF(track.topLeft(), QSizeF(length, track.height())), color);
    if (m_scale != Scale::HundredPercent) return;
    painter.fillRect(QRectF(track.left() + hundred - 0.5, track.top() - 2, 1, track.height() + 4),
                     theme.color(Token::Axis));
    if (bar.ratio <= 1 + overflowRoom) return;
    painter.setBrush(theme.color(Token::Ink)); // the bar ends here, the value doesn't
    painter.setPen(Qt::NoPen);
    const QPointF tip(track.right() + 5, track.center().y());
    painter.drawPolygon(QPolygonF({tip, tip + QPointF(-5, -4), tip + QPointF(-5, 4)}));
}

bool BarList::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto* bar = barAt(help->pos()); bar && !bar->details.isEmpty())
        QToolTip::showText(help->globalPos(), bar->details, this);
    else
        QToolTip::hideText();
    return true;
}

void BarList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) updateGeometry();
    update();
}

} // namespace app

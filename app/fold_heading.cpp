// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/fold_heading.h"

#include "app/text_style.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

namespace app {
namespace {

constexpr int arrowWidth = 16;

}

FoldHeading::FoldHeading(const QString& title, QWidget* parent) : QAbstractButton(parent)
{
    setText(title);
    setCheckable(true);
    setChecked(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
}

QSize FoldHeading::sizeHint() const
{
    const QFontMetrics metrics(textFont(TextRole::Strong));
    return {metrics.horizontalAdvance(text()) + arrowWidth + 4, std::max(24, metrics.height() + 4)};
}

void FoldHeading::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const auto theme = Theme::of(palette());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Token::Text2), 1.5));
    const QPointF centre(5, height() / 2.0);
    const auto arrow = isChecked()
                           ? QPolygonF({centre + QPointF(-4, -2), centre + QPointF(0, 2), centre + QPointF(4, -2)})
                           : QPolygonF({centre + QPointF(-2, -4), centre + QPointF(2, 0), centre + QPointF(-2, 4)});
    painter.drawPolyline(arrow);
    painter.setFont(textFont(TextRole::Strong));
    painter.setPen(theme.color(Token::Ink));
    painter.drawText(rect().adjusted(arrowWidth, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
    if (!hasFocus()) return;
    QStyleOptionFocusRect focus;
    focus.initFrom(this);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
}

} // namespace app

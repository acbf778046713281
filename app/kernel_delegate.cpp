// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_delegate.h"

#include "app/chip.h"
#include "app/columns.h"
#include "app/format.h"
#include "app/kernel_filter.h"
#include "app/resource_name.h"
#include "app/text_style.h"
#include "app/verdict.h"

#include <QApplication>
#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace app {
namespace {

constexpr int padding = 6;   ///< on both sides: 12 between columns
constexpr int shareBar = 40; ///< at most, under the figure: beside it the name would have less than its half
constexpr int chipWidth = 14;

const Column& columnAt(const QModelIndex& index)
{
    return columns()[static_cast<std::size_t>(index.column())];
}

void paintShareBar(QPainter& painter, const QRect& box, double ratio, const Theme& theme)
{
    const int width = std::min(shareBar, box.width());
    const QRectF track(box.right() + 1 - width, box.bottom() - 3, width, 3);
    painter.fillRect(track, theme.color(Token::BarTrack));
    painter.fillRect(QRectF(track.topLeft(), QSizeF(track.width() * std::clamp(ratio, 0.0, 1.0), track.height())),
                     theme.color(Token::Neutral));
}

/// "×412" behind the name of a group.
QString countText(const QModelIndex& index, const KernelRow& row)
{
    return index.column() == 0 && row.isGroup() ? QStringLiteral(" ×") + count(static_cast<double>(row.launches.size()))
                                                : QString();
}

} // namespace

KernelDelegate::KernelDelegate(const KernelFilter& filter, QObject* parent)
    : QStyledItemDelegate(parent), m_filter(filter)
{}

QString KernelDelegate::shownText(const QModelIndex& index, int width)
{
    const auto mode = index.column() == 0 ? Qt::ElideMiddle : Qt::ElideRight;
    return QFontMetrics(textFont(TextRole::Base)).elidedText(index.data().toString(), mode, width);
}

QString KernelDelegate::shownBinding(const KernelRow& row, int width)
{
    if (!row.analysis.binding) return QString(enDash);
    const QFontMetrics metrics(textFont(TextRole::Base));
    const QString name = resourceName(*row.analysis.binding);
    if (metrics.horizontalAdvance(name) <= width) return name;
    return metrics.elidedText(shortResourceName(*row.analysis.binding), Qt::ElideRight, width);
}

Token KernelDelegate::textToken(const KernelRow& row, int column)
{
    const auto style = columns()[static_cast<std::size_t>(column)].style;
    if (style == CellStyle::Binding && noRoofIsNear(row.analysis)) return Token::Text3;
    return style == CellStyle::Text && column > 0 ? Token::Text2 : Token::Ink;
}

QSize KernelDelegate::sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const
{
    const QFontMetrics metrics(textFont(TextRole::Base));
    const auto& column = columnAt(index);
    constexpr int slack = 2; // eliding rounds up, and so does a space that comes from another font
    const auto text = index.data().toString() + countText(index, m_filter.row(index));
    int width = metrics.horizontalAdvance(text) + 2 * padding + slack;
    if (column.style == CellStyle::Binding) width += chipWidth;
    return {width, std::max(24, metrics.height() + 8)};
}

void KernelDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto theme = Theme::of(option.palette);
    const auto& column = columnAt(index);
    const auto& row = m_filter.row(index);
    paintBackground(*painter, option, index);

    QRect box = option.rect.adjusted(padding, 0, -padding, 0);
    painter->save();
    if (column.style == CellStyle::Share && column.number(row))
        paintShareBar(*painter, box, *column.number(row), theme);
    if (column.style == CellStyle::Binding && row.analysis.binding) {
        drawChip(*painter, QRectF(box.left(), box.top(), 8, box.height()), *row.analysis.binding, theme);
        box.setLeft(box.left() + chipWidth);
    }
    const auto font = textFont(TextRole::Base);
    const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
    const auto launches = countText(index, row);
    const QRect countBox = box;
    box.setRight(box.right() - QFontMetrics(font).horizontalAdvance(launches));
    const auto text =
        column.style == CellStyle::Binding ? shownBinding(row, box.width()) : shownText(index, box.width());
    painter->setFont(font);
    if (index.column() == 0) paintMatches(*painter, text, box, font);
    painter->setPen(theme.color(textToken(row, index.column())));
    painter->drawText(box, static_cast<int>(alignment), text);
    painter->setPen(theme.color(Token::Text2));
    painter->drawText(countBox.adjusted(QFontMetrics(font).horizontalAdvance(text), 0, 0, 0),
                      Qt::AlignVCenter | Qt::AlignLeft, launches);
    painter->restore();
}

/// The view's own tint over the row, a bar in the full colour at its left edge, the platform's frame for the current
/// cell.
void KernelDelegate::paintBackground(QPainter& painter, const QStyleOptionViewItem& option,
                                     const QModelIndex& index) const
{
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (selected) painter.fillRect(option.rect, option.palette.color(QPalette::Highlight));
    if (selected && index.column() == 0)
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()),
                         QApplication::palette().color(QPalette::Highlight));
    if (!option.state.testFlag(QStyle::State_HasFocus)) return;
    QStyleOptionFocusRect focus;
    focus.QStyleOption::operator=(option);
    focus.backgroundColor = option.palette.color(QPalette::Base);
    const auto* widget = option.widget;
    widget->style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, widget);
}

/// Underlines the filter's plain words where they stand in the name.
void KernelDelegate::paintMatches(QPainter& painter, const QString& text, const QRect& box, const QFont& font) const
{
    const QFontMetrics metrics(font);
    const auto ink = Theme::of(QApplication::palette()).color(Token::Ink);
    for (const auto& term : m_filter.filter().terms) {
        if (term.field || term.negated) continue;
        for (const auto& value : term.values) {
            const auto word = QString::fromStdString(value.text);
            const auto at = text.indexOf(word, 0, Qt::CaseInsensitive);
            if (at < 0 || word.isEmpty()) continue;
            const int left = box.left() + metrics.horizontalAdvance(text.left(at));
            const int width = metrics.horizontalAdvance(text.mid(at, word.size()));
            const int bottom = box.center().y() + metrics.height() / 2;
            painter.fillRect(QRect(left, bottom, width, 2), ink);
        }
    }
}

} // namespace app

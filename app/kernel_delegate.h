// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the table's cells: bars of shares, chips of resources, the bar of a selected row, what a filter matched.
#pragma once

#include "app/theme.h"

#include <QStyledItemDelegate>

namespace app {

class KernelFilter;
struct KernelRow;

class KernelDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit KernelDelegate(const KernelFilter& filter, QObject* parent = nullptr);

    /// The text of a cell in so many pixels: what tells two kernels apart is as often at their names' ends.
    static QString shownText(const QModelIndex& index, int width);
    /// What limits a kernel, in so many pixels: its short name before one that is cut.
    static QString shownBinding(const KernelRow& row, int width);
    /// The colour of a cell's text: least for the name of a roof that isn't near, for it doesn't limit the kernel.
    static Token textToken(const KernelRow& row, int column);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintBackground(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintMatches(QPainter& painter, const QString& text, const QRect& box, const QFont& font) const;

    const KernelFilter& m_filter;
};

} // namespace app

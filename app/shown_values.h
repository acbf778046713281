// SPDX-License-Identifier: GPL-3.0-or-later
// The values that a part of the inspector shows: what a click or a key copies alone.
#pragma once

#include <QRect>
#include <QString>

#include <vector>

class QWidget;

namespace app {

struct ShownValue {
    QRect box; ///< in the widget that was asked
    QString text;
};

/// Texts of labels and figures of bars that can be seen in a widget, by lines from the top, in a line from the left.
std::vector<std::vector<ShownValue>> shownValues(const QWidget& widget);

/// The value at a place in a widget; empty beside all of them.
QString valueAt(const QWidget& widget, const QPoint& at);

} // namespace app

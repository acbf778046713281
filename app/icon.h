// SPDX-License-Identifier: GPL-3.0-or-later
// The icons of tool bar, banners and empty states: our own drawings in the colour of the text beside them.
#pragma once

#include <QIcon>

namespace app {

/// The icon resources/icons/NAME.svg in one colour; greyed by Qt where disabled. Null if there is none of that name.
QIcon icon(const QString& name, const QColor& color);

/// The program's own icon, in its own colours.
QIcon applicationIcon();

} // namespace app

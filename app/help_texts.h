// SPDX-License-Identifier: GPL-3.0-or-later
// The help that comes with the window: how a roofline is read, which keys there are, what this program is.
#pragma once

#include <QString>

class QWidget;

namespace app {

enum class HelpPage { Roofline, Keys, Numbers };

/// Opens a page beside the window; it doesn't block.
void showHelp(QWidget* parent, HelpPage page);
QString aboutText();

} // namespace app

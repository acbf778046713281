// SPDX-License-Identifier: GPL-3.0-or-later
// Light, dark, or as the system is: a palette for the whole program, in the colours of our own drawing.
#pragma once

#include "app/theme.h"

#include <QPalette>

namespace app {

enum class Appearance { System, Light, Dark };

/// Of menus, buttons and fields that fit the theme.
QPalette paletteOf(ThemeKind kind);

/// Gives the program its palette; every window follows at once. System: the platform's own.
void setAppearance(Appearance appearance);

} // namespace app

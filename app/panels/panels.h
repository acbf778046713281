// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the inspector's panels, in the order in which they are shown.
#pragma once

#include "app/panels/panel.h"

#include <span>

namespace app {

struct PanelType {
    const char* id;    ///< in the settings
    const char* title; ///< source string for translation; empty: no heading, always open
    Panel* (*make)(QWidget* parent);
};

std::span<const PanelType> panelTypes();

} // namespace app

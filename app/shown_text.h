// SPDX-License-Identifier: GPL-3.0-or-later
// Text of a file, a kernel's name first of all, as the window and its exports show it.
#pragma once

#include "core/shown_text.h"

#include <QString>

namespace app {

/// See core::shownText.
inline QString shownText(std::string_view text)
{
    return QString::fromStdString(core::shownText(text));
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Why a point lies above its roof, in the words that card and inspector share.
#pragma once

#include "core/roofline.h"

#include <QString>

namespace app {

/// Goes on after "above its roof: ".
QString aboveRoofText(core::AboveRoofReason reason);

} // namespace app

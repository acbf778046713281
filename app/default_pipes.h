// SPDX-License-Identifier: GPL-3.0-or-later
// Which pipes' roofs are drawn of a GPU without kernels.
#pragma once

#include "core/ceiling.h"

#include <span>
#include <vector>

namespace app {

/// Of each type of FLOP or OP the dense pipe that is best known, of these the fastest.
std::vector<core::Resource> defaultPipes(std::span<const core::Ceiling> roofs);

} // namespace app

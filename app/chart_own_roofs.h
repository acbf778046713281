// SPDX-License-Identifier: GPL-3.0-or-later
// The roofs that a kernel was judged by, at its own clocks: chart, card and headroom end at these.
#pragma once

#include "core/roofline.h"

namespace app {

/// Of its charted pipe; nullptr without one.
const core::Ceiling* ownPipeRoof(const core::KernelAnalysis& analysis);
/// Of a memory level; nullptr if it isn't known.
const core::Ceiling* ownLevelRoof(const core::KernelAnalysis& analysis, core::Level level);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// A picture's right column: which kernel is selected and what its verdict is, for a review without the window.
#pragma once

#include "app/chart_scene.h"

namespace app {

inline constexpr double verdictColumnWidth = 260; ///< pixels of the scene
/// Narrower pictures have no room for both.
inline constexpr double leastWidthWithVerdict = 640;

/// Widens the scene by the column and writes the row's verdict into it, down to the footer.
void addVerdictColumn(ChartScene& scene, const KernelRow& row);

} // namespace app

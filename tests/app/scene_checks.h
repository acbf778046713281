// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for every scene, whatever it shows.
#pragma once

#include "app/chart_scene.h"

#include <string>

namespace chart_test {

/// No text touches a marker, a roof, a selection line, the frame or another text, and none leaves the picture.
void expectNothingTouches(const app::ChartScene& scene, const std::string& where);

} // namespace chart_test

// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up machine like an H200 and kernels under its roofs, for tests of the chart.
#pragma once

#include "app/chart_scene.h"

namespace chart_test {

core::Resource resource(const char* name);
core::Ceiling ceiling(const char* resourceName, double ratePerS, core::Origin origin = core::Origin::Measured,
                      const char* mix = "");

/// Measured DRAM mixes, L2, L1/SMEM; wgmma measured, mma.sync, FP8 and FP32 computed.
core::MachineRoofs h200();

/// Flash attention (three levels, SMEM an estimate), a matmul, an FP32 kernel, a copy without FLOP, a kernel without
/// DRAM traffic, one off the frame. In this order.
app::ChartData h200Data();

app::ChartLook look(double width = 1000, double height = 750, app::ThemeKind theme = app::ThemeKind::Light);

} // namespace chart_test

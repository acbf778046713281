// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU's description alone says of its fastest pipe and its memory: the chart's frame depends on nothing else.
#pragma once

#include "app/chart_axis.h"
#include "core/device.h"

#include <optional>

namespace app {

/// Operations/s of the fastest dense pipe of an axis at the maximum clock; none for a chip that isn't in the table.
std::optional<double> highestDensePerS(const core::Device& device, Axis axis);

/// Bytes/s of the memory's bus at its maximum clock.
std::optional<double> busBytesPerS(const core::Device& device);

} // namespace app

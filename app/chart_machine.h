// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU's description alone says of its fastest pipe and its memory: the chart's frame depends on nothing else.
#pragma once

#include "core/device.h"

#include <optional>

namespace app {

/// FLOP/s of the fastest dense pipe at the maximum clock; none for a chip that isn't in the table.
std::optional<double> highestDenseFlopPerS(const core::Device& device);

/// Bytes/s of the memory's bus at its maximum clock.
std::optional<double> busBytesPerS(const core::Device& device);

} // namespace app

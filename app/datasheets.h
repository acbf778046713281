// SPDX-License-Identifier: GPL-3.0-or-later
// What NVIDIA's datasheets say of GPUs: the session in resources/devices.ridgepoint.jsonl, compiled in.
#pragma once

#include "core/ceiling.h"

#include <span>
#include <string>

namespace app {

/// The roofs of the GPU of this name; none for one that isn't in the table.
std::span<const core::Ceiling> datasheetRoofs(const std::string& deviceName);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// What a user can enter for a launch.
#pragma once

#include "core/kernel_measurement.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

struct KernelEntry {
    std::optional<std::string> alias = {};
    std::vector<core::Work> declared_work = {};

    friend bool operator==(const KernelEntry&, const KernelEntry&) = default;
};

inline KernelEntry entryOf(const core::KernelMeasurement& kernel)
{
    return {kernel.alias, kernel.declared_work};
}

} // namespace app

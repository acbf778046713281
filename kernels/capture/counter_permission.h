// SPDX-License-Identifier: Apache-2.0
// Whether hardware counters may be read, before anything is tried.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace capture {

struct CounterPermission {
    std::optional<bool> allowed;         ///< none: the driver's parameters can't be read, as in most containers
    std::optional<std::string> obstacle; ///< what stands in the way, and what to do about it
};

CounterPermission counterPermission();

/// The same for a driver whose parameters ("RmProfilingAdminOnly: 1") and a process whose status
/// ("CapEff:\t000001ffffffffff") are given.
CounterPermission counterPermission(std::string_view driverParameters, std::string_view processStatus);

} // namespace capture

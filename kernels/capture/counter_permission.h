// SPDX-License-Identifier: Apache-2.0
// Whether hardware counters may be read, before anything is tried.
#pragma once

#include <optional>
#include <string>

namespace capture {

/// What stands in the way of counters and what to do about it; none if nothing is known to.
std::optional<std::string> counterObstacle();

/// The same for a driver whose parameters ("RmProfilingAdminOnly: 1") and a process whose status
/// ("CapEff:\t000001ffffffffff") are given.
std::optional<std::string> counterObstacle(const std::string& driverParameters, const std::string& processStatus);

} // namespace capture

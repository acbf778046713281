// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/counter_permission.h"

#include <unistd.h>

#include <fstream>
#include <sstream>

namespace capture {

std::optional<std::string> counterObstacle()
{
    std::ostringstream parameters;
    if (const std::ifstream file("/proc/driver/nvidia/params"); file) parameters << file.rdbuf();
    return counterObstacle(parameters.str(), geteuid() == 0);
}

std::optional<std::string> counterObstacle(const std::string& driverParameters, bool isRoot)
{
    const bool adminOnly = driverParameters.find("RmProfilingAdminOnly: 1") != std::string::npos;
    if (!adminOnly || isRoot) return std::nullopt;
    // NVIDIA, "ERR_NVGPUCTRPERM: Permission issue with Performance Counters": the three ways out.
    return "Counters are refused by the driver (administrators only): run as root, give the program CAP_SYS_ADMIN, or "
           "load the driver with NVreg_RestrictProfilingToAdminUsers=0.";
}

} // namespace capture

// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/counter_permission.h"

#include <charconv>
#include <fstream>
#include <sstream>

namespace capture {
namespace {

std::string contentOf(const char* path)
{
    std::ostringstream content;
    if (const std::ifstream file(path); file) content << file.rdbuf();
    return content.str();
}

/// Root in a container lacks it, a program that was given it needs no root.
bool hasSysAdmin(const std::string& processStatus)
{
    constexpr std::string_view key = "CapEff:\t";
    constexpr int sysAdmin = 21; // linux/capability.h
    const auto place = processStatus.find(key);
    if (place == std::string::npos) return false;
    std::uint64_t capabilities = 0;
    const auto* begin = processStatus.data() + place + key.size();
    std::from_chars(begin, processStatus.data() + processStatus.size(), capabilities, 16);
    return (capabilities >> sysAdmin & 1) != 0;
}

} // namespace

std::optional<std::string> counterObstacle()
{
    return counterObstacle(contentOf("/proc/driver/nvidia/params"), contentOf("/proc/self/status"));
}

std::optional<std::string> counterObstacle(const std::string& driverParameters, const std::string& processStatus)
{
    const bool adminOnly = driverParameters.find("RmProfilingAdminOnly: 1") != std::string::npos;
    if (!adminOnly || hasSysAdmin(processStatus)) return std::nullopt;
    // NVIDIA, "ERR_NVGPUCTRPERM: Permission issue with Performance Counters": the three ways out.
    return "Counters are refused by the driver (administrators only): run as root, give the program CAP_SYS_ADMIN, or "
           "load the driver with NVreg_RestrictProfilingToAdminUsers=0.";
}

} // namespace capture

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
bool hasSysAdmin(std::string_view processStatus)
{
    constexpr std::string_view key = "CapEff:\t";
    constexpr int sysAdmin = 21; // linux/capability.h
    const auto place = processStatus.find(key);
    if (place == std::string_view::npos) return false;
    std::uint64_t capabilities = 0;
    const auto* begin = processStatus.data() + place + key.size();
    std::from_chars(begin, processStatus.data() + processStatus.size(), capabilities, 16);
    return (capabilities >> sysAdmin & 1) != 0;
}

} // namespace

CounterPermission counterPermission()
{
    return counterPermission(contentOf("/proc/driver/nvidia/params"), contentOf("/proc/self/status"));
}

CounterPermission counterPermission(std::string_view driverParameters, std::string_view processStatus)
{
    constexpr std::string_view key = "RmProfilingAdminOnly: ";
    if (hasSysAdmin(processStatus)) return {.allowed = true, .obstacle = {}};
    const auto place = driverParameters.find(key);
    if (place == std::string_view::npos) return {};
    if (driverParameters.substr(place + key.size(), 1) == "0") return {.allowed = true, .obstacle = {}};
    // NVIDIA, "ERR_NVGPUCTRPERM: Permission issue with Performance Counters": the three ways out.
    return {.allowed = false,
            .obstacle = "Counters are refused by the driver (administrators only): run as root, give the program "
                        "CAP_SYS_ADMIN, or load the driver with NVreg_RestrictProfilingToAdminUsers=0."};
}

} // namespace capture

// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/near_gpu.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>

namespace harness {

std::vector<unsigned> parseCpuList(const std::string& text)
{
    std::vector<unsigned> cpus;
    const char* at = text.data();
    const char* const end = at + text.find_last_not_of(" \n") + 1;
    while (at < end) {
        unsigned first = 0;
        auto parsed = std::from_chars(at, end, first);
        unsigned last = first;
        if (parsed.ec == std::errc() && parsed.ptr < end && *parsed.ptr == '-')
            parsed = std::from_chars(parsed.ptr + 1, end, last);
        const bool isRange = parsed.ec == std::errc() && last >= first && last < CPU_SETSIZE;
        if (!isRange || (parsed.ptr < end && *parsed.ptr != ',')) return {};
        for (unsigned cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
        at = parsed.ptr + 1;
    }
    return cpus;
}

std::vector<unsigned> cpusNear(int ordinal)
{
    std::array<char, 32> id{};
    if (cudaDeviceGetPCIBusId(id.data(), id.size(), ordinal) != cudaSuccess) return {};
    std::string name = id.data();
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return cpusNear(std::filesystem::path("/sys/bus/pci/devices") / name);
}

std::vector<unsigned> cpusNear(const std::filesystem::path& device)
{
    int node = -1;
    std::ifstream(device / "numa_node") >> node;
    if (node < 0) return {};
    std::string text;
    std::ifstream file(device / "local_cpulist");
    std::getline(file, text);
    return parseCpuList(text);
}

OnCpus::OnCpus(const std::vector<unsigned>& cpus)
{
    cpu_set_t wanted;
    CPU_ZERO(&wanted);
    if (sched_getaffinity(0, sizeof(m_before), &m_before) != 0) return;
    for (const auto cpu : cpus)
        if (CPU_ISSET(cpu, &m_before)) CPU_SET(cpu, &wanted);
    m_moved = CPU_COUNT(&wanted) > 0 && sched_setaffinity(0, sizeof(wanted), &wanted) == 0;
}

OnCpus::~OnCpus()
{
    if (m_moved) static_cast<void>(sched_setaffinity(0, sizeof(m_before), &m_before)); // where it was, it may be
}

} // namespace harness

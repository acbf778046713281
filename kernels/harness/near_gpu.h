// SPDX-License-Identifier: Apache-2.0
// The CPUs on a GPU's side of the machine: a thread that strays from their NUMA node copies at another rate.
#pragma once

#include <sched.h>

#include <filesystem>
#include <string>
#include <vector>

namespace harness {

/// "0-3,8": as the kernel writes sets of CPUs. Empty for a text of another form.
std::vector<unsigned> parseCpuList(const std::string& text);

/// Those that the kernel calls local to this GPU (CUDA's ordinal); empty where it doesn't say.
std::vector<unsigned> cpusNear(int ordinal);
/// The same of a device's folder in sysfs. One without a NUMA node is local to all, as far as the kernel knows.
std::vector<unsigned> cpusNear(const std::filesystem::path& device);

/// While it lives, the calling thread runs on these CPUs, as far as it may, and the pages that it is the first to touch
/// are of their memory. Without any of them it changes nothing.
class OnCpus {
public:
    explicit OnCpus(const std::vector<unsigned>& cpus);
    ~OnCpus();
    OnCpus(const OnCpus&) = delete;
    OnCpus& operator=(const OnCpus&) = delete;
    [[nodiscard]] bool moved() const { return m_moved; } ///< false where none of them is allowed to this process

private:
    cpu_set_t m_before{};
    bool m_moved = false;
};

} // namespace harness

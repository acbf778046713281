// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/memory_proof.h"

#include "core/error.h"

#include <algorithm>
#include <cmath>

namespace capture {
namespace {

/// lts2xbar: how much of a slice's port to the SMs was used; 32 bytes a clock (the peak is 2 a slice on an H200).
constexpr double portBytes = 32;
constexpr double sectorBytes = 32;

/// A counter, where its value goes, and what one of it is.
struct CounterRow {
    const char* name;
    std::optional<double> MemoryCounters::*figure;
    double unit;
    bool is_of_all_iterations = true;
};
constexpr CounterRow counterRows[] = {
    {"dram__bytes.sum", &MemoryCounters::dram_bytes, 1},
    {"lts__t_sectors_srcunit_tex_op_read.sum", &MemoryCounters::l2_read_bytes, sectorBytes},
    {"lts__t_sectors_srcunit_tex_op_write.sum", &MemoryCounters::l2_written_bytes, sectorBytes},
    {"lts__cycles_elapsed.avg.per_second", &MemoryCounters::l2_clock_hz, 1, false},
    {"lts__lts2xbar_cycles_active.sum.peak_sustained", &MemoryCounters::l2_bytes_per_clock, portBytes, false},
};
/// So much that what L2 holds at the start and at the end counts little.
constexpr double countedBytes = 8e9;

} // namespace

void MemoryProof::open()
{
    std::vector<std::string> names;
    for (const auto& row : counterRows) names.emplace_back(row.name);
    m_counters = std::make_unique<harness::ChipCounters>(harness::chipName(m_deviceOrdinal), names);
    m_profiler = std::make_unique<harness::SetProfiler>(*m_counters, 1, harness::Before::TheRest);
}

MemoryCounters MemoryProof::count(const harness::Prepared& prepared)
{
    if (!m_obstacle.empty()) throw harness::Unavailable(m_obstacle);
    try {
        if (!m_profiler) open();
        const auto iterations = static_cast<std::uint32_t>(std::ceil(countedBytes / prepared.work_per_iteration));
        const std::vector<std::function<void()>> ranges{[&] { prepared.launch({.iterations = iterations}); }};
        const auto values = m_profiler->count(ranges, [] { return false; })->front();
        MemoryCounters result;
        for (const auto& row : counterRows) {
            const auto place = std::ranges::find(m_counters->names(), row.name) - m_counters->names().begin();
            if (static_cast<std::size_t>(place) == values.size() || !values[place]) continue;
            result.*row.figure = *values[place] * row.unit / (row.is_of_all_iterations ? iterations : 1);
        }
        return result;
    } catch (const harness::Unavailable& error) {
        m_obstacle = error.what();
        throw;
    }
}

std::optional<double> countedShare(const core::Resource& level, double claimed, const MemoryCounters& counted)
{
    constexpr double leastShare = 0.9;
    const auto bytes = level.kind == core::ResourceKind::Dram     ? counted.dram_bytes
                       : level.kind == core::ResourceKind::L2Read ? counted.l2_read_bytes
                                                                  : counted.l2_written_bytes;
    if (!bytes) return std::nullopt;
    const double share = std::min(*bytes / claimed, 1.0);
    if (share < leastShare)
        throw core::Error(core::toString(level) + " moved only " + std::to_string(share) +
                          " of the bytes that the benchmark claims; a cache before it served the rest");
    return share;
}

} // namespace capture

// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/memory_proof.h"

#include "core/error.h"

#include <algorithm>
#include <cmath>

namespace capture {
namespace {

/// lts2xbar: how much of a slice's port to the SMs was used; 32 bytes a clock (the peak is 2 a slice on an H200).
constexpr double portBytes = 32;
const std::vector<std::string> counters = {
    "dram__bytes.sum", "lts__cycles_elapsed.avg.per_second", "lts__lts2xbar_cycles_active.sum.peak_sustained",
    "lts__t_sectors_srcunit_tex_op_read.sum", "lts__t_sectors_srcunit_tex_op_write.sum"};
constexpr double sectorBytes = 32;
/// So much that what L2 holds at the start and at the end counts little.
constexpr double countedBytes = 8e9;

} // namespace

MemoryCounters MemoryProof::count(const harness::Prepared& prepared)
{
    if (!m_obstacle.empty()) throw harness::Unavailable(m_obstacle);
    try {
        if (!m_profiler) m_profiler = std::make_unique<harness::RangeProfiler>(m_deviceOrdinal, counters);
        const auto iterations = static_cast<std::uint32_t>(std::ceil(countedBytes / prepared.work_per_iteration));
        const auto values = m_profiler->count([&] { prepared.launch({.iterations = iterations}); });
        MemoryCounters result{.l2_clock_hz = values[1]};
        if (values[0]) result.dram_bytes = *values[0] / iterations;
        if (values[2]) result.l2_bytes_per_clock = *values[2] * portBytes;
        if (values[3]) result.l2_read_bytes = *values[3] * sectorBytes / iterations;
        if (values[4]) result.l2_written_bytes = *values[4] * sectorBytes / iterations;
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

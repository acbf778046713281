// SPDX-License-Identifier: Apache-2.0
#include "core/caution.h"

#include <algorithm>

namespace core {
namespace {

const Source* sourceOf(const Session& session, const KernelMeasurement& kernel)
{
    return kernel.source < session.sources.size() ? &session.sources[kernel.source] : nullptr;
}

/// HBM moves 64 bytes for a lone sector of 32: up to twice the bytes of L2 is normal.
bool dramAboveL2(const Session&, const KernelMeasurement&, const KernelAnalysis& analysis)
{
    const auto dram = levelBytes(analysis.work, Level::Dram);
    const auto l2 = levelBytes(analysis.work, Level::L2);
    return dram && l2 && l2->basis == Basis::Measured && dram->amount > 2.1 * l2->amount + 1e6;
}

/// Nsight Compute flushes all caches before each pass unless told otherwise; only a command line tells.
bool coldCaches(const Session& session, const KernelMeasurement& kernel, const KernelAnalysis& analysis)
{
    const auto* source = sourceOf(session, kernel);
    const auto* device = session.device(kernel.device_id);
    const auto dram = levelBytes(analysis.work, Level::Dram);
    if (!source || source->tool != "Nsight Compute" || source->cache_control == "none") return false;
    if (!device || !device->l2_bytes || !dram || dram->amount <= 0) return false;
    const auto share = std::ranges::find(analysis.times, ResourceKind::Dram,
                                         [](const ResourceTime& time) { return time.resource.kind; });
    if (share != analysis.times.end() && share->share_ratio < 0.1) return false; // it doesn't matter to this kernel
    return dram->amount < 2.0 / 3 * static_cast<double>(*device->l2_bytes);
}

bool replayMeaningless(const Session&, const KernelMeasurement&, const KernelAnalysis& analysis)
{
    return analysis.throughput_meaningless;
}

struct CautionRow {
    Caution caution;
    std::string_view text;
    bool (*holds)(const Session&, const KernelMeasurement&, const KernelAnalysis&);
};

constexpr CautionRow cautionTable[] = {
    {Caution::DramAboveL2, "DRAM moved more than twice the bytes of L2: one of the counters is wrong.", dramAboveL2},
    {Caution::ColdCaches,
     "Cold caches: the data fits L2, and the profiler flushed it before each pass (or may have). In a chain of kernels "
     "much of the DRAM traffic may not exist.",
     coldCaches},
    {Caution::ReplayMeaningless,
     "Application or range replay of several processes: throughput in this report means nothing. Times are of one run, "
     "counters of others.",
     replayMeaningless},
};

} // namespace

std::vector<Caution> cautions(const Session& session, const KernelMeasurement& kernel, const KernelAnalysis& analysis)
{
    std::vector<Caution> found;
    for (const auto& row : cautionTable)
        if (row.holds(session, kernel, analysis)) found.push_back(row.caution);
    return found;
}

bool throughputIsMeaningless(const Session& session, std::uint32_t source)
{
    if (source >= session.sources.size()) return false;
    const auto& mode = session.sources[source].replay_mode;
    if (!mode || (!mode->starts_with("app") && !mode->ends_with("range"))) return false;
    std::optional<std::uint64_t> first;
    return std::ranges::any_of(session.kernels, [&](const KernelMeasurement& kernel) {
        if (kernel.source != source || !kernel.process_id) return false;
        if (!first) first = kernel.process_id;
        return kernel.process_id != first;
    });
}

std::string_view cautionText(Caution caution)
{
    return std::ranges::find(cautionTable, caution, &CautionRow::caution)->text;
}

} // namespace core

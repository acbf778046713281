// SPDX-License-Identifier: Apache-2.0
#include "core/caution.h"

#include "core/occupancy.h"

#include <algorithm>

namespace core {
namespace {

const Source* sourceOf(const Session& session, const KernelMeasurement& kernel)
{
    return kernel.source < session.sources.size() ? &session.sources[kernel.source] : nullptr;
}

/// What a caution is looked for in; source and device may be nullptr, not known.
struct Subject {
    const Source* source;
    const Device* device;
    const KernelMeasurement& kernel;
    const KernelAnalysis& analysis;
};

/// HBM moves 64 bytes for a lone sector of 32: up to twice the bytes of L2 is normal.
bool dramAboveL2(const Subject& subject)
{
    const auto& analysis = subject.analysis;
    const auto dram = levelBytes(analysis.work, Level::Dram);
    const auto l2 = levelBytes(analysis.work, Level::L2);
    return dram && l2 && l2->basis == Basis::Measured && dram->amount > 2.1 * l2->amount + 1e6;
}

/// Nsight Compute flushes all caches before each pass unless told otherwise; only a command line tells.
bool coldCaches(const Subject& subject)
{
    const auto& [source, device, kernel, analysis] = subject;
    const auto dram = levelBytes(analysis.work, Level::Dram);
    if (!source || source->tool != "Nsight Compute" || source->cache_control == "none") return false;
    if (!device || !device->l2_bytes || !dram || dram->amount <= 0) return false;
    const auto share = std::ranges::find(analysis.times, ResourceKind::Dram,
                                         [](const ResourceTime& time) { return time.resource.kind; });
    if (share != analysis.times.end() && share->share_ratio < 0.1) return false; // it doesn't matter to this kernel
    return dram->amount < 2.0 / 3 * static_cast<double>(*device->l2_bytes);
}

bool replayMeaningless(const Subject& subject)
{
    return subject.analysis.throughput_meaningless;
}

/// By more than the counter's own spread.
bool achievedAboveTheoretical(const Subject& subject)
{
    const auto achieved = achievedOccupancy(subject.kernel);
    if (!achieved || !subject.device) return false;
    const auto grant = subject.source ? sharedGrant(*subject.source) : SharedGrant::Launch;
    const auto budget = occupancyBudget(subject.kernel, *subject.device, grant);
    return budget && *achieved > 1.01 * budget->theoretical_ratio;
}

/// Whether each pass is another run of the whole program, or of a range of it.
bool replaysRuns(const Source& source)
{
    const auto& mode = source.replay_mode;
    return mode && (mode->starts_with("app") || mode->ends_with("range"));
}

struct CautionRow {
    Caution caution;
    std::string_view text;
    bool (*holds)(const Subject&);
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
    {Caution::AchievedAboveTheoretical,
     "Achieved occupancy is above the theoretical: its counters come from passes that disagree, or the launch had "
     "other "
     "limits than the report says.",
     achievedAboveTheoretical},
};

} // namespace

std::vector<Caution> cautions(const Source* source, const Device* device, const KernelMeasurement& kernel,
                              const KernelAnalysis& analysis)
{
    std::vector<Caution> found;
    for (const auto& row : cautionTable)
        if (row.holds({source, device, kernel, analysis})) found.push_back(row.caution);
    return found;
}

std::vector<Caution> cautions(const Session& session, const KernelMeasurement& kernel, const KernelAnalysis& analysis)
{
    return cautions(sourceOf(session, kernel), session.device(kernel.device_id), kernel, analysis);
}

std::vector<bool> meaninglessSources(const Session& session)
{
    std::vector<bool> meaningless(session.sources.size());
    std::vector<std::optional<std::uint64_t>> firstProcess(session.sources.size());
    for (const auto& kernel : session.kernels) {
        const auto source = kernel.source;
        if (source >= session.sources.size() || !kernel.process_id || !replaysRuns(session.sources[source])) continue;
        if (!firstProcess[source]) firstProcess[source] = kernel.process_id;
        if (kernel.process_id != firstProcess[source]) meaningless[source] = true;
    }
    return meaningless;
}

bool throughputIsMeaningless(const Session& session, std::uint32_t source)
{
    return source < session.sources.size() && meaninglessSources(session)[source];
}

std::string_view cautionText(Caution caution)
{
    return std::ranges::find(cautionTable, caution, &CautionRow::caution)->text;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
// Which counters an importer decodes at once: those that any table of core reads.
#include "core/metrics.h"
#include "core/occupancy.h"
#include "core/roofs.h"
#include "core/stalls.h"
#include "core/tensor_counters.h"
#include "core/waves.h"
#include "core/work_table.h"

#include <algorithm>
#include <unordered_set>

namespace core {
namespace {

/// Prefixes of counters that are read as a family; a name of these is wanted whatever follows.
constexpr std::string_view wantedFamilies[] = {
    "l1tex__t_sectors_pipe_lsu_mem_",
    "l1tex__t_sectors_pipe_tex_mem_",
    "gpu__time_duration.",
};

/// Names that core's tables read, and those with a trailing '*' as prefixes.
struct WantedCounters {
    std::unordered_set<std::string_view> names;
    std::vector<std::string_view> prefixes;

    void add(const Expression& expression)
    {
        for (const auto name : expression.counters()) names.insert(name.text());
    }

    void add(std::span<const std::string_view> table)
    {
        for (const auto name : table) {
            if (name.ends_with('*'))
                prefixes.push_back(name.substr(0, name.size() - 1));
            else
                names.insert(name);
        }
    }

    WantedCounters()
    {
        for (const auto& row : workTable()) add(row.expression);
        for (const auto& row : sharedTable()) add(row.expression);
        for (const auto& row : shareTable()) add(row.expression);
        const auto& shared = sharedEvidence();
        for (const auto& expression : shared.tma_bytes) add(expression);
        for (const auto* expression : {&halfExpressions().by_counter, &shared.tma_instructions, &shared.peer_bytes,
                                       &shared.peer_instructions, &shared.peer_sectors, &shared.shared_instructions})
            add(*expression);
        for (const auto& expression : roofExpressions()) add(expression);
        for (const auto table : {occupancyCounters(), waveCounters(), stallCounters()}) add(table);
        names.insert(opcodeTable().text());
        names.insert("l1tex__t_sectors.sum");
        names.insert("profiler__replayer_passes"); // provenance
        names.insert("SM_B.TriageCompute.l1tex__t_sectors.sum");
        prefixes.insert(prefixes.end(), std::begin(wantedFamilies), std::end(wantedFamilies));
    }
};

} // namespace

bool isWantedCounter(std::string_view name)
{
    static const WantedCounters wanted;
    return wanted.names.contains(name) || isTensorCounter(name) ||
           std::ranges::any_of(wanted.prefixes, [name](std::string_view prefix) { return name.starts_with(prefix); });
}

bool isWantedInstanced(std::string_view name)
{
    return name == opcodeTable().text();
}

} // namespace core

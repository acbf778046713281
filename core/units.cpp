// SPDX-License-Identifier: Apache-2.0
#include "core/units.h"

#include <algorithm>
#include <span>

namespace core {
namespace {

/// A counter's name is [scope]quantity[.roll-up], e.g. "pmsampling:" "sm__cycles_active" ".avg.per_second". In a
/// pattern '*' stands for any characters and '?' for one.
struct Rule {
    std::string_view pattern;
    std::string_view unit;
};

/// Of whole names, whatever their roll-up. The first that matches wins, here and below.
constexpr Rule wholeNameRules[] = {
    // Derived metrics have the unit of their definition, even as a rate; most have none.
    {"derived__pct_occupancy_per_register_count", "%/register"},
    {"derived__pct_occupancy_per_shared_mem_size", "%/byte"},
    {"derived__pct_occupancy_per_block_size", "%"},
    {"derived__*_pct", "%"},
    {"derived__lts__lts2xbar_bytes.*", "byte"},
    {"derived__memory_l2_*sectors*", "sector"},
    {"derived__*thread_*executed*", "thread"},
    {"derived_*", ""},

    {"*.pct", "%"},
    {"*.pct_of_peak_*", "%"},
    {"*_pct", "%"},

    // Ratios of two quantities.
    {"smsp__sass_average_data_bytes_per_sector*", "byte/sector"},
    {"smsp__average_warps_issue_stalled_*", "inst"}, // NVIDIA's unit, though they are cycles per instruction
    {"smsp__average_warp*", "cycle"},
    {"*.ratio", ""},
};

/// Of quantities; the roll-up then makes a rate of it.
constexpr Rule quantityRules[] = {
    // Not counted by the hardware.
    {"device__*", ""},
    {"nvlink__*", ""},
    {"launch__block_dim_?", "block"},
    {"launch__cluster_max_active", "cluster"},
    {"launch__cluster_max_potential_size", "block"},
    {"launch__occupancy_limit_*", "block"},
    {"launch__persisting_l2_cache_size", "byte"},
    {"launch__registers_per_thread*", "register/thread"},
    {"launch__shared_mem_config_size", "byte"},
    {"launch__shared_mem_per_block*", "byte/block"},
    {"launch__sm_count", "SM"},
    {"launch__thread_count", "thread"},
    {"launch__*", ""},

    // Of the source view.
    {"memory_l1_sectors_*", ""},
    {"memory_l2_sectors_*", "sector"},
    {"memory_l?_*", "sectors"},
    {"*_per_opcode*", ""},
    {"smsp__sass_*_evict_type", ""},
    {"*_branch_targets_*", "branches"},
    {"smsp__pcsamp_warps_issue_stalled_branch_resolving*", "branches"},
    {"smsp__pcsamp_warps_issue_stalled_no_instructions*", "inst"},
    {"*_stall_reasons*", ""},

    {"*time_duration*", "ns"},
    {"*_interval_time", "ns"},
    {"*_interval_cycles", "cycle"},
    {"*_passes", "pass"},
    {"*_passes_*", "pass"},
    {"*merged_samples", "sample"},

    // What the units of the GPU count.
    {"*ctas_launched*", "block"},
    {"*cycles_active*", "cycle"},
    {"*cycles_elapsed*", "cycle"},
    {"*writeback_active*", "cycle"},
    {"*__imc_requests", "cycle"},
    {"*__icc_requests", "cycle"},
    {"lts__t_requests*", "request"},
    {"gcc__cache_requests*", "request"},
    {"gcc__xbar2gcc_sectors", ""},
    {"*bytes*", "byte"},
    {"*_requests*", ""},
    {"*wavefronts*", ""},
    {"*sectors*", "sector"},
    {"*warps*", "warp"},
    {"*inst_executed*", "inst"},
    {"*inst_issued*", "inst"},
};

struct Rate {
    std::string_view unit;
    std::string_view per_second;
    std::string_view per_cycle;
};

constexpr Rate rates[] = {
    {"byte", "byte/s", "byte/cycle"}, {"cycle", "hz", ""},        {"sector", "sector/s", "sector/cycle"},
    {"inst", "inst/s", "inst/cycle"}, {"warp", "warp/s", "warp"}, // NVIDIA's "warp" is warps in flight each cycle
};

/// Goes back to the last '*' where a text doesn't match.
bool matches(std::string_view text, std::string_view pattern)
{
    std::size_t t = 0;
    std::size_t p = 0;
    std::size_t star = std::string_view::npos;
    std::size_t starText = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            starText = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++starText;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

const Rule* firstMatch(std::span<const Rule> rules, std::string_view name)
{
    const auto found = std::ranges::find_if(rules, [&](const Rule& rule) { return matches(name, rule.pattern); });
    return found == rules.end() ? nullptr : &*found;
}

/// Without "pmsampling:", "breakdown:", "TPC.TriageCompute.": the unit is that of the counter behind it.
std::string_view withoutScope(std::string_view name)
{
    for (const std::string_view scope : {"pmsampling:", "breakdown:", ".TriageCompute."}) {
        const auto at = name.find(scope);
        if (at != std::string_view::npos) return name.substr(at + scope.size());
    }
    return name;
}

} // namespace

std::string_view counterUnit(std::string_view counterName)
{
    const auto name = withoutScope(counterName);
    if (const auto* rule = firstMatch(wholeNameRules, name)) return rule->unit;

    const auto dot = std::min(name.find('.'), name.size());
    const auto* rule = firstMatch(quantityRules, name.substr(0, dot));
    if (!rule) return {};

    const auto rollUp = name.substr(dot);
    const bool isPerSecond = rollUp.ends_with(".per_second");
    if (!isPerSecond && !matches(rollUp, "*.per_cycle_*") && !matches(rollUp, "*.peak_sustained*")) return rule->unit;
    const auto rate = std::ranges::find(rates, rule->unit, &Rate::unit);
    if (rate == std::end(rates)) return {};
    return isPerSecond ? rate->per_second : rate->per_cycle;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/own_counters.h"

#include "core/tensor_counters.h"

#include <algorithm>

namespace core {
namespace {

using enum CounterLevel;

// Why a chip lacks a counter, by the lists of CUPTI 13.0 (tests/kernels/own_counters_test.cpp holds them against it).
constexpr std::string_view named =
    "its name differs by chip (CC 12.0 has op_read and op_write), integrated GPUs have none";
constexpr std::string_view integrated = "an integrated GPU has no DRAM of its own";
constexpr std::string_view oneHalf = "L2 has no two halves there (only CC 8.0, 9.0, 10.0 and 10.3)";
constexpr std::string_view noTma = "TMA came with CC 9.0";
constexpr std::string_view noClusters = "blocks reach each other's shared memory since CC 9.0";
constexpr std::string_view packed = "packed FP32 instructions exist on CC 10.0 and 10.3 alone";
constexpr std::string_view noImcMiss = "a stall reason of CC 7.0 to 9.0";
constexpr std::string_view noWgmma = "wgmma is CC 9.0's alone";

// Counters of the first group share a pass on CC 9.0; those named sass are counted by software in a pass of their own.
// The wavefronts of L1 and the bytes of TMA would each cost the first group a pass more.
constexpr OwnCounter counters[] = {
    {"gpu__time_duration.sum"},
    {"dram__bytes_read.sum", Base, named},
    {"dram__bytes_write.sum", Base, named},
    {"dram__bytes_op_read.sum", Base, named},
    {"dram__bytes_op_write.sum", Base, named},
    {"dram__bytes.sum.peak_sustained", Base, integrated},
    {"dram__cycles_elapsed.avg.per_second", Base, integrated},
    {"lts__t_sectors_srcunit_tex.sum"},
    {"lts__t_sectors_srcunit_tex_op_read.sum"},
    {"lts__t_sectors_srcunit_tex_op_write.sum"},
    {"lts__t_sectors_srcunit_tex_op_atom.sum"},
    {"lts__t_sectors_srcunit_tex_op_atom_dot_alu.sum"},
    {"lts__t_sectors_srcunit_tex_op_atom_dot_cas.sum"},
    {"lts__t_sectors_srcunit_tex_op_red.sum"},
    {"lts__t_sectors_srcunit_ltcfabric.sum", Base, oneHalf},
    {"lts__lts2xbar_cycles_active.sum.peak_sustained"},
    {"lts__cycles_elapsed.avg.per_second"},
    {"l1tex__t_sectors.sum"},
    {"sm__inst_executed_pipe_xu.sum"},
    {"sm__inst_executed_pipe_alu.sum.pct_of_peak_sustained_elapsed"},
    {"sm__pipe_alu_cycles_active.sum.pct_of_peak_sustained_elapsed"},
    {"smsp__inst_executed.sum"},
    {"smsp__cycles_elapsed.avg.per_second"},
    {"sm__warps_active.avg.pct_of_peak_sustained_active"},
    {"sm__cycles_active.avg"},
    {"sm__cycles_active.min"},
    {"sm__cycles_active.max"},
    {"sm__cycles_elapsed.max"},
    {"sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained"},
    {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained"},
    {"sm__sass_thread_inst_executed_op_hfma_pred_on.sum.peak_sustained"},
    {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"},
    {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"},
    {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"},
    {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"},
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
    {"smsp__sass_thread_inst_executed_op_fadd2_pred_on.sum", Base, packed},
    {"smsp__sass_thread_inst_executed_op_fmul2_pred_on.sum", Base, packed},
    {"smsp__sass_thread_inst_executed_op_ffma2_pred_on.sum", Base, packed},
    {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum"},
    {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum"},
    {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum"},
    {"smsp__sass_inst_executed_op_shared.sum"},
    {"smsp__sass_inst_executed_op_tma.sum", Base, noTma},
    {"smsp__sass_inst_executed_op_dshared.sum", Base, noClusters},
    {"l1tex__data_pipe_lsu_wavefronts.sum", Full},
    {"l1tex__data_pipe_tex_wavefronts.sum", Full},
    {"smsp__issue_active.sum", Full},
    {"smsp__issue_active.avg.per_cycle_active", Full},
    {"sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_elapsed", Full},
    {"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_drain_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio", Full, noImcMiss},
    {"smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_membar_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_misc_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", Full},
    {"smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio", Full, noWgmma},
    {"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio", Full},
    {"l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum", Full, noTma},
    {"l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum", Full, noTma},
    {"l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_red.sum", Full, noTma},
    {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", Full, noClusters},
    {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_atom.sum", Full, noClusters},
    {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_tma_st.sum", Full, noClusters},
    {"l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_tma_red.sum", Full, noClusters},
    {"l1tex__t_sectors_pipe_lsu_mem_dshared.sum", Full, noClusters},
};

} // namespace

std::span<const OwnCounter> ownCounters()
{
    return counters;
}

std::vector<std::string> ownCounterNames(CounterLevel level, std::span<const std::string> chipCounters,
                                         std::span<const std::string> tensorInputs)
{
    std::vector<std::string> names;
    for (const auto& counter : counters)
        if (counter.level <= level) names.emplace_back(counter.name);
    const auto isAsked = [&](const TensorPipe& pipe) {
        return level == Full || (!pipe.sparse && std::ranges::find(tensorInputs, pipe.input) != tensorInputs.end());
    };
    for (const auto& leaf : tensorLeafNames(chipCounters)) {
        if (!isAsked(tensorPipeOf(leaf))) continue;
        names.push_back(leaf + ".sum");
        names.push_back(leaf + ".sum.peak_sustained");
    }
    return names;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
#include "core/work_table.h"

namespace core {
namespace {

using enum ResourceKind;

WorkRow measured(ResourceKind resource, const std::string& text)
{
    return {resource, Basis::Measured, Expression(text)};
}
WorkRow bound(ResourceKind resource, const std::string& text)
{
    return {resource, Basis::LowerBound, Expression(text)};
}
WorkRow boundBefore(int capability, ResourceKind resource, const std::string& text)
{
    return {resource, Basis::LowerBound, Expression(text), capability};
}
WorkRow estimate(ResourceKind resource, const std::string& text)
{
    return {resource, Basis::Estimate, Expression(text)};
}
ShareRow share(ResourceKind resource, const std::string& text)
{
    return {resource, Expression(text)};
}

} // namespace

/// Each resource's expressions in order of preference: the first whose inputs are all there wins.
/// A sector is 32 bytes; an FMA is two FLOP, a packed instruction counts each lane (CUDA C++ Programming Guide).
const std::vector<WorkRow>& workTable()
{
    static const std::vector<WorkRow> rows = {
        measured(DramRead, "dram__bytes_read.sum"),
        measured(DramRead, "dram__bytes_op_read.sum"), // its name on CC 12.0
        measured(DramRead, "dram__sectors_read.sum * 32"),
        measured(DramRead, "dram__bytes_read.sum.per_second * duration"),
        measured(DramWrite, "dram__bytes_write.sum"),
        measured(DramWrite, "dram__bytes_op_write.sum"),
        measured(DramWrite, "dram__sectors_write.sum * 32"),
        measured(DramWrite, "dram__bytes_write.sum.per_second * duration"),
        measured(Dram, "dram__bytes.sum"),
        measured(Dram, "dram__sectors.sum * 32"),
        measured(Dram, "dram__bytes.sum.per_second * duration"),

        measured(L2Read, "lts__t_sectors_srcunit_tex_op_read.sum * 32"),
        measured(L2Read, "lts__t_sectors_srcunit_tex_op_read.sum.per_second * 32 * duration"),
        // L2 to SM only, as Nsight Compute's own roofline counts it from 2025.1 and, in the second form, before.
        bound(L2Read, "lts__lts2xbar_cycles_active.sum * 32"),
        bound(L2Read, "lts__lts2xbar_cycles_active.sum.per_second * 32 * duration"),
        // Bytes delivered to SMs: from CC 9.0 on reads of several SMs are merged before L2, so there it is no bound.
        boundBefore(90, L2Read, "l1tex__m_xbar2l1tex_read_bytes.sum"),
        boundBefore(90, L2Read, "l1tex__m_xbar2l1tex_read_bytes.sum.per_second * duration"),
        measured(L2Write, "lts__t_sectors_srcunit_tex_op_write.sum * 32"),
        measured(L2Write, "lts__t_sectors_srcunit_tex_op_write.sum.per_second * 32 * duration"),
        measured(L2Atomic, "(lts__t_sectors_srcunit_tex_op_atom.sum + lts__t_sectors_srcunit_tex_op_red.sum) * 32"),
        measured(L2Atomic,
                 "(lts__t_sectors_srcunit_tex_op_atom_dot_alu.sum + lts__t_sectors_srcunit_tex_op_atom_dot_cas.sum"
                 " + lts__t_sectors_srcunit_tex_op_red.sum) * 32"),
        measured(L2, "lts__t_sectors_srcunit_tex.sum * 32"),
        measured(L2, "lts__t_sectors_srcunit_tex.sum.per_second * 32 * duration"),
        measured(L2Fabric, "lts__t_sectors_srcunit_ltcfabric.sum * 32"), // CC 8.0, 9.0, 10.x

        measured(L1Shared, "(l1tex__data_pipe_lsu_wavefronts.sum + l1tex__data_pipe_tex_wavefronts.sum) * 128"),

        measured(Fp64, "count(smsp__sass_thread_inst_executed_op_dadd_pred_on)"
                       " + count(smsp__sass_thread_inst_executed_op_dmul_pred_on)"
                       " + 2 * count(smsp__sass_thread_inst_executed_op_dfma_pred_on)"),
        measured(Fp64, "opcode(DADD) + opcode(DMUL) + 2 * opcode(DFMA)"),
        bound(Fp64, "2 * count(smsp__sass_thread_inst_executed_op_dfma_pred_on)"),
        // FADD2, FMUL2, FFMA2 are packed FP32 instructions of CC 10.x; their counters exist nowhere else.
        measured(Fp32, "count(smsp__sass_thread_inst_executed_op_fadd_pred_on)"
                       " + count(smsp__sass_thread_inst_executed_op_fmul_pred_on)"
                       " + 2 * count(smsp__sass_thread_inst_executed_op_ffma_pred_on)"
                       " + 2 * count(smsp__sass_thread_inst_executed_op_fadd2_pred_on)"
                       " + 2 * count(smsp__sass_thread_inst_executed_op_fmul2_pred_on)"
                       " + 4 * count(smsp__sass_thread_inst_executed_op_ffma2_pred_on)"),
        measured(Fp32, "count(smsp__sass_thread_inst_executed_op_fadd_pred_on)"
                       " + count(smsp__sass_thread_inst_executed_op_fmul_pred_on)"
                       " + 2 * count(smsp__sass_thread_inst_executed_op_ffma_pred_on)"),
        measured(Fp32, "opcode(FADD) + opcode(FMUL) + 2 * opcode(FFMA)"
                       " + 2 * opcode(FADD2) + 2 * opcode(FMUL2) + 4 * opcode(FFMA2)"),
        bound(Fp32, "2 * count(smsp__sass_thread_inst_executed_op_ffma_pred_on)"),

        measured(Xu, "sm__inst_executed_pipe_xu.sum * 32"), // conversions included: they share the pipe
        measured(Issue, "smsp__inst_executed.sum"),
    };
    return rows;
}

/// Shares of a peak: for resources whose amount a report doesn't hold.
const std::vector<ShareRow>& shareTable()
{
    static const std::vector<ShareRow> rows = {
        share(Dram, "dram__cycles_active.avg.pct_of_peak_sustained_elapsed / 100"),
        share(Dram, "dram__throughput.avg.pct_of_peak_sustained_elapsed / 100"),
        share(Dram, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed / 100"), // all that set basic has
        share(L2Read, "lts__lts2xbar_cycles_active.sum.pct_of_peak_sustained_elapsed / 100"),
        share(L2Write, "lts__t_sectors_srcunit_tex_op_write.sum.pct_of_peak_sustained_elapsed / 100"),
        share(L2Fabric, "lts__t_sectors_srcunit_ltcfabric.sum.pct_of_peak_sustained_elapsed / 100"),
        share(L1Shared, "(l1tex__data_pipe_lsu_wavefronts.sum.pct_of_peak_sustained_elapsed"
                        " + l1tex__data_pipe_tex_wavefronts.sum.pct_of_peak_sustained_elapsed) / 100"),
        share(L1Shared, "l1tex__data_pipe_lsu_wavefronts.sum.pct_of_peak_sustained_elapsed / 100"),
        share(Fp64, "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_elapsed / 100"),
        share(Alu, "sm__pipe_alu_cycles_active.sum.pct_of_peak_sustained_elapsed / 100"),
        share(Alu, "sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_elapsed / 100"),
        share(Alu, "sm__inst_executed_pipe_alu.sum.pct_of_peak_sustained_elapsed / 100"),
        share(Xu, "sm__inst_executed_pipe_xu.sum.pct_of_peak_sustained_elapsed / 100"),
        share(Xu, "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_elapsed / 100"),
        share(Issue, "sm__inst_executed.sum.pct_of_peak_sustained_elapsed / 100"),
        share(Issue, "sm__inst_executed.avg.pct_of_peak_sustained_elapsed / 100"),
    };
    return rows;
}

/// The half counters hold conversions (HADD2.F32) and, on CC 8.0, 8.7 and 9.0, constants loaded by HFMA2.MMA: only
/// the opcode table tells arithmetic from these, so by themselves they are an upper bound.
const HalfExpressions& halfExpressions()
{
    static const HalfExpressions half{
        .by_opcode = Expression("2 * (opcode(HADD2) - opcode(HADD2.F32)) + 2 * opcode(HMUL2)"
                                " + 4 * (opcode(HFMA2) - opcode(HFMA2.MMA))"),
        .by_opcode_with_mma =
            Expression("2 * (opcode(HADD2) - opcode(HADD2.F32)) + 2 * opcode(HMUL2) + 4 * opcode(HFMA2)"),
        .by_counter = Expression("2 * count(smsp__sass_thread_inst_executed_op_hadd_pred_on)"
                                 " + 2 * count(smsp__sass_thread_inst_executed_op_hmul_pred_on)"
                                 " + 4 * count(smsp__sass_thread_inst_executed_op_hfma_pred_on)"),
    };
    return half;
}

/// Shared-memory wavefronts of 128 bytes. The source counter is exact; op by op it is up to 4 % high (arbitration);
/// the total also holds shuffles and special registers, and lacks cp.async.cg.
const std::vector<WorkRow>& sharedTable()
{
    static const std::string pipe = "l1tex__data_pipe_lsu_wavefronts_mem_shared";
    static const std::string sass = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared";
    static const std::string rest = " + " + pipe + "_op_ld.sum + " + pipe + "_op_atom.sum + " + sass + "_op_ldgsts.sum";
    static const std::vector<WorkRow> rows = {
        measured(Shared, "memory_l1_wavefronts_shared"),
        measured(Shared, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum"),
        estimate(Shared, pipe + "_op_gmma.sum + " + pipe + "_op_st.sum" + rest),
        estimate(Shared, pipe + "_op_st.sum" + rest),
        estimate(Shared, sass + "_op_st.sum" + rest), // 2020.x has stores only under this name
        estimate(Shared, pipe + ".sum"),
    };
    return rows;
}

const SharedEvidence& sharedEvidence()
{
    static const std::string tma = "l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum"
                                   " + l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum";
    static const std::string peer = "l1tex__m_xbar2l1tex_read_bytes_mem_dshared";
    static const SharedEvidence evidence{
        .tma_bytes = {Expression(tma + " + l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_red.sum"),
                      Expression(tma)},
        .tma_instructions = Expression("smsp__sass_inst_executed_op_tma.sum"),
        .tma_opcodes = Expression("opcode(UTMALDG) + opcode(UTMASTG) + opcode(UTMAREDG) + opcode(UBLKCP)"
                                  " + opcode(UBLKRED)"),
        // What crosses is read or written once at the SM whose memory it is; TMA also reads it out of its own. Atomics
        // bring an answer as large (tests/kernels/known_traffic.cu, H200).
        .peer_bytes = Expression(peer + ".sum - " + peer + "_op_atom.sum / 2 + " + peer + "_op_tma_st.sum + " + peer +
                                 "_op_tma_red.sum"),
        .peer_instructions = Expression("smsp__sass_inst_executed_op_dshared.sum"),
        .peer_sectors = Expression("l1tex__t_sectors_pipe_lsu_mem_dshared.sum"),
        .shared_opcodes = Expression("opcode(LDS) + opcode(STS) + opcode(ATOMS) + opcode(LDSM) + opcode(STSM)"
                                     " + opcode(LDGSTS) + opcode(HGMMA) + opcode(IGMMA) + opcode(QGMMA) + opcode(BGMMA)"
                                     " + opcode(UTMALDG) + opcode(UTMASTG) + opcode(UBLKCP)"),
        .shared_instructions = Expression("smsp__sass_inst_executed_op_shared.sum"),
    };
    return evidence;
}

} // namespace core

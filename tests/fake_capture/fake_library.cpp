// SPDX-License-Identifier: Apache-2.0
#include "fake_capture/fake_library.h"

#include <algorithm>
#include <map>

namespace fake {
namespace {

constexpr const char* matmulSource = R"(// SPDX-License-Identifier: Apache-2.0
// Matrix products: each step moves fewer bytes, or waits less.

/// One thread an element.
__global__ void naive(const float* a, const float* b, float* c, unsigned n)
{
    // ...
}

/// Tiles of 16 x 16 in shared memory.
template <unsigned side> __global__ void tiled(const float* a, const float* b, float* c, unsigned n)
{
    // ...
}
)";

struct Step {
    double time_s;
    double flop_per_byte; ///< of DRAM
    const char* function;
};
constexpr Step matmulSteps[] = {{0.100, 8, "naive"},  {0.050, 8, "coalesced"}, {0.050, 32, "tiled"},
                                {0.025, 32, "tiled"}, {0.020, 64, "wgmma"},    {0.018, 64, "tcgen05"},
                                {0.016, 64, "sgemm"}};
constexpr double copySteps_s[] = {0.002, 0.001, 0.001};
constexpr double matmulFlop = 1e12;
constexpr double copyBytes = 4e9;
constexpr double sectorBytes = 32;

/// Of the work of the large size.
double shareOf(const std::string& size)
{
    static const std::map<std::string, double> shares = {
        {"small", 0.01}, {"medium", 0.1}, {"large", 1}, {"awkward", 0.3}};
    return shares.at(size);
}

std::vector<core::FamilySize> sizes()
{
    return {{"small", "N = 1024"}, {"medium", "N = 4096"}, {"large", "N = 8192"}, {"awkward", "N = 4099 (a prime)"}};
}

void count(core::KernelMeasurement& kernel, double bytes, double flop)
{
    const std::pair<const char*, double> counters[] = {
        {"dram__bytes_read.sum", 0.75 * bytes},
        {"dram__bytes_write.sum", 0.25 * bytes},
        {"lts__t_sectors_srcunit_tex.sum", 2 * bytes / sectorBytes},
        {"lts__t_sectors_srcunit_tex_op_read.sum", 1.5 * bytes / sectorBytes},
        {"lts__t_sectors_srcunit_tex_op_write.sum", 0.5 * bytes / sectorBytes},
        {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", flop / 2},
        {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", 0},
        {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", 0},
    };
    for (const auto& [name, value] : counters) kernel.counters.add(core::Name(name), value);
    kernel.counters.finish();
}

core::Work algorithmic(core::ResourceKind kind, double amount)
{
    return {.resource = {.kind = kind}, .amount = amount, .basis = core::Basis::Algorithmic, .from = "formula"};
}

} // namespace

std::vector<core::Family> families()
{
    return {{.name = "matmul",
             .title = "Matrix product",
             .formula = "C = A B; 2 N^3 FLOP, 12 N^2 bytes (float)",
             .source = matmulSource,
             .steps = {{"naive", "One thread an element; neighbours read rows apart", {}, false},
                       {"coalesced", "Neighbours read neighbouring words", {}, false},
                       {"tile16", "Tiles of 16 x 16 in shared memory are read 16 times", {}, false},
                       {"tile64", "A thread holds 4 x 4 elements in registers", {}, false},
                       {"wgmma", "TMA and wgmma", core::ComputeCapability{9, 0}, false},
                       {"tcgen05", "The fifth generation's tensor memory", core::ComputeCapability{10, 0}, false},
                       {"library", "cuBLASLt", {}, true}},
             .sizes = sizes()},
            {.name = "copy",
             .title = "Copy",
             .formula = "y[i] = x[i]; 0 FLOP, 8 bytes an element (float)",
             .source = "// Copies.\n__global__ void scalar(const float* x, float* y)\n{\n}\n",
             .steps = {{"scalar", "4 bytes a thread", {}, false},
                       {"float4", "16 bytes a thread", {}, false},
                       {"tma_bulk", "The copy engine of the SM moves tiles", core::ComputeCapability{9, 0}, false}},
             .sizes = sizes()}};
}

core::KernelMeasurement kernel(std::size_t family, std::size_t place, const std::string& size, Counters counters)
{
    const auto all = families();
    const auto& of = all.at(family);
    const auto& step = of.steps.at(place);
    const bool isCopy = of.name == "copy";
    const double share = shareOf(size);
    const double time_s = share * (isCopy ? copySteps_s[place] : matmulSteps[place].time_s);
    const double flop = isCopy ? 0 : share * matmulFlop;
    const double bytes = isCopy ? share * copyBytes : flop / matmulSteps[place].flop_per_byte;
    core::KernelMeasurement made{.function = isCopy ? step.variant : matmulSteps[place].function,
                                 .device_id = gpuId,
                                 .launch = core::Launch{.grid = {1024, 1, 1}, .block = {256, 1, 1}},
                                 .duration_s = time_s,
                                 .duration_samples = core::Spread{time_s, 0.998 * time_s, 1.002 * time_s, 15},
                                 .sm_clock_hz = 1.98e9,
                                 .library = core::LibraryStep{of.name, step.variant, size,
                                                              static_cast<std::uint32_t>(place), step.is_reference}};
    made.name = "void " + made.function + "<" + step.variant + ">(float const*, float*)";
    made.declared_work = {algorithmic(core::ResourceKind::DramRead, (isCopy ? 0.5 : 0.01) * bytes),
                          algorithmic(core::ResourceKind::DramWrite, (isCopy ? 0.5 : 0.01) * bytes)};
    if (!isCopy) made.declared_work.push_back(algorithmic(core::ResourceKind::Fp32, flop));
    if (counters == Counters::Read) count(made, bytes, flop);
    return made;
}

} // namespace fake

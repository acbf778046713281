// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_fixture.h"

namespace chart_test {
namespace {

using core::Level;

core::Session makeSession()
{
    core::Session session;
    session.sources.push_back({.file = "made-up.ncu-rep", .tool = "Nsight Compute", .tool_version = "2025.3.1"});
    session.kernels.resize(6);
    return session;
}

struct PointSpec {
    Level level;
    double intensity;
    double attainable_flop_per_s;
    core::Basis basis = core::Basis::Measured;
};

app::KernelRow row(const char* name, double timeS, double share)
{
    static const core::Session session = makeSession();
    app::KernelRow result;
    result.session = &session;
    result.launches = {0};
    result.short_name = QString::fromUtf8(name);
    result.time_s = timeS;
    result.share_ratio = share;
    return result;
}

app::KernelRow pointRow(app::KernelRow result, const char* pipe, double flopPerS, const std::vector<PointSpec>& points)
{
    result.analysis.charted_pipe = resource(pipe);
    for (const PointSpec& spec : points) {
        core::RooflinePoint point;
        point.level = spec.level;
        point.pipe = resource(pipe);
        point.intensity_flop_per_byte = spec.intensity;
        point.flop_per_s = flopPerS;
        point.attainable_flop_per_s = spec.attainable_flop_per_s;
        point.basis = spec.basis;
        result.analysis.points.push_back(point);
    }
    return result;
}

/// mma.sync at 1.70 GHz instead of 1.98: 612 instead of 714 TFLOP/s; 83 % of the DRAM bytes are reads.
app::KernelRow flash()
{
    app::KernelRow result = pointRow(
        row("flash_fwd bf16 d128 [128×64]", 168e-6, 0.09), "tensor_bf16_fp32_mma", 218e12,
        {{Level::Dram, 586, 612e12}, {Level::L2, 94.7, 612e12}, {Level::Shared, 24.9, 612e12, core::Basis::Estimate}});
    core::Ceiling own = ceiling("tensor_bf16_fp32_mma", 612e12, core::Origin::Computed);
    own.sm_clock_hz = 1.70e9;
    result.analysis.ceilings = {own, ceiling("dram", 3.98e12, core::Origin::Measured, "triad")};
    result.analysis.work = {{resource("dram_read"), 83e6}, {resource("dram_write"), 17e6}};
    core::ResourceTime closest;
    closest.resource = resource("tensor_bf16_fp32_mma");
    closest.share_ratio = 0.356;
    closest.rate_per_s = 612e12;
    core::ResourceTime dram;
    dram.resource = resource("dram");
    dram.share_ratio = 0.093;
    result.analysis.times = {closest, dram};
    return result;
}

} // namespace

core::Resource resource(const char* name)
{
    return core::parseResource(name).value();
}

core::Ceiling ceiling(const char* resourceName, double ratePerS, core::Origin origin, const char* mix)
{
    core::Ceiling result;
    result.resource = resource(resourceName);
    result.rate_per_s = ratePerS;
    result.origin = origin;
    result.access_mix = mix;
    result.date = origin == core::Origin::Measured ? "2026-11-30T10:00:00" : "";
    return result;
}

core::MachineRoofs h200()
{
    core::MachineRoofs roofs;
    roofs.sm_clock_hz = 1.98e9;
    roofs.ceilings = {ceiling("dram", 4.59e12, core::Origin::Measured, "read"),
                      ceiling("dram", 4.10e12, core::Origin::Measured, "copy"),
                      ceiling("dram", 3.98e12, core::Origin::Measured, "triad"),
                      ceiling("dram", 4.81e12, core::Origin::Computed),
                      ceiling("l2_read", 9.9e12),
                      ceiling("l1_shared", 33.2e12),
                      ceiling("tensor_bf16_fp32_wgmma", 963e12),
                      ceiling("tensor_bf16_fp32_mma", 714e12, core::Origin::Computed),
                      ceiling("tensor_fp8", 2.14e15, core::Origin::Computed),
                      ceiling("fp32", 66.9e12),
                      ceiling("tensor_fp64", 66.9e12, core::Origin::Computed)};
    return roofs;
}

app::ChartData h200Data()
{
    app::ChartData data;
    data.roofs = h200();
    data.launches = 6;
    data.title = QStringLiteral("NVIDIA H200 · roofs measured 2026-11-30 at 1.98 GHz");
    data.source = QStringLiteral("made-up.ncu-rep · Nsight Compute 2025.3.1");
    data.machine = data.title + QStringLiteral(" · ") + data.source;
    data.rows.push_back(flash());
    data.rows.push_back(pointRow(row("matmul fp8", 300e-6, 0.2), "tensor_fp8", 1.33e15,
                                 {{Level::Dram, 1900, 2.14e15}, {Level::L2, 210, 2.08e15}}));
    data.rows.push_back(
        pointRow(row("sgemm", 343e-6, 0.25), "fp32", 50e12,
                 {{Level::Dram, 480, 66.9e12}, {Level::L2, 43, 66.9e12}, {Level::Shared, 5.2, 66.9e12}}));
    app::KernelRow copy = row("copy f16", 40e-6, 0.02);
    copy.analysis.strip = {{Level::Dram, 0.77, 3.5e12}, {Level::L2, 0.36, 3.6e12}};
    data.rows.push_back(copy);
    app::KernelRow cached = pointRow(row("in L2", 20e-6, 0.01), "fp32", 2e12, {{Level::L2, 3, 29.7e12}});
    cached.analysis.zero_byte_levels = {Level::Dram};
    data.rows.push_back(cached);
    data.rows.push_back(pointRow(row("off", 10e-6, 0.005), "fp32", 30e12,
                                 {{Level::Dram, 50'000, 66.9e12}, {Level::L2, 20'000, 66.9e12}}));
    return data;
}

app::ChartLook look(double width, double height, app::ThemeKind theme)
{
    return {.size = {width, height}, .theme = app::Theme(theme), .fonts = app::ChartFonts::bundled()};
}

} // namespace chart_test

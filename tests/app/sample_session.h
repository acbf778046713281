// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-made sessions for tests: a few kernels whose numbers are worked out by hand.
#pragma once

#include "app/open_session.h"

#include <QString>

namespace sample {

/// A kernel whose DRAM needs `share` of its time and whose FP32 a tenth of that; intensity 2 FLOP/byte.
struct Kernel {
    std::string name;
    double duration_s = 0;
    double share_ratio = 0;
    std::uint64_t blocks = 264;
};

/// A session with its analyses already made: nothing is imported.
inline app::OpenSession open(const std::vector<Kernel>& kernels,
                             const QString& path = QStringLiteral("/data/a.ncu-rep"))
{
    const core::Resource dram{.kind = core::ResourceKind::Dram};
    const core::Resource fp32{.kind = core::ResourceKind::Fp32};
    constexpr double roof = 4e12;
    auto session = std::make_shared<core::Session>();
    session->sources = {{.file = "a.ncu-rep", .tool = "Nsight Compute", .tool_version = "2025.3.1"}};
    session->devices = {{.id = "0", .name = "NVIDIA H200", .sm_count = 132}};
    app::OpenSession opened{.path = path};
    for (const auto& kernel : kernels) {
        const double bound_s = kernel.share_ratio * kernel.duration_s;
        const double bytes = roof * bound_s;
        session->kernels.push_back({.index = session->kernels.size(),
                                    .name = "void " + kernel.name + "<float>(float*)",
                                    .function = kernel.name,
                                    .mangled = "_Z" + kernel.name,
                                    .device_id = "0",
                                    .launch = core::Launch{.grid = {kernel.blocks, 1, 1}, .block = {128, 1, 1}},
                                    .duration_s = kernel.duration_s});
        opened.analyses.push_back(
            {.work = {{.resource = dram, .amount = bytes}, {.resource = fp32, .amount = 2 * bytes}},
             .times = {{.resource = dram,
                        .time_s = bound_s,
                        .share_ratio = kernel.share_ratio,
                        .work = bytes,
                        .rate_per_s = roof},
                       {.resource = fp32,
                        .time_s = bound_s / 10,
                        .share_ratio = kernel.share_ratio / 10,
                        .work = 2 * bytes}},
             .charted_pipe = fp32,
             .points = {{.level = core::Level::Dram,
                         .pipe = fp32,
                         .intensity_flop_per_byte = 2,
                         .flop_per_s = 2 * bytes / kernel.duration_s,
                         .attainable_flop_per_s = 2 * roof}},
             .binding = dram,
             .efficiency_ratio = kernel.share_ratio});
        opened.short_names.push_back(QString::fromStdString(kernel.name));
        opened.time_s += kernel.duration_s;
    }
    opened.session = std::move(session);
    return opened;
}

/// Six launches, 1 ms together: gelu twice (300 us), softmax (400 us), copy twice in two sizes (200 + 50 us), tiny.
inline app::OpenSession six()
{
    return open({{"gelu", 100e-6, 0.9},
                 {"softmax", 400e-6, 0.5},
                 {"gelu", 200e-6, 0.6},
                 {"copy", 200e-6, 0.8, 2048},
                 {"copy", 50e-6, 0.7, 512},
                 {"tiny", 50e-6, 0.1}});
}

} // namespace sample

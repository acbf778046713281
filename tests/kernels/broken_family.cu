// SPDX-License-Identifier: Apache-2.0
// Kernels that go wrong in each way that a kernel can, between such that don't: none may take another with it. And such
// that can't run here, or whose run is interrupted.
#include "kernels/harness/close.h"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/experiment.h"
#include "kernels/harness/library_kernel.h"

#include <csignal>
#include <memory>

namespace {

using namespace harness;

enum class Does { Right, Wrong, Faults, Hangs };

__global__ void broken(float* out, Does what, volatile int* never)
{
    if (what == Does::Hangs)
        while (*never == 0) {
        }
    if (what == Does::Faults) out = reinterpret_cast<float*>(16);
    out[threadIdx.x] = what == Does::Wrong && threadIdx.x == 7 ? 1.0f : 0.5f;
}

template <Does what> PreparedVariant prepare(const Gpu&, const Size& size)
{
    const auto out = std::make_shared<DeviceBuffer<float>>(size.dimensions[0]);
    const auto never = std::make_shared<DeviceBuffer<int>>(1);
    check(cudaMemset(never->data(), 0, never->bytes()));
    return {.run =
                [=](cudaStream_t stream) {
                    broken<<<1, static_cast<unsigned>(out->size()), 0, stream>>>(out->data(), what, never->data());
                    checkLaunch();
                },
            .reset = [=] { out->poison(); },
            .verify = [=] { requireClose("result", out->toHost(), [](std::size_t) {
                                return Expected{0.5, 0};
                            }); }};
}

/// Asks the program to stop when its counters are read: after its launches were captured, it isn't run for anything
/// else.
PreparedVariant prepareInterrupting(const Gpu& gpu, const Size& size)
{
    auto variant = prepare<Does::Right>(gpu, size);
    const auto captured = std::make_shared<bool>(false);
    variant.run = [run = variant.run, captured](cudaStream_t stream) {
        if (stream) *captured = true;
        if (!stream && *captured) std::raise(SIGINT);
        run(stream);
    };
    return variant;
}

std::vector<core::Work> noWork(const Size&)
{
    return {};
}

const LibraryRegistration registration(
    {{.name = "broken",
      .title = "Broken",
      .formula = "",
      .file = "",
      .sizes = {{"large", {128}, "128 elements"}},
      .work = noWork,
      .variants = {{"first", "Right.", prepare<Does::Right>},
                   {"wrong", "One element is wrong.", prepare<Does::Wrong>},
                   {"second", "Right.", prepare<Does::Right>},
                   {"faults", "Writes where it must not.", prepare<Does::Faults>},
                   {"third", "Right.", prepare<Does::Right>},
                   {"hangs", "Never ends.", prepare<Does::Hangs>},
                   {"fourth", "Right.", prepare<Does::Right>}}},
     {.name = "elsewhere",
      .title = "Elsewhere",
      .formula = "",
      .file = "",
      .sizes = {{"large", {128}, "128 elements"}, {"huge", {std::size_t{1} << 41}, "8 TiB"}},
      .work = noWork,
      .variants = {{"here", "Right.", prepare<Does::Right>},
                   {.name = "later", .step = "Of a GPU to come.", .prepare = prepare<Does::Right>, .from = {99, 0}}}},
     {.name = "interrupted",
      .title = "Interrupted",
      .formula = "",
      .file = "",
      .sizes = {{"large", {128}, "128 elements"}},
      .work = noWork,
      .variants = {{"first", "Right.", prepare<Does::Right>}, {"second", "Right.", prepareInterrupting}}}});

/// The same as a point of a sweep.
template <Does what> SweepPoint point(double x)
{
    const auto sweptOnce = [](const Gpu& gpu) -> Prepared {
        const auto prepared = prepare<what>(gpu, {"", {128}, ""});
        return {.work_per_iteration = 128,
                .launch =
                    [=](const Launch& l) {
                        for (std::uint32_t i = 0; i < l.iterations; ++i) prepared.run(l.stream);
                    },
                .verify =
                    [=] {
                        prepared.reset();
                        prepared.run(nullptr);
                        prepared.verify();
                    },
                .method = {}};
    };
    return {x, sweptOnce};
}

Experiment experiment(const std::string& name, std::vector<SweepPoint> sweep)
{
    const std::vector<SweptLine> lines{{.name = name, .label = "writes", .sweep = std::move(sweep)}};
    return {.about = {.name = name, .title = name, .x = {"Point", ""}, .y = {"Rate", "element/s"}, .lesson = "None."},
            .x_name = "point",
            .lines = [=](const Gpu&) { return lines; }};
}

const ExperimentRegistration experiments({
    experiment("broken", {point<Does::Right>(1), point<Does::Wrong>(2), point<Does::Right>(3), point<Does::Faults>(4),
                          point<Does::Right>(5), point<Does::Hangs>(6), point<Does::Right>(7)}),
    experiment("lone", {point<Does::Right>(1), point<Does::Wrong>(2)}),
});

} // namespace

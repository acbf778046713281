// SPDX-License-Identifier: Apache-2.0
// What CUDA, NVML and the driver's parameters say of a GPU.
#pragma once

#include "kernels/harness/benchmark.h"
#include "kernels/harness/nvml.h"

#include <memory>
#include <string>
#include <vector>

namespace capture {

/// A GPU and the management library's view of it (nullptr without NVML).
struct QueriedGpu {
    harness::Gpu gpu;
    std::unique_ptr<harness::NvmlDevice> nvml;
};

/// Number of CUDA devices. Throws Error, with what to do, where there is no GPU, no driver or one that is too old.
int deviceCount();
/// selection: "", an ordinal ("0") or the beginning of a UUID ("GPU-8f3a"). Makes it the current device.
/// Throws Error if there is no such device.
QueriedGpu queryDevice(const std::string& selection);

} // namespace capture

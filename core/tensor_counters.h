// SPDX-License-Identifier: Apache-2.0
// sm__ops_path_tensor_*: operations of the tensor pipe, by instruction path, types and sparsity.
#pragma once

#include "core/device.h"
#include "core/expression.h"
#include "core/kernel_measurement.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A counter that counts each operation once: not a total over others that the kernel has too.
struct TensorLeaf {
    Resource resource;
    Expression operations;
    Name peak; ///< operations a clock, its peak_sustained
};

/// The leaves among a kernel's counters. Computed once for each set of counters; valid until the process ends.
const std::vector<TensorLeaf>& tensorLeaves(const KernelMeasurement& kernel);

/// Operations of each leaf. Before 2024 there is only the number of warp instructions: an estimate.
std::vector<Work> tensorWork(const KernelMeasurement& kernel, const Device* device);

/// Whether tensor instructions of this path ran, as far as the counters tell.
bool ranPath(const KernelMeasurement& kernel, TensorPath path);

/// "op_hgmma_src_bf16_dst_fp32_sparsity_off" -> tensor_bf16_fp32_wgmma; none for a name of another form.
std::optional<Resource> tensorResource(std::string_view path);

bool isTensorCounter(std::string_view counterName);

/// The pipe that a leaf is of, by its name.
TensorPipe tensorPipeOf(std::string_view leafName);

/// The leaves among all counters of a chip, without a rollup.
std::vector<std::string> tensorLeafNames(std::span<const std::string> chipCounters);

} // namespace core

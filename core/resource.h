// SPDX-License-Identifier: Apache-2.0
// The vocabulary: what a kernel can be limited by, and the levels at which it is drawn.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

enum class ResourceKind {
    Dram, ///< read and write together, where the split is unknown
    DramRead,
    DramWrite,
    L2, ///< both directions, where the split is unknown
    L2Read,
    L2Write,
    L2Atomic,
    L2Fabric, ///< between the two halves of L2 (CC 8.0, 9.0, 10.x)
    L1,
    Shared,
    L1Shared, ///< the data pipe that L1 and shared memory have in common: 128 B a clock and SM
    Fp64,
    Fp32,
    Fp16,
    Alu,
    IntMad,
    Xu,    ///< special function
    Issue, ///< issue slots, one warp instruction a clock and scheduler
    HostLink,
    PeerLink,
    Tensor,
};

/// Which instructions feed the tensor pipe: on CC 9.0 mma.sync reaches exactly 2/3 of wgmma.
enum class TensorPath { Unknown, Mma, Wgmma, Tcgen05 };

/// A tensor pipe. Types are spelled as NVIDIA's counters do: "bf16", "tf32", "fp8", "int8", ...
struct TensorPipe {
    std::string input = {};
    std::string accumulate = {}; ///< empty where the counter doesn't say it
    bool sparse = false;
    TensorPath path = TensorPath::Unknown;

    friend auto operator<=>(const TensorPipe&, const TensorPipe&) = default;
};

struct Resource {
    ResourceKind kind = ResourceKind::Dram;
    TensorPipe tensor = {}; ///< only of ResourceKind::Tensor

    friend auto operator<=>(const Resource&, const Resource&) = default;
};

/// "dram_read", "l2_fabric", "tensor_bf16_fp32_wgmma", "tensor_fp8_sparse".
std::string toString(const Resource& resource);
/// The inverse of toString; none for a name outside the vocabulary.
std::optional<Resource> parseResource(std::string_view name);

bool isMemory(const Resource& resource);        ///< its work is bytes
bool isInteger(const Resource& resource);       ///< its work is integer operations: never FLOP
bool isFloatingPoint(const Resource& resource); ///< its work is FLOP: it can be a point's charted pipe

/// The memory levels of the chart: dram, l2, l1, shared; on screen DRAM, L2, L1, SMEM.
enum class Level { Dram, L2, L1, Shared };
constexpr Level allLevels[] = {Level::Dram, Level::L2, Level::L1, Level::Shared};

std::string_view toString(Level level);
std::optional<Level> parseLevel(std::string_view name);

} // namespace core

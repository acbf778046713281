// SPDX-License-Identifier: Apache-2.0
// The metric table: for each resource the expressions that give its amount or its share, in order of preference.
#pragma once

#include "core/expression.h"

#include <vector>

namespace core {

constexpr int anyCapability = 1000;

struct WorkRow {
    ResourceKind resource;
    Basis basis;
    Expression expression;                 ///< bytes, operations or warp instructions
    int before_capability = anyCapability; ///< CC x 10 of the first chip it doesn't hold for
};

/// The first row of a resource whose inputs are all there wins.
const std::vector<WorkRow>& workTable();

/// Shared-memory wavefronts (128 bytes each), in order of preference.
const std::vector<WorkRow>& sharedTable();

struct ShareRow {
    ResourceKind resource;
    Expression expression; ///< share of elapsed time, 0..1
};

/// Shares of a peak: for resources whose amount a report doesn't hold.
const std::vector<ShareRow>& shareTable();

/// FP16 arithmetic, by opcode and by counter.
struct HalfExpressions {
    Expression by_opcode;          ///< without HFMA2.MMA
    Expression by_opcode_with_mma; ///< with it
    Expression by_counter;         ///< conversions and constants included: an upper bound
};
const HalfExpressions& halfExpressions();

/// Evidence about the use of shared memory, of TMA, and of the shared memory of other SMs (of a cluster's other
/// blocks).
struct SharedEvidence {
    std::vector<Expression> tma_bytes; ///< in order of preference
    Expression tma_instructions;       ///< of our own capture, where counting the bytes would take a pass of its own
    Expression tma_opcodes;
    Expression peer_bytes;
    Expression peer_instructions; ///< likewise
    Expression peer_sectors;      ///< of those among L1's
    Expression shared_opcodes;
    Expression shared_instructions;
};
const SharedEvidence& sharedEvidence();

} // namespace core

// SPDX-License-Identifier: Apache-2.0
// All roofs that a kernel could be judged by, each at the clocks asked for.
#pragma once

#include "core/roofline.h"
#include "core/roofs.h"

namespace core {

struct RoofQuery {
    Clocks clocks;
    RoofChoice choice = RoofChoice::BestKnown;
    std::span<const Ceiling> other_roofs; ///< of another session of the same model
};

/// Whether a roof of this origin is one of the choice.
bool isChosen(Origin origin, RoofChoice choice);

/// The session's own ceilings, the other session's, and those that the kernel's counters give.
std::vector<Ceiling> roofCandidates(const Session& session, const KernelMeasurement& kernel, const RoofQuery& query);

} // namespace core

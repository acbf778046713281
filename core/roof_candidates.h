// SPDX-License-Identifier: Apache-2.0
// All roofs that a kernel could be judged by, each at the clocks asked for.
#pragma once

#include "core/roofline.h"
#include "core/roofs.h"

namespace core {

struct RoofQuery {
    Clocks clocks;
    RoofChoice choice = RoofChoice::BestKnown;
    std::span<const Ceiling> other_roofs; ///< of other sessions of the same model, and of its datasheet
};

/// Whether a roof of this origin is one of the choice.
bool isChosen(Origin origin, RoofChoice choice);

/// Read share of the mixes that DRAM is measured with, in bytes.
double readShare(const std::string& mix);

/// Kinds whose roofs hold for each other, the asked one first: L1 and shared memory have one data pipe.
std::span<const ResourceKind> sharingARoof(const ResourceKind& kind);

/// Of the roofs of the kinds that share one the best known; nullptr if none is known. find: const Ceiling* of a kind.
template <typename Find> const Ceiling* bestSharedRoof(const ResourceKind& kind, Find find)
{
    const Ceiling* best = nullptr;
    for (const auto sharing : sharingARoof(kind))
        if (const Ceiling* known = find(sharing); known && (!best || isBetterKnown(*known, *best))) best = known;
    return best;
}

/// The strongest of the session's own ceilings, those that the kernel's counters give, and of the others' what these
/// don't have: of origins that are chosen, and the computed ones always, for shares of peaks are of these.
std::vector<Ceiling> roofCandidates(const SessionIndex& index, const KernelMeasurement& kernel, const RoofQuery& query);

} // namespace core

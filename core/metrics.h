// SPDX-License-Identifier: Apache-2.0
// From counters to work: for each resource the expressions that give its amount, tried in order.
#pragma once

#include "core/device.h"
#include "core/kernel_measurement.h"

#include <boost/describe/enum.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Why a quantity is unknown; a closed list, shown with the command that would collect it.
enum class AbsenceReason {
    NotCollected,
    FalseZero, ///< graph results write 0 for counters that were never collected
    TmaBypassesL1,
    CollectionFailed,
    NoBytesAtAnyLevel,
    NotForRanges,
};
BOOST_DESCRIBE_ENUM(AbsenceReason, NotCollected, FalseZero, TmaBypassesL1, CollectionFailed, NoBytesAtAnyLevel,
                    NotForRanges)

struct Absence {
    std::string what; ///< a resource, or "duration", "occupancy", "waves", "stalls", "achieved_occupancy", "point"
    AbsenceReason reason = AbsenceReason::NotCollected;

    friend bool operator==(const Absence&, const Absence&) = default;
};

/// A resource whose work isn't in the counters, but the share of its peak over the kernel's time is.
struct ResourceShare {
    Resource resource;
    double share_ratio = 0; ///< of elapsed time, 0..1
    std::string from;
};

/// What the counters tell of a kernel's work, and what they don't.
struct MeasuredWork {
    std::vector<Work> work; ///< in the vocabulary's order; a known zero is a row
    std::vector<ResourceShare> shares;
    std::vector<Absence> absent;
};

/// The kernel's work by the expression table. device may be nullptr (SM count unknown: fewer expressions apply).
MeasuredWork measuredWork(const KernelMeasurement& kernel, const Device* device);

/// Bytes of a level: its directions added, or the total where the split is unknown. None if unknown.
std::optional<Work> levelBytes(const std::vector<Work>& work, Level level);

/// Whether any table of core reads this counter: an importer decodes these at once, the rest on demand.
bool isWantedCounter(std::string_view name);
/// Whether a table reads the counter's instances (opcode tables, Nsight Compute's own what-if).
bool isWantedInstanced(std::string_view name);

} // namespace core

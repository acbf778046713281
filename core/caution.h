// SPDX-License-Identifier: Apache-2.0
// What to know before believing a kernel's numbers.
#pragma once

#include "core/roofline.h"

#include <boost/describe/enum.hpp>

#include <string_view>
#include <vector>

namespace core {

enum class Caution {
    DramAboveL2,       ///< DRAM moved over 2.1 times what L2 did: a counter is wrong (a lone sector costs twice itself)
    ColdCaches,        ///< fits L2, but the profiler flushed (or may have): DRAM traffic may exist only because of that
    ReplayMeaningless, ///< application or range replay of several processes: counters and time are of different runs
    AchievedAboveTheoretical, ///< more warps were resident than the launch's shape allows
};
BOOST_DESCRIBE_ENUM(Caution, DramAboveL2, ColdCaches, ReplayMeaningless, AchievedAboveTheoretical)

/// In the order of the enumeration; empty when nothing is to be said.
std::vector<Caution> cautions(const Session& session, const KernelMeasurement& kernel, const KernelAnalysis& analysis);

/// The same where the kernel's source and device are at hand; each may be nullptr, not known.
std::vector<Caution> cautions(const Source* source, const Device* device, const KernelMeasurement& kernel,
                              const KernelAnalysis& analysis);

/// Of each source whether its counters and times are of different runs: application or range replay of several
/// processes. Nothing that is a ratio of both means anything then.
std::vector<bool> meaninglessSources(const Session& session);
/// The same of one source, by its place in the session.
bool throughputIsMeaningless(const Session& session, std::uint32_t source);

/// The sentence for the user; a source string for translation.
std::string_view cautionText(Caution caution);

} // namespace core

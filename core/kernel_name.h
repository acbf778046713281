// SPDX-License-Identifier: Apache-2.0
// Short names: what a person would call a kernel, said only as far as its name or counters say it.
#pragma once

#include "core/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Short name of one kernel, at most 40 characters (code points), by a table of patterns.
/// tensorInput: input type of its tensor work, where counters tell it ("bf16"), else empty.
std::string shortName(const KernelMeasurement& kernel, std::string_view tensorInput = {});

/// Short names of a session's kernels in order: the user's own where there is one, "transpose padded" of a kernel of
/// the library, "transpose padded large" where the session holds several sizes; different full names that would share
/// one get " #1", " #2".
std::vector<std::string> shortNames(const Session& session);

/// How a run's plan names a kernel of the library: "transpose.padded.large"; of any other its full name.
std::string itemName(const KernelMeasurement& kernel);

/// What kernels of one kind have in common: the first word of a short name, "nvjet" of "nvjet bf16 [256×128×64] nnt".
std::string_view familyOf(std::string_view shortName);

} // namespace core

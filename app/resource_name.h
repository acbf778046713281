// SPDX-License-Identifier: GPL-3.0-or-later
// Levels and resources as the window names them: "SMEM", "BF16 mma.sync", "FP64 tensor".
#pragma once

#include "core/ceiling.h"
#include "core/resource.h"

#include <QString>

#include <optional>

namespace app {

QString levelName(core::Level level); ///< "DRAM", "L2", "L1", "SMEM"
QChar levelLetter(core::Level level); ///< "D", "2", "1", "S": the second cue beside the hue
QString resourceName(const core::Resource& resource);
/// Where room is short: "BF16 mma", "FP8"; "tensor" stays where a vector pipe has the same precision, "FP64 tensor".
QString shortResourceName(const core::Resource& resource);
QString originName(core::Origin origin); ///< "measured", "computed", "datasheet", "entered"

/// The level that a memory resource is drawn at; none for pipes. The data pipe of L1 and SMEM counts as SMEM.
std::optional<core::Level> levelOf(const core::Resource& resource);

} // namespace app

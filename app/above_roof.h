// SPDX-License-Identifier: GPL-3.0-or-later
// Why something lies above its roof, in words.
#pragma once

#include "app/kernel_row.h"

#include <QString>

#include <optional>

namespace app {

/// "the measured roof is too low"; part of a sentence.
QString aboveRoofText(core::AboveRoofReason reason);

/// The reason that core gives for a resource of the kernel: that of the point at its level, or for a pipe of any point.
std::optional<core::AboveRoofReason> aboveRoofReason(const KernelRow& row, const core::Resource& resource);

} // namespace app

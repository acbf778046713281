// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts and rates of work in the unit of their resource: bytes, FLOP, operations, instructions.
#pragma once

#include "app/format.h"
#include "core/resource.h"

#include <optional>

namespace app {

QString amountText(const core::Resource& resource, std::optional<double> amount, Precision precision);
/// What someone types: "67.1 MB", "36.5 GFLOP", "4 MiB", "67108864". None for anything that isn't 0 or more.
std::optional<double> parseAmount(const QString& text);
QString rateText(const core::Resource& resource, std::optional<double> perSecond,
                 Precision precision = Precision::Short);

/// "24.9 FLOP/byte", "3 030 OP/byte": operations of a pipe for each byte of a level.
QString intensityText(const core::Resource& pipe, double perByte);

} // namespace app

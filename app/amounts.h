// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts and rates of work in the unit of their resource: bytes, FLOP, operations, instructions.
#pragma once

#include "app/format.h"
#include "core/resource.h"

#include <optional>

namespace app {

QString amountText(const core::Resource& resource, std::optional<double> amount, Precision precision);
QString rateText(const core::Resource& resource, std::optional<double> perSecond, Precision precision);

} // namespace app

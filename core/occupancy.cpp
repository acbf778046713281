// SPDX-License-Identifier: Apache-2.0
#include "core/occupancy.h"

namespace core {
std::optional<OccupancyBudget> occupancyBudget(const KernelMeasurement&, const Device&)
{
    return {};
}
} // namespace core

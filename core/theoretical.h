// SPDX-License-Identifier: Apache-2.0
// What a GPU could do at most, from its architecture and its clocks alone: what a measurement is held against.
#pragma once

#include "core/roofs.h"

#include <optional>

namespace core {

/// The rate of a resource if every unit did its work in every clock, as a computed ceiling at these clocks; none where
/// the architecture's figure or the clock is not known.
std::optional<Ceiling> theoreticalCeiling(const Resource& resource, const Device& device, const Clocks& clocks);

/// The measured rate over theory at its own clocks; none where there is no theory.
std::optional<double> theoryRatio(const Ceiling& measured, const Device& device);

} // namespace core

// SPDX-License-Identifier: Apache-2.0
// Units of counters: reports don't hold them, the names tell.
#pragma once

#include <string_view>

namespace core {

/// The base unit in which a counter's value is stored, as Nsight Compute writes it: "ns", "byte", "byte/s", "hz",
/// "%", "inst", "sector", ...; empty for a plain number or where the name doesn't tell.
std::string_view counterUnit(std::string_view counterName);

} // namespace core

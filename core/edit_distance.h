// SPDX-License-Identifier: Apache-2.0
// How far a mistyped word is from one that is known.
#pragma once

#include <cstddef>
#include <string_view>

namespace core {

/// Letters to add, leave out or change until `a` is `b`.
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace core

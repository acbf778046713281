// SPDX-License-Identifier: Apache-2.0
// The table that makes a short name of a full one: rows of a pattern and the form of what it matches.
#pragma once

#include <string>
#include <string_view>

namespace core {

/// Stands in a form for the input type of tensor work: names of some kernels don't tell it, their counters do.
constexpr std::string_view tensorPlaceholder = "{tensor}";

/// Form of a demangled name by the first row that matches, of any length; empty if the name says nothing.
std::string nameForm(std::string_view fullName);

/// Takes away what placeholders without a value leave behind: "copy  · " is "copy".
std::string tidied(std::string text);

} // namespace core

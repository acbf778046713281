// SPDX-License-Identifier: Apache-2.0
// The parts of a demangled kernel name, e.g. "void ns::copy<float, (int)4>(T1 *)": function "copy", arguments "<float,
// 4>".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core {

struct Signature {
    std::string function;  ///< without return type, namespaces and parameters
    std::string arguments; ///< template arguments with their brackets, without casts; empty if there are none

    [[nodiscard]] std::string text() const { return function + arguments; }
};

/// Takes a name apart. Any text is accepted; one that isn't a signature comes back as its function. Of a name beyond
/// 8,192 bytes the rest is ignored.
Signature parseSignature(std::string_view demangledName);

/// The arguments between the brackets of "<a, b<c, d>, e>": "a", "b<c, d>", "e".
std::vector<std::string_view> splitArguments(std::string_view arguments);

/// Without namespaces: "Half" of "c10::Half", "vector<a::B>" of "std::vector<a::B>".
std::string_view unqualified(std::string_view name);

} // namespace core

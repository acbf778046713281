// SPDX-License-Identifier: Apache-2.0
#include "core/signature.h"

#include <boost/algorithm/string/replace.hpp>
#include <boost/regex.hpp>

namespace core {
namespace {

constexpr std::size_t longestName = 8192; // bytes; the longest seen has 1,146

/// Where `wanted` stands outside of all brackets. An arrow's '>' and a stray closing bracket close nothing.
std::vector<std::size_t> positionsOutsideBrackets(std::string_view text, char wanted)
{
    std::vector<std::size_t> positions;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == wanted && depth == 0) positions.push_back(i);
        const bool opens = c == '<' || c == '(' || c == '[' || c == '{';
        const bool closes = (c == '>' && (i == 0 || text[i - 1] != '-')) || c == ')' || c == ']' || c == '}';
        depth += opens ? 1U : 0U;
        depth -= closes && depth > 0 ? 1U : 0U;
    }
    return positions;
}

/// Without unnamed namespaces and without the types of values: "(int)8" and, in reports of 2019, "int=8" are 8.
std::string withoutCasts(std::string_view name)
{
    static const boost::regex noise(R"((?:<unnamed>|\(anonymous namespace\)|\{anonymous\})::)"
                                    R"(|\([\w: ]+\)(?=-?\d)|(?<=[<, ])(?:unsigned )?(?:int|bool|long|char|short)=)");
    return boost::regex_replace(std::string(name), noise, "");
}

} // namespace

Signature parseSignature(std::string_view demangledName)
{
    const auto name = withoutCasts(demangledName.substr(0, longestName));
    std::string_view head = name;
    if (const auto lists = positionsOutsideBrackets(head, '('); !lists.empty() && lists.front() > 0)
        head = head.substr(0, lists.front());
    if (const auto spaces = positionsOutsideBrackets(head, ' '); !spaces.empty()) head = head.substr(spaces.back() + 1);
    head = unqualified(head);
    const auto bracket = std::min(head.find('<'), head.size());
    return {std::string(head.substr(0, bracket)), std::string(head.substr(bracket))};
}

std::vector<std::string_view> splitArguments(std::string_view arguments)
{
    if (arguments.size() < 2) return {};
    const auto inner = arguments.substr(1, arguments.size() - 2);
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end) {
        const auto part = inner.substr(begin, end - begin);
        parts.push_back(part.substr(std::min(part.find_first_not_of(' '), part.size())));
        begin = end + 1;
    };
    for (const auto comma : positionsOutsideBrackets(inner, ',')) add(comma);
    add(inner.size());
    return parts;
}

std::string_view unqualified(std::string_view name)
{
    const auto colons = positionsOutsideBrackets(name, ':');
    return colons.empty() ? name : name.substr(colons.back() + 1);
}

} // namespace core

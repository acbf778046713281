// SPDX-License-Identifier: Apache-2.0
// Names that a command was given, against those that there are.
#pragma once

#include "core/error.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace capture {

/// Thrown for what doesn't exist under that name; says what does.
class UnknownName : public core::Error {
    using core::Error::Error;
};

/// what: "family". known: what there is, by its projection to names.
template <typename List, typename Projection>
UnknownName unknown(const char* what, const std::string& name, const List& known, Projection projection)
{
    std::string all;
    for (const auto& element : known) all += (all.empty() ? "" : ", ") + std::string(std::invoke(projection, element));
    return UnknownName(std::string("there is no ") + what + " '" + name + "'; there are " + all);
}

/// Throws UnknownName unless each name is that of an element.
template <typename List, typename Projection>
void requireKnown(const char* what, const std::vector<std::string>& wanted, const List& known, Projection projection)
{
    for (const auto& name : wanted)
        if (std::ranges::find(known, name, projection) == std::ranges::end(known))
            throw unknown(what, name, known, projection);
}

/// No name at all stands for every one.
inline bool isWanted(const std::vector<std::string>& wanted, const std::string& name)
{
    return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
}

} // namespace capture

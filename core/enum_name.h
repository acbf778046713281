// SPDX-License-Identifier: Apache-2.0
// Names of described enumerators as JSON, CSV and the command line spell them.
#pragma once

#include "core/json.h"

#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>

#include <string>

namespace core {

/// Basis::LowerBound -> "lower_bound".
template <typename Enum> std::string enumName(Enum value)
{
    std::string name;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](auto enumerator) {
        if (enumerator.value == value) name = snakeCase(enumerator.name);
    });
    return name;
}

} // namespace core

// SPDX-License-Identifier: Apache-2.0
// A family of Ridgepoint's own kernels: one piece of mathematics, and the ladder of variants that do it.
#pragma once

#include "core/device.h"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>
#include <vector>

namespace core {

/// One rung: a variant, and in one sentence what it changes over the one before.
struct FamilyStep {
    std::string variant;
    std::string step;
    std::optional<ComputeCapability> needs; ///< none: 7.5 will do
    bool is_reference = false;              ///< a library's kernel, which stands beside the ladder
    std::optional<ComputeCapability> until; ///< the newest that has its instructions; none: all

    friend bool operator==(const FamilyStep&, const FamilyStep&) = default;
};
BOOST_DESCRIBE_STRUCT(FamilyStep, (), (variant, step, needs, is_reference, until))

/// A problem that the family can be run on.
struct FamilySize {
    std::string name; ///< "small", "medium", "large", "awkward"
    std::string text; ///< "4096 x 4096"

    friend bool operator==(const FamilySize&, const FamilySize&) = default;
};
BOOST_DESCRIBE_STRUCT(FamilySize, (), (name, text))

struct Family {
    std::string name; ///< "transpose", as LibraryStep::family
    std::string title;
    std::string formula; ///< "y[j][i] = x[i][j]; 8 bytes an element (float)"
    std::string source;  ///< the texts of the files that its kernels are in
    std::vector<FamilyStep> steps;
    std::vector<FamilySize> sizes;

    friend bool operator==(const Family&, const Family&) = default;
};
BOOST_DESCRIBE_STRUCT(Family, (), (name, title, formula, source, steps, sizes))

} // namespace core

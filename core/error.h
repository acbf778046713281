// SPDX-License-Identifier: Apache-2.0
// The one error type: a sentence that says what happened, where, and what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace core {

/// Thrown by readers and checked calls; `what()` is the whole sentence shown to the user.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;

    /// "where: what", e.g. "report.ncu-rep: block 3 at byte 18204 is cut short; copy it again".
    Error(const std::string& where, const std::string& what) : std::runtime_error(where + ": " + what) {}
};

} // namespace core

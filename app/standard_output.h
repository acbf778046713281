// SPDX-License-Identifier: GPL-3.0-or-later
// What commands print: it is written whole, or the exit code and a reason say that it wasn't.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace app {

/// Throws core::Error when what `write` prints on stdout doesn't get out whole; `what` begins the message: "The list".
void printWhole(const std::string& what, const std::function<void(std::ostream&)>& write);

/// Prints a text of help or version. Returns the exit code: 0, or 1 with a reason on stderr.
int printText(std::string_view text);

} // namespace app

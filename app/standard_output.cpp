// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/standard_output.h"

#include "app/save_file.h"
#include "core/error.h"

#include <cerrno>
#include <iostream>

namespace app {

void printWhole(const std::string& what, const std::function<void(std::ostream&)>& write)
{
    errno = 0;
    write(std::cout);
    if (std::cout.flush()) return;
    const int error = errno;
    throw core::Error(what + " can't be written whole: " + systemReason(error).value_or("the output is closed") + ".");
}

int printText(std::string_view text)
{
    try {
        printWhole("The text", [&](std::ostream& out) { out << text; });
    } catch (const core::Error& error) {
        std::cerr << "ridgepoint: " << error.what() << '\n';
        return 1;
    }
    return 0;
}

} // namespace app

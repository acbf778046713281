// SPDX-License-Identifier: GPL-3.0-or-later
// The program: `list` and `render` are commands, anything else opens the window.
#include "app/list_command.h"
#include "app/render_command.h"
#include "app/window_command.h"

#include <iostream>
#include <new>
#include <string_view>

namespace {

struct Command {
    std::string_view name;
    int (*run)(int argc, char** argv);
};

constexpr Command commands[] = {
    {"list", app::listCommand},
    {"render", app::renderCommand},
};

} // namespace

int main(int argc, char** argv)
try {
    const std::string_view name = argc > 1 ? argv[1] : "";
    for (const auto& command : commands)
        if (command.name == name) return command.run(argc - 1, argv + 1);
    return app::windowCommand(argc, argv);
} catch (const std::bad_alloc&) {
    std::cerr << "ridgepoint: there isn't enough memory for this file\n";
    return 1;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The program: `list` and `render` are commands, anything else opens the window.
#include "app/list_command.h"
#include "app/render_command.h"
#include "app/window_command.h"
#include "core/edit_distance.h"

#include <algorithm>
#include <filesystem>
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

/// A lone word that is neither a command nor a file was meant as a command.
bool isMistypedCommand(std::string_view word)
{
    std::error_code isNoFile; // such as a word too long for a file's name
    return !word.empty() && !word.starts_with('-') && word.find_first_of("./") == std::string_view::npos &&
           !std::filesystem::exists(word, isNoFile);
}

int unknownCommand(std::string_view word)
{
    const auto distance = [word](const Command& command) { return core::editDistance(word, command.name); };
    const auto* nearest = std::ranges::min_element(commands, {}, distance);
    std::cerr << "ridgepoint: there is no command and no file '" << word << "'; ";
    if (distance(*nearest) <= 2)
        std::cerr << "did you mean " << nearest->name << "? Try `ridgepoint --help`\n";
    else
        std::cerr << "try `ridgepoint --help`\n";
    return 2;
}

} // namespace

int main(int argc, char** argv)
try {
    const std::string_view name = argc > 1 ? argv[1] : "";
    for (const auto& command : commands)
        if (command.name == name) return command.run(argc - 1, argv + 1);
    if (isMistypedCommand(name)) return unknownCommand(name);
    return app::windowCommand(argc, argv);
} catch (const std::bad_alloc&) {
    std::cerr << "ridgepoint: there isn't enough memory for this file\n";
    return 1;
}

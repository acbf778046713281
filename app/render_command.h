// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint render FILE -o out.png`: the window's chart as a picture, with or without a display.
#pragma once

namespace app {

/// Runs the command on the arguments behind "render". Returns the exit code: 0, 1 (bad input), 2 (usage).
int renderCommand(int argc, char** argv);

} // namespace app

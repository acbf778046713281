// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint list FILE`: what the table shows, as text, CSV or JSON.
#pragma once

namespace app {

/// Runs the command on the arguments behind "list". Returns the exit code: 0, 1 (bad input), 2 (usage).
int listCommand(int argc, char** argv);

} // namespace app

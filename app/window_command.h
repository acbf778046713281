// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint [FILE...]`: the window.
#pragma once

namespace app {

/// Opens the window on the files given. Returns the exit code: 0, or 2 for an unknown option.
int windowCommand(int argc, char** argv);

} // namespace app

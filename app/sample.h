// SPDX-License-Identifier: GPL-3.0-or-later
// The report that comes with the program.
#pragma once

#include <QString>

namespace app {

/// Path of the bundled report, installed or in the source tree; empty if it isn't there.
QString samplePath();

} // namespace app

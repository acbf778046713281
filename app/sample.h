// SPDX-License-Identifier: GPL-3.0-or-later
// The files that come with the program: a report, and the roofs of a GPU as measured.
#pragma once

#include <QString>

namespace app {

enum class Sample { Report, MeasuredRoofs };

/// Path of a bundled file, installed or in the source tree; empty if it isn't there.
QString samplePath(Sample sample);

} // namespace app

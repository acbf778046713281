// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the table that are kernels of the library, however it is grouped.
#pragma once

#include "app/library/ladder.h"
#include "app/session_model.h"

namespace app {

/// Those of a family: headings of one step's launches, else the launches under other headings.
std::vector<KernelRow> libraryRows(const SessionModel& model, const std::string& family);

/// Where a launch of one of those stands; invalid if it isn't there.
QModelIndex indexOfStep(const SessionModel& model, int sessionNumber, std::uint32_t launch);

} // namespace app

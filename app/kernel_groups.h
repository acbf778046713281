// SPDX-License-Identifier: GPL-3.0-or-later
// From launches to the rows of the table: which launches stand together, and under which heading.
#pragma once

#include "app/kernel_row.h"
#include "app/open_session.h"

#include <span>

namespace app {

enum class Grouping {
    None,
    Name,    ///< launches of one name, as soon as there are two; the default
    Family,  ///< by the first word of the short name
    Binding, ///< by binding resource
    Range,   ///< by outermost NVTX range
    Session,
};

/// A top row of the table; launches are there only under a heading.
struct RowGroup {
    KernelRow row;
    std::vector<KernelRow> launches = {};
};

/// "16×2×16"; axes of one at the end are left out.
QString dimensionsText(const core::Dim3& size);

/// The rows of all open sessions in order. Groups never mix sessions. Launches of one name whose shapes take times
/// more than twice apart stand in a row for each grid and block.
std::vector<RowGroup> groupRows(std::span<const OpenSession> sessions, Grouping grouping);

} // namespace app

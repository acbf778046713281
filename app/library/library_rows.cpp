// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/library/library_rows.h"

#include <algorithm>

namespace app {
namespace {

/// Calls `take` for each row that is of one step.
template <typename Take> void forEachStep(const SessionModel& model, const Take& take)
{
    for (int top = 0; top < model.rowCount(); ++top) {
        const auto heading = model.index(top, 0);
        if (stepOf(model.row(heading))) {
            take(heading);
            continue;
        }
        for (int launch = 0; launch < model.rowCount(heading); ++launch)
            if (const auto index = model.index(launch, 0, heading); stepOf(model.row(index))) take(index);
    }
}

} // namespace

std::vector<KernelRow> libraryRows(const SessionModel& model, const std::string& family)
{
    std::vector<KernelRow> rows;
    forEachStep(model, [&](const QModelIndex& index) {
        if (stepOf(model.row(index))->family == family) rows.push_back(model.row(index));
    });
    return rows;
}

QModelIndex indexOfStep(const SessionModel& model, int sessionNumber, std::uint32_t launch)
{
    QModelIndex found;
    forEachStep(model, [&](const QModelIndex& index) {
        const auto& row = model.row(index);
        if (row.session_number == sessionNumber && std::ranges::find(row.launches, launch) != row.launches.end())
            found = index;
    });
    return found;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// For everything that may be absent: the words for it, and the command that would collect it.
#pragma once

#include "app/kernel_row.h"

#include <QString>
#include <QStringList>

#include <span>
#include <string_view>
#include <vector>

namespace app {

/// One row of the table of what can be missing.
struct MissingRow {
    std::string_view what;    ///< as in core::Absence, or a panel's own
    const char* text;         ///< source string for translation: what isn't there
    std::string_view options; ///< of ncu, the narrowest that collect it: "--section Occupancy"; empty: nothing would
};

/// Words and command for something absent.
struct Missing {
    QString text;
    QString command; ///< empty where no option of the profiler would help
};

std::span<const MissingRow> missingRows();

/// Looks up `what`; resources that have no row of their own are pipes.
Missing missing(std::string_view what, core::AbsenceReason reason = core::AbsenceReason::NotCollected);
/// What a reason means, as a sentence.
QString reasonText(core::AbsenceReason reason);

/// The name of a resource that may be absent, "tensor" for all tensor pipes together; empty for anything else.
QString absentResource(std::string_view what);

/// Names of the resources that the row has work on, but no roof.
QStringList roofless(const KernelRow& row);

/// One command for all that a row lacks; empty when nothing is missing that could be collected.
QString collectCommand(std::span<const core::Absence> absent);

} // namespace app

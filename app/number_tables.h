// SPDX-License-Identifier: GPL-3.0-or-later
// The expressions by which core makes amounts from counters, for reading: help that can't differ from the program.
#pragma once

#include <QString>

namespace app {

/// Markdown: each quantity with its expressions, in the order in which they are tried.
QString numberTables();

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// What to know before believing a row's numbers, in the words that inspector and report share.
#pragma once

#include "app/kernel_row.h"

#include <QStringList>

namespace app {

/// One sentence each; of a group those of any of its launches, with their number.
QStringList cautionTexts(const KernelRow& row);

} // namespace app

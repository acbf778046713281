// SPDX-License-Identifier: GPL-3.0-or-later
// What holds a kernel back, in a sentence, as far as its roofs tell.
#pragma once

#include "app/kernel_row.h"

#include <QString>

namespace app {

struct Verdict {
    QString sentence; ///< "Limited by L2 read: 9.30 of 9.90 TB/s, 94 % of its roof."
    QString evidence; ///< the next resource, and what could be gained at most
    QString quality;  ///< where the roof comes from, and at which clock
    QString unseen;   ///< resources without counters; empty when all were collected
    QString collect;  ///< the command that collects them; may be empty
};

/// Whether the kernel stays below 60 % of the roof closest to it: that resource doesn't limit it.
bool noRoofIsNear(const core::KernelAnalysis& analysis);

/// "Limited by" from 80 %, "close to" from 60 %; below that no roof is near. The share is the efficiency of the table.
Verdict verdictOf(const KernelRow& row);

} // namespace app

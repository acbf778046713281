// SPDX-License-Identifier: GPL-3.0-or-later
// One HTML file for a review: the chart, where its numbers come from, a verdict for each kernel, what is missing.
#pragma once

#include "app/chart_data.h"
#include "app/privacy.h"

#include <QByteArray>

namespace app {

struct ReportSubject {
    ChartData data; ///< its rows, in their order, are the report's kernels
    ChartOptions options;
    Privacy privacy = Privacy::ShowFiles;
};

/// UTF-8, and whole by itself: it refers to no other file and to no address, and has no scripts.
QByteArray htmlReport(const ReportSubject& subject);

} // namespace app

// SPDX-License-Identifier: Apache-2.0
// Nsight Compute reports (.ncu-rep, .nsight-cuprof-report) without Nsight Compute.
#pragma once

#include "core/import/importer.h"

namespace core {

bool isNcuReport(std::string_view firstBytes);

/// Reads launches, ranges and graphs with the counters that the metric tables want; the rest comes on demand by
/// Session::allCounters. What is damaged is left out, with a note. Throws Error when nothing whole was found.
Session readNcuReport(const std::filesystem::path& file, const ImportOptions& options);

/// The same of a report in memory, which must outlive the session.
Session readNcuReport(std::string_view report, const std::string& fileName, const ImportOptions& options);

} // namespace core

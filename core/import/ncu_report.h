// SPDX-License-Identifier: Apache-2.0
// Nsight Compute reports (.ncu-rep, .nsight-cuprof-report) without Nsight Compute.
#pragma once

#include "core/import/importer.h"

namespace core {

bool isNcuReport(std::string_view firstBytes);

/// Reads launches, ranges and graphs with the counters that the metric tables want; the rest comes on demand by
/// Session::allCounters. Throws Error when not even the first block is whole.
Session readNcuReport(const std::filesystem::path& file, const ImportOptions& options);

} // namespace core

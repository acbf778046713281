// SPDX-License-Identifier: Apache-2.0
// The JSON of `ridgepoint list`: field names of the types, unknown values left out and named in "absent".
#pragma once

#include "core/listing.h"
#include "core/summary.h"

#include <string>

namespace core {

std::string devicesJson(const Session& session); ///< an array
/// An array: the roofs that the chart draws, of each device.
std::string ceilingsJson(const Session& session, const ListedRoofs& roofs);
std::string notesJson(const Session& session); ///< an array of sentences
std::string kernelJson(const KernelMeasurement& kernel, const KernelSummary& summary, const std::string& shortName);

} // namespace core

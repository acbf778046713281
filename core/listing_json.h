// SPDX-License-Identifier: Apache-2.0
// The JSON of `ridgepoint list`: field names of the types, unknown values left out and named in "absent".
#pragma once

#include "core/summary.h"

#include <string>

namespace core {

std::string devicesJson(const Session& session);  ///< an array
std::string ceilingsJson(const Session& session); ///< an array: the roofs that the chart draws, of each device
std::string notesJson(const Session& session);    ///< an array of sentences
std::string kernelJson(const KernelMeasurement& kernel, const KernelSummary& summary, const std::string& shortName);

} // namespace core

// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's own reader says of a report: every counter of every launch, from *.truth.json.xz of the corpus.
#pragma once

#include "core/session.h"

#include <filesystem>

namespace core::test {

/// The launches of a truth file as kernels with their counters and shapes, and their device by its attributes.
/// Instances aren't in it. Throws when the file can't be read.
Session readTruthFile(const std::filesystem::path& file);

} // namespace core::test

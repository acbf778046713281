// SPDX-License-Identifier: Apache-2.0
// Whether a zstd file is whole: Boost's filter takes the end of the file for the end of the data.
#pragma once

#include "core/import/byte_source.h"

namespace core {

/// Walks the frames and blocks of a zstd file, without unpacking, and tells whether the last frame is complete.
bool zstdIsWhole(const ByteSource& file);

} // namespace core

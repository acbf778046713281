// SPDX-License-Identifier: Apache-2.0
// Saved sessions (*.ridgepoint.jsonl): the lines that capture prints.
#pragma once

#include "core/import/importer.h"

namespace core {

bool isEventLog(std::string_view firstBytes);

/// Reads a session saved by Ridgepoint or printed by ridgepoint-capture. A file cut short anywhere keeps what was
/// whole, with a note. Throws Error when no line is whole.
Session readEventLog(const std::filesystem::path& file, const ImportOptions& options);

/// The same of a text in memory.
Session readEventLog(std::string_view text, const std::string& fileName, const ImportOptions& options);

} // namespace core

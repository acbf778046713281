// SPDX-License-Identifier: Apache-2.0
// The table of file formats: which can be opened, how each is recognised, who reads it.
#pragma once

#include "core/session.h"

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace core {

/// How a file is read. All members have sensible defaults.
struct ImportOptions {
    std::stop_token stop = {};                 ///< asked between launches; a stopped import throws Error
    std::function<void(double)> progress = {}; ///< called now and then with the share done, 0..1
    std::string name = {};                     ///< of the file in messages and in Source, where it isn't its own
};

/// What to call the file in messages: the name of the options, or the file's own without its folder.
std::string shownName(const std::filesystem::path& file, const ImportOptions& options);

/// One row of the table of formats.
struct Importer {
    std::string_view name;                           ///< as shown to the user, "Nsight Compute report"
    std::string_view patterns;                       ///< of file dialogs, "*.ncu-rep *.nsight-cuprof-report"
    bool (*recognises)(std::string_view firstBytes); ///< by content, never by extension; given up to 4096 bytes
    Session (*read)(const std::filesystem::path& file, const ImportOptions& options);
};

std::span<const Importer> importers();

/// Reads a file of any known format, also compressed with gzip, xz or zstd. Throws Error: not a file, unreadable,
/// empty, not recognised, damaged from the start. A file damaged later on gives what was whole, with a note in
/// Session::notes.
Session importFile(const std::filesystem::path& file, const ImportOptions& options = {});

} // namespace core

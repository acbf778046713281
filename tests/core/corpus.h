// SPDX-License-Identifier: Apache-2.0
// Files of the corpus of real reports, which are kept compressed.
#pragma once

#include <filesystem>
#include <string>

namespace core::test {

/// The folder of reports; tests that need it skip where it is missing.
inline const std::filesystem::path corpus = RIDGEPOINT_CORPUS;

/// Contents of an .xz file. Throws std::runtime_error when it can't be read.
std::string unpacked(const std::filesystem::path& file);

} // namespace core::test

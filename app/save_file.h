// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a whole file or nothing: what was there before is lost only when all of the new one is on the disk.
#pragma once

#include <QString>

#include <optional>
#include <string>

namespace app {

/// Why a system call failed, by its errno, in the system's words; none for 0.
std::optional<std::string> systemReason(int error);

/// Empty when the file was written, else a sentence that names it and says why it wasn't.
[[nodiscard]] QString saveFile(const QString& path, const std::string& content);

} // namespace app

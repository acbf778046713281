// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a whole file or nothing: what was there before is lost only when all of the new one is on the disk.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <string>

namespace app {

/// Why a system call failed, by its errno, in the system's words; none for 0.
std::optional<std::string> systemReason(int error);

/// Why nothing is to be written there: a folder, a device or pipe, or one of the files that are open, under whatever
/// name. Empty: nothing speaks against it.
[[nodiscard]] QString saveRefusal(const QString& path, const QStringList& open);

/// Empty when the file was written, else a sentence that names it and says why it wasn't. open: paths of files that
/// are never replaced.
[[nodiscard]] QString saveFile(const QString& path, const std::string& content, const QStringList& open = {});

} // namespace app

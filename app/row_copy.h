// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the table for the clipboard: base SI units in the head, all digits.
#pragma once

#include "app/kernel_row.h"

#include <QString>

#include <memory>
#include <span>

class QMimeData;

namespace app {

/// Tab-separated, with a head; names are the demangled ones.
QString asTsv(std::span<const KernelRow* const> rows);
/// An array of objects, their keys the ids of the columns; what is unknown is left out.
QString asJson(std::span<const KernelRow* const> rows);
QString asHtml(std::span<const KernelRow* const> rows);
/// Both together, as the clipboard takes them.
std::unique_ptr<QMimeData> asMimeData(std::span<const KernelRow* const> rows);

} // namespace app

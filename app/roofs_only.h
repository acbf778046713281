// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions that hold roofs and no kernels, as measuring a GPU leaves them: what the window says instead of counts.
#pragma once

#include "app/open_session.h"

#include <span>

namespace app {

/// Whether something is open and none of it has a kernel.
bool holdNoKernels(std::span<const OpenSession> sessions);

/// "39 roofs measured on NVIDIA H200"; "39 roofs of 2 GPUs" where some weren't measured, or where there are several.
QString roofsText(std::span<const OpenSession> sessions);
/// Why the table is empty, and what to do; empty where there are kernels.
QString noKernelsText(std::span<const OpenSession> sessions);

/// The same of a list that prints kernels alone: what the session holds, and which format gives it.
QString noKernelsListedText(const OpenSession& open);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Whether exports name the files that they come from. Hosts, users and paths are never in them.
#pragma once

namespace app {

enum class Privacy { ShowFiles, HideFiles };

} // namespace app

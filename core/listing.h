// SPDX-License-Identifier: Apache-2.0
// `ridgepoint list`: a session's kernels as a table, CSV or JSON.
#pragma once

#include "core/session.h"

#include <iosfwd>

namespace core {

void listTable(std::ostream& out, const Session& session);
void listCsv(std::ostream& out, const Session& session);
void listJson(std::ostream& out, const Session& session);

} // namespace core

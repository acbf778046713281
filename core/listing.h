// SPDX-License-Identifier: Apache-2.0
// `ridgepoint list`: a session's kernels as a table, CSV or JSON.
#pragma once

#include "core/roofline.h"
#include "core/session.h"

#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace core {

/// What the kernels are judged by.
struct ListedRoofs {
    RoofChoice choice = RoofChoice::BestKnown;
    std::map<std::string, std::vector<Ceiling>> others = {}; ///< of another session, by the id of the device here

    [[nodiscard]] std::span<const Ceiling> othersOf(const std::string& deviceId) const;
};

/// Without kernels the notes alone.
void listTable(std::ostream& out, const Session& session, const ListedRoofs& roofs = {});
void listCsv(std::ostream& out, const Session& session, const ListedRoofs& roofs = {});
void listJson(std::ostream& out, const Session& session, const ListedRoofs& roofs = {});

} // namespace core

// SPDX-License-Identifier: Apache-2.0
// The blocks of an Nsight Compute report: where its results lie, its string table, what it tells about the run.
#pragma once

#include "core/import/byte_window.h"
#include "core/import/importer.h"
#include "core/import/ncu_device.h"

#include <optional>
#include <string>
#include <vector>

namespace core::ncu {

/// One launch, range or graph, not decoded yet.
struct ResultEntry {
    ResultKind kind = ResultKind::Kernel;
    Extent message;
    std::optional<std::uint64_t> process_id;
};

/// Why the walk over the blocks stopped before the end of the file.
struct Damage {
    enum class Kind { CutShort, Zeros, Garbage } kind = Kind::CutShort;
    std::uint64_t offset = 0; ///< where the damaged part begins
    std::string part;         ///< "launch 16", "block 3"
};

struct Container {
    std::vector<ResultEntry> results;
    std::vector<Name> names; ///< the string tables of all blocks, one after the other
    Source source;           ///< without its file
    DeviceTable devices;
    std::uint64_t unknown_records = 0; ///< entries of kinds that this version doesn't know
    std::optional<Damage> damage;
};

/// Walks all block headers. All of them come first, because later blocks may add names that earlier results use.
/// Throws Error when stopped or when the disk fails; damage is data.
Container readContainer(const ByteSource& source, const ImportOptions& options);

} // namespace core::ncu

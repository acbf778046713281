// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_notes.h"

namespace core::ncu {
namespace {

std::string launches(std::uint64_t count)
{
    if (count == 0) return "No launch was read.";
    return grouped(count) + (count == 1 ? " launch was read." : " launches were read.");
}

std::string containerNote(const Losses& losses, const Damage& damage)
{
    const auto read = " " + launches(losses.results_read) + " Copy it again or re-export it.";
    const auto place = damage.part + " (byte " + grouped(damage.offset) + ").";
    switch (damage.kind) {
    case Damage::Kind::CutShort: return losses.file + " ends inside " + place + read;
    case Damage::Kind::Garbage: return losses.file + " is damaged in " + place + read;
    case Damage::Kind::Zeros:
        return losses.file + " has " + grouped(losses.file_bytes) + " bytes, but its data ends at byte " +
               grouped(damage.offset) + "; zeros follow." + read;
    }
    return {};
}

std::string resultsNote(const Losses& losses)
{
    const auto& first = losses.results.front();
    const auto place = first.part + " (byte " + grouped(first.offset) + ")";
    const auto count = losses.results.size();
    return losses.file + ": " +
           (count == 1 ? place + " is damaged and was left out."
                       : grouped(count) + " launches are damaged and were left out, the first is " + place + ".") +
           " Copy it again or re-export it.";
}

} // namespace

std::string grouped(std::uint64_t number)
{
    auto digits = std::to_string(number);
    for (auto at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), "\u202f"); // narrow no-break space
    return digits;
}

std::vector<std::string> lossNotes(const Losses& losses)
{
    std::vector<std::string> notes;
    if (losses.changed) { // whatever else is wrong comes from that
        notes.push_back(losses.file + " was changed by another program while it was read. " +
                        launches(losses.results_read) + " Open it again.");
        return notes;
    }
    if (losses.container) notes.push_back(containerNote(losses, *losses.container));
    if (!losses.results.empty()) notes.push_back(resultsNote(losses));
    if (losses.nameless_counters > 0)
        notes.push_back(losses.file + ": " + grouped(losses.nameless_counters) +
                        (losses.nameless_counters == 1 ? " counter was" : " counters were") +
                        " left out, because the file lacks the name.");
    if (losses.unknown_records > 0)
        notes.push_back(losses.file + " was written by Nsight Compute " + losses.tool_version +
                        ", newer than tested: " + grouped(losses.unknown_records) + " unknown records were skipped.");
    if (notes.empty() && losses.results_read == 0) notes.push_back(losses.file + " holds no kernel, range or graph.");
    return notes;
}

} // namespace core::ncu

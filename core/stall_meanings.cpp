// SPDX-License-Identifier: Apache-2.0
// What each stall reason says of a warp and what tends to help, in a line each. Facts: Nsight Compute documentation,
// "Warp Stall Reasons" and "Warp Stall Reasons (Not Issued)" of the kernel profiling guide; notes on magnitude come
// from our own launches on an H200.
#include "core/stalls.h"

#include <algorithm>

namespace core {
namespace {

struct Row {
    std::string_view reason;
    StallMeaning text;
};

constexpr std::string_view longScoreboardRemedy =
    "Keep more bytes in flight: vector loads, unrolling, cp.async or TMA; then better locality, then more warps.";
constexpr std::string_view mioRemedy =
    "Access shared memory less often and wider, remove bank conflicts, put arithmetic between the accesses.";
constexpr std::string_view gmmaMeaning = "A wgmma waits: its operand or accumulator registers are still in use.";
constexpr std::string_view gmmaRemedy =
    "Keep more accumulators in flight, and leave their registers alone between two wgmma.";
constexpr std::string_view instructionMeaning =
    "The next instruction isn't there yet: fetch or instruction cache miss.";
constexpr std::string_view instructionRemedy =
    "Smaller code, less unrolling, fewer jumps; in a kernel of a few microseconds it is the normal start-up.";

constexpr Row rows[] = {
    {"selected", {"The warp issued: no stall.", ""}},
    {"not_selected",
     {"Ready to issue, but the scheduler took another warp.",
      "Nothing is wrong: there are warps to spare, so each could have more registers."}},
    {"wait",
     {"The fixed latency of the warp's previous instruction.",
      "More independent work a warp, or more warps; shorter chains of dependent instructions."}},
    {"long_scoreboard",
     {"Data from global, local, texture or surface memory (or an mbarrier of TMA) is on its way.",
      longScoreboardRemedy}},
    {"long_scoreboard_pipe_l1tex",
     {"The part of long_scoreboard that isn't ray tracing: data through L1 is on its way.", longScoreboardRemedy}},
    {"short_scoreboard",
     {"A result from shared memory, a special function or a shuffle is on its way.",
      "Fewer or wider shared accesses without bank conflicts, fewer special functions, more independent work."}},
    {"mio_throttle", {"The queue to shared memory, special functions and dynamic branches is full.", mioRemedy}},
    {"mio_throttle_pipe_mio", {"The part of mio_throttle that isn't ray tracing.", mioRemedy}},
    {"lg_throttle",
     {"The queue for local and global memory accesses is full.",
      "Load and store vectors instead of single values; avoid spills and local arrays."}},
    {"tex_throttle",
     {"The queue for texture and surface accesses is full.", "Fetch textures less often, or use plain loads."}},
    {"math_pipe_throttle",
     {"The pipe that the instruction needs is busy.",
      "A good sign at the roof; below it spread work over other pipes, or use tensor or packed instructions."}},
    {"barrier",
     {"The warp has reached a block barrier that others haven't.",
      "Even out the work between barriers, use fewer of them, smaller blocks, or warp-level synchronisation."}},
    {"membar",
     {"A memory fence (or cluster barrier) waits until earlier writes are visible.",
      "Fence for the narrowest scope that is correct, and less often."}},
    {"sleeping", {"The warp put itself to sleep (nanosleep, yield).", "Back off for a shorter time."}},
    {"drain",
     {"The warp has finished, its last stores haven't.",
      "Coalesce the stores at the end; give each block more work when blocks are short."}},
    {"branch_resolving",
     {"The target of a jump isn't known yet.", "Fewer branches: predicate, unroll, make loops longer."}},
    {"dispatch_stall",
     {"The dispatcher holds the instruction back, for instance over register ports.",
      "Mostly small; another order of operands may help."}},
    {"imc_miss",
     {"A constant in the instruction missed its cache.",
      "Use fewer different constants; large only in kernels of a few microseconds."}},
    {"no_instruction", {instructionMeaning, instructionRemedy}},
    {"no_instructions", {instructionMeaning, instructionRemedy}},
    {"misc", {"Another reason of the hardware, not told apart.", ""}},
    {"gmma", {gmmaMeaning, gmmaRemedy}},
    {"warpgroup_arrive", {gmmaMeaning, gmmaRemedy}},
    {"allocation_stall", {"The warp waits for resources to be allocated (Pascal).", ""}},
    {"tile_allocation_stall", {"The warp waits for a tile to be allocated (Pascal).", ""}},
};

} // namespace

std::optional<StallMeaning> stallMeaning(std::string_view reason)
{
    const auto* row = std::ranges::find(rows, reason, &Row::reason);
    return row == std::end(rows) ? std::nullopt : std::optional(row->text);
}

} // namespace core

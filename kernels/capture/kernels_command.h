// SPDX-License-Identifier: Apache-2.0
// ridgepoint-capture kernels: checks, times and counts the kernels of the library, and prints each as an event.
#pragma once

#include "core/event.h"
#include "core/own_counters.h"
#include "kernels/capture/ceilings_command.h"
#include "kernels/capture/known_names.h"
#include "kernels/harness/library_kernel.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace capture {

struct KernelsRequest {
    std::string device;                                                    ///< "", ordinal or UUID
    std::vector<std::string> families;                                     ///< empty: all
    std::vector<std::string> variants;                                     ///< or "family.variant"; empty: all
    std::string size = "large";                                            ///< or "all"
    std::optional<core::CounterLevel> counters = core::CounterLevel::Base; ///< none: time and algorithmic work alone
    harness::Effort effort;
    std::string continue_after; ///< an item of an earlier process whose context was lost; empty: from the start
    double longest_item_s = 30; ///< what takes longer hangs
    /// Goes on after this item in a fresh process, from any thread: the one that hangs never comes back.
    std::function<void(const std::string& item)> restart;
};

/// One variant on one size: "transpose.padded.large".
struct LibraryItem {
    harness::KernelFamily family;
    std::size_t place = 0; ///< of the variant in its ladder
    harness::Size size;

    [[nodiscard]] const harness::Variant& variant() const { return family.variants[place]; }
    /// What the mathematics needs, on the pipe that this variant takes.
    [[nodiscard]] std::vector<core::Work> work() const { return (variant().work ? variant().work : family.work)(size); }
    [[nodiscard]] std::string name() const { return family.name + "." + variant().name + "." + size.name; }
};

/// In the order of families, sizes and ladders. Throws UnknownName.
std::vector<LibraryItem> chosenItems(const std::vector<harness::KernelFamily>& library, const KernelsRequest& request);

/// In how many passes a level of counters is read on this GPU: a plan of its name. Throws Error where it can't be told.
core::Plan passesOf(core::CounterLevel level, const std::string& device);

/// Types whose tensor operations they do: what the base level of counters counts beside the rest.
std::vector<std::string> tensorInputsOf(const std::vector<LibraryItem>& items);

/// As a reader of a session sees it.
core::Family familyEvent(const harness::KernelFamily& family);

/// Throws Error before anything is run (no GPU) and where the events can't be written.
RunResult runKernels(const std::vector<LibraryItem>& items, const KernelsRequest& request, EventStream& events,
                     const harness::Cancelled& cancelled);

} // namespace capture

// SPDX-License-Identifier: Apache-2.0
// ridgepoint-capture experiments: measures sweeps point by point, and prints each point as an event.
#pragma once

#include "kernels/capture/ceilings_command.h"
#include "kernels/capture/known_names.h"
#include "kernels/harness/experiment.h"

#include <functional>
#include <string>
#include <vector>

namespace capture {

struct ExperimentsRequest {
    std::string device;            ///< "", ordinal or UUID
    std::vector<std::string> only; ///< names; empty: all
    harness::Effort effort = harness::quickPoint;
    std::string continue_after; ///< an item of an earlier process whose context was lost; empty: from the start
    double longest_item_s = 30; ///< what takes longer hangs
    /// Goes on after this item in a fresh process, from any thread: the one that hangs never comes back.
    std::function<void(const std::string& item)> restart;
};

/// Those whose names are in `only`, or all. Throws UnknownName.
std::vector<harness::Experiment> chosenExperiments(const std::vector<harness::Experiment>& all,
                                                   const std::vector<std::string>& only);

/// What the model says of a line at the points of its sweep and between them; without points where it says nothing.
core::Curve modelOf(const harness::SweptLine& line, const harness::Known& known);

/// Throws Error before anything is run (no GPU) and where the events can't be written.
RunResult runExperiments(const std::vector<harness::Experiment>& experiments, const ExperimentsRequest& request,
                         EventStream& events, const harness::Cancelled& cancelled);

} // namespace capture

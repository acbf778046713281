// SPDX-License-Identifier: Apache-2.0
// An experiment as it is run: sweeps of one condition, each a line, with what a model says of them. A .cu file in
// kernels/experiments registers its own.
#pragma once

#include "core/experiment.h"
#include "kernels/harness/benchmark.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace harness {

/// What a model starts from.
struct Known {
    const Gpu& gpu;
    core::Curve first;                   ///< the line's first point
    std::optional<double> sm_clock_hz;   ///< of that point
    std::map<std::string, double> roofs; ///< rates by benchmark, of the experiment's that could be measured
};

/// One line: the same work, swept.
struct SweptLine {
    std::string name;  ///< of its curve, unique: "dram_read_by_occupancy"
    std::string label; ///< among the others; empty for an only one
    std::vector<SweepPoint> sweep;
    std::vector<std::string> counters = {}; ///< of bytes: y is the work over their sum; none: y is a rate or a time
    double bytes_per_count = 1;
    /// What the model says at x; none where it doesn't know. Empty: no model of this line.
    std::function<std::optional<double>(const Known&, double x)> model = {};
};

/// A measured roof to mark on y. Of those with one label, the first that this GPU has.
struct MarkedRoof {
    std::string benchmark;
    std::string label;
};

struct Experiment {
    core::Experiment about; ///< y in "s": time of an iteration; else work a second, or what counters make of it
    std::string x_name;     ///< of its curves: "warps_per_sm"
    std::function<std::vector<SweptLine>(const Gpu&)> lines;
    std::vector<MarkedRoof> roofs = {};
    std::function<std::vector<core::Mark>(const Gpu&)> x_marks = {}; ///< what is known of the GPU: where caches end
    core::ComputeCapability from = {7, 5};
};

/// All that are linked in, by name.
std::vector<Experiment> allExperiments();

/// A global of this type in a .cu file adds its experiments.
class ExperimentRegistration {
public:
    explicit ExperimentRegistration(std::vector<Experiment> experiments);
};

} // namespace harness

// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/experiment.h"

#include <algorithm>
#include <iterator>

namespace harness {
namespace {

/// Lives inside a function: other files' globals register before this file's would be built.
std::vector<Experiment>& registered()
{
    static std::vector<Experiment> experiments;
    return experiments;
}

} // namespace

ExperimentRegistration::ExperimentRegistration(std::vector<Experiment> experiments)
{
    std::ranges::move(experiments, std::back_inserter(registered()));
}

std::vector<Experiment> allExperiments()
{
    auto experiments = registered();
    std::ranges::sort(experiments, {}, [](const Experiment& experiment) { return experiment.about.name; });
    return experiments;
}

} // namespace harness

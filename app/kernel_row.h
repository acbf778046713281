// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the kernel table and one set of points in the chart: a launch, or all launches of a name together.
#pragma once

#include "core/caution.h"
#include "core/launch_spread.h"
#include "core/roofline.h"
#include "core/session.h"

#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace app {

/// Of the launches of a row that have an efficiency.
struct EfficiencyRange {
    double lowest_ratio = 0;
    double highest_ratio = 0;
};

/// How a row stands in a list whose headings can be unfolded.
enum class RowFold : std::uint8_t {
    Alone,    ///< a launch, or a heading that stands for its launches
    Unfolded, ///< a heading whose launches follow as rows of their own
    Inside,   ///< one of those
};

struct KernelRow {
    const core::Session* session = nullptr;
    int session_number = 0;                   ///< order of opening; decides the marker's shape
    std::vector<std::uint32_t> launches = {}; ///< places in session->kernels; more than one: a group
    core::KernelAnalysis analysis = {};       ///< of the launch, or of the group: sums over sums, never means of ratios
    int conversions = 0;                      ///< of the launches those whose only FLOP are probably conversions
    int flop_unknown = 0;                     ///< of the others those that may have FLOP which nobody counted
    std::map<core::Caution, int> cautions = {}; ///< and the number of launches they hold for
    QString short_name = {};
    double time_s = 0;      ///< sum over the launches
    double share_ratio = 0; ///< of the whole session's time, whatever the filter
    std::optional<EfficiencyRange> efficiency_range = {};
    core::LaunchSpread spread = {};           ///< of a group's launches
    std::span<const core::Curve> curves = {}; ///< measured on its GPU's model
    RowFold fold = RowFold::Alone;            ///< in the chart

    [[nodiscard]] bool isGroup() const { return launches.size() > 1; }
    [[nodiscard]] const core::KernelMeasurement& kernel() const { return session->kernels[launches.front()]; }
};

} // namespace app

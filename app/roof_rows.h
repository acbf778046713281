// SPDX-License-Identifier: GPL-3.0-or-later
// What the lists of what is measured show: roofs and figures of a session, or the items of a run that is under way.
#pragma once

#include "core/session.h"

#include <QString>

#include <optional>
#include <vector>

namespace app {

/// Of a kernel of the library.
struct KernelTiming {
    std::optional<double> duration_s;
    std::optional<core::Spread> samples;
    std::optional<double> sm_clock_hz;
};

/// One line of the list.
struct RoofRow {
    enum class State {
        Waiting,
        Running,
        Timed, ///< and its counters are still to be read
        Known, ///< this and the next two are done
        Skipped,
        Failed
    };

    QString name;
    State state = State::Waiting;
    std::optional<core::Ceiling> ceiling = {}; ///< while Running, by the repeats so far
    std::optional<core::Figure> figure = {};   ///< what was measured and is no roof
    std::optional<KernelTiming> timing = {};   ///< of a kernel
    std::optional<double> theory_ratio = {};   ///< of the ceiling
    QString reason = {};                       ///< why it was skipped, or failed
};

QString roofName(const core::Ceiling& ceiling); ///< "DRAM copy", "BF16 wgmma"
/// Of what has no result yet, and of figures: "L2 latency", "transpose padded large".
QString itemName(const std::string& item);

/// device: whose theory a roof is held against; nullptr if it isn't known.
RoofRow rowOf(const core::Ceiling& ceiling, const core::Device* device);
RoofRow rowOf(const core::Figure& figure);
RoofRow rowOf(const core::KernelMeasurement& kernel);      ///< one of the library's
RoofRow rowOf(const core::Curve& line, std::size_t point); ///< of an experiment
/// All roofs and figures of a session, in its order.
std::vector<RoofRow> roofRows(const core::Session& session);

QString
rateOf(const RoofRow& row); ///< "4.59 TB/s", of a kernel "1.2 ms"; of an item without a result its state, in words
QString spreadOf(const RoofRow& row); ///< "±0.4 %"
QString clockOf(const RoofRow& row);
/// How it was measured: method, repeats, power, what held the clock back; several lines.
QString detailsOf(const RoofRow& row);
/// Whether the clock was held back while it was measured: the rate of a second is lower than it could be.
bool isThrottled(const RoofRow& row);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// An open file: its session, and what follows from it for every kernel, worked out once.
#pragma once

#include "app/same_launch.h"
#include "core/listing.h"
#include "core/roofline.h"
#include "core/session.h"

#include <QString>

#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace app {

/// Roofs that sessions bring for others of the same GPU, by the model's name; those of one GPU alone by its UUID.
struct GpuRoofs {
    std::vector<core::Ceiling> ceilings;
    std::vector<core::Curve> curves = {}; ///< bandwidth against occupancy, and the like
    friend bool operator==(const GpuRoofs&, const GpuRoofs&) = default;
};
using RoofsByModel = std::map<std::string, GpuRoofs, std::less<>>;

/// Adds what isn't known yet: all that is of one resource and origin comes from one source.
void addRoofs(RoofsByModel& known, const RoofsByModel& more);

struct OpenSession {
    QString path = {}; ///< where it was read from; empty for sessions without a file
    std::shared_ptr<const core::Session> session = {};
    std::vector<core::KernelAnalysis> analyses = {};            ///< one a kernel, in order
    std::vector<QString> short_names = {};                      ///< likewise
    double time_s = 0;                                          ///< sum over the kernels
    RoofsByModel other_roofs = {};                              ///< given to the analyses
    core::RoofChoice roof_choice = core::RoofChoice::BestKnown; ///< likewise
    std::optional<core::Ceiling> being_measured = {};           ///< a roof that isn't known for sure yet
    Entries as_read = {}; ///< what the file has for the kernels whose entries the user changed

    [[nodiscard]] QString fileName() const; ///< without its folder
};

/// What others know of a device's roofs: other sessions, and behind them the datasheets. Only origins that the session
/// has none of by itself: measured roofs are a set, of one GPU and day. Of datasheets the resources that it has none
/// of.
std::vector<core::Ceiling> roofsFor(const core::SessionIndex& index, const std::string& deviceId,
                                    const RoofsByModel& others);

/// Of all that is known what is of the session's own GPUs and their models.
RoofsByModel roofsFor(const core::Session& session, const RoofsByModel& known);

/// Curves that were measured on a session's device, or on another of its model; empty where none are known. They live
/// as long as the session is open.
std::span<const core::Curve> curvesFor(const OpenSession& open, const std::string& deviceId);

/// The roofs that a session brings for others of the same model.
RoofsByModel roofsOf(const core::Session& session);

/// The roofs of another file for a session's GPUs. Throws core::Error if it can't be read or knows none of their
/// models.
RoofsByModel roofsFrom(const std::string& file, const core::Session& session);

/// What the session's kernels are judged by, for a list of them.
core::ListedRoofs listedRoofs(const core::Session& session, core::RoofChoice choice = core::RoofChoice::BestKnown,
                              const RoofsByModel& others = {});
core::ListedRoofs listedRoofs(const OpenSession& open);

/// Analyses of some of the session's kernels, by their places. Throws core::Error when stopped.
std::vector<core::KernelAnalysis> analysesOf(const core::Session& session, std::span<const std::uint32_t> places,
                                             const core::ListedRoofs& roofs, const std::stop_token& stop = {});

/// Analyses every kernel under the roofs of `choice`. Slow for big reports: call it where reading is done. Throws
/// core::Error when stopped.
OpenSession analysed(std::shared_ptr<const core::Session> session, const QString& path,
                     core::RoofChoice choice = core::RoofChoice::BestKnown, const RoofsByModel& others = {},
                     const std::stop_token& stop = {});

} // namespace app

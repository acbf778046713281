// SPDX-License-Identifier: GPL-3.0-or-later
// An open file: its session, and what follows from it for every kernel, worked out once.
#pragma once

#include "core/roofline.h"
#include "core/session.h"

#include <QString>

#include <memory>
#include <vector>

namespace app {

struct OpenSession {
    QString path = {}; ///< where it was read from; empty for sessions without a file
    std::shared_ptr<const core::Session> session = {};
    std::vector<core::KernelAnalysis> analyses = {}; ///< one a kernel, in order
    std::vector<QString> short_names = {};           ///< likewise
    double time_s = 0;                               ///< sum over the kernels

    [[nodiscard]] QString fileName() const; ///< without its folder
};

/// Analyses every kernel under the roofs of `choice`. Slow for big reports: call it where reading is done.
OpenSession analysed(std::shared_ptr<const core::Session> session, const QString& path,
                     core::RoofChoice choice = core::RoofChoice::BestKnown);

} // namespace app

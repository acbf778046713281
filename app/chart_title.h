// SPDX-License-Identifier: GPL-3.0-or-later
// The chart's two title lines and the footer's first: which GPU, which roofs, which file.
#pragma once

#include "core/roofline.h"
#include "core/session.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <span>

class QFontMetricsF;

namespace app {

/// How the profiler held the SM clock: "locked to base", "not locked", a dash where it is unknown.
QString lockText(std::optional<bool> locked);
/// The device's name, and its number where others of its session have the same: "NVIDIA H200, GPU 2".
QString deviceLabel(std::span<const core::Device> devices, std::size_t place);
/// "NVIDIA H200 · roofs computed from the report at 1.75 GHz"; where `shown`, the label of the device whose roofs are
/// drawn, isn't that of all devices: "NVIDIA A100, NVIDIA H200 · NVIDIA A100: roofs computed …".
QString machineTitle(std::span<const core::Device> devices, const QString& shown, const core::MachineRoofs& roofs);
/// A title in no more than `room` pixels: the GPU's name is cut, never the roofs' clock at its end.
QString fittedTitle(const QString& title, const QFontMetricsF& metrics, double room);
/// "torch.ncu-rep · Nsight Compute 2025.3.1 · clocks not locked, 1.51–1.98 GHz".
QString sourceTitle(const core::Session& session, const core::MachineRoofs& roofs);
/// A machine's title and its source in one, with the driver where it is known; for the footer of pictures.
QString provenance(const QString& machineTitle, const core::Session& session, const core::MachineRoofs& roofs);

} // namespace app

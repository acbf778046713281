// SPDX-License-Identifier: GPL-3.0-or-later
// The small sign before a resource's name: round and coloured for memory levels, square and without hue for pipes.
#pragma once

#include "app/theme.h"
#include "core/resource.h"

#include <QColor>
#include <QRectF>

class QPainter;

namespace app {

/// Colour of a resource's chip and bar: the level's, ink for tensor pipes, neutral for all others.
QColor resourceColor(const core::Resource& resource, const Theme& theme);

/// Draws the chip centred in `box`, 8 pixels wide.
void drawChip(QPainter& painter, const QRectF& box, const core::Resource& resource, const Theme& theme);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// The chart on paper: one page, as large as it fits, by the drawing code of every other picture.
#pragma once

#include "app/image_export.h"

class QPagedPaintDevice;

namespace app {

/// The size, in logical pixels, of a picture that fills a page of this many inches.
QSizeF pictureSizeOn(const QSizeF& page_inches);

/// Draws the picture on the device's page, inside its margins. Throws core::Error if the device can't be written.
void printChart(QPagedPaintDevice& device, const Picture& picture);

} // namespace app

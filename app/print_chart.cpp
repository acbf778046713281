// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/print_chart.h"

#include "core/error.h"

#include <QPagedPaintDevice>
#include <QPainter>

#include <algorithm>

namespace app {

QSizeF pictureSizeOn(const QSizeF& page_inches)
{
    constexpr double pixels_per_inch = 96; // text of 13 pixels becomes 10 points
    return page_inches * pixels_per_inch;
}

void printChart(QPagedPaintDevice& device, const Picture& picture)
{
    QPainter painter;
    if (!painter.begin(&device)) throw core::Error("The printer can't be written to; choose another one.");
    const QSizeF page(device.width(), device.height());
    const QSizeF size = picture.scene.size;
    const double scale = std::min(page.width() / size.width(), page.height() / size.height());
    painter.translate((page.width() - scale * size.width()) / 2, 0);
    painter.scale(scale, scale);
    paintChart(painter, picture.scene);
}

} // namespace app

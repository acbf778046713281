// SPDX-License-Identifier: GPL-3.0-or-later
// Why there is nothing to see: sentences in the empty plot, where they touch no roof.
#include "app/chart_builder.h"

#include <algorithm>

namespace app {
namespace {

constexpr FontRole role = FontRole::Base;
constexpr double step = 8; // pixels between the places that are tried

/// In lines of at most `room` pixels; a longer word keeps a line of its own.
QStringList wrappedWords(const ChartFonts& fonts, const QString& text, double room)
{
    QStringList lines;
    for (const QString& word : text.split(u' ')) {
        const QString longer = lines.isEmpty() ? word : lines.back() + u' ' + word;
        if (!lines.isEmpty() && fonts.width(role, longer) <= room)
            lines.back() = longer;
        else
            lines << word;
    }
    return lines;
}

/// Places for a block of this size, those near the plot's centre first.
std::vector<QRectF> placesNearCentre(const QRectF& plot, const QSizeF& size)
{
    std::vector<QRectF> places;
    for (double y = plot.top(); y + size.height() <= plot.bottom(); y += step)
        for (double x = plot.left(); x + size.width() <= plot.right(); x += step)
            places.emplace_back(QPointF(x, y), size);
    std::ranges::stable_sort(places, {},
                             [&](const QRectF& place) { return QLineF(place.center(), plot.center()).length(); });
    return places;
}

} // namespace

void addNotice(SceneBuilder& builder)
{
    if (builder.data.empty_reason.isEmpty()) return;
    const ChartFonts& fonts = builder.scene.fonts;
    const QRectF inside = builder.plot().adjusted(4, 4, -4, -4);
    const double row = fonts.height(role) + 2;
    // The narrower the block, the more roofs it fits between.
    for (const double share : {0.6, 0.45, 0.3, 0.9}) {
        const QStringList lines = wrappedWords(fonts, builder.data.empty_reason, share * inside.width());
        double widest = 0;
        for (const QString& line : lines) widest = std::max(widest, fonts.width(role, line));
        const QSizeF size(widest, row * static_cast<double>(lines.size()));
        const auto place = firstFree(placesNearCentre(inside, size), inside, builder.obstacles);
        if (!place) continue;
        double y = place->top() + row / 2;
        for (const QString& line : lines) {
            builder.addText(line, role, builder.color(Token::Text2), {place->left(), y});
            y += row;
        }
        builder.obstacles.add(OrientedBox::of(*place));
        return;
    }
}

} // namespace app

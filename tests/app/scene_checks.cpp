// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene_checks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace chart_test {
namespace {

using app::ChartScene;
using app::OrientedBox;

std::vector<OrientedBox> pieces(const std::vector<app::SceneStroke>& strokes)
{
    std::vector<OrientedBox> boxes;
    for (const app::SceneStroke& stroke : strokes)
        for (qsizetype i = 1; i < stroke.path.size(); ++i)
            boxes.push_back(OrientedBox::of(QLineF(stroke.path[i - 1], stroke.path[i]), stroke.width));
    return boxes;
}

/// Everything that a text must not touch: markers, roofs, selection lines, the frame.
std::vector<OrientedBox> marks(const ChartScene& scene)
{
    std::vector<OrientedBox> boxes = pieces(scene.roofs);
    for (const auto* strokes : {&scene.joins, &scene.strokes})
        std::ranges::copy(pieces(*strokes), std::back_inserter(boxes));
    for (const auto* markers : {&scene.markers, &scene.selected_markers})
        for (const app::SceneMarker& marker : *markers)
            boxes.push_back({marker.centre, marker.radius * 0.9, marker.radius * 0.9, 0});
    return boxes;
}

} // namespace

void expectNothingTouches(const ChartScene& scene, const std::string& where)
{
    const std::vector<OrientedBox> obstacles = marks(scene);
    for (std::size_t i = 0; i < scene.texts.size(); ++i) {
        // A line's box has leading above and below the letters; only these must stay clear.
        OrientedBox box = scene.texts[i].box;
        box.half_height *= 0.7;
        const std::string text = scene.texts[i].text.toStdString();
        for (const OrientedBox& obstacle : obstacles)
            EXPECT_FALSE(box.meets(obstacle)) << '"' << text << "\" touches a mark, " << where;
        for (std::size_t j = i + 1; j < scene.texts.size(); ++j)
            EXPECT_FALSE(box.meets(scene.texts[j].box))
                << '"' << text << "\" touches \"" << scene.texts[j].text.toStdString() << "\", " << where;
        EXPECT_TRUE(QRectF(QPointF(), scene.size).contains(box.bounds())) << text << " leaves the picture, " << where;
    }
}

} // namespace chart_test

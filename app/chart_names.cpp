// SPDX-License-Identifier: GPL-3.0-or-later
// Names beside points: of the five kernels with most time, and of a ladder's steps.
#include "app/chart_builder.h"
#include "app/shown_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace app {
namespace {

constexpr std::size_t namedKernels = 5;
constexpr double gap = 4; // from the marker's outline
constexpr double leaderStep = 12;
constexpr double longestLeader = 60;

/// Unit steps to the eight neighbours: right and left first, they read best.
constexpr std::array<QPointF, 8> directions = {QPointF(1, 0), QPointF(-1, 0), QPointF(1, -1), QPointF(-1, -1),
                                               QPointF(1, 1), QPointF(-1, 1), QPointF(0, -1), QPointF(0, 1)};

const KernelRow& rowOf(const SceneBuilder& builder, const SceneMarker& marker)
{
    return builder.data.rows[static_cast<std::size_t>(marker.row)];
}

/// Markers in the plot of the kernels with most time: those of one kernel together, its binding level first.
std::vector<std::vector<SceneMarker>> largestKernels(const SceneBuilder& builder)
{
    std::map<std::pair<double, int>, std::vector<SceneMarker>> kernels;
    for (const auto* drawn : {&builder.scene.selected_markers, &builder.scene.markers})
        for (const SceneMarker& marker : *drawn) {
            const KernelRow& row = rowOf(builder, marker);
            if (row.fold == RowFold::Inside || !builder.plot().contains(marker.centre)) continue;
            auto& own = kernels[{-row.share_ratio, marker.row}];
            own.insert(bindingLevel(row.analysis) == marker.level ? own.begin() : own.end(), marker);
        }
    std::vector<std::vector<SceneMarker>> largest;
    for (auto& [order, markers] : kernels) {
        if (largest.size() == namedKernels) break;
        largest.push_back(std::move(markers));
    }
    return largest;
}

/// The box of a text whose nearest side or corner is `away` from a point in one of the directions.
QRectF boxTowards(const QPointF& centre, const QPointF& direction, double away, const QSizeF& size)
{
    const double diagonal = direction.x() != 0 && direction.y() != 0 ? 0.7071 : 1;
    const QPointF corner = centre + direction * away * diagonal;
    return {QPointF(corner.x() + (direction.x() - 1) / 2 * size.width(),
                    corner.y() + (direction.y() - 1) / 2 * size.height()),
            size};
}

struct NamePlace {
    QRectF box;
    std::optional<QLineF> leader;
};

/// A leader may cross roofs, but neither texts nor other markers.
bool isClear(const SceneBuilder& builder, const QLineF& leader, const SceneMarker& own)
{
    const OrientedBox line = OrientedBox::of(leader, 2);
    const auto meetsText = [&](const SceneText& text) { return line.meets(text.box); };
    const auto meetsMarker = [&](const SceneMarker& marker) {
        const double half = marker.radius + 1;
        return marker.centre != own.centre && line.meets(OrientedBox{marker.centre, half, half, 0});
    };
    return std::ranges::none_of(builder.scene.texts, meetsText) &&
           std::ranges::none_of(builder.scene.markers, meetsMarker) &&
           std::ranges::none_of(builder.scene.selected_markers, meetsMarker);
}

/// Beside the marker in eight directions, then ever farther away with a leader; none if nothing is free.
std::optional<NamePlace> placeName(const SceneBuilder& builder, const SceneMarker& marker, const QSizeF& size)
{
    const QRectF inside = builder.plot().adjusted(2, 2, -2, -2);
    const double near = marker.radius + gap;
    for (double leader = 0; leader <= longestLeader; leader += leaderStep)
        for (const QPointF& direction : directions) {
            const QRectF box = boxTowards(marker.centre, direction, near + leader, size);
            if (!inside.contains(box) || builder.obstacles.meets(OrientedBox::of(box))) continue;
            if (leader == 0) return NamePlace{box, std::nullopt};
            const double unit = direction.x() != 0 && direction.y() != 0 ? 0.7071 : 1;
            const QLineF line(marker.centre + direction * near * unit,
                              marker.centre + direction * (near + leader - 3) * unit);
            if (isClear(builder, line, marker)) return NamePlace{box, line};
        }
    return std::nullopt;
}

/// "cutlass sgemm…": the beginning says most.
QString shortened(const QString& name)
{
    constexpr qsizetype most = 16;
    return name.size() <= most ? name : name.left(most - 1).trimmed() + u'…';
}

/// Beside the first of a kernel's markers that has room; false if none has.
bool addName(SceneBuilder& builder, const std::vector<SceneMarker>& markers, const QString& name)
{
    const QSizeF size(builder.scene.fonts.width(FontRole::Small, name) + 2,
                      builder.scene.fonts.height(FontRole::Small));
    for (const SceneMarker& marker : markers) {
        const auto place = placeName(builder, marker, size);
        if (!place) continue;
        if (place->leader) {
            builder.scene.strokes.push_back(
                {QPolygonF({place->leader->p1(), place->leader->p2()}), builder.color(Token::Axis), 1});
            builder.obstacles.add(*place->leader, 1);
        }
        builder.obstacles.add(OrientedBox::of(place->box));
        builder.addText(name, FontRole::Small, builder.color(Token::Ink), place->box.center(), Qt::AlignHCenter);
        return true;
    }
    return false;
}

/// A row's markers in the plot, those of its binding level first.
std::vector<SceneMarker> markersOf(const SceneBuilder& builder, int row)
{
    std::vector<SceneMarker> markers;
    for (const auto* drawn : {&builder.scene.selected_markers, &builder.scene.markers})
        for (const SceneMarker& marker : *drawn)
            if (marker.row == row && builder.plot().contains(marker.centre))
                markers.insert(bindingLevel(rowOf(builder, marker).analysis) == marker.level ? markers.begin()
                                                                                             : markers.end(),
                               marker);
    return markers;
}

void addLadderNames(SceneBuilder& builder)
{
    for (const Ladder& ladder : builder.ladders)
        for (const auto* places : {&ladder.rungs, &ladder.references})
            for (const int place : *places)
                if (const auto markers = markersOf(builder, place); !markers.empty())
                    addName(builder, markers, shownText(stepOf(rowOf(builder, markers.front()))->variant));
}

} // namespace

void addNames(SceneBuilder& builder)
{
    addLadderNames(builder);
    if (!builder.options.name_largest) return;
    for (const auto& markers : largestKernels(builder)) {
        const QString& name = rowOf(builder, markers.front()).short_name;
        if (!addName(builder, markers, name)) addName(builder, markers, shortened(name));
    }
}

} // namespace app

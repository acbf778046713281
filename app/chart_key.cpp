// SPDX-License-Identifier: GPL-3.0-or-later
// The line under the axis that explains every mark in use, and the provenance footer of pictures.
#include "app/chart_builder.h"
#include "app/format.h"
#include "app/launch_counts.h"
#include "app/resource_name.h"
#include "app/shown_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <functional>

namespace app {
namespace {

constexpr double padding = 16;
constexpr double wideGap = 18;
constexpr double tightGap = 11;
constexpr double sampleGap = 6;
constexpr double lineSample = 26;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::chart", text);
}

/// One entry: a sample of the mark and its meaning.
struct KeyItem {
    QString text;
    double sample_width = 0;
    std::function<void(SceneBuilder&, QPointF left)> draw; ///< from the sample's left end, vertically centred
};

KeyItem markerItem(const SceneMarker& marker, const QColor& color, const QString& text)
{
    return {text, 2.0 * marker.radius, [marker, color](SceneBuilder& builder, QPointF left) {
                SceneMarker sample = marker;
                sample.centre = left + QPointF(marker.radius, 0);
                builder.scene.key_markers.push_back({sample, color});
            }};
}

KeyItem lineItem(const SceneStroke& pen, const QString& text)
{
    return {text, lineSample, [pen](SceneBuilder& builder, QPointF left) {
                SceneStroke sample = pen;
                sample.path = QPolygonF({left, left + QPointF(lineSample, 0)});
                builder.scene.strokes.push_back(sample);
            }};
}

enum class Values { All, Unlabelled };

QString levelText(const SceneBuilder& builder, core::Level level, Values values)
{
    const auto roof = std::ranges::find(builder.roofs, std::optional(level), &Roof::level);
    const bool wanted = values == Values::All || builder.unlabelled_levels.contains(level);
    return roof != builder.roofs.end() && wanted ? roofText(*roof) : levelName(level);
}

bool isDrawn(const SceneBuilder& builder, core::Level level)
{
    const auto has = [&](const SceneMarker& marker) { return marker.level == level; };
    return std::ranges::find(builder.roofs, std::optional(level), &Roof::level) != builder.roofs.end() ||
           std::ranges::any_of(builder.scene.markers, has) || std::ranges::any_of(builder.scene.selected_markers, has);
}

SceneMarker sampleMarker(double radius, MarkerFill fill = MarkerFill::Filled)
{
    SceneMarker marker;
    marker.radius = static_cast<float>(radius);
    marker.fill = fill;
    return marker;
}

void addLevels(const SceneBuilder& builder, Values values, std::vector<KeyItem>& items)
{
    for (const core::Level level : builder.options.levels)
        if (isDrawn(builder, level))
            items.push_back(markerItem(sampleMarker(5), builder.color(level), levelText(builder, level, values)));
}

void addOrigins(const SceneBuilder& builder, std::vector<KeyItem>& items)
{
    std::set<core::Origin> origins;
    for (const Roof& roof : builder.roofs) origins.insert(roof.origin);
    for (const core::Origin origin :
         {core::Origin::Measured, core::Origin::Computed, core::Origin::Datasheet, core::Origin::Entered})
        if (origins.contains(origin))
            items.push_back(
                lineItem({{}, builder.color(Token::Ink), widthOf(origin), dashOf(origin)}, originName(origin)));
}

void addSessions(const SceneBuilder& builder, std::vector<KeyItem>& items)
{
    std::map<int, QString> names = builder.data.session_names;
    for (const KernelRow& row : builder.data.rows)
        if (row.session && !row.session->sources.empty() && !names.contains(row.session_number))
            names.emplace(row.session_number, shownText(row.session->sources.front().file));
    if (names.size() < 2) return;
    for (const auto& [number, name] : names) {
        SceneMarker marker = sampleMarker(5, MarkerFill::Hollow);
        marker.shape = static_cast<MarkerShape>(std::min(number, static_cast<int>(MarkerShape::Hexagon)));
        items.push_back(markerItem(marker, builder.color(Token::Ink), name));
    }
}

void addEstimate(const SceneBuilder& builder, std::vector<KeyItem>& items)
{
    const auto hollow = [&](const SceneMarker& marker) {
        const auto& row = builder.data.rows[static_cast<std::size_t>(marker.row)];
        return marker.fill == MarkerFill::Hollow && row.fold != RowFold::Unfolded;
    };
    if (!std::ranges::any_of(builder.scene.markers, hollow) &&
        !std::ranges::any_of(builder.scene.selected_markers, hollow))
        return;
    // Of a session without counters all are.
    const bool isAlgorithmic = std::ranges::all_of(builder.data.rows, [](const KernelRow& row) {
        return std::ranges::all_of(row.analysis.work,
                                   [](const core::Work& work) { return work.basis == core::Basis::Algorithmic; });
    });
    items.push_back(markerItem(sampleMarker(5, MarkerFill::Hollow), builder.color(Token::Ink),
                               isAlgorithmic ? tr("algorithmic, not counted") : tr("estimate or bound")));
}

/// An arrow, and whose steps it leads through.
void addLadderItem(const SceneBuilder& builder, std::vector<KeyItem>& items)
{
    if (builder.scene.ladder.empty()) return;
    const Ladder& ladder = builder.ladders.front();
    const int place = ladder.rungs.empty() ? ladder.references.front() : ladder.rungs.front();
    const auto* family = familyOf(builder.data.rows[static_cast<std::size_t>(place)]);
    const auto draw = [](SceneBuilder& b, QPointF left) {
        const QPointF tip = left + QPointF(lineSample, 0);
        b.scene.strokes.push_back({QPolygonF({left, tip - QPointF(6, 0)}), b.color(Token::Ink), 1.25, Dash::Solid});
        b.scene.symbols.push_back(
            {QPolygonF({tip, tip + QPointF(-6, 2.75), tip + QPointF(-6, -2.75)}), b.color(Token::Ink)});
    };
    items.push_back({family ? tr("steps: %1").arg(shownText(family->title)) : tr("steps"), lineSample, draw});
}

void addUnfolded(const SceneBuilder& builder, std::vector<KeyItem>& items)
{
    if (std::ranges::find(builder.data.rows, RowFold::Unfolded, &KernelRow::fold) == builder.data.rows.end()) return;
    items.push_back(
        markerItem(sampleMarker(6, MarkerFill::Hollow), builder.color(Token::Neutral), tr("its launches are dots")));
}

void addSizes(const SceneBuilder& builder, std::vector<KeyItem>& items)
{
    if (builder.options.point_size == PointSize::Equal || builder.data.rows.empty()) return;
    for (const double share : {0.01, 0.10}) {
        const SceneMarker marker = sampleMarker(markerRadius(share, PointSize::ByTimeShare));
        items.push_back(markerItem(marker, builder.color(Token::Neutral),
                                   share < 0.1 ? percent(share) : percent(share) + tr(" of time")));
    }
}

void addOffFrame(const SceneBuilder& builder, std::vector<KeyItem>& items)
{
    const auto isOffFrame = [](const SceneBadge& badge) { return badge.kind != SceneBadge::Kind::OverStrip; };
    if (std::ranges::none_of(builder.scene.badges, isOffFrame)) return;
    const auto draw = [](SceneBuilder& b, QPointF left) {
        b.scene.symbols.push_back(
            {QPolygonF({left, left + QPointF(7, -4), left + QPointF(7, 4)}), b.color(Token::Neutral)});
    };
    items.push_back({tr("points off the frame"), 7, draw});
}

std::vector<KeyItem> keyItems(const SceneBuilder& builder, Values values)
{
    std::vector<KeyItem> items;
    addLevels(builder, values, items);
    addOrigins(builder, items);
    addEstimate(builder, items);
    addUnfolded(builder, items);
    addLadderItem(builder, items);
    addSizes(builder, items);
    addSessions(builder, items);
    addOffFrame(builder, items);
    return items;
}

double widthOf(const SceneBuilder& builder, const KeyItem& item)
{
    return item.sample_width + sampleGap + builder.scene.fonts.width(FontRole::Small, item.text);
}

double totalWidth(const SceneBuilder& builder, const std::vector<KeyItem>& items, double gap)
{
    double width = -gap;
    for (const KeyItem& item : items) width += widthOf(builder, item) + gap;
    return width;
}

/// "0.01–10 000 × 10 G–10 P".
QString frameText(const Frame& frame)
{
    const auto value = [](double exponent) {
        return exponent == std::round(exponent) ? decade(std::pow(10, exponent)) : shortRate(std::pow(10, exponent));
    };
    return value(frame.x_low) + enDash + value(frame.x_high) + QStringLiteral(" × ") + value(frame.y_low) + enDash +
           value(frame.y_high);
}

QString countsText(const SceneBuilder& builder)
{
    QStringList parts;
    for (const LaunchCount& part : launchCounts(builder.data, builder.scene.counts)) parts << part.text;
    parts << tr("filter %1").arg(builder.data.filter.isEmpty() ? tr("none") : builder.data.filter);
    return tr("%1: ").arg(launchesText(builder.data.launches)) + parts.join(QStringLiteral(", "));
}

/// The text in lines that fit the footer, broken between its parts.
QStringList wrapped(const SceneBuilder& builder, const QString& text)
{
    const QFontMetricsF metrics(builder.scene.fonts.font(FontRole::Small));
    const double room = builder.look.size.width() + builder.look.footer_reach - 2 * padding;
    QStringList lines;
    for (const QString& part : text.split(QStringLiteral(" · "))) {
        const QString longer = lines.isEmpty() ? part : lines.back() + QStringLiteral(" · ") + part;
        if (lines.isEmpty())
            lines << part;
        else if (metrics.horizontalAdvance(longer) <= room)
            lines.back() = longer;
        else
            lines << part;
    }
    for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideMiddle, room);
    return lines;
}

} // namespace

void addKeyLine(SceneBuilder& builder, double centreY)
{
    const double room = builder.look.size.width() - 2 * padding;
    std::vector<KeyItem> items = keyItems(builder, Values::All);
    if (totalWidth(builder, items, wideGap) > room) items = keyItems(builder, Values::Unlabelled);
    const double gap = totalWidth(builder, items, wideGap) > room ? tightGap : wideGap;
    const double ellipsis = builder.scene.fonts.width(FontRole::Small, QStringLiteral("…"));
    double x = padding;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const double width = widthOf(builder, items[i]);
        const bool last = i + 1 == items.size();
        if (x + width + (last ? 0 : gap + ellipsis) > padding + room) {
            builder.scene.key_ellipsis =
                builder.addText(QStringLiteral("…"), FontRole::Small, builder.color(Token::Text2), {x, centreY});
            for (; i < items.size(); ++i) builder.scene.key_rest << items[i].text;
            return;
        }
        items[i].draw(builder, {x, centreY});
        builder.addText(items[i].text, FontRole::Small, builder.color(Token::Text2),
                        {x + items[i].sample_width + sampleGap, centreY});
        x += width + gap;
    }
}

QStringList footerLines(const SceneBuilder& builder)
{
    const bool zoomed = builder.scene.mapping.frame != builder.scene.machine_frame;
    const QString frame = (zoomed ? tr("zoomed to %1") : tr("frame %1")).arg(frameText(builder.scene.mapping.frame));
    QStringList parts{frame, tr("drawn by Ridgepoint %1").arg(QStringLiteral(RIDGEPOINT_VERSION))};
    if (builder.data.launches > 0) parts.prepend(countsText(builder)); // else there are roofs alone
    return wrapped(builder, builder.data.machine) + wrapped(builder, parts.join(QStringLiteral(" · ")));
}

void addFooter(SceneBuilder& builder, double top)
{
    const double row = builder.line();
    double y = top + row / 2;
    for (const QString& line : footerLines(builder)) {
        builder.addText(line, FontRole::Small, builder.color(Token::Text3), {padding, y});
        y += row;
    }
}

} // namespace app

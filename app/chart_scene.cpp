// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which a chart is laid out: regions, grid, roofs, points, then texts where nothing else is.
#include "app/chart_scene.h"

#include "app/chart_builder.h"
#include "app/chart_title.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double padding = 16;
constexpr double topPadding = 10;
constexpr double leastAxisColumn = 64;
constexpr double leastStripWidth = 56;
constexpr double leastGutter = 72;
constexpr double leader = 20;   // from the plot to a label of the gutter
constexpr double stripGap = 16; // to the axis column; its scale's figures stand there
constexpr double tickGap = 8;   // from an axis to its labels

QString tr(const char* text)
{
    return QCoreApplication::translate("app::chart", text);
}

std::vector<core::Device> devicesOf(const ChartData& data)
{
    if (!data.devices.empty() || data.rows.empty() || !data.rows.front().session) return data.devices;
    return data.rows.front().session->devices;
}

double titleRow(const SceneBuilder& builder)
{
    return std::max(20.0, std::ceil(builder.scene.fonts.height(FontRole::Title)) + 1);
}

double sourceRow(const SceneBuilder& builder)
{
    return builder.line() + 2;
}

/// Above the plot: the title of the y axis.
double axisTitleRow(const SceneBuilder& builder)
{
    return builder.line() + 8;
}

/// Under the plot: ticks and title of the x axis.
double axisRows(const SceneBuilder& builder)
{
    return 2 * builder.line() + 12;
}

double keyRow(const SceneBuilder& builder)
{
    return builder.line() + 12;
}

/// Left of the plot: the ticks' labels, and right of the strip the figures of its scale.
double axisColumn(const SceneBuilder& builder)
{
    const auto width = [&](const QString& text) { return builder.scene.fonts.width(FontRole::Small, text); };
    const double ticks = width(decade(100e9)) + 2 * tickGap;
    const double figures = builder.scene.strip && builder.has_strip_figures ? width(percent(1)) + 4 - stripGap : 0;
    return std::max(leastAxisColumn, ticks + figures);
}

double stripWidth(const SceneBuilder& builder)
{
    return std::max(leastStripWidth, 8 + builder.lane() * static_cast<double>(builder.options.levels.size()));
}

double footerHeight(const SceneBuilder& builder)
{
    if (builder.look.footer == Footer::None) return 0;
    return builder.line() * static_cast<double>(footerLines(builder).size()) + 8;
}

/// What strip and gutter leave the plot, as far as they can give way.
double leastPlotWidth(const QSizeF& size)
{
    constexpr double besidePlot = 320; // strip, axis and gutter in a usual font
    return std::min(320.0, size.width() - besidePlot);
}

/// Of a gutter whose labels have a value in a short form, also those of a selected kernel's pipe.
double usualGutter(const SceneBuilder& builder)
{
    return leader + builder.scene.fonts.width(FontRole::SmallStrong, QStringLiteral("BF16 wgmma 1.06 P")) + padding / 2;
}

/// Widest label of the right gutter, leader included: two roofs that are one line keep their value. Only labels that
/// join several origins are longer.
double widestGutter(const SceneBuilder& builder)
{
    const double usual =
        leader + builder.scene.fonts.width(FontRole::SmallStrong, QStringLiteral("FP32 · FP64 tensor 66.9 T"));
    constexpr double widestJoint = 380;
    return joinsOrigins(builder) ? std::clamp(0.36 * builder.look.size.width(), usual, std::max(usual, widestJoint))
                                 : usual;
}

/// On the middle of pixels: a line of one pixel is crisp.
double crisp(double pixels)
{
    return std::round(pixels) + 0.5;
}

/// Places the strip and returns the plot's left edge.
double placeStrip(SceneBuilder& builder, double top, double height)
{
    double left = padding;
    if (hasStrip(builder.data)) {
        builder.scene.strip = QRectF(crisp(left), top, stripWidth(builder), height);
        left = builder.scene.strip->right() + stripGap;
    }
    return crisp(left + axisColumn(builder));
}

/// Plot and strip; the gutter is as wide as its labels. In a narrow chart the figures of the strip's scale and the
/// longer forms of the labels make room for the plot.
void placeRegions(SceneBuilder& builder)
{
    const QSizeF size = builder.look.size;
    const double top = crisp(topPadding + titleRow(builder) + sourceRow(builder) + axisTitleRow(builder));
    const double bottom = crisp(size.height() - axisRows(builder) - keyRow(builder) - footerHeight(builder));
    ChartScene& scene = builder.scene;
    scene.mapping.plot = QRectF(0, top, 100, std::max(50.0, bottom - top));
    double left = placeStrip(builder, top, scene.mapping.plot.height());
    if (size.width() - left - usualGutter(builder) < leastPlotWidth(size)) {
        builder.has_strip_figures = false;
        left = placeStrip(builder, top, scene.mapping.plot.height());
    }
    const double room = size.width() - left - leastPlotWidth(size) - padding / 2;
    const double widest = std::clamp(room, leastGutter, std::max(widestGutter(builder), usualGutter(builder))) - leader;
    builder.gutter = gutterLabels(builder, widest);
    double gutter = leastGutter;
    for (const GutterLabel& label : builder.gutter) { // strong: a selection doesn't move the plot
        const double strong = scene.fonts.width(FontRole::SmallStrong, label.text);
        gutter = std::max(gutter, leader + std::min(strong, widest) + padding / 2);
    }
    scene.mapping.plot.setLeft(left);
    scene.mapping.plot.setRight(std::max(left + 50, crisp(size.width() - gutter)));
}

void addGridLine(SceneBuilder& builder, const QLineF& line, bool isDecade)
{
    builder.scene.grid.push_back(
        {QPolygonF({line.p1(), line.p2()}), builder.color(isDecade ? Token::Grid : Token::FineGrid), 1});
}

void addXTicks(SceneBuilder& builder)
{
    const PlotMapping& map = builder.scene.mapping;
    const double room = std::max(45.0, builder.scene.fonts.width(FontRole::Small, decade(10'000)) + tickGap);
    for (const Tick& tick : ticks(map.frame.x_low, map.frame.x_high, map.xDecade(), room)) {
        const double x = crisp(map.x(std::pow(10, tick.log10_value)) - 0.5);
        addGridLine(builder, QLineF(x, map.plot.top(), x, map.plot.bottom()), tick.is_decade);
        builder.addText(tick.label, FontRole::Small, builder.color(Token::Text2),
                        {x, map.plot.bottom() + 0.85 * builder.line()}, Qt::AlignHCenter);
    }
}

void addYTicks(SceneBuilder& builder)
{
    const PlotMapping& map = builder.scene.mapping;
    for (const Tick& tick : ticks(map.frame.y_low, map.frame.y_high, map.yDecade(), builder.line() + tickGap)) {
        const double y = crisp(map.y(std::pow(10, tick.log10_value)) - 0.5);
        addGridLine(builder, QLineF(map.plot.left(), y, map.plot.right(), y), tick.is_decade);
        builder.addText(tick.label, FontRole::Small, builder.color(Token::Text2), {map.plot.left() - tickGap, y},
                        Qt::AlignRight);
    }
}

QString elided(const SceneBuilder& builder, FontRole role, const QString& text, double room)
{
    return QFontMetricsF(builder.scene.fonts.font(role)).elidedText(text, Qt::ElideRight, std::max(0.0, room));
}

void addAxisTitles(SceneBuilder& builder)
{
    const QRectF& plot = builder.plot();
    const QColor text = builder.color(Token::Text2);
    const double above = plot.top() - builder.line() / 2 - 3;
    double room = plot.width();
    if (builder.scene.mapping.frame != builder.scene.machine_frame) {
        const QRectF pill = builder.addText(tr("zoomed · Ctrl+0"), FontRole::SmallStrong, builder.color(Token::Ink),
                                            {plot.right(), above}, Qt::AlignRight);
        room = pill.left() - 12 - plot.left();
    }
    builder.addText(elided(builder, FontRole::Small, tr("Performance, %1/s").arg(axisUnit(builder.data.axis)), room),
                    FontRole::Small, text, {plot.left(), above});
    const QString title =
        elided(builder, FontRole::Small,
               tr("Arithmetic intensity, %1/byte at the point’s level").arg(axisUnit(builder.data.axis)),
               builder.look.size.width() - 2 * padding);
    const double end = builder.look.size.width() - padding;
    const double half = builder.scene.fonts.width(FontRole::Small, title) / 2;
    builder.addText(title, FontRole::Small, text,
                    {std::clamp(plot.center().x(), padding + half, std::max(padding + half, end - half)),
                     plot.bottom() + 9 + 1.5 * builder.line()},
                    Qt::AlignHCenter);
}

void addAxes(SceneBuilder& builder)
{
    addXTicks(builder);
    addYTicks(builder);
    // Decade lines over fine ones.
    std::ranges::stable_partition(
        builder.scene.grid, [&](const SceneStroke& stroke) { return stroke.color == builder.color(Token::FineGrid); });
    builder.scene.strokes.push_back({QPolygonF(builder.plot()), builder.color(Token::Axis), 1});
    addAxisTitles(builder);
}

void addTitles(SceneBuilder& builder)
{
    const double room = builder.look.size.width() - 2 * padding;
    const QString title =
        fittedTitle(builder.data.title, QFontMetricsF(builder.scene.fonts.font(FontRole::Title)), room);
    builder.addText(title, FontRole::Title, builder.color(Token::Ink), {padding, topPadding + titleRow(builder) / 2});
    builder.addText(elided(builder, FontRole::Small, builder.data.source, room), FontRole::Small,
                    builder.color(Token::Text2),
                    {padding, topPadding + titleRow(builder) + sourceRow(builder) / 2 + 1});
}

/// Before the points are placed: the longest that the footer's counts can become.
void reserveCounts(SceneBuilder& builder)
{
    int launches = 0;
    for (const KernelRow& row : builder.data.rows)
        if (row.fold != RowFold::Unfolded) launches += static_cast<int>(row.launches.size());
    builder.scene.counts = {launches, launches, launches, launches, launches, launches};
}

void count(SceneBuilder& builder)
{
    std::vector<bool> drawn(builder.data.rows.size()), offFrame(builder.data.rows.size());
    for (const auto* markers : {&builder.scene.markers, &builder.scene.selected_markers})
        for (const SceneMarker& marker : *markers) drawn[static_cast<std::size_t>(marker.row)] = true;
    for (const SceneBadge& badge : builder.scene.badges)
        for (const int row : badge.rows) offFrame[static_cast<std::size_t>(row)] = true;
    ChartCounts& counts = builder.scene.counts;
    counts = {};
    for (std::size_t i = 0; i < builder.data.rows.size(); ++i) {
        const KernelRow& row = builder.data.rows[i];
        if (row.fold == RowFold::Unfolded) continue; // its launches count
        const int launches = static_cast<int>(row.launches.size());
        counts.launches += launches;
        if (isElsewhere(row.analysis, builder.data.axis))
            counts.elsewhere += launches;
        else if (row.analysis.points.empty() && !row.analysis.strip.empty())
            counts.strip += launches;
        else if (drawn[i])
            counts.drawn += launches;
        else if (offFrame[i])
            counts.off_frame += launches;
        else
            counts.not_drawn += launches;
    }
}

} // namespace

QColor SceneBuilder::color(Token token, double opacity) const
{
    QColor color = look.theme.color(token);
    color.setAlphaF(static_cast<float>(opacity));
    return color;
}

QColor SceneBuilder::color(core::Level level, double opacity) const
{
    return color(tokenOf(level), opacity);
}

double SceneBuilder::line() const
{
    return std::max(16.0, std::ceil(scene.fonts.height(FontRole::Small)) + 2);
}

double SceneBuilder::lane() const
{
    constexpr double leastLane = 16;
    double widest = 0;
    for (const core::Level level : core::allLevels)
        widest = std::max(widest, scene.fonts.width(FontRole::Strong, levelLetter(level)));
    return std::max(leastLane, std::ceil(widest) + 6);
}

bool SceneBuilder::isSelected(int row) const
{
    return std::ranges::find(options.selected, row) != options.selected.end();
}

const KernelRow* SceneBuilder::focusRow() const
{
    if (options.selected.empty()) return nullptr;
    const int row = options.current && isSelected(*options.current) ? *options.current : options.selected.back();
    return &data.rows[static_cast<std::size_t>(row)];
}

QRectF SceneBuilder::addText(const QString& text, FontRole role, const QColor& color, QPointF at,
                             Qt::AlignmentFlag align)
{
    if (text.isEmpty()) return {};
    const double width = scene.fonts.width(role, text);
    const double height = scene.fonts.height(role);
    const double left = align == Qt::AlignLeft ? at.x() : at.x() - (align == Qt::AlignRight ? width : width / 2);
    const QRectF box(left, at.y() - height / 2, width, height);
    scene.texts.push_back({text, role, color, OrientedBox::of(box)});
    return box;
}

std::optional<QLineF> clipped(const QLineF& line, const QRectF& rect)
{
    // Liang-Barsky: the span of t in which the point is inside all four edges.
    double from = 0, to = 1;
    const double p[] = {-line.dx(), line.dx(), -line.dy(), line.dy()};
    const double q[] = {line.x1() - rect.left(), rect.right() - line.x1(), line.y1() - rect.top(),
                        rect.bottom() - line.y1()};
    for (int edge = 0; edge < 4; ++edge) {
        if (p[edge] == 0 && q[edge] < 0) return std::nullopt;
        if (p[edge] < 0) from = std::max(from, q[edge] / p[edge]);
        if (p[edge] > 0) to = std::min(to, q[edge] / p[edge]);
    }
    if (from >= to) return std::nullopt;
    return QLineF(line.pointAt(from), line.pointAt(to));
}

std::optional<double> flopPerS(const KernelRow& row)
{
    const core::KernelAnalysis& analysis = row.analysis;
    if (!analysis.points.empty()) return analysis.points.front().flop_per_s;
    if (!analysis.charted_pipe || row.time_s <= 0) return std::nullopt;
    for (const core::Work& work : analysis.work)
        if (work.resource == *analysis.charted_pipe && work.amount > 0) return work.amount / row.time_s;
    return std::nullopt;
}

ChartScene buildChartScene(const ChartData& data, const ChartLook& look, const ChartOptions& options)
{
    SceneBuilder builder = {data, look, options};
    ChartScene& scene = builder.scene;
    scene.size = look.size;
    scene.theme = look.theme;
    scene.fonts = look.fonts;
    scene.machine_frame = frameOf(devicesOf(data), data.roofs.ceilings, data.axis);
    scene.mapping.frame = look.zoom.value_or(scene.machine_frame);
    builder.roofs = chooseRoofs(data, options, builder.focusRow());
    reserveCounts(builder);
    placeRegions(builder);
    addTitles(builder);
    addAxes(builder);
    addRoofs(builder);
    chooseLadders(builder);
    addPoints(builder);
    addStrip(builder);
    thinOut(builder);
    addSelection(builder);
    addLadders(builder);
    addBadges(builder);
    addRoofLabels(builder);
    addHeadrooms(builder);
    addNames(builder);
    addNotice(builder);
    count(builder);
    scene.footer_top = look.size.height() - footerHeight(builder);
    addKeyLine(builder, scene.footer_top - keyRow(builder) / 2 - 2);
    if (look.footer == Footer::Provenance) addFooter(builder, scene.footer_top);
    return std::move(builder.scene);
}

} // namespace app

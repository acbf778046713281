// SPDX-License-Identifier: GPL-3.0-or-later
// The scene while it is being built: what the steps of buildChartScene share. Only they include this.
#pragma once

#include "app/chart_scene.h"
#include "app/library/ladder.h"

#include <QStringList>

#include <map>

namespace app {

/// A roof to draw, in data units.
struct Roof {
    std::optional<core::Level> level; ///< diagonal; none: a pipe's horizontal
    core::Resource resource;
    double rate_per_s = 0;
    double lowest_rate_per_s = 0; ///< of the band of access mixes; rate_per_s where there is one rate
    core::Origin origin = core::Origin::Computed;
    core::Ceiling ceiling; ///< the highest, for the card
    QString name;
    QString short_name;                   ///< of a pipe, where room is short
    bool faint = false;                   ///< another kernel is selected
    bool stub = false;                    ///< a short piece at the right edge
    bool unsettled = false;               ///< it is being measured
    std::optional<double> mix_rate_per_s; ///< of the access mix nearest to the selected kernel's
    QString mix;                          ///< that mix's name
    QString mix_reads;                    ///< the kernel's share of reads; empty if unknown
};

/// A point that the frame doesn't hold, on its way to a badge.
struct OffFramePoint {
    SceneBadge::Kind kind = SceneBadge::Kind::Right;
    core::Level level = core::Level::Dram;
    double along = 0; ///< pixels: y at the left and right edge, x at the others
    int row = 0;
};

/// A text beside the right frame edge.
struct GutterLabel {
    QString text;
    FontRole role = FontRole::Small;
    QColor color;
    double roof_y = 0;
};

struct SceneBuilder {
    const ChartData& data;
    const ChartLook& look;
    const ChartOptions& options;
    ChartScene scene = ChartScene();
    std::vector<Roof> roofs = {};
    std::vector<GutterLabel> gutter = {};
    std::set<core::Level> unlabelled_levels = {}; ///< no room in the plot: the key has their values
    std::vector<OffFramePoint> off_frame = {};
    std::vector<Ladder> ladders = {};
    std::set<int> on_ladder = {}; ///< rows of those
    Obstacles obstacles = {};
    bool strip_overflows = false;  ///< a share is over its scale: room for the badges is at the top
    bool has_strip_figures = true; ///< of the strip's scale; a plot that is too narrow takes their room

    [[nodiscard]] QColor color(Token token, double opacity = 1) const;
    [[nodiscard]] QColor color(core::Level level, double opacity = 1) const;
    [[nodiscard]] bool shows(core::Level level) const { return options.levels.contains(level); }
    [[nodiscard]] double line() const; ///< height of a row of small text, in pixels
    [[nodiscard]] double lane() const; ///< width of a level's lane in the strip, in pixels
    [[nodiscard]] bool isSelected(int row) const;
    [[nodiscard]] const QRectF& plot() const { return scene.mapping.plot; }

    /// The selected row whose own roofs are shown: the current one, else the last selected.
    [[nodiscard]] const KernelRow* focusRow() const;

    /// Adds a line of text; `at` is its left, centre or right end, vertically centred, by `align`. Returns its box.
    QRectF addText(const QString& text, FontRole role, const QColor& color, QPointF at,
                   Qt::AlignmentFlag align = Qt::AlignLeft);
};

// roof_choice.cpp
/// focus: the selected kernel whose access mix counts; nullptr without a selection.
std::vector<Roof> chooseRoofs(const ChartData& data, const ChartOptions& options, const KernelRow* focus);

// roof_labels.cpp
/// Visible pipe roofs from the top, those that are one line together; needs the plot's height alone.
std::vector<std::vector<Roof>> pipeGroups(const SceneBuilder& builder);
/// Whether the gutter has a label for lines of several origins; needs the plot's height alone.
bool joinsOrigins(const SceneBuilder& builder);
/// Texts of the right gutter; needs the plot's height alone.
std::vector<GutterLabel> gutterLabels(const SceneBuilder& builder, double widest);
void addRoofLabels(SceneBuilder& builder);
/// "DRAM 3.98–4.59 TB/s".
QString roofText(const Roof& roof);

// chart_roofs.cpp
void addRoofs(SceneBuilder& builder);
Dash dashOf(core::Origin origin);
double widthOf(core::Origin origin);
/// FLOP/s up to which memory roofs are drawn.
double highestPipe(const std::vector<Roof>& roofs, const Frame& machine);
/// A memory roof from left of the frame up to a performance, in pixels, unclipped.
QLineF diagonal(const PlotMapping& map, double bytesPerS, double topFlopPerS);

// chart_points.cpp
void addPoints(SceneBuilder& builder);
void addStrip(SceneBuilder& builder);
bool hasStrip(const ChartData& data);
/// Upper end of the strip's scale, in pixels; badges stand above it.
double stripScaleTop(const SceneBuilder& builder);

// library/chart_ladder.cpp
/// Before the points: those of its kernels stay in sight whatever is selected.
void chooseLadders(SceneBuilder& builder);
void addLadders(SceneBuilder& builder);

// chart_density.cpp
/// Sorts the markers for drawing, simplifies them where they are many, and makes them obstacles for labels.
void thinOut(SceneBuilder& builder);

// chart_selection.cpp
/// The roof of the selected kernel's pipe at its own clock, where that is another line than the machine's.
std::optional<core::Ceiling> ownClockRoof(const SceneBuilder& builder);
void addSelection(SceneBuilder& builder);
void addHeadrooms(SceneBuilder& builder);

// chart_badges.cpp
void addBadges(SceneBuilder& builder);

// chart_names.cpp
void addNames(SceneBuilder& builder);

// chart_notice.cpp
void addNotice(SceneBuilder& builder);

// chart_key.cpp
void addKeyLine(SceneBuilder& builder, double centreY);
void addFooter(SceneBuilder& builder, double top);
/// The footer wrapped to the chart's width.
QStringList footerLines(const SceneBuilder& builder);

/// The part of a line inside a rectangle; none if it misses it.
std::optional<QLineF> clipped(const QLineF& line, const QRectF& rect);
/// FLOP/s of a row's charted pipe; none without FLOP or time.
std::optional<double> flopPerS(const KernelRow& row);

} // namespace app

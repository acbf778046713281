// SPDX-License-Identifier: GPL-3.0-or-later
// The whole chart as a plain value: every line, area, marker and text with its place. Building it needs no painter,
// so tests look at the same value that the window and every export draw.
#pragma once

#include "app/chart_axis.h"
#include "app/chart_fonts.h"
#include "app/chart_frame.h"
#include "app/kernel_row.h"
#include "app/label_placement.h"
#include "app/theme.h"

#include <QPolygonF>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace app {

// ---- what is to be drawn

/// A device of an open session.
struct DeviceOfSession {
    int session_number = 0;
    std::string id; ///< as in the session; empty if unknown

    friend bool operator==(const DeviceOfSession&, const DeviceOfSession&) = default;
};

/// Everything the chart knows; independent of size, theme and selection.
struct ChartData {
    Axis axis = Axis::Flop;            ///< the page; the rows are as it draws them
    std::vector<KernelRow> rows;       ///< what the filter leaves, in the table's order
    std::vector<core::Device> devices; ///< decide the frame; empty: those of the rows' sessions
    core::MachineRoofs roofs;
    std::optional<core::Ceiling> being_measured = {}; ///< a roof that isn't among them yet
    bool has_roofs_of_others = false;                 ///< another session measured some of them
    QString title;                                    ///< the GPU and where its roofs come from
    QString source;                                   ///< file, tool, clock control
    QString machine;                                  ///< for the footer: GPU, roofs, driver
    QString filter;                                   ///< for the footer; empty for none
    int launches = 0;                                 ///< of the sessions, whatever the filter
    QString empty_reason;                             ///< why there is no point at all; empty if there is one
    DeviceOfSession device;                           ///< whose roofs these are
    std::map<int, QString> session_names;             ///< of several sessions, for the key; empty: their file names
};

/// With more rows than this, one point a kernel is the default.
inline constexpr std::size_t manyKernels = 1000;

enum class PointSize { ByTimeShare, Equal };
enum class PointLevels { All, Binding };   ///< of a kernel: a point each, or that of the level closest to its roof
enum class PointLetters { Hidden, Shown }; ///< of the level, in large points
enum class LargestNames { Hidden, Shown };
enum class PipeRoofs { All, OfSelected };

struct ChartOptions {
    std::set<core::Level> levels = {core::Level::Dram, core::Level::L2, core::Level::Shared};
    PointSize point_size = PointSize::ByTimeShare;
    bool binding_level_only = false;               ///< one point a kernel
    bool letters = false;                          ///< the level's letter inside points that are large enough
    bool name_largest = false;                     ///< the five kernels with most time have their name beside them
    std::vector<core::Resource> extra_pipes = {};  ///< roofs shown though no kernel uses them
    std::vector<core::Resource> hidden_pipes = {}; ///< roofs not shown though kernels use them
    bool selected_pipes_only = false;              ///< of the pipes' roofs only those of the selected kernels
    std::optional<std::string> ladder = {};        ///< family whose ladders are drawn; none: the selected kernels'
    std::vector<int> selected = {};                ///< places in ChartData::rows
    std::optional<int> current = {};               ///< keyboard
    std::optional<core::Level> current_level = {}; ///< that of the current kernel\'s points; none: all of them
    std::optional<int> isolated = {};
    std::optional<int> hovered = {};
};

enum class Footer { None, Provenance };

/// Where the label of a level's roof stands, in terms of its line, so that pan and zoom don't move it along.
struct RoofLabelPlace {
    core::Level level = core::Level::Dram;
    double intensity = 0; ///< of the line, at the label's centre
    LineSide side = LineSide::Above;
    std::size_t form = 0; ///< of the label's forms, from the longest
};

struct ChartLook {
    QSizeF size; ///< logical pixels
    Theme theme;
    ChartFonts fonts;
    std::optional<Frame> zoom = {}; ///< none: the machine's frame
    Footer footer = Footer::None;
    double footer_reach = 0;                       ///< pixels right of the chart that the footer may use, too
    std::vector<RoofLabelPlace> label_places = {}; ///< of the scene before: labels stay while their place is free
};

// ---- what is drawn, and where

/// Dash patterns mean a roof's origin; those of joins and drop lines are thinner than any roof.
enum class Dash { Solid, Computed, Datasheet, Entered, Estimate, Drop };

struct SceneStroke {
    QPolygonF path;
    QColor color; ///< with its opacity
    double width = 1;
    Dash dash = Dash::Solid;
};

struct SceneArea {
    QPolygonF outline;
    QColor fill;
};

/// A square of the density raster.
struct SceneCell {
    QRectF rect;
    QColor color;
};

enum class MarkerShape : std::uint8_t { Circle, Square, Diamond, TriangleUp, TriangleDown, Hexagon };
enum class MarkerFill : std::uint8_t { Filled, Hollow };
enum class MarkerState : std::uint8_t { Normal, Selected, Current, Dimmed, Faded };
enum class BoundTick : std::uint8_t { None, Left, Up }; ///< where the true value of a bound lies

struct SceneMarker {
    QPointF centre;
    float radius = 0; ///< pixels; squares and the like have the circle's area
    core::Level level = core::Level::Dram;
    MarkerShape shape = MarkerShape::Circle;
    MarkerFill fill = MarkerFill::Filled;
    MarkerState state = MarkerState::Normal;
    BoundTick bound = BoundTick::None;
    bool letter = false;
    bool outlined = true;
    int row = -1; ///< place in ChartData::rows; -1: a sample
};

/// A sample of a marker in the key line, in a colour of its own.
struct KeyMarker {
    SceneMarker marker;
    QColor color;
};

struct SceneText {
    QString text;
    FontRole role = FontRole::Base;
    QColor color;
    OrientedBox box; ///< exactly the text's extent; drawn centred in it
};

/// Points outside the frame, or over the strip's scale, together at its edge.
struct SceneBadge {
    enum class Kind { Left, Right, Below, Above, NoTraffic, OverStrip };
    Kind kind = Kind::Right;
    core::Level level = core::Level::Dram;
    QRectF box;
    std::vector<int> rows;
};

/// A drawn roof and what its card tells.
struct RoofHit {
    QLineF line;
    QString name;
    core::Ceiling ceiling;
};

/// Counts for status bar and footer; every row is in exactly one of those after the first.
struct ChartCounts {
    int launches = 0;
    int drawn = 0; ///< with a point inside the frame
    int strip = 0; ///< without FLOP
    int off_frame = 0;
    int elsewhere = 0; ///< on the other page
    int not_drawn = 0; ///< no point can be made
};

struct ChartScene {
    QSizeF size;
    Theme theme;
    ChartFonts fonts;
    Frame machine_frame;
    PlotMapping mapping;
    std::optional<QRectF> strip;
    ChartCounts counts;

    // In drawing order.
    std::vector<SceneStroke> grid;
    std::vector<SceneArea> bands;
    std::vector<SceneStroke> roofs;
    std::vector<SceneCell> density;   ///< in place of the markers behind the drawn ones
    std::vector<SceneMarker> markers; ///< largest share of time first; all of them can be hit
    std::size_t drawn_markers = 0;    ///< of `markers`: the rest is in `density`
    std::vector<SceneStroke> ladder;  ///< a stroke a step and level
    std::vector<SceneArea> ladder_heads;
    std::vector<SceneStroke> joins;
    std::vector<SceneMarker> selected_markers;
    std::vector<SceneArea> symbols;
    std::vector<KeyMarker> key_markers;
    std::vector<SceneStroke> strokes; ///< frames, ticks, leaders, samples of the key
    std::vector<SceneText> texts;
    std::vector<SceneBadge> badges;
    std::vector<RoofHit> roof_hits;
    std::vector<RoofLabelPlace> label_places;
    QRectF key_ellipsis;    ///< in place of what the key line has no room for
    QStringList key_rest;   ///< its texts, for a card
    bool has_stubs = false; ///< some pipe roofs are short pieces at the right edge
    double footer_top = 0;  ///< what stands right of the chart ends here
};

/// Lays the chart out. Pure: the same arguments give the same scene. Needs a QGuiApplication (font metrics).
ChartScene buildChartScene(const ChartData& data, const ChartLook& look, const ChartOptions& options);

/// Radius of a kernel's points, in pixels: area proportional to its share of the time.
double markerRadius(double shareRatio, PointSize mode);

} // namespace app

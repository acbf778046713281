// SPDX-License-Identifier: GPL-3.0-or-later
// The roofs' lines inside the frame: diagonals of the levels, horizontals of the pipes.
#include "app/chart_builder.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double stubPixels = 12;
constexpr double faintOpacity = 0.35;
constexpr double unsettledOpacity = 0.4;

double fastestLevel(const SceneBuilder& builder)
{
    double fastest = 0;
    for (const Roof& roof : builder.roofs)
        if (roof.level) fastest = std::max(fastest, roof.rate_per_s);
    return fastest;
}

QLineF horizontal(const SceneBuilder& builder, const Roof& roof)
{
    const QRectF& plot = builder.plot();
    const double y = builder.scene.mapping.y(roof.rate_per_s);
    const double fastest = fastestLevel(builder);
    double left = fastest > 0 ? builder.scene.mapping.x(roof.rate_per_s / fastest) : plot.left();
    if (roof.stub) left = std::max(left, plot.right() - stubPixels);
    return {left, y, plot.right(), y};
}

void addStroke(SceneBuilder& builder, const QLineF& line, const SceneStroke& pen)
{
    const auto inside = clipped(line, builder.plot());
    if (!inside) return;
    SceneStroke stroke = pen;
    stroke.path = QPolygonF({inside->p1(), inside->p2()});
    builder.scene.roofs.push_back(stroke);
    builder.obstacles.add(*inside, std::max(1.5, pen.width));
}

double opacityOf(const Roof& roof)
{
    return roof.unsettled ? unsettledOpacity : roof.faint ? faintOpacity : 1;
}

/// Highest roof of the selected kernels' pipes: memory roofs step back above it. The top without a selection.
double selectedRidge(const SceneBuilder& builder, double top)
{
    double ridge = 0;
    if (!builder.options.selected.empty())
        for (const Roof& roof : builder.roofs)
            if (!roof.level && !roof.faint) ridge = std::max(ridge, roof.rate_per_s);
    return ridge > 0 ? ridge : top;
}

/// A memory roof in its colour up to the ridge, faint above it.
void addDiagonal(SceneBuilder& builder, const Roof& roof, double rate, double width)
{
    const double top = highestPipe(builder.roofs, builder.scene.machine_frame);
    const double ridge = selectedRidge(builder, top);
    const PlotMapping& map = builder.scene.mapping;
    const Dash dash = dashOf(roof.origin);
    addStroke(builder, diagonal(map, rate, ridge), {{}, builder.color(*roof.level, opacityOf(roof)), width, dash});
    if (ridge < top)
        addStroke(builder, QLineF(map.at(ridge / rate, ridge), map.at(top / rate, top)),
                  {{}, builder.color(*roof.level, faintOpacity), width, dash});
}

void addBand(SceneBuilder& builder, const Roof& roof)
{
    const PlotMapping& map = builder.scene.mapping;
    const double top = highestPipe(builder.roofs, builder.scene.machine_frame);
    const QLineF high = diagonal(map, roof.rate_per_s, top);
    const QLineF low = diagonal(map, roof.lowest_rate_per_s, top);
    const QPolygonF band = QPolygonF({high.p1(), high.p2(), low.p2(), low.p1()});
    builder.scene.bands.push_back({band.intersected(QPolygonF(builder.plot())), builder.color(*roof.level, 0.14)});
    // The gap between the edges is no place for a label either.
    const double between = map.y(roof.lowest_rate_per_s) - map.y(roof.rate_per_s);
    if (const auto middle = clipped(high.translated(0, between / 2), builder.plot()))
        builder.obstacles.add(*middle, between * 0.7);
}

void addLevelRoof(SceneBuilder& builder, const Roof& roof)
{
    const double strong = widthOf(roof.origin);
    if (roof.lowest_rate_per_s < roof.rate_per_s) {
        addBand(builder, roof);
        addDiagonal(builder, roof, roof.lowest_rate_per_s, 1);
    }
    addDiagonal(builder, roof, roof.rate_per_s, roof.mix_rate_per_s ? 1 : strong);
    if (roof.mix_rate_per_s) addDiagonal(builder, roof, *roof.mix_rate_per_s, strong);
}

void addPipeLine(SceneBuilder& builder, const Roof& roof)
{
    const QLineF line = horizontal(builder, roof);
    const QColor ink = builder.color(Token::Ink, opacityOf(roof));
    if (!roof.resource.tensor.sparse) {
        addStroke(builder, line, {{}, ink, widthOf(roof.origin), dashOf(roof.origin)});
        return;
    }
    for (const double shift : {-1.0, 1.0}) // sparse: a double line
        addStroke(builder, line.translated(0, shift), {{}, ink, 1, dashOf(roof.origin)});
}

bool areDrawnAlike(const Roof& a, const Roof& b)
{
    return a.origin == b.origin && a.resource.tensor.sparse == b.resource.tensor.sparse && a.stub == b.stub &&
           opacityOf(a) == opacityOf(b);
}

/// Pipes whose labels are one are one line, that of the highest: two side by side would look like a thicker roof.
void addPipeLines(SceneBuilder& builder)
{
    for (const auto& group : pipeGroups(builder)) {
        std::vector<Roof> drawn;
        for (const Roof& roof : group) {
            if (std::ranges::any_of(drawn, [&](const Roof& other) { return areDrawnAlike(other, roof); })) continue;
            addPipeLine(builder, roof);
            drawn.push_back(roof);
        }
    }
}

} // namespace

double highestPipe(const std::vector<Roof>& roofs, const Frame& machine)
{
    double highest = 0;
    for (const Roof& roof : roofs)
        if (!roof.level) highest = std::max(highest, roof.rate_per_s);
    return highest > 0 ? highest : std::pow(10, machine.y_high);
}

QLineF diagonal(const PlotMapping& map, double bytesPerS, double topFlopPerS)
{
    const double low = std::pow(10, std::min(map.frame.x_low, map.frame.y_low - std::log10(bytesPerS)) - 1);
    return {map.at(low, low * bytesPerS), map.at(topFlopPerS / bytesPerS, topFlopPerS)};
}

Dash dashOf(core::Origin origin)
{
    switch (origin) {
    case core::Origin::Measured: return Dash::Solid;
    case core::Origin::Computed: return Dash::Computed;
    case core::Origin::Datasheet: return Dash::Datasheet;
    case core::Origin::Entered: return Dash::Entered;
    }
    return Dash::Solid;
}

double widthOf(core::Origin origin)
{
    return origin == core::Origin::Measured ? 2 : 1.5;
}

void addRoofs(SceneBuilder& builder)
{
    const double top = highestPipe(builder.roofs, builder.scene.machine_frame);
    for (const Roof& roof : builder.roofs) {
        builder.scene.has_stubs |= roof.stub;
        if (roof.level) addLevelRoof(builder, roof);
        const QLineF line =
            roof.level ? diagonal(builder.scene.mapping, roof.rate_per_s, top) : horizontal(builder, roof);
        if (const auto inside = clipped(line, builder.plot()))
            builder.scene.roof_hits.push_back({*inside, roof.name, roof.ceiling});
    }
    addPipeLines(builder);
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Which roofs a chart shows, their lines inside the frame, and their labels.
#include "app/chart_builder.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace app {
namespace {

constexpr double mergePixels = 3;    // closer roofs are one line with both names
constexpr std::size_t fullRoofs = 6; // more pipes: those with little time become stubs
constexpr double fullRoofShare = 0.01;
constexpr double stubPixels = 12;
constexpr double faintOpacity = 0.35;
constexpr double leaderPixels = 14;
constexpr double gutterLineHeight = 16;

/// Best known first.
constexpr core::Origin originOrder[] = {core::Origin::Measured, core::Origin::Entered, core::Origin::Computed,
                                        core::Origin::Datasheet};

using Kind = core::ResourceKind;
using Matches = bool (*)(const core::Ceiling&);

struct LevelSource {
    core::Level level;
    std::array<Kind, 2> kinds; ///< the first that has a ceiling is the level's roof
};

constexpr LevelSource levelSources[] = {
    {core::Level::Dram, {Kind::Dram, Kind::DramRead}},
    {core::Level::L2, {Kind::L2Read, Kind::L2}},
    {core::Level::L1, {Kind::L1, Kind::L1Shared}},
    {core::Level::Shared, {Kind::Shared, Kind::L1Shared}},
};

/// The ceilings of a resource with the best known origin: more than one only for DRAM's access mixes.
template <typename Filter>
std::vector<const core::Ceiling*> bestKnown(const std::vector<core::Ceiling>& ceilings, Filter matches)
{
    std::vector<const core::Ceiling*> best;
    for (const core::Origin origin : originOrder) {
        for (const core::Ceiling& ceiling : ceilings)
            if (ceiling.origin == origin && ceiling.rate_per_s > 0 && matches(ceiling)) best.push_back(&ceiling);
        if (!best.empty()) break;
    }
    return best;
}

Roof roofOf(const std::vector<const core::Ceiling*>& ceilings)
{
    const auto [lowest, highest] = std::ranges::minmax(ceilings, {}, &core::Ceiling::rate_per_s);
    Roof roof;
    roof.resource = highest->resource;
    roof.rate_per_s = highest->rate_per_s;
    roof.lowest_rate_per_s = lowest->rate_per_s;
    roof.origin = highest->origin;
    roof.ceiling = *highest;
    return roof;
}

bool hasPointsAt(const ChartData& data, core::Level level)
{
    return std::ranges::any_of(data.rows, [&](const KernelRow& row) {
        return std::ranges::any_of(row.analysis.points, [&](const auto& point) { return point.level == level; });
    });
}

std::optional<Roof> levelRoof(const ChartData& data, const LevelSource& source)
{
    for (const Kind kind : source.kinds) {
        const auto ceilings =
            bestKnown(data.roofs.ceilings, [&](const core::Ceiling& c) { return c.resource.kind == kind; });
        if (ceilings.empty()) continue;
        Roof roof = roofOf(ceilings);
        roof.level = source.level;
        roof.name = levelName(source.level);
        return roof;
    }
    return std::nullopt;
}

struct UsedPipe {
    core::Resource pipe;
    double share_ratio = 0; ///< of the time, by its kernels
    bool asked_for = false; ///< selected, hovered or turned on: never a stub
};

std::vector<UsedPipe> usedPipes(const ChartData& data, const ChartOptions& options)
{
    std::vector<UsedPipe> used;
    const auto add = [&](const core::Resource& pipe, double share, bool askedFor) {
        auto found = std::ranges::find(used, pipe, &UsedPipe::pipe);
        if (found == used.end()) found = used.insert(used.end(), UsedPipe{pipe});
        found->share_ratio += share;
        found->asked_for |= askedFor;
    };
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const KernelRow& row = data.rows[i];
        if (!row.analysis.charted_pipe || (row.analysis.points.empty() && row.analysis.zero_byte_levels.empty()))
            continue;
        const int place = static_cast<int>(i);
        const bool asked =
            std::ranges::find(options.selected, place) != options.selected.end() || options.hovered == place;
        add(*row.analysis.charted_pipe, row.share_ratio, asked);
    }
    for (const core::Resource& pipe : options.extra_pipes) add(pipe, 0, true);
    return used;
}

/// Several pipes of one name (accumulate types that the name leaves out) with one rate are one roof.
void addPipeRoof(std::vector<Roof>& roofs, Roof roof)
{
    const auto same = std::ranges::find_if(roofs, [&](const Roof& other) {
        return other.name == roof.name && std::abs(other.rate_per_s / roof.rate_per_s - 1) < 0.005;
    });
    if (same == roofs.end())
        roofs.push_back(std::move(roof));
    else
        same->stub &= roof.stub;
}

std::vector<Roof> pipeRoofs(const ChartData& data, const ChartOptions& options)
{
    const std::vector<UsedPipe> used = usedPipes(data, options);
    std::vector<Roof> roofs;
    for (const UsedPipe& pipe : used) {
        const auto ceilings =
            bestKnown(data.roofs.ceilings, [&](const core::Ceiling& c) { return c.resource == pipe.pipe; });
        if (ceilings.empty()) continue;
        Roof roof = roofOf(ceilings);
        roof.name = resourceName(pipe.pipe);
        roof.stub = used.size() > fullRoofs && !pipe.asked_for && pipe.share_ratio < fullRoofShare;
        addPipeRoof(roofs, std::move(roof));
    }
    return roofs;
}

/// Whether one of the selected kernels has this roof above it.
bool concerns(const Roof& roof, const KernelRow& row)
{
    if (!roof.level) return row.analysis.charted_pipe && resourceName(*row.analysis.charted_pipe) == roof.name;
    return std::ranges::any_of(row.analysis.points, [&](const auto& point) { return point.level == *roof.level; }) ||
           std::ranges::any_of(row.analysis.strip, [&](const auto& share) { return share.level == *roof.level; });
}

/// With a selection, roofs that don't hold the selected kernels step back.
void dimOthers(std::vector<Roof>& roofs, const ChartData& data, const ChartOptions& options)
{
    if (options.selected.empty()) return;
    for (Roof& roof : roofs)
        roof.faint = std::ranges::none_of(
            options.selected, [&](int i) { return concerns(roof, data.rows[static_cast<std::size_t>(i)]); });
}

/// Share of reads in the kernel's DRAM bytes, if both directions are known.
std::optional<double> readShare(const KernelRow& row)
{
    std::optional<double> read, write;
    for (const core::Work& work : row.analysis.work) {
        if (work.resource.kind == Kind::DramRead) read = work.amount;
        if (work.resource.kind == Kind::DramWrite) write = work.amount;
    }
    if (!read || !write || *read + *write <= 0) return std::nullopt;
    return *read / (*read + *write);
}

/// DRAM's band: the edge that the selected kernel is judged by becomes the strong line.
void emphasiseMix(std::vector<Roof>& roofs, const ChartData& data, const KernelRow* row)
{
    if (!row) return;
    const auto judged = std::ranges::find_if(row->analysis.ceilings, [](const core::Ceiling& ceiling) {
        return levelOf(ceiling.resource) == core::Level::Dram && !ceiling.access_mix.empty();
    });
    if (judged == row->analysis.ceilings.end()) return;
    for (Roof& roof : roofs) {
        if (roof.level != core::Level::Dram || roof.lowest_rate_per_s >= roof.rate_per_s) continue;
        for (const core::Ceiling& ceiling : data.roofs.ceilings)
            if (ceiling.resource.kind == judged->resource.kind && ceiling.access_mix == judged->access_mix &&
                ceiling.origin == roof.origin)
                roof.mix_rate_per_s = ceiling.rate_per_s;
        roof.mix = QString::fromStdString(judged->access_mix);
        if (const auto share = readShare(*row)) roof.mix_reads = percent(share);
    }
}

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
    return roof.faint ? faintOpacity : 1;
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
    const QColor ink = builder.color(Token::Ink, roof.faint ? faintOpacity : 1);
    if (!roof.resource.tensor.sparse) {
        addStroke(builder, line, {{}, ink, widthOf(roof.origin), dashOf(roof.origin)});
        return;
    }
    for (const double shift : {-1.0, 1.0}) // sparse: a double line
        addStroke(builder, line.translated(0, shift), {{}, ink, 1, dashOf(roof.origin)});
}

bool areOneLine(const PlotMapping& map, const Roof& a, const Roof& b)
{
    return std::abs(map.y(a.rate_per_s) - map.y(b.rate_per_s)) < mergePixels;
}

/// Level roofs, those that are one line together; the last of a group is the one whose colour is seen on top.
std::vector<std::vector<Roof>> levelGroups(const SceneBuilder& builder)
{
    std::vector<std::vector<Roof>> groups;
    for (const Roof& roof : builder.roofs) {
        if (!roof.level) continue;
        const auto group = std::ranges::find_if(groups, [&](const std::vector<Roof>& members) {
            return areOneLine(builder.scene.mapping, members.back(), roof);
        });
        if (group == groups.end())
            groups.push_back({roof});
        else
            group->push_back(roof);
    }
    return groups;
}

QString joinedNames(const std::vector<Roof>& roofs)
{
    QStringList names;
    for (const Roof& roof : roofs)
        if (!names.contains(roof.name)) names << roof.name;
    return names.join(QStringLiteral(" · "));
}

/// Long, short, name alone: the first that finds room is used.
std::array<QString, 3> labelForms(const std::vector<Roof>& group)
{
    Roof roof = group.back();
    roof.name = joinedNames(group);
    if (roof.mix_rate_per_s) {
        const QString mix = roof.name + u' ' + roof.mix + u' ' + bandwidth(*roof.mix_rate_per_s);
        //: after the name of a memory roof: "DRAM triad 3.98 TB/s, nearest to 83 % reads"
        const QString reads = QCoreApplication::translate("app::chart", ", nearest to %1 reads").arg(roof.mix_reads);
        return {roof.mix_reads.isEmpty() ? mix : mix + reads, mix, roof.name};
    }
    return {roofText(roof), roof.name + u' ' + bandwidth(roof.rate_per_s), roof.name};
}

std::optional<OrientedBox> placeLabel(const SceneBuilder& builder, const Roof& roof, const QString& text)
{
    const PlotMapping& map = builder.scene.mapping;
    const auto line = clipped(diagonal(map, roof.rate_per_s, highestPipe(builder.roofs, builder.scene.machine_frame)),
                              builder.plot());
    if (!line) return std::nullopt;
    const double slope = std::cos(std::atan2(line->dy(), line->dx()));
    const double band = (map.y(roof.lowest_rate_per_s) - map.y(roof.rate_per_s)) * slope;
    constexpr double gap = 3;
    LineLabelWish wish;
    wish.line = *line;
    wish.width = builder.scene.fonts.width(FontRole::Strong, text) + 6;
    wish.height = builder.scene.fonts.height(FontRole::Strong);
    wish.gap_above = gap;
    wish.gap_below = gap + band;
    wish.inside = builder.plot().adjusted(2, 2, -2, -2);
    return placeAlongLine(wish, builder.obstacles);
}

void labelGroup(SceneBuilder& builder, const std::vector<Roof>& group)
{
    for (const QString& text : labelForms(group)) {
        const auto box = placeLabel(builder, group.back(), text);
        if (!box) continue;
        builder.obstacles.add(*box);
        builder.scene.texts.push_back({text, FontRole::Strong, builder.color(*group.back().level), *box});
        return;
    }
    for (const Roof& roof : group) builder.unlabelled_levels.insert(*roof.level);
}

/// Pipe roofs from the top, those that are one line together.
std::vector<std::vector<Roof>> pipeGroups(const SceneBuilder& builder)
{
    std::vector<Roof> pipes;
    for (const Roof& roof : builder.roofs) {
        const double y = builder.scene.mapping.y(roof.rate_per_s);
        if (!roof.level && y >= builder.plot().top() && y <= builder.plot().bottom()) pipes.push_back(roof);
    }
    std::ranges::stable_sort(pipes, std::greater(), &Roof::rate_per_s);
    std::vector<std::vector<Roof>> groups;
    for (const Roof& roof : pipes) {
        if (groups.empty() || !areOneLine(builder.scene.mapping, groups.back().front(), roof)) groups.emplace_back();
        groups.back().push_back(roof);
    }
    return groups;
}

QString abbreviated(QString name)
{
    return name.replace(QStringLiteral(" tensor"), QStringLiteral("T"))
        .replace(QStringLiteral("mma.sync"), QStringLiteral("mma"));
}

/// From complete to short.
std::array<QString, 4> gutterForms(const std::vector<Roof>& group)
{
    const QString names = joinedNames(group);
    const double rate = group.front().rate_per_s;
    return {names + u' ' + flopRate(rate), names + u' ' + shortRate(rate), abbreviated(names) + u' ' + shortRate(rate),
            abbreviated(names)};
}

bool anyStrong(const SceneBuilder& builder, const std::vector<Roof>& group)
{
    return !builder.options.selected.empty() &&
           std::ranges::any_of(group, [](const Roof& roof) { return !roof.faint; });
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

QString roofText(const Roof& roof)
{
    if (!roof.level) return roof.name + u' ' + flopRate(roof.rate_per_s);
    return roof.name + u' ' + bandwidthRange(roof.lowest_rate_per_s, roof.rate_per_s);
}

std::vector<Roof> chooseRoofs(const ChartData& data, const ChartOptions& options, const KernelRow* focus)
{
    std::vector<Roof> roofs;
    for (const LevelSource& source : levelSources) {
        if (!options.levels.contains(source.level)) continue;
        if (source.level == core::Level::L1 && !hasPointsAt(data, core::Level::L1)) continue;
        if (auto roof = levelRoof(data, source)) roofs.push_back(*roof);
    }
    for (Roof& roof : pipeRoofs(data, options)) roofs.push_back(std::move(roof));
    dimOthers(roofs, data, options);
    emphasiseMix(roofs, data, focus);
    return roofs;
}

std::vector<GutterLabel> gutterLabels(const SceneBuilder& builder, double widest)
{
    const auto groups = pipeGroups(builder);
    const auto fits = [&](const std::vector<Roof>& group, std::size_t form) {
        const FontRole role = anyStrong(builder, group) ? FontRole::SmallStrong : FontRole::Small;
        return builder.scene.fonts.width(role, gutterForms(group)[form]) <= widest;
    };
    // All in the long form, or none: a mixture reads badly.
    const std::size_t first = std::ranges::all_of(groups, [&](const auto& group) { return fits(group, 0); }) ? 0 : 1;
    std::vector<GutterLabel> labels;
    for (const auto& group : groups) {
        std::size_t form = first;
        while (form < 3 && !fits(group, form)) ++form;
        GutterLabel label;
        label.text = gutterForms(group)[form];
        label.role = anyStrong(builder, group) ? FontRole::SmallStrong : FontRole::Small;
        const bool steppedBack = !builder.options.selected.empty() && label.role == FontRole::Small;
        label.color = builder.color(steppedBack ? Token::Text3 : Token::Ink);
        label.roof_y = builder.scene.mapping.y(group.front().rate_per_s);
        labels.push_back(label);
    }
    if (const auto own = ownClockRoof(builder)) {
        GutterLabel label;
        label.text = shortRate(own->rate_per_s);
        const QString clock = QCoreApplication::translate("app::chart", " at %1").arg(frequency(own->sm_clock_hz));
        if (own->sm_clock_hz && builder.scene.fonts.width(label.role, label.text + clock) <= widest)
            label.text += clock;
        label.color = builder.color(Token::Ink);
        label.roof_y = builder.scene.mapping.y(own->rate_per_s);
        labels.push_back(label);
    }
    return labels;
}

void addRoofs(SceneBuilder& builder)
{
    const double top = highestPipe(builder.roofs, builder.scene.machine_frame);
    for (const Roof& roof : builder.roofs) {
        if (roof.level)
            addLevelRoof(builder, roof);
        else
            addPipeLine(builder, roof);
        const QLineF line =
            roof.level ? diagonal(builder.scene.mapping, roof.rate_per_s, top) : horizontal(builder, roof);
        if (const auto inside = clipped(line, builder.plot()))
            builder.scene.roof_hits.push_back({*inside, roof.name, roof.ceiling});
    }
}

void addRoofLabels(SceneBuilder& builder)
{
    for (const auto& group : levelGroups(builder)) labelGroup(builder, group);

    std::vector<double> wishes;
    for (const GutterLabel& label : builder.gutter) wishes.push_back(label.roof_y);
    const QRectF& plot = builder.plot();
    const std::vector<double> places = spreadLabels(wishes, gutterLineHeight, plot.top() - 6, plot.bottom() + 6);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const GutterLabel& label = builder.gutter[i];
        const QPointF start(plot.right() + 1, label.roof_y);
        const QPointF knee(plot.right() + leaderPixels / 2, places[i]);
        const QPointF end(plot.right() + leaderPixels, places[i]);
        builder.scene.strokes.push_back({QPolygonF({start, knee, end}), builder.color(Token::Axis), 1});
        builder.addText(label.text, label.role, label.color, {end.x() + 4, places[i]});
    }
}

} // namespace app

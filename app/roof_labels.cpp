// SPDX-License-Identifier: GPL-3.0-or-later
// The roofs' labels: diagonal ones along their line, horizontal ones in the gutter outside the frame.
#include "app/amounts.h"
#include "app/chart_builder.h"
#include "app/format.h"
#include "app/resource_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>

namespace app {
namespace {

constexpr double mergePixels = 3;   // closer roofs of one rate are one line with both names
constexpr double mergeRatio = 0.01; // a label has one figure for all: docs/adr/0016
constexpr double leaderPixels = 14;

bool areOneLine(const PlotMapping& map, const Roof& a, const Roof& b)
{
    return std::abs(map.y(a.rate_per_s) - map.y(b.rate_per_s)) < mergePixels &&
           std::abs(a.rate_per_s / b.rate_per_s - 1) < mergeRatio;
}

/// Lines of one resource, each of another origin, share a label.
bool isAnotherOrigin(const SceneBuilder& builder, const std::vector<Roof>& group, const Roof& roof)
{
    return builder.data.roofs.choice == core::RoofChoice::All && group.front().name == roof.name &&
           std::ranges::find(group, roof.origin, &Roof::origin) == group.end();
}

/// Level roofs, those that are one line together; the last of a group is the one whose colour is seen on top.
std::vector<std::vector<Roof>> levelGroups(const SceneBuilder& builder)
{
    std::vector<std::vector<Roof>> groups;
    for (const Roof& roof : builder.roofs) {
        if (!roof.level) continue;
        const auto group = std::ranges::find_if(groups, [&](const std::vector<Roof>& members) {
            return areOneLine(builder.scene.mapping, members.back(), roof) || isAnotherOrigin(builder, members, roof);
        });
        if (group == groups.end())
            groups.push_back({roof});
        else
            group->push_back(roof);
    }
    return groups;
}

QString joinedNames(const std::vector<Roof>& roofs, QString Roof::*name = &Roof::name)
{
    QStringList names;
    for (const Roof& roof : roofs)
        if (!names.contains(roof.*name)) names << roof.*name;
    return names.join(QStringLiteral(" · "));
}

/// The roof beside which a group's label stands: that on top, in its best known origin.
const Roof& labelled(const std::vector<Roof>& group)
{
    return *std::ranges::find(group, group.back().name, &Roof::name);
}

bool hasSeveralOrigins(const std::vector<Roof>& group)
{
    return std::ranges::any_of(group, [&](const Roof& roof) { return roof.origin != group.front().origin; });
}

/// "963 T · 1.07 P", of the roofs of one name: their lines tell the origins.
QString bareRates(const std::vector<Roof>& group)
{
    QStringList parts;
    for (const Roof& roof : group)
        if (roof.name == group.front().name) parts << shortRate(roof.rate_per_s);
    return parts.join(QStringLiteral(" · "));
}

/// "963 T measured · 1.07 P computed", of the roofs of one name.
template <typename Rate> QString ratesByOrigin(const std::vector<Roof>& group, Rate rate)
{
    QStringList parts;
    for (const Roof& roof : group)
        if (roof.name == group.back().name) parts << rate(roof) + u' ' + originName(roof.origin);
    return parts.join(QStringLiteral(" · "));
}

/// Long, short, name alone: the first that finds room is used.
std::array<QString, 3> labelForms(const std::vector<Roof>& group)
{
    Roof roof = labelled(group);
    roof.name = joinedNames(group);
    if (hasSeveralOrigins(group) && !roof.mix_rate_per_s) {
        const auto range = [](const Roof& each) { return bandwidthRange(each.lowest_rate_per_s, each.rate_per_s); };
        return {roof.name + u' ' + ratesByOrigin(group, range), roofText(roof), roof.name};
    }
    if (roof.mix_rate_per_s) {
        const QString mix = roof.name + u' ' + roof.mix + u' ' + bandwidth(*roof.mix_rate_per_s);
        //: after the name of a memory roof: "DRAM triad 3.98 TB/s, nearest to 83 % reads"
        const QString reads = QCoreApplication::translate("app::chart", ", nearest to %1 reads").arg(roof.mix_reads);
        return {roof.mix_reads.isEmpty() ? mix : mix + reads, mix, roof.name};
    }
    return {roofText(roof), roof.name + u' ' + bandwidth(roof.rate_per_s), roof.name};
}

/// A small plot has no room between its roofs for the larger text.
FontRole labelRole(const SceneBuilder& builder)
{
    constexpr double smallPlot = 450; // pixels
    return builder.plot().height() < smallPlot ? FontRole::SmallStrong : FontRole::Strong;
}

/// None where the frame doesn't show the roof.
std::optional<LineLabelWish> labelWish(const SceneBuilder& builder, const Roof& roof, const QString& text)
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
    wish.width = builder.scene.fonts.width(labelRole(builder), text) + 6;
    wish.height = builder.scene.fonts.height(labelRole(builder));
    wish.gap_above = gap;
    wish.gap_below = gap + band;
    wish.inside = builder.plot().adjusted(2, 2, -2, -2);
    return wish;
}

/// A form of a label and its box.
struct PlacedLabel {
    std::size_t form = 0;
    OrientedBox box;
};

/// The first of the forms, from the longest, that `place` finds room for.
template <typename Place>
std::optional<PlacedLabel> firstPlaced(const SceneBuilder& builder, const Roof& roof, std::span<const QString> forms,
                                       Place place)
{
    for (std::size_t form = 0; form < forms.size(); ++form)
        if (const auto wish = labelWish(builder, roof, forms[form]))
            if (const auto box = place(*wish)) return PlacedLabel{form, *box};
    return std::nullopt;
}

/// Where the label stood before, in the form that it had or a longer one.
std::optional<PlacedLabel> keptLabel(const SceneBuilder& builder, const Roof& roof, std::span<const QString> forms)
{
    const auto& places = builder.look.label_places;
    const auto kept = std::ranges::find(places, *roof.level, &RoofLabelPlace::level);
    if (kept == places.end()) return std::nullopt;
    const double x = builder.scene.mapping.x(kept->intensity);
    return firstPlaced(builder, roof, forms.first(kept->form + 1), [&](const LineLabelWish& wish) {
        const double along = (x - wish.line.x1()) / wish.line.dx() * wish.line.length();
        return placeAt(wish, along, kept->side, builder.obstacles);
    });
}

/// A name alone is no place to keep: it makes room for the value as soon as there is some.
void rememberPlace(SceneBuilder& builder, const Roof& roof, const PlacedLabel& label, std::size_t forms)
{
    const auto wish = labelWish(builder, roof, {});
    if (!wish || label.form + 1 >= forms) return;
    const QLineF normal(label.box.centre, label.box.centre + QPointF(wish->line.dy(), -wish->line.dx()));
    QPointF onLine;
    wish->line.intersects(normal, &onLine);
    const LineSide side = label.box.centre.y() < onLine.y() ? LineSide::Above : LineSide::Below;
    builder.scene.label_places.push_back({*roof.level, builder.scene.mapping.intensity(onLine.x()), side, label.form});
}

void labelGroup(SceneBuilder& builder, const std::vector<Roof>& group)
{
    const auto forms = labelForms(group);
    const Roof& roof = labelled(group);
    auto label = keptLabel(builder, roof, forms);
    if (!label)
        label = firstPlaced(builder, roof, forms,
                            [&](const LineLabelWish& wish) { return placeAlongLine(wish, builder.obstacles); });
    if (label) {
        rememberPlace(builder, roof, *label, forms.size());
        builder.obstacles.add(label->box);
        builder.scene.texts.push_back({forms[label->form], labelRole(builder), builder.color(*roof.level), label->box});
    }
    // A name alone, or nothing: the key has the value.
    if (!label || label->form + 1 >= forms.size())
        for (const Roof& member : group) builder.unlabelled_levels.insert(*member.level);
}

/// The visible pipe roofs, those of one name and several origins together.
std::vector<std::vector<Roof>> visiblePipes(const SceneBuilder& builder)
{
    std::vector<std::vector<Roof>> pipes;
    for (const Roof& roof : builder.roofs) {
        const double y = builder.scene.mapping.y(roof.rate_per_s);
        if (roof.level || y < builder.plot().top() || y > builder.plot().bottom()) continue;
        const auto known =
            std::ranges::find_if(pipes, [&](const auto& pipe) { return isAnotherOrigin(builder, pipe, roof); });
        if (known == pipes.end())
            pipes.push_back({roof});
        else
            known->push_back(roof);
    }
    return pipes;
}

/// The first name, and how many more there are: "BF16 wgmma (+2)". In brackets: a rate may follow.
QString countedNames(const std::vector<Roof>& group)
{
    const auto names = joinedNames(group, &Roof::short_name).split(QStringLiteral(" · "));
    return names.size() == 1 ? names.front() : QStringLiteral("%1 (+%2)").arg(names.front()).arg(names.size() - 1);
}

/// From complete to short.
std::vector<QString> gutterForms(const std::vector<Roof>& group)
{
    const QString names = joinedNames(group);
    const QString brief = joinedNames(group, &Roof::short_name);
    const double rate = group.front().rate_per_s;
    if (hasSeveralOrigins(group)) {
        const QString rates = ratesByOrigin(group, [](const Roof& roof) { return shortRate(roof.rate_per_s); });
        return {names + u' ' + rates,
                brief + u' ' + rates,
                brief + u' ' + bareRates(group),
                countedNames(group) + u' ' + shortRate(rate),
                brief,
                countedNames(group)};
    }
    return {names + u' ' + rateText(group.front().resource, rate),
            names + u' ' + shortRate(rate),
            brief + u' ' + shortRate(rate),
            countedNames(group) + u' ' + shortRate(rate),
            brief,
            countedNames(group)};
}

/// A group's lines: each with the roofs that are one line with it.
std::vector<std::vector<Roof>> linesOf(const SceneBuilder& builder, const std::vector<Roof>& group)
{
    std::vector<std::vector<Roof>> lines;
    for (const Roof& roof : group) {
        const auto line = std::ranges::find_if(
            lines, [&](const auto& known) { return areOneLine(builder.scene.mapping, known.front(), roof); });
        if (line == lines.end())
            lines.push_back({roof});
        else
            line->push_back(roof);
    }
    return lines;
}

bool anyStrong(const SceneBuilder& builder, const std::vector<Roof>& group)
{
    return !builder.options.selected.empty() &&
           std::ranges::any_of(group, [](const Roof& roof) { return !roof.faint; });
}

/// "612 T at 1.70 GHz"; none where the frame doesn't show that roof.
std::optional<GutterLabel> ownClockLabel(const SceneBuilder& builder, double widest)
{
    const auto own = ownClockRoof(builder);
    if (!own) return std::nullopt;
    GutterLabel label;
    label.roof_y = builder.scene.mapping.y(own->rate_per_s);
    if (label.roof_y < builder.plot().top() || label.roof_y > builder.plot().bottom()) return std::nullopt;
    label.text = shortRate(own->rate_per_s);
    label.color = builder.color(Token::Ink);
    const QString clock = QCoreApplication::translate("app::chart", " at %1").arg(frequency(own->sm_clock_hz));
    if (own->sm_clock_hz && builder.scene.fonts.width(label.role, label.text + clock) <= widest) label.text += clock;
    return label;
}

} // namespace

std::vector<std::vector<Roof>> pipeGroups(const SceneBuilder& builder)
{
    auto pipes = visiblePipes(builder);
    std::ranges::stable_sort(pipes, std::greater(), [](const auto& pipe) { return pipe.front().rate_per_s; });
    std::vector<std::vector<Roof>> groups;
    for (const auto& pipe : pipes) {
        if (groups.empty() || !areOneLine(builder.scene.mapping, groups.back().front(), pipe.front()))
            groups.emplace_back();
        std::ranges::copy(pipe, std::back_inserter(groups.back()));
    }
    return groups;
}

QString roofText(const Roof& roof)
{
    if (!roof.level) return roof.name + u' ' + rateText(roof.resource, roof.rate_per_s);
    return roof.name + u' ' + bandwidthRange(roof.lowest_rate_per_s, roof.rate_per_s);
}

bool joinsOrigins(const SceneBuilder& builder)
{
    return std::ranges::any_of(pipeGroups(builder), hasSeveralOrigins);
}

std::vector<GutterLabel> gutterLabels(const SceneBuilder& builder, double widest)
{
    // As if selected: a label that becomes strong keeps its form.
    const auto fits = [&](const std::vector<Roof>& group, std::size_t form) {
        return builder.scene.fonts.width(FontRole::SmallStrong, gutterForms(group)[form]) <= widest;
    };
    constexpr std::size_t lastJoint = 2; // longer ones have the rates of all origins
    std::vector<std::vector<Roof>> groups;
    for (const auto& group : pipeGroups(builder)) {
        const bool isJoint = !hasSeveralOrigins(group) || fits(group, lastJoint);
        if (isJoint)
            groups.push_back(group);
        else
            std::ranges::move(linesOf(builder, group), std::back_inserter(groups));
    }
    std::ranges::stable_sort(groups, std::greater(), [](const auto& group) { return group.front().rate_per_s; });
    // All in one form: a mixture reads badly. Only a name that is too long for its value goes alone; of several origins
    // each label says what it has room for.
    constexpr std::size_t shortest = 2;
    std::size_t first = 0;
    const auto agrees = [&](const std::vector<Roof>& group) { return hasSeveralOrigins(group) || fits(group, first); };
    while (first < shortest && !std::ranges::all_of(groups, agrees)) ++first;
    std::vector<GutterLabel> labels;
    for (const auto& group : groups) {
        std::size_t form = hasSeveralOrigins(group) ? 0 : first;
        while (form + 1 < gutterForms(group).size() && !fits(group, form)) ++form;
        GutterLabel label;
        label.text = gutterForms(group)[form];
        label.role = anyStrong(builder, group) ? FontRole::SmallStrong : FontRole::Small;
        const bool steppedBack = !builder.options.selected.empty() && label.role == FontRole::Small;
        label.color = builder.color(steppedBack ? Token::Text3 : Token::Ink);
        label.roof_y = builder.scene.mapping.y(group.front().rate_per_s);
        labels.push_back(label);
    }
    if (const auto own = ownClockLabel(builder, widest)) labels.push_back(*own);
    return labels;
}

void addRoofLabels(SceneBuilder& builder)
{
    for (const auto& group : levelGroups(builder)) labelGroup(builder, group);

    std::vector<double> wishes;
    for (const GutterLabel& label : builder.gutter) wishes.push_back(label.roof_y);
    const QRectF& plot = builder.plot();
    const std::vector<double> places = spreadLabels(wishes, builder.line(), plot.top() - 6, plot.bottom() + 6);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiments/experiment_scene.h"

#include "app/format.h"
#include "app/shown_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace app {
namespace {

constexpr double padding = 16;
constexpr double radius = 4;
constexpr double keyGap = 18; ///< between entries of the key
constexpr double sample = 22; ///< width of a line's sample in the key
constexpr double markGap = 6; ///< from a mark's line to its label
constexpr double tickGap = 8; ///< from an axis to its labels
constexpr double leastPlot = 60;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Experiments", text);
}

/// Lines differ by shape and grey: hue belongs to memory levels.
struct LineLook {
    MarkerShape shape;
    Token token;
    MarkerFill fill;
};
constexpr LineLook looks[] = {
    {MarkerShape::Circle, Token::Ink, MarkerFill::Filled},
    {MarkerShape::Square, Token::Neutral, MarkerFill::Filled},
    {MarkerShape::Diamond, Token::Ink, MarkerFill::Hollow},
    {MarkerShape::TriangleUp, Token::Neutral, MarkerFill::Hollow},
    {MarkerShape::TriangleDown, Token::Ink, MarkerFill::Filled},
    {MarkerShape::Hexagon, Token::Neutral, MarkerFill::Filled},
};

/// A mark of a memory level has the level's colour: by how its label begins.
struct LevelWord {
    const char* word;
    Token token;
};
constexpr LevelWord levelWords[] = {
    {"DRAM", Token::Dram}, {"L2", Token::L2}, {"L1", Token::L1}, {"SMEM", Token::Shared}};

Token tokenOf(const core::Mark& mark)
{
    for (const auto& [word, token] : levelWords)
        if (mark.label.starts_with(word)) return token;
    return Token::Text2;
}

struct Builder {
    const ShownExperiment& experiment;
    const ChartLook& look;
    std::optional<PointOfLine> highlighted;
    ExperimentScene result = {};
    AxisMapping x = {};
    AxisMapping y = {};

    [[nodiscard]] ChartScene& scene() { return result.scene; }
    [[nodiscard]] QRectF& plot() { return result.scene.mapping.plot; }
    [[nodiscard]] QColor color(Token token, double opacity = 1) const
    {
        QColor color = look.theme.color(token);
        color.setAlphaF(static_cast<float>(opacity));
        return color;
    }
    [[nodiscard]] double width(FontRole role, const QString& text) const { return look.fonts.width(role, text); }
    [[nodiscard]] double line(FontRole role = FontRole::Small) const
    {
        return std::max(16.0, std::ceil(look.fonts.height(role)) + 2);
    }
    [[nodiscard]] double inside() const { return look.size.width() - 2 * padding; }
    [[nodiscard]] bool isMarked() const { return !experiment.about.y_marks.empty(); }

    /// `at`: its left, centre or right end, vertically centred.
    QRectF addText(const QString& text, FontRole role, const QColor& ink, QPointF at,
                   Qt::AlignmentFlag align = Qt::AlignLeft)
    {
        if (text.isEmpty()) return {};
        const double wide = width(role, text);
        const double left = align == Qt::AlignLeft ? at.x() : at.x() - (align == Qt::AlignRight ? wide : wide / 2);
        const QRectF box(left, at.y() - look.fonts.height(role) / 2, wide, look.fonts.height(role));
        scene().texts.push_back({text, role, ink, OrientedBox::of(box)});
        return box;
    }
};

const LineLook& lookOf(std::size_t line)
{
    return looks[line % std::size(looks)];
}

double crisp(double pixels)
{
    return std::round(pixels) + 0.5;
}

QString elided(const Builder& builder, FontRole role, const QString& text, double room)
{
    return QFontMetricsF(builder.look.fonts.font(role)).elidedText(text, Qt::ElideRight, room);
}

/// Broken at spaces so that each line fits.
QStringList wrapped(const Builder& builder, FontRole role, const QString& text, double room)
{
    QStringList lines;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.back() + u' ' + word;
        if (lines.isEmpty() || builder.width(role, longer) > room)
            lines << word;
        else
            lines.back() = longer;
    }
    return lines;
}

/// What stands under the plot: a line of text and how it looks.
struct Caption {
    QString text;
    FontRole role;
    Token token;
};

void addCaption(const Builder& builder, std::vector<Caption>& captions, const QString& text, FontRole role, Token token)
{
    for (const QString& line : wrapped(builder, role, text, builder.inside())) captions.push_back({line, role, token});
}

std::vector<Caption> captionsOf(const Builder& builder)
{
    const auto& about = builder.experiment.about;
    std::vector<Caption> captions;
    addCaption(builder, captions, shownText(about.lesson), FontRole::Strong, Token::Ink);
    if (!about.model.empty())
        addCaption(builder, captions, tr("Model: %1.").arg(shownText(about.model)), FontRole::Base, Token::Text2);
    constexpr qsizetype mostProblems = 3;
    const auto& problems = builder.experiment.problems;
    for (const QString& problem : problems.mid(0, mostProblems))
        addCaption(builder, captions, problem, FontRole::Small, Token::WarningText);
    if (problems.size() > mostProblems)
        addCaption(builder, captions, tr("and %1 more").arg(count(static_cast<double>(problems.size() - mostProblems))),
                   FontRole::Small, Token::WarningText);
    if (builder.look.footer == Footer::Provenance) {
        const auto& lines = builder.experiment.lines;
        QStringList parts;
        for (const QString& part :
             {builder.experiment.source, lines.empty() ? QString() : shownText(lines.front().measured.method),
              builder.experiment.file})
            if (!part.isEmpty()) parts << part;
        parts << tr("drawn by Ridgepoint %1").arg(QStringLiteral(RIDGEPOINT_VERSION));
        addCaption(builder, captions, parts.join(QStringLiteral(" · ")), FontRole::Small, Token::Text3);
    }
    return captions;
}

/// An entry of the key: a measured line, or the dashes of all models.
struct KeyEntry {
    QString text;
    std::optional<std::size_t> line; ///< none: the models
    QPointF at;                      ///< its left end
};

/// Laid out from the left, in as many rows as it takes; returns the rows' number.
int layOut(const Builder& builder, std::vector<KeyEntry>& entries, double top)
{
    double left = padding;
    int row = 0;
    for (auto& entry : entries) {
        const double wide = sample + 6 + builder.width(FontRole::Small, entry.text);
        if (left > padding && left + wide > builder.look.size.width() - padding) {
            left = padding;
            ++row;
        }
        entry.at = {left, top + (row + 0.5) * builder.line()};
        left += wide + keyGap;
    }
    return row + 1;
}

std::vector<KeyEntry> keyOf(const ShownExperiment& experiment)
{
    std::vector<KeyEntry> entries;
    bool hasModel = false;
    for (std::size_t line = 0; line < experiment.lines.size(); ++line) {
        entries.push_back({shownText(experiment.lines[line].measured.label), line, {}});
        hasModel = hasModel || experiment.lines[line].model;
    }
    if (hasModel) entries.push_back({tr("model"), std::nullopt, {}});
    return entries;
}

void addMarker(Builder& builder, QPointF centre, std::size_t line)
{
    const auto& look = lookOf(line);
    SceneMarker marker{.centre = centre, .radius = static_cast<float>(radius), .shape = look.shape, .fill = look.fill};
    builder.scene().key_markers.push_back({marker, builder.color(look.token)});
}

void addKey(Builder& builder, const std::vector<KeyEntry>& entries)
{
    for (const auto& entry : entries) {
        const QLineF dash(entry.at, entry.at + QPointF(sample, 0));
        const Token token = entry.line ? lookOf(*entry.line).token : Token::Text2;
        builder.scene().strokes.push_back(
            {QPolygonF{dash.p1(), dash.p2()}, builder.color(token), 1.5, entry.line ? Dash::Solid : Dash::Computed});
        if (entry.line) addMarker(builder, dash.center(), *entry.line);
        builder.addText(entry.text, FontRole::Small, builder.color(Token::Text2),
                        {entry.at.x() + sample + 6, entry.at.y()});
    }
}

QString markText(const core::Axis& axis, const core::Mark& mark)
{
    return shownText(mark.label) + u' ' + axisValue(axis, mark.value);
}

/// Room left of the plot for the labels of y.
double axisColumn(const Builder& builder)
{
    double widest = 0;
    for (const auto& tick : ticksOfY(builder.experiment, builder.y, 28))
        widest = std::max(widest, builder.width(FontRole::Small, tick.label));
    return padding + widest + tickGap;
}

/// Room right of it for the labels of y's marks.
double gutter(const Builder& builder)
{
    double widest = 0;
    for (const auto& mark : builder.experiment.about.y_marks)
        widest = std::max(widest, builder.width(FontRole::Small, markText(builder.experiment.about.y, mark)));
    return builder.isMarked() ? widest + markGap + padding : padding;
}

void addXAxis(Builder& builder)
{
    const QRectF plot = builder.plot();
    const double labelPixels =
        builder.width(FontRole::Small, axisValue(builder.experiment.about.x, builder.x.high())) + 24;
    for (const auto& tick : ticksOfX(builder.experiment, builder.x, labelPixels)) {
        const double at = crisp(builder.x.at(tick.value));
        builder.scene().grid.push_back({QPolygonF{QPointF(at, plot.top()), QPointF(at, plot.bottom())},
                                        builder.color(tick.label.isEmpty() ? Token::FineGrid : Token::Grid), 1});
        builder.addText(tick.label, FontRole::Small, builder.color(Token::Text2),
                        {at, plot.bottom() + 4 + builder.line() / 2}, Qt::AlignHCenter);
    }
    builder.addText(elided(builder, FontRole::Small, axisTitle(builder.experiment.about.x), plot.width()),
                    FontRole::Small, builder.color(Token::Text2),
                    {plot.center().x(), plot.bottom() + 6 + 1.5 * builder.line()}, Qt::AlignHCenter);
}

void addYAxis(Builder& builder)
{
    const QRectF plot = builder.plot();
    for (const auto& tick : ticksOfY(builder.experiment, builder.y, 28)) {
        const double at = crisp(builder.y.at(tick.value));
        builder.scene().grid.push_back({QPolygonF{QPointF(plot.left(), at), QPointF(plot.right(), at)},
                                        builder.color(tick.label.isEmpty() ? Token::FineGrid : Token::Grid), 1});
        builder.addText(tick.label, FontRole::Small, builder.color(Token::Text2), {plot.left() - tickGap, at},
                        Qt::AlignRight);
    }
    builder.addText(elided(builder, FontRole::Small, axisTitle(builder.experiment.about.y), builder.inside()),
                    FontRole::Small, builder.color(Token::Text2), {padding, plot.top() - 6 - builder.line() / 2});
}

/// Roofs: lines across, named in the gutter.
void addYMarks(Builder& builder)
{
    const QRectF plot = builder.plot();
    const auto& marks = builder.experiment.about.y_marks;
    std::vector<double> wishes;
    for (const auto& mark : marks) wishes.push_back(builder.y.at(mark.value));
    const auto places = spreadLabels(wishes, builder.line(), plot.top(), plot.bottom());
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto ink = builder.color(tokenOf(marks[i]));
        builder.scene().roofs.push_back(
            {QPolygonF{QPointF(plot.left(), wishes[i]), QPointF(plot.right(), wishes[i])}, ink, 1.5});
        builder.addText(markText(builder.experiment.about.y, marks[i]), FontRole::Small, ink,
                        {plot.right() + markGap, places[i]});
    }
}

/// Capacities: lines upwards, named beside their lower end.
void addXMarks(Builder& builder)
{
    const QRectF plot = builder.plot();
    const double row = plot.bottom() - 4 - builder.line() / 2;
    for (const auto& mark : builder.experiment.about.x_marks) {
        if (!builder.x.holds(mark.value)) continue;
        const double at = builder.x.at(mark.value);
        const auto ink = builder.color(tokenOf(mark));
        builder.scene().roofs.push_back(
            {QPolygonF{QPointF(at, plot.top()), QPointF(at, plot.bottom())}, ink, 1, Dash::Drop});
        const QString text = markText(builder.experiment.about.x, mark);
        const bool hasRoom = at + markGap + builder.width(FontRole::Small, text) < plot.right();
        builder.addText(text, FontRole::Small, ink, {at + (hasRoom ? markGap : -markGap), row},
                        hasRoom ? Qt::AlignLeft : Qt::AlignRight);
    }
}

/// Where a curve's points are, those that the axes can show.
QPolygonF pathOf(const Builder& builder, const core::Curve& curve, const std::vector<double>& y)
{
    QPolygonF path;
    for (std::size_t i = 0; i < curve.x.size(); ++i)
        if (builder.x.holds(curve.x[i]) && builder.y.holds(y[i]))
            path << QPointF(builder.x.at(curve.x[i]), builder.y.at(y[i]));
    return path;
}

void addLine(Builder& builder, std::size_t number)
{
    const auto& [measured, model] = builder.experiment.lines[number];
    const auto ink = lookOf(number).token;
    if (model)
        builder.scene().roofs.push_back({pathOf(builder, *model, model->y), builder.color(ink), 1.5, Dash::Computed});
    if (!measured.n.empty()) {
        QPolygonF band = pathOf(builder, measured, measured.p90);
        const QPolygonF lower = pathOf(builder, measured, measured.p10);
        std::copy(lower.rbegin(), lower.rend(), std::back_inserter(band));
        builder.scene().bands.push_back({band, builder.color(ink, 0.18)});
    }
    builder.scene().roofs.push_back({pathOf(builder, measured, measured.y), builder.color(ink), 1.5});
    for (std::size_t i = 0; i < measured.x.size(); ++i) {
        if (!builder.x.holds(measured.x[i]) || !builder.y.holds(measured.y[i])) continue;
        const QPointF centre(builder.x.at(measured.x[i]), builder.y.at(measured.y[i]));
        builder.result.points.push_back({{number, i}, centre});
        addMarker(builder, centre, number);
    }
}

/// A ring around the point that has the pointer or the keyboard.
void addRing(Builder& builder)
{
    for (const auto& point : builder.result.points) {
        if (point.place != builder.highlighted) continue;
        SceneMarker ring{.centre = point.centre,
                         .radius = static_cast<float>(radius + 4),
                         .shape = lookOf(point.place.line).shape,
                         .fill = MarkerFill::Hollow};
        builder.scene().key_markers.push_back({ring, builder.color(Token::Ink)});
    }
}

/// From the top: title, source, key, title of y, plot, labels and title of x, captions. Returns where the captions
/// begin.
double placePlot(Builder& builder, std::vector<KeyEntry>& key, const std::vector<Caption>& captions)
{
    const double titles = 10 + builder.line(FontRole::Title) + builder.line();
    const int rows = layOut(builder, key, titles + 6);
    const double top = titles + 6 + rows * builder.line() + builder.line() + 10;
    double below = 10;
    for (const auto& caption : captions) below += builder.line(caption.role) + 2;
    const double bottom = std::max(top + leastPlot, builder.look.size.height() - below - 2 * builder.line() - 16);
    // The labels of y, and so the plot's left edge, depend on its height alone.
    builder.y.setPixels(crisp(bottom), crisp(top));
    const double left = crisp(axisColumn(builder));
    const double right = std::max(left + leastPlot, crisp(builder.look.size.width() - gutter(builder)));
    builder.plot() = QRectF(QPointF(left, crisp(top)), QPointF(right, crisp(bottom)));
    builder.x.setPixels(left, right);
    return bottom + 2 * builder.line() + 16;
}

void addTexts(Builder& builder, const std::vector<Caption>& captions, double top)
{
    const auto& about = builder.experiment.about;
    double y = 10 + builder.line(FontRole::Title) / 2;
    builder.addText(elided(builder, FontRole::Title, shownText(about.title), builder.inside()), FontRole::Title,
                    builder.color(Token::Ink), {padding, y});
    y += builder.line(FontRole::Title) / 2 + builder.line() / 2;
    const auto points = counted(static_cast<double>(pointCount(builder.experiment)), tr("1 point"), tr("%1 points"));
    builder.addText(elided(builder, FontRole::Small,
                           builder.experiment.source.isEmpty()
                               ? points
                               : builder.experiment.source + QStringLiteral(" · ") + points,
                           builder.inside()),
                    FontRole::Small, builder.color(Token::Text2), {padding, y});
    for (const auto& caption : captions) {
        builder.addText(caption.text, caption.role, builder.color(caption.token),
                        {padding, top + builder.line(caption.role) / 2});
        top += builder.line(caption.role) + 2;
    }
    builder.addText(whyNoCurve(builder.experiment), FontRole::Strong, builder.color(Token::Text2),
                    builder.plot().center() + QPointF(0, -3 * radius - builder.line()), Qt::AlignHCenter);
}

} // namespace

ExperimentScene buildExperimentScene(const ShownExperiment& experiment, const ChartLook& look,
                                     std::optional<PointOfLine> highlighted)
{
    Builder builder{experiment, look, highlighted};
    auto& scene = builder.scene();
    scene.size = look.size;
    scene.theme = look.theme;
    scene.fonts = look.fonts;
    builder.x = mappingOfX(experiment);
    builder.y = mappingOfY(experiment);
    auto key = keyOf(experiment);
    const auto captions = captionsOf(builder);
    const double captionsTop = placePlot(builder, key, captions);
    addXAxis(builder);
    addYAxis(builder);
    addYMarks(builder);
    addXMarks(builder);
    scene.strokes.push_back({QPolygonF(builder.plot()), builder.color(Token::Axis), 1});
    addKey(builder, key);
    for (std::size_t line = 0; line < experiment.lines.size(); ++line) addLine(builder, line);
    addRing(builder);
    addTexts(builder, captions, captionsTop);
    return std::move(builder.result);
}

Picture experimentPicture(const ShownExperiment& experiment, QSizeF size, const Theme& theme)
{
    const double scale = pictureScale(size);
    ChartLook look;
    look.size = size / scale;
    look.theme = theme;
    look.fonts = ChartFonts::bundled();
    look.footer = Footer::Provenance;
    return {buildExperimentScene(experiment, look).scene, scale};
}

} // namespace app

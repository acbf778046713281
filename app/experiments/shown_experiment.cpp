// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiments/shown_experiment.h"

#include "app/format.h"
#include "app/shown_text.h"
#include "core/json.h"
#include "core/shown_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Experiments", text);
}

QString shown(const std::string& text)
{
    return shownText(text);
}

/// Lines in the order of measuring; a model whose line has no point yet stays out.
std::vector<ShownLine> shownLines(const core::Session& session, const core::Experiment& about)
{
    std::vector<ShownLine> lines;
    const auto curves = core::linesOf(session, about);
    for (const auto* curve : curves)
        if (curve->origin != core::Origin::Computed) lines.push_back({*curve});
    for (const auto* curve : curves)
        for (auto& line : lines)
            if (curve->origin == core::Origin::Computed && curve->name == line.measured.name) line.model = *curve;
    return lines;
}

/// Notes of points of its lines: "read_by_stride.16: out of memory".
QStringList problemsOf(const core::Session& session, const std::vector<ShownLine>& lines)
{
    QStringList problems;
    for (const auto& note : session.notes)
        for (const auto& line : lines)
            if (note.starts_with(line.measured.name + ".")) problems << shown(note);
    return problems;
}

QString sourceOf(const core::Session& session, const core::Experiment& about, const std::vector<ShownLine>& lines)
{
    QStringList parts;
    if (const auto* device = session.device(about.device_id)) parts << shown(device->name);
    std::string date;
    for (const auto& line : lines) date = std::max(date, line.measured.date);
    if (!date.empty()) parts << tr("measured %1").arg(shown(date.substr(0, 10)));
    return parts.join(QStringLiteral(" · "));
}

struct UnitRow {
    const char* unit;
    QString (*text)(double value);
};
constexpr UnitRow units[] = {
    {"byte/s", [](double value) { return bandwidth(value); }},
    {"FLOP/s", [](double value) { return flopRate(value); }},
    {"s", [](double value) { return duration(value); }},
    {"byte", [](double value) { return capacity(value); }},
    {"FLOP/byte", [](double value) { return intensity(value); }},
};

/// A double as it is stored, a whole number without its point.
QString number(double value)
{
    std::string text;
    core::writeJson(text, value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return QString::fromStdString(text);
}

QString quoted(const std::string& text)
{
    return u'"' + shown(text).replace(u'"', QStringLiteral("\"\"")) + u'"';
}

QString head(const core::Axis& axis)
{
    return quoted(axis.unit.empty() ? axis.title : axis.title + " [" + axis.unit + "]");
}

void addRows(QStringList& rows, const core::Experiment& about, const core::Curve& curve)
{
    const bool isModel = curve.origin == core::Origin::Computed;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        QStringList cells{quoted(about.name), quoted(curve.label),
                          isModel ? QStringLiteral("model") : QStringLiteral("measured"), number(curve.x[i]),
                          number(curve.y[i])};
        if (curve.n.empty())
            cells << QString() << QString() << QString();
        else
            cells << number(curve.p10[i]) << number(curve.p90[i]) << QString::number(curve.n[i]);
        rows << cells.join(u',');
    }
}

} // namespace

std::vector<ShownExperiment> shownExperiments(const core::Session& session, const QString& file)
{
    std::vector<ShownExperiment> all;
    for (const auto& about : session.experiments) {
        auto lines = shownLines(session, about);
        all.push_back({about, lines, problemsOf(session, lines), sourceOf(session, about, lines), file});
    }
    return all;
}

std::vector<ShownExperiment> shownExperiments(std::span<const OpenSession> sessions)
{
    std::vector<ShownExperiment> all;
    for (const auto& open : sessions)
        std::ranges::move(shownExperiments(*open.session, open.fileName()), std::back_inserter(all));
    return all;
}

ShownExperiment withoutFileName(ShownExperiment experiment)
{
    experiment.file.clear();
    return experiment;
}

std::string experimentNames(const core::Session& session)
{
    std::set<std::string> names;
    for (const auto& experiment : session.experiments) names.insert(core::shownText(experiment.name));
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::size_t pointCount(const ShownExperiment& experiment)
{
    std::size_t points = 0;
    for (const auto& line : experiment.lines) points += line.measured.x.size();
    return points;
}

QString whyNoCurve(const ShownExperiment& experiment)
{
    const bool hasCurve =
        std::ranges::any_of(experiment.lines, [](const ShownLine& line) { return line.measured.x.size() > 1; });
    if (hasCurve) return {};
    return pointCount(experiment) == 0 ? tr("No point was measured.") : tr("One point alone was measured: no curve.");
}

QString toCsv(const ShownExperiment& experiment)
{
    QStringList rows{QStringLiteral("experiment,line,origin,%1,%2,p10,p90,n")
                         .arg(head(experiment.about.x), head(experiment.about.y))};
    for (const auto& line : experiment.lines) {
        addRows(rows, experiment.about, line.measured);
        if (line.model) addRows(rows, experiment.about, *line.model);
    }
    return rows.join(u'\n') + u'\n';
}

/// nullptr for a unit that has no prefixes, which its axis' title tells.
static const UnitRow* unitOf(const core::Axis& axis)
{
    const auto* row = std::ranges::find(units, axis.unit, &UnitRow::unit);
    return row == std::end(units) ? nullptr : row;
}

QString axisValue(const core::Axis& axis, double value)
{
    if (const auto* unit = unitOf(axis)) return unit->text(value);
    const QString text = value == std::floor(value) ? count(value) : plain(value);
    return axis.unit.empty() ? text : text + narrowSpace + shown(axis.unit);
}

QString tickLabel(const core::Axis& axis, double value)
{
    if (value == 0) return QStringLiteral("0");
    if (!unitOf(axis)) return value == std::floor(value) ? count(value) : QString::number(value, 'g', 3);
    const QString text = axisValue(axis, value); // "5.00 TB/s": a tick is a round number
    const QString number = text.section(narrowSpace, 0, 0);
    return number.contains(u'.') ? QString::number(number.toDouble(), 'g', 3) + text.mid(number.size()) : text;
}

QString axisTitle(const core::Axis& axis)
{
    const QString title = shown(axis.title);
    return axis.unit.empty() || unitOf(axis) ? title : title + QStringLiteral(", ") + shown(axis.unit);
}

} // namespace app

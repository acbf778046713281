// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiments/experiment_view.h"

#include "app/chart_item.h"
#include "app/format.h"
#include "app/shown_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {
namespace {

constexpr double reach = 24; ///< of the pointer, in pixels

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Experiments", text);
}

} // namespace

std::vector<CardLine> pointCard(const ShownExperiment& experiment, const PointOfLine& place)
{
    const auto& [measured, model] = experiment.lines[place.line];
    const auto& about = experiment.about;
    const double x = measured.x[place.point];
    const double y = measured.y[place.point];
    std::vector<CardLine> lines{
        {shownText(about.x.title) + QStringLiteral(": ") + axisValue(about.x, x),
         shownText(measured.label),
         {},
         CardLine::Role::Title},
        {shownText(about.y.title) + QStringLiteral(": ") + axisValue(about.y, y), tr("median")}};
    if (!measured.n.empty()) {
        const auto n = static_cast<double>(measured.n[place.point]);
        if (n > 1)
            lines.push_back(
                {tr("p10–p90: %1 – %2")
                     .arg(axisValue(about.y, measured.p10[place.point]), axisValue(about.y, measured.p90[place.point])),
                 tr("n %1").arg(count(n))});
        else
            lines.push_back({tr("counted once")});
    }
    if (model)
        if (const auto says = core::valueAt(*model, x))
            lines.push_back(
                {tr("model: %1").arg(axisValue(about.y, *says)), *says > 0 ? percent(y / *says) : QString()});
    return lines;
}

ExperimentView::ExperimentView(QWidget* parent)
    : QChartView(parent), m_item(new ChartItem(chart())), m_card(new HoverCard(viewport()))
{
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setMargins(QMargins());
    setFrameShape(QFrame::NoFrame);
    setViewportUpdateMode(FullViewportUpdate);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(360, 320);
    m_card->hide();
}

void ExperimentView::setExperiment(const ShownExperiment& experiment)
{
    if (experiment == m_experiment) return;
    const bool isSame = experiment.about.name == m_experiment.about.name && experiment.file == m_experiment.file;
    m_experiment = experiment;
    setAccessibleName(shownText(experiment.about.title));
    setAccessibleDescription(shownText(experiment.about.lesson));
    const bool isThere = m_chosen && m_chosen->line < experiment.lines.size() &&
                         m_chosen->point < experiment.lines[m_chosen->line].measured.x.size();
    if (!isSame || !isThere) m_chosen.reset();
    rebuild();
}

void ExperimentView::rebuild()
{
    ChartLook look;
    look.size = viewport()->size();
    look.theme = Theme::of(palette());
    look.fonts = ChartFonts(font());
    m_scene = buildExperimentScene(m_experiment, look, m_chosen);
    m_item->setScene(m_scene.scene);
    m_card->setTheme(look.theme);
    const auto found =
        std::ranges::find_if(m_scene.points, [this](const DrawnPoint& point) { return point.place == m_chosen; });
    if (found == m_scene.points.end()) return m_card->hide();
    const auto lines = pointCard(m_experiment, found->place);
    m_card->showNear(found->centre, lines, {});
    setAccessibleDescription(plainText(lines));
}

void ExperimentView::choose(std::optional<PointOfLine> place)
{
    if (std::exchange(m_chosen, place) != place) rebuild();
}

void ExperimentView::mouseMoveEvent(QMouseEvent* event)
{
    std::optional<PointOfLine> nearest;
    double least = reach;
    for (const auto& point : m_scene.points)
        if (const double distance = QLineF(point.centre, event->position()).length(); distance < least) {
            least = distance;
            nearest = point.place;
        }
    choose(nearest);
}

void ExperimentView::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    choose({});
}

void ExperimentView::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    choose({});
}

/// Left and right walk along a line, up and down from line to line, to the point nearest in x.
bool ExperimentView::walk(int key)
{
    if (m_scene.points.empty()) return false;
    if (!m_chosen) {
        choose(m_scene.points.front().place);
        return true;
    }
    auto place = *m_chosen;
    const auto& lines = m_experiment.lines;
    const auto lengthOf = [&](std::size_t line) { return lines[line].measured.x.size(); };
    switch (key) {
    case Qt::Key_Left: place.point -= place.point > 0 ? 1 : 0; break;
    case Qt::Key_Right: place.point += place.point + 1 < lengthOf(place.line) ? 1 : 0; break;
    case Qt::Key_Home: place.point = 0; break;
    case Qt::Key_End: place.point = lengthOf(place.line) - 1; break;
    default: {
        const double x = lines[place.line].measured.x[place.point];
        place.line = (place.line + (key == Qt::Key_Down ? 1 : lines.size() - 1)) % lines.size();
        const auto& xs = lines[place.line].measured.x;
        if (xs.empty()) return true;
        const auto nearest = std::ranges::min_element(xs, {}, [x](double other) { return std::abs(other - x); });
        place.point = static_cast<std::size_t>(nearest - xs.begin());
    }
    }
    choose(place);
    return true;
}

void ExperimentView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        if (walk(event->key())) return;
        break;
    case Qt::Key_Escape:
        if (m_chosen) return choose({});
        break;
    default: break;
    }
    QChartView::keyPressEvent(event);
}

void ExperimentView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    rebuild();
}

void ExperimentView::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) rebuild();
}

} // namespace app

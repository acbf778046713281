// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roofline_view.h"

#include "app/chart_item.h"
#include "app/hover_card.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QPainter>
#include <QTimerEvent>
#include <QToolButton>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>

#include <cmath>
#include <utility>

namespace app {
namespace {

constexpr double notchFactor = 1.2;

/// An axis that Qt Charts maps by but doesn't draw: its labels know printf formats only, no SI prefixes.
QLogValueAxis* addAxis(QChart& chart, QAbstractSeries& series, Qt::Alignment side)
{
    auto* axis = new QLogValueAxis;
    axis->setBase(10);
    axis->setVisible(false);
    chart.addAxis(axis, side);
    series.attachAxis(axis);
    return axis;
}

} // namespace

RooflineView::RooflineView(QWidget* parent)
    : QChartView(parent), m_card(new HoverCard(viewport())), m_show(new QToolButton(viewport()))
{
    m_show->setText(tr("Show"));
    m_show->setToolTip(tr("Pan to these points"));
    m_show->setFocusPolicy(Qt::NoFocus); // Enter in the chart does the same
    m_show->hide();
    connect(m_show, &QToolButton::clicked, this, &RooflineView::showOffered);
    auto* series = new QLineSeries; // axes need one to map by
    chart()->addSeries(series);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setMargins(QMargins());
    m_x = addAxis(*chart(), *series, Qt::AlignBottom);
    m_y = addAxis(*chart(), *series, Qt::AlignLeft);
    m_item = new ChartItem(chart());
    setFrameShape(QFrame::NoFrame);
    setViewportUpdateMode(FullViewportUpdate);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(420, 320);
    rebuild();
}

const ChartScene& RooflineView::chartScene() const
{
    return m_item->chartScene();
}

void RooflineView::setData(ChartData data)
{
    if (data.axis != m_data.axis) std::swap(m_zoom, m_other_zoom);
    m_data = std::move(data);
    m_options.selected.clear();
    m_options.current.reset();
    m_options.isolated.reset();
    m_options.hovered.reset();
    withdrawOffer();
    setAccessibleName(m_data.title + QStringLiteral(", ") + axisName(m_data.axis));
    rebuild();
}

void RooflineView::setSelection(std::vector<int> rows, std::optional<int> current)
{
    if (rows == m_options.selected && current == m_options.current) return;
    if (current != m_options.current) m_options.current_level = std::exchange(m_walk_level, std::nullopt);
    m_options.selected = std::move(rows);
    m_options.current = current;
    if (m_options.isolated && m_options.isolated != current) m_options.isolated.reset();
    hideCard();
    rebuild();
    if (std::exchange(m_walking, false)) showCurrentCard();
}

void RooflineView::setLevels(std::set<core::Level> levels)
{
    m_options.levels = std::move(levels);
    rebuild();
}

void RooflineView::toggleLevel(core::Level level)
{
    std::set<core::Level> levels = m_options.levels;
    if (levels.erase(level) == 0) levels.insert(level);
    setLevels(std::move(levels));
    emit levelsChanged();
}

void RooflineView::setPointSize(PointSize mode)
{
    m_options.point_size = mode;
    rebuild();
}

void RooflineView::setPointLevels(PointLevels levels)
{
    m_options.binding_level_only = levels == PointLevels::Binding;
    rebuild();
}

void RooflineView::setLetters(PointLetters letters)
{
    m_options.letters = letters == PointLetters::Shown;
    rebuild();
}

void RooflineView::setNamesOfLargest(LargestNames names)
{
    m_options.name_largest = names == LargestNames::Shown;
    rebuild();
}

void RooflineView::setLadder(std::optional<std::string> family)
{
    if (family == m_options.ladder) return;
    m_options.ladder = std::move(family);
    rebuild();
}

void RooflineView::setPipes(std::vector<core::Resource> extra, std::vector<core::Resource> hidden, PipeRoofs roofs)
{
    const bool selectedOnly = roofs == PipeRoofs::OfSelected;
    if (extra == m_options.extra_pipes && hidden == m_options.hidden_pipes &&
        selectedOnly == m_options.selected_pipes_only)
        return;
    m_options.extra_pipes = std::move(extra);
    m_options.hidden_pipes = std::move(hidden);
    m_options.selected_pipes_only = selectedOnly;
    rebuild();
}

void RooflineView::rebuild()
{
    m_rebuild_timer.stop();
    ChartLook look;
    look.size = viewport()->size();
    look.theme = Theme::of(palette());
    look.fonts = ChartFonts(font());
    look.zoom = m_zoom;
    if (look.size == chartScene().size) look.label_places = chartScene().label_places;
    m_card->setTheme(look.theme);
    setBackgroundBrush(look.theme.color(Token::Panel));
    ChartScene scene = buildChartScene(m_data, look, m_options);
    const PlotMapping& map = scene.mapping;
    chart()->setGeometry(QRectF(QPointF(), look.size));
    chart()->setPlotArea(map.plot);
    m_x->setRange(std::pow(10, map.frame.x_low), std::pow(10, map.frame.x_high));
    m_y->setRange(std::pow(10, map.frame.y_low), std::pow(10, map.frame.y_high));
    m_hits = ChartHits(scene);
    m_item->setScene(std::move(scene));
}

void RooflineView::setZoom(Frame frame)
{
    const Frame machine = chartScene().machine_frame;
    frame = limited(frame, machine);
    m_zoom = frame == machine ? std::nullopt : std::optional(frame);
    hideCard();
    withdrawOffer();
    rebuild();
}

void RooflineView::resetZoom()
{
    withdrawOffer();
    m_zoom.reset();
    rebuild();
}

void RooflineView::zoomBy(double factor)
{
    const PlotMapping& map = chartScene().mapping;
    setZoom(zoomed(map, {factor, factor, map.plot.center()}));
}

void RooflineView::zoomIn()
{
    zoomBy(notchFactor);
}

void RooflineView::zoomOut()
{
    zoomBy(1 / notchFactor);
}

void RooflineView::toggleIsolation()
{
    if (m_options.isolated)
        m_options.isolated.reset();
    else
        m_options.isolated = m_options.current;
    rebuild();
}

void RooflineView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    withdrawOffer();
    rebuild();
}

void RooflineView::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    const QEvent::Type type = event->type();
    if (type == QEvent::PaletteChange || type == QEvent::ApplicationPaletteChange || type == QEvent::FontChange)
        rebuild();
}

void RooflineView::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_hover_timer.timerId()) {
        m_hover_timer.stop();
        hover(m_pointer);
    } else if (event->timerId() == m_rebuild_timer.timerId()) {
        rebuild();
        m_pressed = m_pointer;
        m_pressed_mapping = chartScene().mapping;
    } else {
        QChartView::timerEvent(event);
    }
}

void RooflineView::drawForeground(QPainter* painter, const QRectF&)
{
    painter->save();
    const Theme theme = chartScene().theme;
    painter->setBrush(Qt::NoBrush);
    if (!m_rectangle.isNull()) {
        painter->setPen(QPen(theme.color(Token::Ink), 1, Qt::DashLine));
        painter->drawRect(m_rectangle);
    }
    if (hasFocus()) {
        painter->setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter->drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

void RooflineView::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    viewport()->update();
}

void RooflineView::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    hideCard();
    viewport()->update();
}

} // namespace app

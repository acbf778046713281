// SPDX-License-Identifier: GPL-3.0-or-later
// RooflineView: what the pointer does. No modes: a gesture always means the same.
#include "app/chart_item.h"
#include "app/hover_card.h"
#include "app/roofline_view.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {
namespace {

constexpr double notchFactor = 1.2;
constexpr double notch = 120; // QWheelEvent: eighths of a degree
constexpr double dragStart = 4;
constexpr double sameSpot = 3; // a second click here takes the next of overlapping points
constexpr int hoverDelay_ms = 120;
constexpr int panPause_ms = 60;
constexpr std::size_t liveMarkers = 3000; // more: a pan moves the kept layer, and redraws when it pauses

/// Different kernels among the hits, nearest first.
std::vector<int> rowsOf(const std::vector<Hit>& hits)
{
    std::vector<int> rows;
    for (const Hit& hit : hits)
        if (std::ranges::find(rows, hit.row) == rows.end()) rows.push_back(hit.row);
    return rows;
}

} // namespace

void RooflineView::mousePressEvent(QMouseEvent* event)
{
    withdrawOffer();
    m_pressed = m_pointer = event->position();
    m_pressed_mapping = chartScene().mapping;
    m_button = event->button();
    m_gesture = m_button == Qt::RightButton ? Gesture::None : Gesture::Click;
    event->accept();
}

void RooflineView::beginDrag(QPointF point)
{
    if (m_gesture != Gesture::Click || QLineF(point, m_pressed).length() < dragStart) return;
    const Qt::KeyboardModifiers modifiers = QGuiApplication::keyboardModifiers();
    m_hover_timer.stop();
    hideCard();
    if (m_button == Qt::LeftButton && modifiers & Qt::ShiftModifier)
        m_gesture = Gesture::PickRectangle;
    else if (m_button == Qt::LeftButton && modifiers & Qt::ControlModifier)
        m_gesture = Gesture::ZoomRectangle;
    else
        m_gesture = Gesture::Pan;
}

void RooflineView::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    if (event->buttons() != Qt::NoButton) beginDrag(m_pointer);
    switch (m_gesture) {
    case Gesture::Pan: panTo(m_pointer); return;
    case Gesture::PickRectangle:
    case Gesture::ZoomRectangle:
        m_rectangle = QRectF(m_pressed, m_pointer).normalized();
        viewport()->update();
        return;
    case Gesture::Click: return;
    case Gesture::None: break;
    }
    if (m_card->isVisible())
        hover(m_pointer); // a card is up: the next comes at once
    else
        m_hover_timer.start(hoverDelay_ms, this);
}

void RooflineView::panTo(QPointF point)
{
    const QPointF offset = point - m_pressed;
    m_zoom = limited(panned(m_pressed_mapping, offset), chartScene().machine_frame);
    const PlotMapping after = {m_pressed_mapping.plot, *m_zoom};
    if (chartScene().markers.size() < liveMarkers) {
        rebuild();
    } else {
        // What the limits leave of the offset, in whole pixels, so that the layer stays sharp.
        const QPointF moved =
            m_pressed_mapping.plot.topLeft() - after.at(m_pressed_mapping.intensity(m_pressed_mapping.plot.left()),
                                                        m_pressed_mapping.flopPerS(m_pressed_mapping.plot.top()));
        m_item->setPan(-moved.toPoint());
        m_rebuild_timer.start(panPause_ms, this);
    }
}

void RooflineView::mouseReleaseEvent(QMouseEvent* event)
{
    endDrag(event->position(), event->modifiers());
    event->accept();
}

void RooflineView::endDrag(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    const QRectF rectangle = std::exchange(m_rectangle, QRectF());
    switch (gesture) {
    case Gesture::Click:
        if (m_button == Qt::LeftButton) click(point, modifiers);
        break;
    case Gesture::Pan: rebuild(); break;
    case Gesture::PickRectangle: {
        const std::vector<int> rows = m_hits.rowsIn(rectangle);
        if (!rows.empty()) emit rowsPicked(QList<int>(rows.begin(), rows.end()));
        break;
    }
    case Gesture::ZoomRectangle: setZoom(zoomedTo(chartScene().mapping, rectangle)); break;
    case Gesture::None: break;
    }
    viewport()->update();
}

/// Points without traffic at a level have no place to be shown; those over the strip's scale are in it.
void RooflineView::offerShow(const SceneBadge& badge)
{
    std::vector<QPointF> places;
    if (badge.kind != SceneBadge::Kind::NoTraffic && badge.kind != SceneBadge::Kind::OverStrip)
        for (const int row : badge.rows)
            for (const core::RooflinePoint& point : m_data.rows[static_cast<std::size_t>(row)].analysis.points)
                if (point.level == badge.level)
                    places.emplace_back(std::log10(point.intensity_flop_per_byte), std::log10(point.flop_per_s));
    if (places.empty()) return withdrawOffer();
    m_offered = movedTo(chartScene().mapping.frame, places);
    m_show->adjustSize();
    const QRect room = viewport()->rect().adjusted(4, 4, -4, -4);
    const bool leftOf = badge.kind == SceneBadge::Kind::Right;
    const double x = leftOf ? badge.box.left() - m_show->width() - 6 : badge.box.right() + 6;
    const double y = badge.box.center().y() - m_show->height() / 2.0;
    m_show->move(std::clamp(int(x), room.left(), room.right() - m_show->width()),
                 std::clamp(int(y), room.top(), room.bottom() - m_show->height()));
    m_show->show();
}

void RooflineView::withdrawOffer()
{
    m_show->hide();
}

/// Points may lie farther out than panning goes: this shows them all the same.
void RooflineView::showOffered()
{
    withdrawOffer();
    hideCard();
    m_zoom = m_offered;
    rebuild();
}

void RooflineView::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    if (const SceneBadge* badge = badgeAt(chartScene(), point)) {
        const SceneBadge clicked = *badge; // selecting builds the scene anew
        emit rowsPicked(QList<int>(clicked.rows.begin(), clicked.rows.end()));
        offerShow(clicked);
        return;
    }
    const std::vector<int> rows = rowsOf(m_hits.at(point));
    if (rows.empty()) {
        if (!(modifiers & (Qt::ControlModifier | Qt::ShiftModifier))) emit cleared();
        return;
    }
    const bool again = QLineF(point, m_last_click).length() <= sameSpot && m_options.selected.size() == 1;
    const auto selected = again ? std::ranges::find(rows, m_options.selected.front()) : rows.end();
    const std::size_t next =
        selected == rows.end() ? 0 : static_cast<std::size_t>(selected - rows.begin() + 1) % rows.size();
    m_last_click = point;
    emit rowClicked(rows[next], modifiers);
}

void RooflineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_gesture = Gesture::None;
    const std::vector<Hit> hits = m_hits.at(event->position());
    if (hits.empty()) {
        resetZoom();
        return;
    }
    emit rowClicked(hits.front().row, Qt::NoModifier);
    toggleIsolation();
}

void RooflineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto current = currentHit();
    if (byKey && current) {
        emit contextMenuWanted(current->row, viewport()->mapToGlobal(current->centre.toPoint()));
        return;
    }
    const std::vector<Hit> hits = m_hits.at(event->pos());
    if (!byKey && !hits.empty()) emit contextMenuWanted(hits.front().row, event->globalPos());
}

void RooflineView::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    m_hover_timer.stop();
    hideCard();
}

void RooflineView::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const PlotMapping& map = chartScene().mapping;
    if (!event->pixelDelta().isNull()) { // a touchpad scrolls: pan
        setZoom(panned(map, event->pixelDelta()));
        return;
    }
    // Some platforms turn Shift+wheel into a horizontal wheel.
    const QPoint angle = event->angleDelta();
    const double factor = std::pow(notchFactor, (angle.y() != 0 ? angle.y() : angle.x()) / notch);
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const bool control = event->modifiers() & Qt::ControlModifier;
    const bool xOnly = shift && !control, yOnly = shift && control;
    setZoom(zoomed(map, {yOnly ? 1 : factor, xOnly ? 1 : factor, event->position()}));
}

bool RooflineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            const double factor = 1 + gesture->value();
            setZoom(zoomed(chartScene().mapping, {factor, factor, gesture->position()}));
            return true;
        }
    }
    return QChartView::viewportEvent(event);
}

void RooflineView::hover(QPointF point)
{
    std::vector<Hit> hits = m_hits.at(point);
    // The inspector is the card of the selected kernel.
    std::erase_if(hits, [&](const Hit& hit) {
        return std::ranges::find(m_options.selected, hit.row) != m_options.selected.end();
    });
    if (!hits.empty()) {
        setHoveredRow(hits.front().row);
        showCard(point, hits);
        return;
    }
    setHoveredRow({});
    if (const SceneBadge* badge = badgeAt(chartScene(), point))
        m_card->showNear(point, badgeCard(m_data, *badge), {});
    else if (const RoofHit* roof = roofAt(chartScene(), point))
        m_card->showNear(point, roofCard(*roof), {});
    else if (chartScene().key_ellipsis.adjusted(-6, -6, 6, 6).contains(point))
        m_card->showNear(point, keyCard(chartScene()), {});
    else
        m_card->hide();
}

void RooflineView::showCard(QPointF point, const std::vector<Hit>& hits)
{
    const int row = hits.front().row;
    auto lines = kernelCard(m_data, row, hits);
    setAccessibleDescription(plainText(lines));
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    m_card->showNear(point, std::move(lines), m_hits.ofRow(row));
}

void RooflineView::hideCard()
{
    m_hover_timer.stop();
    m_card->hide();
    setHoveredRow({});
}

void RooflineView::setHoveredRow(std::optional<int> row)
{
    if (row == m_options.hovered) return;
    m_options.hovered = row;
    if (chartScene().has_stubs) rebuild(); // the hovered kernel's roof grows to its full length
    std::vector<SceneMarker> markers;
    const ChartScene& scene = chartScene();
    if (row)
        std::ranges::copy_if(scene.markers, std::back_inserter(markers),
                             [&](const SceneMarker& m) { return m.row == *row; });
    std::ranges::sort(markers, {}, [](const SceneMarker& marker) { return marker.centre.x(); });
    m_item->setHovered(std::move(markers));
}

} // namespace app

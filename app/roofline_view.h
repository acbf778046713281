// SPDX-License-Identifier: GPL-3.0-or-later
// The chart in the window: pointer and keyboard become signals; the selection itself lives in the window's model.
#pragma once

#include "app/chart_hits.h"
#include "app/chart_zoom.h"

#include <QBasicTimer>
#include <QtCharts/QChartView>

#include <optional>

class QLogValueAxis;
class QToolButton;

namespace app {

class ChartItem;
class HoverCard;

/// Qt Charts holds the axes, that is the visible range and its mapping; a ChartItem over its plot area draws.
class RooflineView : public QChartView {
    Q_OBJECT

public:
    explicit RooflineView(QWidget* parent = nullptr);

    /// Rows in the table's order, which the arrow keys walk. Each page keeps its zoom; selection and hover are dropped.
    void setData(ChartData data);
    /// Places of rows in the data; current: the one of the keyboard.
    void setSelection(std::vector<int> rows, std::optional<int> current);
    void setLevels(std::set<core::Level> levels);
    void setPointSize(PointSize mode);
    void setPointLevels(PointLevels levels);
    void setLetters(PointLetters letters);
    void setNamesOfLargest(LargestNames names);
    void setLadder(std::optional<std::string> family); ///< as in ChartOptions
    /// Roofs shown though no kernel uses them, those hidden though one does, and whose are shown at all.
    void setPipes(std::vector<core::Resource> extra, std::vector<core::Resource> hidden, PipeRoofs roofs);

    [[nodiscard]] const ChartData& data() const { return m_data; }
    [[nodiscard]] const ChartOptions& options() const { return m_options; }
    [[nodiscard]] const ChartScene& chartScene() const;
    [[nodiscard]] bool isZoomed() const { return m_zoom.has_value(); }
    /// The visible frame, for exports of what is on screen.
    [[nodiscard]] std::optional<Frame> zoom() const { return m_zoom; }

public slots:
    void zoomIn();
    void zoomOut();
    void resetZoom(); ///< back to the machine's frame
    void toggleLevel(core::Level level);
    /// Pans to what the badge that was clicked last stands for.
    void showOffered();
    /// Isolates the current kernel, or ends that.
    void toggleIsolation();

signals:
    /// A kernel was chosen: plain selects, Control toggles, Shift extends in the table's order.
    void rowClicked(int row, Qt::KeyboardModifiers modifiers);
    void rowsPicked(const QList<int>& rows); ///< by rectangle or badge: to be added to the selection
    void cleared();                          ///< nothing is to be selected
    void contextMenuWanted(int row, const QPoint& globalPosition);
    void levelsChanged(); ///< by a key of the chart

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    enum class Gesture { None, Click, Pan, PickRectangle, ZoomRectangle };

    void rebuild();
    void setZoom(Frame frame);
    void zoomBy(double factor);
    void beginDrag(QPointF point);
    void panTo(QPointF point);
    void endDrag(QPointF point, Qt::KeyboardModifiers modifiers);
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void offerShow(const SceneBadge& badge);
    void withdrawOffer();
    void hover(QPointF point);
    void showCard(QPointF point, const std::vector<Hit>& hits);
    void showCurrentCard();
    void hideCard();
    void setHoveredRow(std::optional<int> row);

    bool walkKey(QKeyEvent* event);
    bool zoomKey(QKeyEvent* event);
    bool levelKey(QKeyEvent* event);
    void walkRows(int steps, Qt::KeyboardModifiers modifiers);
    void walkLevels(int steps);
    void walkToBadge();
    void walkTowards(Direction direction);
    void escape();
    [[nodiscard]] std::optional<Hit> currentHit() const;

    ChartData m_data;
    ChartOptions m_options;
    std::optional<Frame> m_zoom;
    std::optional<Frame> m_other_zoom; ///< of the page that isn't shown
    ChartItem* m_item;
    QLogValueAxis* m_x;
    QLogValueAxis* m_y;
    HoverCard* m_card;
    QToolButton* m_show; ///< beside a clicked badge
    Frame m_offered;     ///< what it shows
    ChartHits m_hits;

    Gesture m_gesture = Gesture::None;
    Qt::MouseButton m_button = Qt::NoButton;
    QPointF m_pressed;
    QPointF m_pointer;
    PlotMapping m_pressed_mapping;
    QRectF m_rectangle;
    QPointF m_last_click;
    bool m_walking = false; ///< a key asked for the next selection: show its card when it comes
    std::optional<core::Level> m_walk_level;
    QBasicTimer m_hover_timer;
    QBasicTimer m_rebuild_timer;
};

} // namespace app

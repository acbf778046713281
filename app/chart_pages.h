// SPDX-License-Identifier: GPL-3.0-or-later
// The chart and, where a kernel is integer, the tabs of its two pages above it: FLOP/s and OP/s.
#pragma once

#include "app/chart_axis.h"

#include <QWidget>

class QTabBar;

namespace app {

class RooflineView;

/// What the tabs show.
struct PageState {
    bool has_integers = false; ///< else there is one page and no tab
    Axis shown = Axis::Flop;
    int selected_elsewhere = 0; ///< of the selected kernels those on the other page alone
};

class ChartPages : public QWidget {
    Q_OBJECT

public:
    explicit ChartPages(RooflineView& chart, QWidget* parent = nullptr);

public slots:
    void showPages(const PageState& state);

signals:
    void axisChosen(Axis axis);

private:
    QTabBar* m_tabs;
};

} // namespace app

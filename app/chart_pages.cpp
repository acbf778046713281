// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_pages.h"

#include "app/format.h"
#include "app/roofline_view.h"

#include <QSignalBlocker>
#include <QTabBar>
#include <QVBoxLayout>

namespace app {

ChartPages::ChartPages(RooflineView& chart, QWidget* parent) : QWidget(parent), m_tabs(new QTabBar)
{
    m_tabs->setDocumentMode(true);
    m_tabs->setExpanding(false);
    m_tabs->setFocusPolicy(Qt::TabFocus);
    m_tabs->setAccessibleName(tr("Operations of the chart"));
    for (const Axis axis : allAxes) m_tabs->addTab(axisName(axis));
    m_tabs->setTabToolTip(static_cast<int>(Axis::Flop), tr("Floating-point operations"));
    m_tabs->setTabToolTip(static_cast<int>(Axis::Op), tr("Integer operations: never on one axis with FLOP"));
    m_tabs->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(&chart, 1);
    setTabOrder(&chart, m_tabs); // walking through the chart turns its pages by itself
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) { emit axisChosen(static_cast<Axis>(tab)); });
}

void ChartPages::showPages(const PageState& state)
{
    const QSignalBlocker silent(m_tabs);
    m_tabs->setVisible(state.has_integers);
    m_tabs->setCurrentIndex(static_cast<int>(state.shown));
    for (const Axis axis : allAxes) {
        const bool marked = axis != state.shown && state.selected_elsewhere > 0;
        //: a tab of the chart: "OP/s · 1 selected"
        m_tabs->setTabText(static_cast<int>(axis),
                           marked ? tr("%1 · %2 selected").arg(axisName(axis), count(state.selected_elsewhere))
                                  : axisName(axis));
    }
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// The plot of an experiment in the window: pointer and arrow keys find its points, a card tells each.
#pragma once

#include "app/experiments/experiment_scene.h"
#include "app/hover_card.h"

#include <QtCharts/QChartView>

namespace app {

class ChartItem;

/// What the card of a point tells.
std::vector<CardLine> pointCard(const ShownExperiment& experiment, const PointOfLine& place);

class ExperimentView : public QChartView {
    Q_OBJECT

public:
    explicit ExperimentView(QWidget* parent = nullptr);

    void setExperiment(const ShownExperiment& experiment); ///< keeps the chosen point while it is the same experiment
    [[nodiscard]] const ShownExperiment& experiment() const { return m_experiment; }
    [[nodiscard]] const ExperimentScene& experimentScene() const { return m_scene; }
    [[nodiscard]] std::optional<PointOfLine> chosen() const { return m_chosen; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void rebuild();
    void choose(std::optional<PointOfLine> place);
    bool walk(int key);

    ShownExperiment m_experiment;
    ExperimentScene m_scene;
    std::optional<PointOfLine> m_chosen;
    ChartItem* m_item;
    HoverCard* m_card;
};

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments of all open sessions, one below the other: title, what it has, and of which session.
#pragma once

#include "app/experiments/shown_experiment.h"

#include <QWidget>

class QListWidget;

namespace app {

class ExperimentList : public QWidget {
    Q_OBJECT

public:
    explicit ExperimentList(QWidget* parent = nullptr);

    /// Keeps what is chosen while it is still there; else the first is chosen.
    void setExperiments(const std::vector<ShownExperiment>& experiments);
    [[nodiscard]] QListWidget& view() const { return *m_view; }
    [[nodiscard]] const ShownExperiment* chosen() const; ///< nullptr: there are none

protected:
    void changeEvent(QEvent* event) override;

signals:
    void chosenChanged();

private:
    QListWidget* m_view;
    std::vector<ShownExperiment> m_experiments;
};

} // namespace app

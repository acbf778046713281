// SPDX-License-Identifier: GPL-3.0-or-later
// Beside the list of experiments: the plot of the chosen one and what can be done with it; where there are none, how
// they are measured.
#pragma once

#include "app/experiments/experiment_view.h"

class QPushButton;
class QStackedWidget;

namespace app {

class ExperimentsPage : public QWidget {
    Q_OBJECT

public:
    explicit ExperimentsPage(QWidget* parent = nullptr);

    void showExperiment(const ShownExperiment& experiment);
    void showNone();
    void setHideFiles(bool hide) { m_hideFiles = hide; } ///< in pictures
    [[nodiscard]] ExperimentView& view() const { return *m_view; }
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] Picture picture(QSizeF size, const Theme& theme) const; ///< of the plot, as others may see it

public slots:
    void copyPicture() const;
    void copyNumbers() const;

signals:
    void measureWanted();

private:
    [[nodiscard]] QWidget* makePlot();
    [[nodiscard]] QWidget* makeEmpty();

    QStackedWidget* m_pages;
    ExperimentView* m_view;
    bool m_hideFiles = false;
};

} // namespace app

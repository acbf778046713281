// SPDX-License-Identifier: GPL-3.0-or-later
// Every counter of the kernel, with search.
#pragma once

#include "app/panels/panel.h"

class QLineEdit;
class QTreeView;

namespace app {

class CounterModel;

class CountersPanel : public Panel {
    Q_OBJECT

public:
    explicit CountersPanel(QWidget* parent = nullptr);
    void focusSearch();
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString copyText() const override; ///< selected counters as name=value; without any all shown
    void addCopies(QMenu& menu, const QPoint& at) override;

protected:
    void fill(const KernelRow& row) override;
    void showEvent(QShowEvent* event) override;

private:
    void read();
    void fitColumns();

    CounterModel* m_model;
    QLineEdit* m_search;
    QTreeView* m_view;
    StyledLabel* m_problem;
    const core::Session* m_session = nullptr; ///< of what is to be read, while nobody has looked at it
    const core::KernelMeasurement* m_kernel = nullptr;
};

} // namespace app

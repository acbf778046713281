// SPDX-License-Identifier: GPL-3.0-or-later
// What holds the kernel back, with its evidence and what it could gain at most.
#pragma once

#include "app/panels/panel.h"

namespace app {

class VerdictPanel : public Panel {
    Q_OBJECT

public:
    explicit VerdictPanel(QWidget* parent = nullptr);

protected:
    void fill(const KernelRow& row) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace app

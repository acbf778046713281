// SPDX-License-Identifier: GPL-3.0-or-later
// What holds the kernel back, with its evidence and what it could gain at most.
#pragma once

#include "app/panels/panel.h"

namespace app {

class VerdictPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

protected:
    void fill(const KernelRow& row) override;
};

} // namespace app

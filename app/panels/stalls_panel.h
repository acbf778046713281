// SPDX-License-Identifier: GPL-3.0-or-later
// Why warps waited: a lead, not a verdict.
#pragma once

#include "app/panels/panel.h"

namespace app {

class StallsPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

protected:
    void fill(const KernelRow& row) override;
};

} // namespace app

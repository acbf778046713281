// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks that fit on an SM, as a ledger of what is used, granted and left.
#pragma once

#include "app/panels/panel.h"

namespace app {

class OccupancyPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

protected:
    void fill(const KernelRow& row) override;
};

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// What makes the numbers of this kernel less than certain.
#pragma once

#include "app/panels/panel.h"

namespace app {

class WarningsPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

protected:
    void fill(const KernelRow& row) override;
};

} // namespace app

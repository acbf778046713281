// SPDX-License-Identifier: GPL-3.0-or-later
// The time that each resource would need at its roof, as a share of the time taken.
#pragma once

#include "app/panels/panel.h"

namespace app {

class SpeedOfLightPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

protected:
    void fill(const KernelRow& row) override;
};

} // namespace app

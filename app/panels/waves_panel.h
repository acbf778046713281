// SPDX-License-Identifier: GPL-3.0-or-later
// How often the grid fills the GPU, drawn.
#pragma once

#include "app/panels/panel.h"

namespace app {

class WavesPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

protected:
    void fill(const KernelRow& row) override;
};

} // namespace app

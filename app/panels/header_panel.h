// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernel this is: its name, shape and time.
#pragma once

#include "app/panels/panel.h"

namespace app {

class HeaderPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

protected:
    void fill(const KernelRow& row) override;

private:
    void addName(const KernelRow& row);
};

} // namespace app

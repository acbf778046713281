// SPDX-License-Identifier: GPL-3.0-or-later
// Where every number of this kernel comes from.
#pragma once

#include "app/panels/panel.h"

namespace app {

class ProvenancePanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

protected:
    void fill(const KernelRow& row) override;

private:
    void addExpressions(const QStringList& expressions);
};

} // namespace app

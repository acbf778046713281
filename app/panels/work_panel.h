// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of each level and operations of each pipe: measured, algorithmic, and their ratio.
#pragma once

#include "app/panels/panel.h"

namespace app {

class WorkPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;

signals:
    void entryWanted(); ///< of algorithmic bytes and FLOP

protected:
    void fill(const KernelRow& row) override;

private:
    void addEntry(const QString& sentence, const KernelRow& row);
};

} // namespace app

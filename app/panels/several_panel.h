// SPDX-License-Identifier: GPL-3.0-or-later
// Several selected rows side by side: time, binding resource, efficiency.
#pragma once

#include "app/panels/panel.h"

#include <span>

namespace app {

class SeveralPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;
    /// rows stay valid until showRow has returned.
    void setRows(std::span<const KernelRow* const> rows) { m_rows = rows; }

protected:
    void fill(const KernelRow& row) override; ///< row: the current one, set in strong type

private:
    std::span<const KernelRow* const> m_rows;
};

} // namespace app

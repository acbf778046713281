// SPDX-License-Identifier: GPL-3.0-or-later
// The family of a kernel of the library: its formula, the ladder with what each step changed, and the source.
#pragma once

#include "app/library/ladder.h"
#include "app/panels/panel.h"

class QGridLayout;

namespace app {

class FamilyPanel : public Panel {
    Q_OBJECT

public:
    using Panel::Panel;
    /// Rows of the library among which the ladder is; they stay valid until showRow has returned.
    void setRows(std::vector<KernelRow> rows) { m_rows = std::move(rows); }

signals:
    /// A step was chosen: a launch of the row's session.
    void launchChosen(int sessionNumber, std::uint32_t launch);

protected:
    void fill(const KernelRow& row) override;

private:
    struct Rung;
    void addLadder(const core::Family& family, int own);
    void addRung(QGridLayout& grid, const Rung& rung);
    [[nodiscard]] QWidget* nameOf(const Rung& rung);
    void addSource(const core::Family& family, const KernelRow& row);

    std::vector<KernelRow> m_rows;
    bool m_isSourceOpen = false;
};

/// The line of a kernel's definition in its family's source, 0 first; of a variant of several launches that of its row;
/// 0 if neither is found.
int sourceLine(const core::Family& family, const core::KernelMeasurement& kernel);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// A panel under its heading, which folds it: title left, key figure right.
#pragma once

#include "app/panels/panels.h"

namespace app {

class FoldHeading;

class PanelSection : public QWidget {
    Q_OBJECT

public:
    explicit PanelSection(const PanelType& type, QWidget* parent = nullptr);

    void showRow(const KernelRow& row);
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] QString id() const { return QString::fromLatin1(m_type.id); }
    [[nodiscard]] Panel& panel() const { return *m_panel; }

    void addCopies(QMenu& menu, const QPoint& at); ///< at: a place in the section

private:
    void copyAsMarkdown() const;

    const PanelType& m_type;
    FoldHeading* m_heading;
    StyledLabel* m_figure;
    Panel* m_panel;
};

} // namespace app

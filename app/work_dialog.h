// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for what a kernel has to move and to compute by the maths, to compare the counted amounts with.
#pragma once

#include "app/kernel_row.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLineEdit;

namespace app {

class WorkDialog : public QDialog {
    Q_OBJECT

public:
    /// Starts with what was entered for the row's first launch.
    explicit WorkDialog(const KernelRow& row, QWidget* parent = nullptr);

    /// Of each launch; empty fields give none.
    [[nodiscard]] std::vector<core::Work> work() const;

private:
    void fillPipes(const KernelRow& row);
    void fillFields(const core::KernelMeasurement& kernel);
    void check();
    [[nodiscard]] core::Resource pipe() const;

    QLineEdit* m_bytes;
    QLineEdit* m_flop;
    QLineEdit* m_formula; ///< where the figures come from
    QComboBox* m_pipe;
    QDialogButtonBox* m_buttons;
};

} // namespace app

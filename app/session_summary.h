// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector shows while nothing is selected: the device, its roofs, where the time goes, the largest kernels.
#pragma once

#include "app/kernel_row.h"
#include "app/open_session.h"

#include <QWidget>

#include <span>

class QVBoxLayout;

namespace app {

class SessionSummary : public QWidget {
    Q_OBJECT

public:
    explicit SessionSummary(QWidget* parent = nullptr);

    /// rows: all rows of the table, whatever the filter.
    void showSessions(std::span<const OpenSession> sessions, std::span<const KernelRow> rows);

signals:
    void rowChosen(int place); ///< in the rows given

private:
    void addDevices(std::span<const OpenSession> sessions);
    void addRoofs(std::span<const OpenSession> sessions);
    void addRoofTable(const core::MachineRoofs& roofs);
    void addBindings(std::span<const KernelRow> rows);
    void addLargest(std::span<const KernelRow> rows);
    void addHeading(const QString& title);

    QVBoxLayout* m_content;
};

} // namespace app

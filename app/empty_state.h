// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before anything is open: one sentence and the ways to begin.
#pragma once

#include <QWidget>

namespace app {

class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent = nullptr);

signals:
    void openWanted();
    void sampleWanted();
};

} // namespace app

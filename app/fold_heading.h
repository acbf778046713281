// SPDX-License-Identifier: GPL-3.0-or-later
// The heading of a panel: a line of strong text that folds what is below it.
#pragma once

#include <QAbstractButton>

namespace app {

class FoldHeading : public QAbstractButton {
    Q_OBJECT

public:
    explicit FoldHeading(const QString& title, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace app

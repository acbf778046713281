// SPDX-License-Identifier: GPL-3.0-or-later
// The filter's line: applied while typing, with the count of what is left, mistakes underlined, names completed.
#pragma once

#include "core/filter_expression.h"

#include <QLineEdit>
#include <QTimer>

namespace app {

class FilterField : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterField(QWidget* parent = nullptr);

    void setCount(int shown, int all); ///< "22 of 38"; nothing while all are shown
    void setProblems(const std::vector<core::FilterProblem>& problems);
    void append(const QString& term); ///< adds a term and applies at once

signals:
    void filterChanged(const QString& text); ///< 100 ms after the last key
    void left();                             ///< Esc in an empty field

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyNow();
    void complete();
    void reserveCount();

    QTimer m_delay;
    QString m_count;
};

} // namespace app

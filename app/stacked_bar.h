// SPDX-License-Identifier: GPL-3.0-or-later
// One bar whose parts add up to the whole, and a line for each part: shade, name, share, amount. Shades, no hues.
#pragma once

#include "app/shown_values.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace app {

struct BarPart {
    QString name;
    double ratio = 0; ///< of the whole
    QString figure;   ///< "36 %"
    QString second;   ///< "59.7 µs"
};

class StackedBar : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    void setParts(std::vector<BarPart> parts);
    [[nodiscard]] const std::vector<BarPart>& parts() const { return m_parts; }
    [[nodiscard]] std::vector<ShownValue> figures() const; ///< each in the box of its line
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QRect lineOf(std::size_t part) const;
    [[nodiscard]] QColor shade(std::size_t part) const;
    void paintBar(QPainter& painter) const;
    void paintLines(QPainter& painter) const;

    std::vector<BarPart> m_parts;
};

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of name, bar and figures: speed of light, stalls. Columns line up; a bar over 100 % goes on past the line.
#pragma once

#include "app/shown_values.h"
#include "core/resource.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace app {

struct Bar {
    std::optional<core::Resource> resource = {}; ///< chip and colour; none: neutral
    QString name;
    double ratio = 0;    ///< of the line at 100 %, or of the longest bar
    QString figure;      ///< "36 %"
    QString second = {}; ///< "59.7 µs"
    bool strong = false;
    QString details = {}; ///< tooltip
};

class BarList : public QWidget {
    Q_OBJECT

public:
    enum class Scale { HundredPercent, Longest };
    explicit BarList(Scale scale, QWidget* parent = nullptr);

    void setBars(std::vector<Bar> bars);
    [[nodiscard]] const std::vector<Bar>& bars() const { return m_bars; }
    [[nodiscard]] const Bar* barAt(const QPoint& point) const; ///< nullptr beside the bars
    [[nodiscard]] std::vector<ShownValue> figures() const;     ///< each in the box of its row
    [[nodiscard]] QString shownName(const Bar& bar) const;     ///< as drawn: elided where the bars need the room
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Columns {
        int name_end;
        int bar_end;
        int figure_end;
    };
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] Columns measure() const;
    void paintRow(QPainter& painter, const Bar& bar, const QRect& row, const Columns& columns) const;
    void paintBar(QPainter& painter, const Bar& bar, const QRectF& track) const;

    Scale m_scale;
    std::vector<Bar> m_bars;
};

} // namespace app

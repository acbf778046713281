// SPDX-License-Identifier: GPL-3.0-or-later
// A scroll area whose values the arrow keys walk: Copy takes the one with the frame, the context menu opens there.
#pragma once

#include "app/shown_values.h"

#include <QScrollArea>

#include <optional>

namespace app {

class ValueArea : public QScrollArea {
    Q_OBJECT

public:
    explicit ValueArea(QWidget* content, QWidget* parent = nullptr);

    [[nodiscard]] QString currentValue() const; ///< empty as long as no arrow key was pressed
    void forgetValue();                         ///< the content becomes another
    [[nodiscard]] QVariant
    inputMethodQuery(Qt::InputMethodQuery query) const override; ///< where a menu key opens menus

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Place {
        int line = 0; ///< of the values, from the top
        int column = 0;
    };
    void walk(int lines, int columns);
    [[nodiscard]] std::optional<ShownValue> current() const;
    void showFrames();

    QWidget* m_areaFrame;
    QWidget* m_valueFrame;
    std::optional<Place> m_place; ///< of the value that the keys came to
};

} // namespace app

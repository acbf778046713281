// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the time the rows shown must cover: a slider with its figure, for a menu.
#pragma once

#include <QWidget>

class QSlider;

namespace app {

class StyledLabel;

class CoverSlider : public QWidget {
    Q_OBJECT

public:
    explicit CoverSlider(QWidget* parent = nullptr);

    void setCover(double ratio);
    void suggest(double ratio); ///< as setCover, unless the user has chosen already

signals:
    void coverChanged(double ratio);

private:
    void take(int percentage);

    StyledLabel* m_label;
    QSlider* m_slider;
    bool m_chosen = false;
};

} // namespace app

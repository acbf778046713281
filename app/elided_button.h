// SPDX-License-Identifier: GPL-3.0-or-later
// A flat button whose words give way in their middle where there is no room for them.
#pragma once

#include <QPushButton>

namespace app {

class ElidedButton : public QPushButton {
public:
    explicit ElidedButton(QString words, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void elide();

    QString m_words; ///< all of them; also what a screen reader says
};

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// A menu of check marks: one of several, or any of several. The same menu hangs in the menu bar and on a tool button.
#pragma once

#include <QMenu>
#include <QStringList>

class QActionGroup;

namespace app {

enum class ChoiceMode { One, Any };

class ChoiceMenu : public QMenu {
    Q_OBJECT

public:
    ChoiceMenu(const QString& title, ChoiceMode mode, QWidget* parent = nullptr);

    QAction* addChoice(const QString& id, const QString& text);
    void removeChoices();
    void setChosen(const QStringList& ids); ///< says nothing when nothing changes
    [[nodiscard]] QStringList chosen() const;

signals:
    void choiceChanged(const QStringList& ids);

private:
    QActionGroup* m_group;
};

} // namespace app

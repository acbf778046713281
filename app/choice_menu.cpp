// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/choice_menu.h"

#include <QActionGroup>

namespace app {

ChoiceMenu::ChoiceMenu(const QString& title, ChoiceMode mode, QWidget* parent)
    : QMenu(title, parent), m_group(new QActionGroup(this))
{
    m_group->setExclusionPolicy(mode == ChoiceMode::One ? QActionGroup::ExclusionPolicy::Exclusive
                                                        : QActionGroup::ExclusionPolicy::None);
    connect(m_group, &QActionGroup::triggered, this, [this] { emit choiceChanged(chosen()); });
}

QAction* ChoiceMenu::addChoice(const QString& id, const QString& text)
{
    auto* action = addAction(text);
    action->setData(id);
    action->setCheckable(true);
    m_group->addAction(action);
    return action;
}

void ChoiceMenu::removeChoices()
{
    for (auto* action : m_group->actions()) delete action;
}

void ChoiceMenu::setChosen(const QStringList& ids)
{
    if (ids == chosen()) return;
    for (auto* action : m_group->actions()) action->setChecked(ids.contains(action->data().toString()));
    emit choiceChanged(chosen());
}

QStringList ChoiceMenu::chosen() const
{
    QStringList ids;
    for (const auto* action : m_group->actions())
        if (action->isChecked()) ids << action->data().toString();
    return ids;
}

} // namespace app

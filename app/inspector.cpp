// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector.h"

#include "app/library/family_panel.h"
#include "app/panels/counters_panel.h"
#include "app/panels/several_panel.h"
#include "app/panels/work_panel.h"
#include "app/value_area.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace app {
namespace {

/// Tab goes down the content: what panels made anew would come last.
void orderTabStops(ValueArea& area)
{
    QWidget* before = &area;
    for (auto* each : area.widget()->findChildren<QWidget*>()) {
        if (!(each->focusPolicy() & Qt::TabFocus)) continue;
        QWidget::setTabOrder(before, each);
        before = each;
    }
}

} // namespace

Inspector::Inspector(QWidget* parent)
    : QStackedWidget(parent), m_summary(new SessionSummary), m_session(new ValueArea(m_summary)), m_kernel(nullptr),
      m_several(new SeveralPanel)
{
    setAccessibleName(tr("Inspector"));
    m_session->setAccessibleName(tr("Session"));
    addWidget(m_session);
    connect(m_summary, &SessionSummary::rowChosen, this, &Inspector::rowChosen);

    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(16);
    layout->addWidget(m_several);
    for (const auto& type : panelTypes()) {
        m_sections.push_back(new PanelSection(type));
        layout->addWidget(m_sections.back());
    }
    connect(static_cast<WorkPanel*>(panel(QStringLiteral("work"))), &WorkPanel::entryWanted, this,
            &Inspector::workEntryWanted);
    connect(static_cast<FamilyPanel*>(panel(QStringLiteral("family"))), &FamilyPanel::launchChosen, this,
            &Inspector::launchChosen);
    layout->addStretch();
    m_kernel = new ValueArea(content);
    m_kernel->setAccessibleName(tr("Kernel"));
    addWidget(m_kernel);
}

void Inspector::showSessions(std::span<const OpenSession> sessions, std::span<const KernelRow> rows)
{
    m_summary->showSessions(sessions, rows);
    m_session->forgetValue();
    setCurrentWidget(m_session);
}

void Inspector::showRows(std::span<const KernelRow* const> rows, const KernelRow& current,
                         std::vector<KernelRow> library)
{
    static_cast<FamilyPanel*>(panel(QStringLiteral("family")))->setRows(std::move(library));
    m_several->setRows(rows);
    m_several->showRow(current);
    m_several->setVisible(!m_several->isEmpty());
    for (auto* each : m_sections) each->showRow(current);
    m_kernel->forgetValue();
    orderTabStops(*m_kernel);
    setCurrentWidget(m_kernel);
}

void Inspector::focusCounterSearch()
{
    auto* counters = section(QStringLiteral("counters"));
    counters->setOpen(true);
    m_kernel->ensureWidgetVisible(counters);
    static_cast<CountersPanel&>(counters->panel()).focusSearch();
}

QString Inspector::copyText(const QWidget& focus) const
{
    for (const auto* area : {m_session, m_kernel})
        if (&focus == area && !area->currentValue().isEmpty()) return area->currentValue();
    for (const auto* each : m_sections)
        if (each->isAncestorOf(&focus)) return each->panel().copyText();
    if (m_several->isAncestorOf(&focus)) return m_several->copyText();
    QStringList texts;
    if (currentWidget() == m_session)
        for (const auto* label : m_summary->findChildren<QLabel*>()) texts << label->text();
    else
        for (const auto* each : m_sections) texts << each->panel().text();
    texts.removeAll(QString());
    return texts.join(u'\n');
}

void Inspector::addCopies(QMenu& menu, const QPoint& at)
{
    const auto& content = *static_cast<ValueArea*>(currentWidget())->widget();
    if (const auto value = valueAt(content, content.mapFrom(this, at)); !value.isEmpty())
        menu.addAction(tr("Copy &value"), this, [value] { QGuiApplication::clipboard()->setText(value); });
    if (currentWidget() == m_session) return;
    for (auto* each : m_sections)
        if (const auto place = each->mapFrom(this, at); each->isVisible() && each->rect().contains(place))
            each->addCopies(menu, place);
    menu.addAction(tr("Copy ver&dict"), this,
                   [this] { QGuiApplication::clipboard()->setText(panel(QStringLiteral("verdict"))->copyText()); });
}

void Inspector::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    addCopies(menu, event->pos());
    if (!menu.isEmpty()) menu.exec(event->globalPos());
}

PanelSection* Inspector::section(const QString& id) const
{
    const auto found = std::ranges::find(m_sections, id, &PanelSection::id);
    return found == m_sections.end() ? nullptr : *found;
}

Panel* Inspector::panel(const QString& id) const
{
    const auto* found = section(id);
    return found ? &found->panel() : nullptr;
}

QStringList Inspector::foldedPanels() const
{
    QStringList ids;
    for (const auto* each : m_sections)
        if (!each->isOpen()) ids << each->id();
    return ids;
}

void Inspector::setFoldedPanels(const QStringList& ids)
{
    for (auto* each : m_sections) each->setOpen(!ids.contains(each->id()));
}

} // namespace app

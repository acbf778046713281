// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector.h"

#include "app/panels/counters_panel.h"
#include "app/panels/several_panel.h"
#include "app/panels/work_panel.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace app {
namespace {

QScrollArea* scrolling(QWidget* content)
{
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setBackgroundRole(QPalette::Base); // a panel, not the window behind it
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    content->setMinimumWidth(0); // what doesn't fit is elided or wrapped, never pushed out of sight
    content->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    scroll->setWidget(content);
    return scroll;
}

} // namespace

Inspector::Inspector(QWidget* parent)
    : QStackedWidget(parent), m_summary(new SessionSummary), m_scroll(nullptr), m_several(new SeveralPanel)
{
    setAccessibleName(tr("Inspector"));
    addWidget(scrolling(m_summary));
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
    layout->addStretch();
    m_scroll = scrolling(content);
    addWidget(m_scroll);
}

void Inspector::showSessions(std::span<const OpenSession> sessions, std::span<const KernelRow> rows)
{
    m_summary->showSessions(sessions, rows);
    setCurrentIndex(0);
}

void Inspector::showRows(std::span<const KernelRow* const> rows, const KernelRow& current)
{
    m_several->setRows(rows);
    m_several->showRow(current);
    m_several->setVisible(!m_several->isEmpty());
    for (auto* each : m_sections) each->showRow(current);
    setCurrentIndex(1);
}

void Inspector::focusCounterSearch()
{
    auto* counters = section(QStringLiteral("counters"));
    counters->setOpen(true);
    m_scroll->ensureWidgetVisible(counters);
    static_cast<CountersPanel&>(counters->panel()).focusSearch();
}

QString Inspector::copyText(const QWidget& focus) const
{
    for (const auto* each : m_sections)
        if (each->isAncestorOf(&focus)) return each->panel().copyText();
    if (m_several->isAncestorOf(&focus)) return m_several->copyText();
    QStringList texts;
    if (currentIndex() == 0)
        for (const auto* label : m_summary->findChildren<QLabel*>()) texts << label->text();
    else
        for (const auto* each : m_sections) texts << each->panel().text();
    texts.removeAll(QString());
    return texts.join(u'\n');
}

void Inspector::addCopies(QMenu& menu, const QPoint& at)
{
    if (currentIndex() == 0) return;
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

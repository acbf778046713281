// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector.h"

#include "app/panels/counters_panel.h"
#include "app/panels/several_panel.h"

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

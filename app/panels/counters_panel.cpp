// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/counters_panel.h"

#include "app/counter_model.h"
#include "app/format.h"
#include "core/error.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>

namespace app {

CountersPanel::CountersPanel(QWidget* parent)
    : Panel(parent), m_model(new CounterModel(this)), m_search(new QLineEdit), m_view(new QTreeView),
      m_problem(new StyledLabel(TextRole::Base, Token::Text2))
{
    m_search->setPlaceholderText(tr("Search, * for anything"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search counters"));
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Counters"));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true); // thousands of rows: only those in sight are laid out
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setMinimumHeight(240);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_problem->setWordWrap(true);
    m_problem->hide();
    for (QWidget* widget :
         {static_cast<QWidget*>(m_problem), static_cast<QWidget*>(m_search), static_cast<QWidget*>(m_view)})
        layout()->addWidget(widget);
    connect(m_search, &QLineEdit::textChanged, m_model, &CounterModel::setSearch);
}

void CountersPanel::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// All counters of a kernel may be megabytes of its file: they are read when the panel is looked at.
void CountersPanel::fill(const KernelRow& row)
{
    m_session = row.session;
    m_kernel = &longestLaunch(row);
    if (isVisible()) read();
}

void CountersPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (m_kernel) read();
}

void CountersPanel::read()
{
    const auto* kernel = std::exchange(m_kernel, nullptr);
    QString problem;
    try {
        m_model->setCounters(m_session->allCounters(*kernel));
        if (m_model->total() == 0) problem = missing("counters").text;
    } catch (const core::Error& error) {
        m_model->setCounters(kernel->counters);
        problem = tr("Only the counters already read are shown. %1").arg(QString::fromUtf8(error.what()));
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_search->setPlaceholderText(
        tr("Search %1, * for anything").arg(counted(m_model->total(), tr("1 counter"), tr("%1 counters"))));
    fitColumns();
}

/// Long texts among the values must not take the names' room.
void CountersPanel::fitColumns()
{
    constexpr int widestValue = 124;
    constexpr int widestUnit = 72;
    for (const auto& [column, widest] : {std::pair(1, widestValue), std::pair(2, widestUnit)}) {
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column, std::min(m_view->columnWidth(column), scaledByFont(widest)));
    }
}

QString CountersPanel::copyText() const
{
    QStringList lines;
    for (const auto& index : m_view->selectionModel()->selectedRows()) lines << m_model->nameAndValue(index.row());
    if (lines.isEmpty())
        for (int row = 0; row < m_model->rowCount({}); ++row) lines << m_model->nameAndValue(row);
    return lines.join(u'\n');
}

void CountersPanel::addCopies(QMenu& menu, const QPoint& at)
{
    const auto index = m_view->indexAt(m_view->viewport()->mapFrom(this, at));
    if (!index.isValid()) return;
    const auto nameAndValue = m_model->nameAndValue(index.row());
    const auto value = nameAndValue.section(u'=', 1);
    const auto copy = [](const QString& text) { QGuiApplication::clipboard()->setText(text); };
    menu.addAction(tr("Copy &value"), this, [=] { copy(value); });
    menu.addAction(tr("Copy as &name=value"), this, [=] { copy(nameAndValue); });
}

} // namespace app

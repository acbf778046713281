// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_table.h"

#include "app/columns.h"
#include "app/format.h"
#include "app/kernel_delegate.h"
#include "app/kernel_entries.h"
#include "app/launch_counts.h"
#include "app/roofs_only.h"
#include "app/row_copy.h"
#include "app/text_style.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace app {
namespace {

constexpr int narrowestName = 104;
constexpr int tellingName = 124;   ///< enough of both ends to tell names apart
constexpr int readableName = 160;  ///< most short names fit
constexpr int widestBinding = 116; ///< most names fit, all others in their short form
constexpr int narrowestBinding = 88;

/// A header that keeps room for the sort arrow in the column that has it alone: the others' goes to names.
class Header : public QHeaderView {
public:
    explicit Header(QWidget* parent) : QHeaderView(Qt::Horizontal, parent)
    {
        setSectionsClickable(true);
        setHighlightSections(true);
    }

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override
    {
        auto size = QHeaderView::sectionSizeFromContents(section);
        if (section != sortIndicatorSection()) size.rwidth() -= arrowWidth();
        return size;
    }

private:
    /// What the style adds for the arrow.
    [[nodiscard]] int arrowWidth() const
    {
        QStyleOptionHeader option;
        initStyleOption(&option);
        const auto widthWith = [&](QStyleOptionHeader::SortIndicator arrow) {
            option.sortIndicator = arrow;
            return style()->sizeFromContents(QStyle::CT_HeaderSection, &option, {}, this).width();
        };
        return widthWith(QStyleOptionHeader::SortDown) - widthWith(QStyleOptionHeader::None);
    }
};

QTreeView* makeView(KernelFilter& filter)
{
    auto* view = new QTreeView;
    view->setHeader(new Header(view));
    view->setModel(&filter);
    view->setItemDelegate(new KernelDelegate(filter, view));
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setAllColumnsShowFocus(true);
    view->setUniformRowHeights(true);
    view->setSortingEnabled(true);
    view->sortByColumn(columnOf("time"), Qt::DescendingOrder);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->setFrameShape(QFrame::NoFrame);
    view->setIndentation(12);
    view->setAccessibleName(KernelTable::tr("Kernels"));
    auto* header = view->header();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setStretchLastSection(false);
    header->setSectionsMovable(true);
    header->setFirstSectionMovable(false);
    header->setFont(textFont(TextRole::Small));
    header->setMinimumSectionSize(28);
    header->setAccessibleName(KernelTable::tr("Columns"));
    return view;
}

/// "1.20 of 1.84 ms", "910 µs of 1.84 ms".
QString partText(double part_s, double whole_s)
{
    const auto part = siParts(part_s, QStringLiteral("s"));
    const bool sameUnit = part.unit == siParts(whole_s, QStringLiteral("s")).unit;
    return KernelTable::tr("%1 of %2").arg(sameUnit ? part.value : duration(part_s), duration(whole_s));
}

void copyText(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
}

} // namespace

KernelTable::KernelTable(SessionModel& model, KernelFilter& filter, QWidget* parent)
    : QWidget(parent), m_model(model), m_filter(filter), m_figures(new StyledLabel(TextRole::Small, Token::Text2)),
      m_nothing(new StyledLabel(TextRole::Base, Token::Text2)), m_view(makeView(filter)), m_footer(new QPushButton)
{
    auto* title = new StyledLabel(TextRole::Strong);
    title->setText(tr("Kernels"));
    auto* heading = new QHBoxLayout;
    heading->setContentsMargins(12, 8, 12, 8);
    heading->addWidget(title);
    heading->addStretch();
    heading->addWidget(m_figures);
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setContentsMargins(24, 24, 24, 24);
    m_footer->setFlat(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(heading);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_nothing, 1);
    layout->addWidget(m_footer);
    for (std::size_t place = 0; place < columns().size(); ++place)
        m_view->setColumnHidden(static_cast<int>(place), !columns()[place].visible);

    connect(m_view->header(), &QWidget::customContextMenuRequested, this, &KernelTable::chooseColumns);
    connect(m_view->header(), &QHeaderView::sortIndicatorChanged, this, &KernelTable::fitColumns);
    connect(m_view, &QWidget::customContextMenuRequested, this, &KernelTable::showMenu);
    connect(m_view, &QTreeView::expanded, this, &KernelTable::keepFold);
    connect(m_view, &QTreeView::collapsed, this, &KernelTable::keepFold);
    connect(&m_filter, &KernelFilter::filtered, this, &KernelTable::restoreFolds, Qt::QueuedConnection);
    connect(m_footer, &QPushButton::clicked, this, &KernelTable::coverLifted);
    connect(&m_filter, &KernelFilter::filtered, this, &KernelTable::summarise);
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, &KernelTable::keepSelection);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &KernelTable::restoreSelection, Qt::QueuedConnection);
    // Queued: the view lays its rows out after its own slot.
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &KernelTable::fitColumns, Qt::QueuedConnection);
    m_view->setPalette(tablePalette());
    summarise();
}

void KernelTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) m_view->setPalette(tablePalette());
}

/// Keys that the tree leaves alone.
void KernelTable::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) return m_view->selectionModel()->clear();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return emit isolateWanted();
    QWidget::keyPressEvent(event);
}

/// Header: all launches, or those the filter leaves; footer: what the time cover leaves out.
void KernelTable::summarise()
{
    m_nothing->setText(noKernelsText(m_model.sessions()));
    m_nothing->setVisible(!m_nothing->text().isEmpty());
    m_view->setVisible(m_nothing->isHidden());
    m_figures->setVisible(m_nothing->isHidden());
    const auto all = m_model.launchCount();
    const bool filtered = !m_filter.filter().terms.empty();
    const auto launches =
        filtered ? tr("%1 of %2").arg(count(m_filter.launchCount()), launchesText(all)) : launchesText(all);
    const auto time = filtered ? partText(m_filter.shownTime(), m_model.totalTime()) : duration(m_model.totalTime());
    m_figures->setText(tr("%1 · %2").arg(launches, time));
    m_figures->setToolTip(tr("Shares refer to the time of all launches, whatever the filter"));
    const auto [rows, share] = m_filter.uncovered();
    m_footer->setVisible(rows > 0);
    m_footer->setText(tr("%1 more ▾ %2 of time").arg(rows).arg(percent(share)));
}

void KernelTable::fitColumns()
{
    for (int column = 1; column < m_filter.columnCount(); ++column)
        if (!m_view->isColumnHidden(column)) m_view->resizeColumnToContents(column);
    const auto by = columnOf("by");
    m_bindingWidth = std::min(m_view->columnWidth(by), scaledByFont(widestBinding));
    fitName();
    summarise();
    emit columnsFitted();
}

int KernelTable::fittingWidth() const
{
    if (m_view->isHidden()) return 0; // no kernels
    const auto by = columnOf("by");
    const int givenWay = m_view->isColumnHidden(by) ? 0 : m_bindingWidth - m_view->columnWidth(by);
    return scaledByFont(readableName) + widthOfOthers() + givenWay + m_view->verticalScrollBar()->sizeHint().width();
}

int KernelTable::widthOfOthers() const
{
    int width = 0;
    for (int column = 1; column < m_filter.columnCount(); ++column) width += m_view->columnWidth(column);
    return width;
}

/// The name takes what the other columns leave, but never so little that it says nothing. Where there isn't enough,
/// what limits a kernel keeps its words as long as the names can be told apart, and its chip for ever.
void KernelTable::fitName()
{
    const int room = m_view->viewport()->width();
    const auto by = columnOf("by");
    if (m_bindingWidth > 0 && !m_view->isColumnHidden(by)) {
        m_view->setColumnWidth(by, m_bindingWidth);
        const int lack = std::max(0, widthOfOthers() + scaledByFont(tellingName) - room);
        m_view->setColumnWidth(by, std::max(m_bindingWidth - lack, scaledByFont(narrowestBinding)));
    }
    m_view->setColumnWidth(0, std::max(scaledByFont(narrowestName), room - widthOfOthers()));
}

void KernelTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitName();
}

void KernelTable::keepFold(const QModelIndex& heading)
{
    const auto& name = m_filter.row(heading).short_name;
    if (m_view->isExpanded(heading))
        m_opened.insert(name);
    else
        m_opened.erase(name);
}

/// Groups whose names were opened are open again after another grouping, filter or reading.
void KernelTable::restoreFolds()
{
    if (m_opened.empty()) return;
    for (int top = 0; top < m_filter.rowCount(); ++top)
        if (const auto index = m_filter.index(top, 0); m_opened.contains(m_filter.row(index).short_name))
            m_view->expand(index);
}

/// Reading a file again, another grouping: the same launches stay selected.
void KernelTable::keepSelection()
{
    if (!m_kept.empty()) return; // rebuilt again before the selection was restored
    for (const auto* row : selectedRows()) m_kept.push_back({row->session_number, row->launches.front()});
}

void KernelTable::restoreSelection()
{
    const auto kept = std::exchange(m_kept, {});
    for (int top = 0; top < m_filter.rowCount() && !kept.empty(); ++top) {
        const auto index = m_filter.index(top, 0);
        const auto& row = m_filter.row(index);
        const bool wasSelected = std::ranges::any_of(kept, [&](const Kept& launch) {
            return launch.session_number == row.session_number && std::ranges::count(row.launches, launch.launch) > 0;
        });
        if (wasSelected)
            m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
}

std::vector<const KernelRow*> KernelTable::selectedRows() const
{
    auto indexes = m_view->selectionModel()->selectedRows();
    std::ranges::sort(indexes, {}, [this](const QModelIndex& index) { return m_view->visualRect(index).top(); });
    std::vector<const KernelRow*> rows;
    for (const auto& index : indexes) rows.push_back(&m_filter.row(index));
    return rows;
}

const KernelRow* KernelTable::currentRow() const
{
    const auto rows = selectedRows();
    if (rows.empty()) return nullptr;
    const auto current = m_view->currentIndex();
    const auto* row = current.isValid() ? &m_filter.row(current) : rows.front();
    return std::ranges::find(rows, row) == rows.end() ? rows.front() : row;
}

void KernelTable::copySelected() const
{
    const auto rows = selectedRows();
    if (!rows.empty()) QGuiApplication::clipboard()->setMimeData(asMimeData(rows).release());
}

QByteArray KernelTable::columnState() const
{
    return m_view->header()->saveState();
}

void KernelTable::setColumnState(const QByteArray& state)
{
    m_view->header()->restoreState(state);
}

void KernelTable::chooseColumns(const QPoint& position)
{
    QMenu menu(this);
    for (int place = 1; const auto& column : columns().subspan(1)) {
        auto* action = menu.addAction(columnTitle(column));
        action->setToolTip(columnMeaning(column));
        action->setCheckable(true);
        action->setChecked(!m_view->isColumnHidden(place));
        connect(action, &QAction::toggled, this, [this, place](bool shown) {
            m_view->setColumnHidden(place, !shown);
            if (shown) m_view->resizeColumnToContents(place);
            fitName();
        });
        ++place;
    }
    menu.setToolTipsVisible(true);
    menu.exec(m_view->header()->mapToGlobal(position));
}

void KernelTable::addNameCopies(QMenu& menu, const KernelRow& row) const
{
    const auto shortName = row.short_name;
    const auto demangled = QString::fromStdString(row.kernel().name);
    const auto mangled = QString::fromStdString(row.kernel().mangled);
    menu.addAction(tr("Row"), this, &KernelTable::copySelected);
    menu.addAction(tr("Row as JSON"), this, [this] { copyText(asJson(selectedRows())); });
    menu.addAction(tr("Short name"), this, [shortName] { copyText(shortName); });
    menu.addAction(tr("Demangled name"), this, [demangled] { copyText(demangled); });
    if (!mangled.isEmpty()) menu.addAction(tr("Mangled name"), this, [mangled] { copyText(mangled); });
}

void KernelTable::showMenu(const QPoint& position)
{
    const auto index = m_view->indexAt(position);
    if (index.isValid()) showMenuOf(index, m_view->viewport()->mapToGlobal(position));
}

void KernelTable::showMenuOf(const QModelIndex& index, const QPoint& globalPosition)
{
    auto* selection = m_view->selectionModel();
    if (!selection->isRowSelected(index.row(), index.parent())) m_view->setCurrentIndex(index);
    const auto& row = m_filter.row(index);
    const auto phrase = QStringLiteral("\"%1\"").arg(row.short_name);
    QMenu menu(this);
    menu.addAction(tr("Isolate"), this, &KernelTable::isolateWanted);
    menu.addAction(tr("Show only this name"), this, [this, phrase] { emit filterWanted(phrase); });
    menu.addAction(tr("Hide this name"), this, [this, phrase] { emit filterWanted(u'-' + phrase); });
    menu.addSeparator();
    addNameCopies(*menu.addMenu(tr("Copy")), row);
    menu.addSeparator();
    menu.addAction(tr("Enter algorithmic bytes and FLOP…"), this, &KernelTable::workEntryWanted)
        ->setEnabled(hasOneName(row));
    menu.addAction(tr("Name this kernel…"), this, &KernelTable::nameWanted)->setEnabled(hasOneName(row));
    menu.addSeparator();
    menu.addAction(tr("Show counters"), this, &KernelTable::countersWanted);
    menu.exec(globalPosition);
}

} // namespace app

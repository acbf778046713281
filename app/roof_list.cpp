// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roof_list.h"

#include "app/chip.h"
#include "app/format.h"
#include "app/icon.h"
#include "app/resource_name.h"
#include "app/text_style.h"
#include "app/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace app {
namespace {

struct ColumnRow {
    const char* title;
    const char* meaning;
    bool is_number;
};
constexpr ColumnRow columnRows[RoofModel::ColumnCount] = {
    {QT_TRANSLATE_NOOP("app::RoofModel", "Roof"), QT_TRANSLATE_NOOP("app::RoofModel", "What the rate is of"), false},
    {QT_TRANSLATE_NOOP("app::RoofModel", "Rate"), QT_TRANSLATE_NOOP("app::RoofModel", "Median of the repeats"), true},
    {QT_TRANSLATE_NOOP("app::RoofModel", "Theory"),
     QT_TRANSLATE_NOOP("app::RoofModel", "Share of what the hardware could do at that clock"), true},
    {QT_TRANSLATE_NOOP("app::RoofModel", "Spread"),
     QT_TRANSLATE_NOOP("app::RoofModel", "Half the way from the 10th to the 90th percentile"), true},
    {QT_TRANSLATE_NOOP("app::RoofModel", "Clock"),
     QT_TRANSLATE_NOOP("app::RoofModel", "SM clock that the rate holds for"), true},
    {QT_TRANSLATE_NOOP("app::RoofModel", "Origin"), QT_TRANSLATE_NOOP("app::RoofModel", "How it is known"), false},
};
/// The first columns of a list of kernels, and of points of experiments.
constexpr ColumnRow kernelRows[] = {
    {QT_TRANSLATE_NOOP("app::RoofModel", "Kernel"), QT_TRANSLATE_NOOP("app::RoofModel", "Family, variant, size"),
     false},
    {QT_TRANSLATE_NOOP("app::RoofModel", "Time"),
     QT_TRANSLATE_NOOP("app::RoofModel", "Median of the repeats, without a profiler"), true},
};
constexpr ColumnRow pointRows[] = {
    {QT_TRANSLATE_NOOP("app::RoofModel", "Point"), QT_TRANSLATE_NOOP("app::RoofModel", "Line and place on it"), false},
    {QT_TRANSLATE_NOOP("app::RoofModel", "Value"), QT_TRANSLATE_NOOP("app::RoofModel", "Median of the repeats"), true},
};

const ColumnRow& columnOf(Subject subject, int section)
{
    if (section > RoofModel::Rate || subject == Subject::Roofs) return columnRows[section];
    return subject == Subject::Kernels ? kernelRows[section] : pointRows[section];
}

/// What asks for a look: a clock that was held back, an item that failed.
QString iconOf(const RoofRow& row)
{
    if (row.state == RoofRow::State::Failed) return QStringLiteral("error");
    return isThrottled(row) ? QStringLiteral("warning") : QString();
}

constexpr int narrowestName = 72;
constexpr int tellingName = 124; ///< enough of both ends to tell names apart
constexpr int widestName = 160;  ///< most names fit
constexpr int padding = 6;       ///< on both sides: 12 between columns
constexpr int chipWidth = 14;

/// Rows as high as the kernel table's, with the chip of the roof's resource before its name.
class RoofDelegate : public QStyledItemDelegate {
public:
    RoofDelegate(const RoofModel& model, QObject* parent) : QStyledItemDelegate(parent), m_model(model) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto base = QStyledItemDelegate::sizeHint(option, index);
        const int chip = index.column() == RoofModel::Name ? chipWidth : 0;
        return {base.width() + 2 * padding + chip, std::max(24, option.fontMetrics.height() + 8)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        if (isSelected) painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
        auto content = option;
        content.state.setFlag(QStyle::State_Selected, false); // the tint reaches to the edges, the text doesn't
        content.rect.adjust(padding, 0, -padding, 0);
        if (index.column() == RoofModel::Name) paintChip(*painter, content, index);
        QStyledItemDelegate::paint(painter, content, index);
    }

private:
    void paintChip(QPainter& painter, QStyleOptionViewItem& content, const QModelIndex& index) const
    {
        const auto& ceiling = m_model.row(index.row()).ceiling;
        const QRectF box(content.rect.left(), content.rect.top(), 8, content.rect.height());
        if (ceiling) drawChip(painter, box, ceiling->resource, Theme::of(content.palette));
        content.rect.setLeft(content.rect.left() + chipWidth);
    }

    const RoofModel& m_model;
};

} // namespace

void RoofModel::setRows(std::vector<RoofRow> rows)
{
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void RoofModel::setSubject(Subject subject)
{
    if (std::exchange(m_subject, subject) != subject) emit headerDataChanged(Qt::Horizontal, Name, Rate);
}

int RoofModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RoofModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QString RoofModel::text(const RoofRow& row, int column) const
{
    switch (column) {
    case Name: return row.name;
    case Rate: return rateOf(row);
    case Theory: return row.theory_ratio ? finePercent(row.theory_ratio) : QString(enDash);
    case Spread: return spreadOf(row);
    case Clock: return clockOf(row);
    case Origin: return row.ceiling ? originName(row.ceiling->origin) : QString(enDash);
    default: return {};
    }
}

QVariant RoofModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const auto& shown = row(index.row());
    const auto theme = Theme::of(QApplication::palette());
    switch (role) {
    case Qt::DisplayRole: return text(shown, index.column());
    case Qt::ToolTipRole: return detailsOf(shown);
    case Qt::DecorationRole:
        if (const auto name = iconOf(shown); index.column() == Rate && !name.isEmpty())
            return icon(name, theme.color(Token::Text2));
        return {};
    case Qt::ForegroundRole: return shown.state == RoofRow::State::Known ? QVariant() : theme.color(Token::Text3);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter |
                                   (columnRows[index.column()].is_number ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant RoofModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    const auto& column = columnOf(m_subject, section);
    switch (role) {
    case Qt::DisplayRole: return tr(column.title);
    case Qt::ToolTipRole: return tr(column.meaning);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (column.is_number ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

RoofList::RoofList(Subject subject, QWidget* parent)
    : QWidget(parent), m_model(subject), m_view(new QTreeView),
      m_details(new StyledLabel(TextRole::Small, Token::Text2))
{
    m_view->setModel(&m_model);
    m_view->setItemDelegate(new RoofDelegate(m_model, this));
    m_view->setPalette(tablePalette());
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setAllColumnsShowFocus(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setAccessibleName(subject == Subject::Roofs ? tr("Roofs") : tr("Run"));
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setMinimumSectionSize(scaledByFont(48));
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_view->addAction(tr("Copy rows"), this, [this] { QGuiApplication::clipboard()->setText(selectedText()); });
    m_details->setWordWrap(true);
    m_details->setContentsMargins(12, 8, 12, 8);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_details);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &RoofList::showDetails);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &RoofList::showDetails);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &RoofList::showDetails);
}

void RoofList::setRows(std::vector<RoofRow> rows)
{
    const auto running = std::ranges::find(rows, RoofRow::State::Running, &RoofRow::state);
    const int place = running == rows.end() ? -1 : static_cast<int>(running - rows.begin());
    // Where all are of one origin the chart's title says it, and the names have its room.
    std::set<core::Origin> origins;
    for (const auto& row : rows)
        if (row.ceiling) origins.insert(row.ceiling->origin);
    m_model.setRows(std::move(rows));
    // A model that is reset gives hidden columns their width back (Qt 6.4): shown and hidden anew they have none.
    for (const auto& [column, isHidden] :
         {std::pair{RoofModel::Origin, origins.size() < 2}, {RoofModel::Theory, m_model.subject() != Subject::Roofs}}) {
        m_view->setColumnHidden(column, false);
        m_view->setColumnHidden(column, isHidden);
    }
    fitColumns();
    if (place >= 0) m_view->scrollTo(m_model.index(place, 0));
}

int RoofList::fittingWidth() const
{
    return readableName() + widthOfOthers() + m_view->verticalScrollBar()->sizeHint().width();
}

int RoofList::readableName() const
{
    return std::min(contentsWidth(RoofModel::Name), scaledByFont(widestName));
}

int RoofList::widthOfOthers() const
{
    int width = 0;
    for (int column = RoofModel::Rate; column < RoofModel::ColumnCount; ++column) width += m_view->columnWidth(column);
    return width;
}

int RoofList::contentsWidth(int column) const
{
    const QAbstractItemView& view = *m_view;
    return std::max(view.sizeHintForColumn(column), m_view->header()->sectionSizeHint(column));
}

/// The name takes what the other columns leave; where they leave too little, it leaves the rate in sight, at least.
void RoofList::fitColumns()
{
    for (int column = RoofModel::Rate; column < RoofModel::ColumnCount; ++column)
        if (!m_view->isColumnHidden(column)) m_view->setColumnWidth(column, contentsWidth(column));
    const int room = width() - m_view->verticalScrollBar()->sizeHint().width(); // the viewport's may be of before
    const int besideRate = std::min(readableName(), room - m_view->columnWidth(RoofModel::Rate));
    const int besideAll = room - widthOfOthers();
    const int telling = std::min(readableName(), scaledByFont(tellingName));
    const int name = besideAll >= telling ? besideAll : besideRate;
    m_view->setColumnWidth(RoofModel::Name, std::max(name, scaledByFont(narrowestName)));
}

void RoofList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void RoofList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) m_view->setPalette(tablePalette());
}

void RoofList::showDetails()
{
    const auto current = m_view->currentIndex();
    m_details->setVisible(current.isValid());
    if (current.isValid()) m_details->setText(detailsOf(m_model.row(current.row())));
}

QString RoofList::selectedText() const
{
    QStringList lines;
    auto rows = m_view->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    for (const auto& index : rows) {
        QStringList cells;
        for (int column = 0; column < RoofModel::ColumnCount; ++column)
            cells << m_model.data(m_model.index(index.row(), column), Qt::DisplayRole).toString();
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_model.h"

#include "app/columns.h"
#include "app/format.h"
#include "app/row_flags.h"
#include "app/shown_text.h"
#include "app/verdict.h"

#include <numeric>

namespace app {
namespace {

/// Internal ids: 0 for top rows, 1 + the top row for launches inside it.
constexpr quintptr topId = 0;

QString toolTip(const KernelRow& row, const Column& column)
{
    if (column.text == columns()[static_cast<std::size_t>(columnOf("notes"))].text) return notesText(row);
    if (column.style == CellStyle::Binding) return verdictOf(row).sentence;
    if (column.style != CellStyle::Text || column.number) return column.text(row);
    return shownText(row.kernel().name);
}

bool isHeadingOfMany(const KernelRow& row, Grouping grouping)
{
    return row.isGroup() && grouping != Grouping::Name && grouping != Grouping::None;
}

} // namespace

QString displayName(const KernelRow& row, NameStyle style, Grouping grouping)
{
    if (style == NameStyle::Short || isHeadingOfMany(row, grouping)) return row.short_name;
    const auto& kernel = row.kernel();
    const auto& name = style == NameStyle::Mangled && !kernel.mangled.empty() ? kernel.mangled : kernel.name;
    return shownText(name);
}

SessionModel::SessionModel(QObject* parent) : QAbstractItemModel(parent) {}

void SessionModel::add(OpenSession session)
{
    beginResetModel();
    m_sessions.push_back(std::move(session));
    rebuild();
    endResetModel();
}

void SessionModel::replace(int number, OpenSession session)
{
    auto& place = m_sessions[static_cast<std::size_t>(number)];
    if (place.session->kernels.empty() && session.session->kernels.empty()) {
        place = std::move(session);
        emit roofsReplaced();
        return;
    }
    beginResetModel();
    place = std::move(session);
    rebuild();
    endResetModel();
}

void SessionModel::close(int number)
{
    beginResetModel();
    m_sessions.erase(m_sessions.begin() + number);
    rebuild();
    endResetModel();
}

void SessionModel::setGrouping(Grouping grouping)
{
    if (grouping == m_grouping) return;
    beginResetModel();
    m_grouping = grouping;
    rebuild();
    endResetModel();
}

void SessionModel::setNameStyle(NameStyle style)
{
    if (style == m_nameStyle) return;
    m_nameStyle = style;
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::DisplayRole});
}

const KernelRow& SessionModel::row(const QModelIndex& index) const
{
    const auto place = static_cast<std::size_t>(index.row());
    if (index.internalId() == topId) return m_groups[place].row;
    return m_groups[index.internalId() - 1].launches[place];
}

int SessionModel::launchCount() const
{
    return std::accumulate(m_sessions.begin(), m_sessions.end(), 0, [](int sum, const OpenSession& open) {
        return sum + static_cast<int>(open.session->kernels.size());
    });
}

double SessionModel::totalTime() const
{
    return std::accumulate(m_sessions.begin(), m_sessions.end(), 0.0,
                           [](double sum, const OpenSession& open) { return sum + open.time_s; });
}

QModelIndex SessionModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : topId);
}

QModelIndex SessionModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == topId) return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, topId);
}

int SessionModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) return static_cast<int>(m_groups.size());
    if (parent.internalId() != topId || parent.column() != 0) return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].launches.size());
}

int SessionModel::columnCount(const QModelIndex& /*parent*/) const
{
    return static_cast<int>(columns().size());
}

QVariant SessionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const auto& column = columns()[static_cast<std::size_t>(index.column())];
    const auto& shown = row(index);
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == 0) return displayName(shown, m_nameStyle, m_grouping);
        return column.text(shown);
    case Qt::ToolTipRole: return toolTip(shown, column);
    case Qt::TextAlignmentRole: {
        const bool right = column.style == CellStyle::Number || column.style == CellStyle::Share;
        return QVariant::fromValue(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
    }
    default: return {};
    }
}

QVariant SessionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const auto& column = columns()[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return columnTitle(column);
    case Qt::ToolTipRole: return columnMeaning(column);
    case Qt::TextAlignmentRole: {
        const bool right = column.style == CellStyle::Number || column.style == CellStyle::Share;
        return QVariant::fromValue(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
    }
    default: return {};
    }
}

void SessionModel::rebuild()
{
    m_groups = groupRows(m_sessions, m_grouping);
}

} // namespace app

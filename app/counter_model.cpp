// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/counter_model.h"

#include "app/format.h"
#include "app/shown_text.h"
#include "app/text_style.h"
#include "core/metrics.h"
#include "core/units.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// For reading: large numbers without decimals and in groups, small ones with six digits.
QString shownValue(const core::CounterValue& value)
{
    constexpr double large = 1e5;
    if (const auto text = value.text()) return shownText(*text);
    const auto number = value.number();
    if (!number) return enDash;
    return std::abs(*number) >= large || value.whole() ? count(number) : QString::number(*number, 'g', 6);
}

/// The value as written, all digits; an en dash where there is none.
QString valueText(const core::CounterValue& value)
{
    if (const auto text = value.text()) return fromView(*text);
    if (const auto whole = value.whole()) return QString::number(*whole);
    if (const auto number = value.number()) return QString::number(*number, 'g', QLocale::FloatingPointShortest);
    return enDash;
}

enum Column { NameColumn, ValueColumn, UnitColumn, ColumnCount };

} // namespace

void CounterModel::setCounters(core::CounterSet counters)
{
    beginResetModel();
    m_counters = std::move(counters);
    m_all.assign(m_counters.all().begin(), m_counters.all().end());
    std::ranges::sort(m_all, {}, [](const core::Counter& counter) {
        const auto name = counter.name().text();
        return std::pair(!core::isWantedCounter(name), name);
    });
    choose();
    endResetModel();
}

void CounterModel::setSearch(const QString& text)
{
    beginResetModel();
    m_search = text.trimmed();
    choose();
    endResetModel();
}

void CounterModel::choose()
{
    auto pattern = QRegularExpression::escape(m_search);
    pattern.replace(QStringLiteral("\\*"), QStringLiteral(".*"));
    const QRegularExpression expression(pattern, QRegularExpression::CaseInsensitiveOption);
    m_shown.clear();
    for (std::size_t place = 0; place < m_all.size(); ++place)
        if (m_search.isEmpty() || expression.match(fromView(m_all[place].name().text())).hasMatch())
            m_shown.push_back(place);
}

QString CounterModel::nameAndValue(int row) const
{
    const auto& counter = m_all[m_shown[static_cast<std::size_t>(row)]];
    return fromView(counter.name().text()) + u'=' + valueText(counter.value());
}

int CounterModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int CounterModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CounterModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const auto& counter = m_all[m_shown[static_cast<std::size_t>(index.row())]];
    const auto name = counter.name().text();
    if (role == Qt::FontRole && index.column() == NameColumn) return textFont(TextRole::Mono);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (index.column() == ValueColumn ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && index.column() == ValueColumn)
        return shownText(valueText(counter.value()).toStdString());
    if (role == Qt::ToolTipRole)
        return core::isWantedCounter(name) ? tr("%1\nUsed for the figures shown here").arg(shownText(name))
                                           : shownText(name);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case NameColumn: return shownText(name);
    case ValueColumn: return shownValue(counter.value());
    default: return fromView(core::counterUnit(name));
    }
}

QVariant CounterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    const QString titles[] = {tr("Counter"), tr("Value"), tr("Unit")};
    return section >= 0 && section < ColumnCount ? titles[section] : QVariant();
}

} // namespace app
